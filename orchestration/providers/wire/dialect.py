"""What an API has to say of itself to be spoken to."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Protocol

from orchestration.engine.ports import ModelError, ModelReply, ModelRequest, ToolSchema, Usage
from orchestration.providers.wire.tools import SentTools


class Assembly(Protocol):
    """Puts one reply together. Its methods raise ModelError for what is an error or no reply at all."""

    @property
    def is_whole(self) -> bool:
        """The model has said why it stopped; what may still come is of no importance."""
        ...

    @property
    def is_over(self) -> bool:
        """Nothing more comes; a host may keep the connection open all the same."""
        ...

    @property
    def usage(self) -> Usage:
        """What is known of it so far."""
        ...

    def add(self, event: Any) -> None:
        """One event of the stream."""
        ...

    def add_whole(self, answer: Any) -> None:
        """The answer of a host that does not stream."""
        ...

    def reply(self) -> ModelReply: ...


class Dialect(Protocol):
    """One API of one connection. Pure: it builds and reads, and never sends."""

    path: str

    def headers(self, secret: str) -> Mapping[str, str]:
        """Those that carry the key, and whatever else each request needs."""
        ...

    def tools(self, tools: Iterable[ToolSchema], sent_names: Mapping[str, str]) -> list[dict[str, Any]]:
        """What stands under `tools`."""
        ...

    def body(self, request: ModelRequest, tools: SentTools) -> bytes:
        """The JSON of one request; raises ModelError where it cannot be said."""
        ...

    def assembly(
        self, request: ModelRequest, tools: SentTools, on_text: Callable[[str], None] | None
    ) -> Assembly: ...

    def refusal(self, status: int, code: str, message: str) -> ModelError | None:
        """What a status means in this API alone; None: what it means everywhere."""
        ...
