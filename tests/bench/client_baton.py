"""Baton's worker as a measured client: a real runner; its tool is a function in the same process."""

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from bench.client_process import Client, Config, serve
from bench.job import find_order

from baton.egress.allow import AllowList
from orchestration.engine.ports import ToolInvocation, ToolOutcome
from orchestration.runner.loop import Runner
from orchestration.runner.settings import RunnerSettings

LOOK = 0.005
PATIENCE = 60.0


class Tools:
    """Every run calls its tool once, so this also counts the runs that have come past it."""

    def __init__(self) -> None:
        self.calls = 0
        self.used: list[float] = []
        """Processor time of the process at each call."""

    async def run(self, invocation: ToolInvocation) -> ToolOutcome:
        self.calls += 1
        self.used.append(time.process_time())
        content = find_order(dict(invocation.arguments))
        return ToolOutcome(content=content, full=content, status=200)

    async def close(self) -> None:
        return None


@asynccontextmanager
async def open_worker(config: Config) -> AsyncIterator[Client]:
    tools = Tools()
    runner = Runner(
        RunnerSettings(
            database_url=config["database_url"],
            allow=AllowList.parse(config["allow"]),
            lease_seconds=60.0,
            renew_seconds=15.0,
            look_seconds=3600.0,  # it looks when it is rung for, so that it is still while runs are arranged
            slots=config["inflight"],
        ),
        lambda: tools,
    )
    serving = asyncio.create_task(runner.serve())
    await asyncio.to_thread(runner.wait_started, 30.0)
    incarnation = runner.incarnation
    assert incarnation is not None, "the worker could not be enlisted"
    aim = 0

    async def make_runs(runs: int, inflight: int) -> list[float]:
        """The runs stand queued; the worker claims them all."""
        nonlocal aim
        aim += runs
        runner.ring()
        async with asyncio.timeout(PATIENCE):
            while tools.calls < aim or incarnation.drivers:
                await asyncio.sleep(LOOK)
        return []

    async def settle() -> None:
        """Past the look that the last run's end has caused: otherwise it finds runs before the clock starts."""
        await asyncio.to_thread(runner.ring, wait=PATIENCE)

    yield Client(make_runs, settle)
    runner.stop()
    await serving


if __name__ == "__main__":
    serve(open_worker)
