"""One request and its whole answer, as values. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, Literal

type Method = Literal["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"]

TOTAL_SECONDS: Final = 30.0


@dataclass(frozen=True, slots=True)
class Request:
    method: Method
    url: str
    headers: Mapping[str, str] = field(default_factory=dict, repr=False)
    body: bytes | None = field(default=None, repr=False)
    timeout: float = TOTAL_SECONDS
    """Seconds for everything: resolving, connecting, sending, and the last byte of the answer."""


@dataclass(frozen=True, slots=True)
class Answer:
    status: int
    media_type: str
    """Lower case, without parameters; empty where the other side gave none."""
    charset: str | None
    body: bytes = field(repr=False)
    duration_ms: int = 0
