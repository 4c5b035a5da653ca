"""Lists of tools as they stand on the wire, taken before the SDK reads them.

The SDK refuses a whole page for one tool that breaks the protocol, and drops some without a word. So it is
given the names and schemas of what is usable alone, and everything else is judged from here.
"""

from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from types import TracebackType
from typing import Any, Self

from mcp_types import JSONRPCResponse


class Tap:
    """Open while a list is asked for; then `pages` has the tools of each page, whatever they are."""

    def __init__(self) -> None:
        self.keep: Callable[[Any], bool] | None = None
        """Which tools the SDK may see; None: nothing is taken."""
        self.pages: list[list[Any]] = []

    def take(self, message: Any) -> None:
        """Take the tools out of an answer to `tools/list`."""
        if self.keep is None or not isinstance(message, JSONRPCResponse):
            return
        result = message.result
        tools = result.get("tools") if isinstance(result, dict) else None
        if not isinstance(tools, list):
            return
        self.pages.append(tools)
        result["tools"] = [_bare(tool) for tool in tools if self.keep(tool)]


def _bare(tool: Mapping[str, Any]) -> dict[str, Any]:
    return {"name": tool["name"], "inputSchema": tool["inputSchema"]}


@asynccontextmanager
async def tapped(
    transport: AbstractAsyncContextManager[tuple[Any, Any]], tap: Tap
) -> AsyncIterator[tuple[Any, Any]]:
    """The same transport, whose messages pass the tap."""
    async with transport as (read, write):
        yield _TappedStream(read, tap), write


class _TappedStream:
    """A read stream of the SDK; `last_context` is what its dispatcher looks for."""

    def __init__(self, stream: Any, tap: Tap) -> None:
        self._stream = stream
        self._tap = tap

    @property
    def last_context(self) -> Any:
        return getattr(self._stream, "last_context", None)

    async def receive(self) -> Any:
        item = await self._stream.receive()
        self._tap.take(getattr(item, "message", None))
        return item

    async def aclose(self) -> None:
        await self._stream.aclose()

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> Any:
        item = await anext(self._stream)
        self._tap.take(getattr(item, "message", None))
        return item

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.aclose()
