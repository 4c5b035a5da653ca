"""The inside of a measured client: a process of its own that is told how many runs to make.

It reads one JSON object a line and answers each with another, so that its processor time is that of its runs
and of nothing else. It ends when its input ends: a bench that dies leaves no client behind.
"""

import asyncio
import json
import sys
import time
from collections.abc import Awaitable, Callable
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from typing import Any

type Config = dict[str, Any]
type MakeRuns = Callable[[int, int], Awaitable[list[float]]]
"""Make n runs, so many in flight; the milliseconds each took, or nothing where the database knows better."""


async def _nothing() -> None:
    """Most clients are quiet when their runs are made."""


@dataclass(frozen=True, slots=True)
class Client:
    make_runs: MakeRuns
    settle: Callable[[], Awaitable[None]] = _nothing
    """Waits, behind the clock, until the client is quiet."""


type Open = Callable[[Config], AbstractAsyncContextManager[Client]]


def serve(open_client: Open) -> None:
    """The first line is the client's configuration, every later one is {"runs", "inflight"}."""
    asyncio.run(_serve(open_client))


async def _serve(open_client: Open) -> None:
    config = await _next_line()
    if config is None:
        return
    async with open_client(config) as client:
        await client.settle()
        _say({"ready": True})
        while (order := await _next_line()) is not None:
            started, used = time.perf_counter(), time.process_time()
            latencies = await client.make_runs(order["runs"], order["inflight"])
            seconds, cpu = time.perf_counter() - started, time.process_time() - used
            await client.settle()
            _say({"seconds": seconds, "cpu_seconds": cpu, "latencies": latencies})


async def each_in_flight(runs: int, inflight: int, make_one: Callable[[int], Awaitable[None]]) -> list[float]:
    """`runs` calls of `make_one`, never more than `inflight` at once; the milliseconds each took."""
    latencies: list[float] = []
    numbers = iter(range(runs))

    async def work() -> None:
        for number in numbers:
            started = time.perf_counter()
            await make_one(number)
            latencies.append((time.perf_counter() - started) * 1000)

    await asyncio.gather(*(work() for _ in range(inflight)))
    return latencies


async def _next_line() -> Config | None:
    line = await asyncio.to_thread(sys.stdin.readline)
    return json.loads(line) if line.strip() else None


def _say(answer: Config) -> None:
    print(json.dumps(answer), flush=True)
