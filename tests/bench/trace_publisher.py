"""The publishing side of the trace bench: a worker's journal and its bus, without a runner.

It is told which runs it holds and commits events of them at a steady rate, as a runner would: a run has one
entry under way. Each event carries the instant just before it was handed to the journal.
"""

import asyncio
import json
import statistics
import sys
import time
from typing import Any

from baton.live.publisher import AsyncPublisher
from orchestration.engine.events import EventKind, NewEvent
from orchestration.journal.entry import Entry
from orchestration.journal.writer import JournalWriter

TICK = 0.005
_TEXT = "x" * 100


class Run:
    """One run: what it owes is recorded in one entry as soon as its last entry is on the disk."""

    def __init__(self, journal: JournalWriter, run: dict[str, Any]) -> None:
        self._journal = journal
        self._run = run
        self._owed = 0
        self.commits: list[float] = []
        """Milliseconds that each entry took to be on the disk."""
        self._work: asyncio.Task[None] | None = None

    def owe(self, count: int) -> None:
        self._owed += count
        if self._owed and (self._work is None or self._work.done()):
            self._work = asyncio.create_task(self._record())

    async def settle(self) -> None:
        if self._work is not None:
            await self._work

    async def _record(self) -> None:
        while self._owed:
            count, self._owed = self._owed, 0
            event = NewEvent(EventKind.MODEL_ATTEMPT_FAILED, {"t": time.monotonic_ns(), "text": _TEXT})
            begun = time.monotonic()
            answer = await self._journal.record(
                Entry(self._run["run"], self._run["epoch"], events=[event] * count)
            )
            self.commits.append((time.monotonic() - begun) * 1000)
            assert answer.outcome == "done"


async def _publish(order: dict[str, Any]) -> dict[str, Any]:
    publisher = AsyncPublisher(order["bus_url"], order["channel"])
    journal = JournalWriter(order["database_url"], order["worker"], publisher.publish)
    publisher.start()
    journal.start()
    runs = [Run(journal, run) for run in order["runs"]]
    for run in runs:  # connections and plans are made by this
        run.owe(1)
        await run.settle()
    used, begun, commits = time.process_time(), time.monotonic(), journal.commits
    per_tick = round(order["per_second"] * TICK)
    sent = 0
    for tick in range(round(order["seconds"] / TICK)):
        await asyncio.sleep(begun + tick * TICK - time.monotonic())
        if len(runs) == 1:
            runs[0].owe(per_tick)
        else:
            for each in range(sent, sent + per_tick):
                runs[each % len(runs)].owe(1)
        sent += per_tick
    for run in runs:
        await run.settle()
    took, cpu = time.monotonic() - begun, time.process_time() - used
    await publisher.stop()
    await journal.stop()
    waited = [each for run in runs for each in run.commits]
    return {
        "sent": sent,
        "seconds": took,
        "cpu": cpu,
        "commits": journal.commits - commits,
        "commit_p50": statistics.median(waited),
    }


if __name__ == "__main__":
    print(json.dumps(asyncio.run(_publish(json.loads(sys.stdin.readline())))), flush=True)
