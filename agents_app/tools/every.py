"""Every kind of tool behind one runner. A kind is opened with its first call.

The one of MCP imports an SDK, which stands still for seconds: it is imported in a thread, since a worker
whose loop does not tick is taken for dead.
"""

import asyncio
from collections import defaultdict
from collections.abc import Callable
from functools import partial

from orchestration.engine.ports import ToolInvocation, ToolOutcome, ToolRunner


class EveryToolRunner:
    """Chooses by the kind of the tool."""

    def __init__(self, open_kind: Callable[[str], ToolRunner]) -> None:
        self._open_kind = open_kind
        self._opened: dict[str, ToolRunner] = {}
        self._opening: defaultdict[str, asyncio.Lock] = defaultdict(asyncio.Lock)

    async def run(self, invocation: ToolInvocation) -> ToolOutcome:
        """As the runner of its kind does."""
        runner = await self._runner(invocation.tool.kind)
        return await runner.run(invocation)

    async def close(self) -> None:
        for runner in self._opened.values():
            await runner.close()
        self._opened.clear()

    async def _runner(self, kind: str) -> ToolRunner:
        async with self._opening[kind]:
            if kind not in self._opened:
                self._opened[kind] = await asyncio.to_thread(partial(self._open_kind, kind))
            return self._opened[kind]
