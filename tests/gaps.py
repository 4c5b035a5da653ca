"""The gaps between what a driver reads and what it records: before every read, around every entry, after a claim.

What comes after a read comes before the next one: between the two nothing is awaited. A test names a run, a gap and a fact; the fact comes from another connection while the driver stands in the gap.
"""

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any

import pytest

from orchestration.journal.writer import JournalWriter
from orchestration.runner.store import Store

READS = (
    "load_signal",
    "load_records",
    "load_project",
    "load_calls",
    "load_tools",
    "load_arguments",
    "load_bodies",
)

type Gap = tuple[str, int]
"""(what the driver is about to do or has just done, how many times it did so since the run was armed)."""


@dataclass
class Gaps:
    seen: dict[str, list[Gap]] = field(default_factory=dict)
    """By run, the gaps its driver has passed since it was armed."""
    fired: dict[str, Gap] = field(default_factory=dict)
    _plans: dict[str, tuple[Gap, Callable[[], bool]]] = field(default_factory=dict)
    _counts: Counter[tuple[str, str]] = field(default_factory=Counter)

    def install(self, monkeypatch: pytest.MonkeyPatch) -> "Gaps":
        for name in READS:
            monkeypatch.setattr(Store, name, self._wrapped(getattr(Store, name), lambda _, name=name: name))
        monkeypatch.setattr(JournalWriter, "record", self._wrapped(JournalWriter.record, _label))
        monkeypatch.setattr(JournalWriter, "claim", self._wrapped_claim(JournalWriter.claim))
        return self

    def arm(self, run: object, gap: Gap | None = None, fact: Callable[[], bool] | None = None) -> None:
        """Count the gaps of a run from now on; in the given one the fact comes. It answers whether it could."""
        key = str(run)
        self.seen[key] = []
        for each in [each for each in self._counts if each[0] == key]:
            del self._counts[each]
        if gap is not None and fact is not None:
            self._plans[key] = gap, fact

    async def _pass(self, run: str, what: str) -> None:
        if run not in self.seen:
            return
        self._counts[run, what] += 1
        gap = what, self._counts[run, what]
        self.seen[run].append(gap)
        plan = self._plans.get(run)
        if plan is not None and plan[0] == gap and run not in self.fired:
            self.fired[run] = gap
            if not await asyncio.to_thread(plan[1]):
                del self.fired[run]

    def _wrapped(
        self, original: Callable[..., Awaitable[Any]], label: Callable[[tuple[Any, ...]], str]
    ) -> Callable[..., Awaitable[Any]]:
        async def call(owner: Any, *arguments: Any, **named: Any) -> Any:
            task = asyncio.current_task()
            run = task.get_name().removeprefix("run ") if task else ""
            what = label(arguments)
            await self._pass(run, f"before {what}")
            result = await original(owner, *arguments, **named)
            if what not in READS:
                await self._pass(run, f"after {what}")
            return result

        return call

    def _wrapped_claim(self, original: Callable[..., Awaitable[Any]]) -> Callable[..., Awaitable[Any]]:
        async def claim(owner: Any, *arguments: Any, **named: Any) -> Any:
            rows = await original(owner, *arguments, **named)
            await asyncio.gather(*(self._pass(str(row["run_id"]), "after claim") for row in rows))
            return rows

        return claim


def _label(arguments: tuple[Any, ...]) -> str:
    """An entry by what it ends with, so that the same gap has the same name in every run."""
    entry = arguments[0]
    return f"record({entry.events[-1].kind.value if entry.events else 'no event'})"
