"""What a transport is: it posts a body and hands back an answer that is still coming."""

from collections.abc import AsyncIterator, Mapping
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer with a status of success, whose body is still coming."""

    content_type: str
    pieces: AsyncIterator[bytes]


class Refused(Exception):
    """The provider answered with another status. Only a transport raises it and only the client reads it."""

    def __init__(self, status: int, headers: Mapping[str, str], body: object) -> None:
        super().__init__(status)
        self.status = status
        self.headers = headers
        self.body = body
        """The JSON it said, or its words where they are none; None where it said nothing."""


class Transport(Protocol):
    """Posts on one event loop. Leaving the block before the body has ended closes the connection."""

    def post(
        self, path: str, body: bytes, headers: Mapping[str, str], seconds: float
    ) -> AbstractAsyncContextManager[Answer]:
        """Raises `Refused`, an EgressError, or what the SDK raises for a connection that failed."""
        ...

    async def close(self) -> None: ...
