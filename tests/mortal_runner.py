"""A runner on a thread of this process that can die as by kill -9, at an instant that a test names.

From that instant its thread stands still: nothing is written, sent or renewed any more, which is all that the
database and the outside world ever see of a killed process. `bury` ends the thread once the run has gone on
without it; even then it writes nothing. Kills of whole processes are in `test_crashes`.
"""

import asyncio
import json
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any
from unittest import mock

from database import TestDatabase

from baton.egress.allow import AllowList
from orchestration.engine.ports import ToolError, ToolInvocation, ToolOutcome
from orchestration.journal.entry import Answer, Entry
from orchestration.journal.writer import JournalWriter
from orchestration.runner import loop
from orchestration.runner.settings import RunnerSettings

PATIENCE = 20.0

type Instant = Callable[[str, Any], bool]
"""Whether this is it: (`before_record`, entry), (`after_record`, entry) or (`after_effect`, call id)."""


@dataclass
class Effects:
    """The outside world: what it saw of the tools, and how it answers."""

    invocations: list[ToolInvocation] = field(default_factory=list)
    """In the order of the starts."""
    services: dict[str, Callable[[Mapping[str, Any]], ToolOutcome]] = field(default_factory=dict)
    """What answers a tool; one that is not named is done at once."""

    @property
    def executed(self) -> list[tuple[str, str, dict[str, Any]]]:
        """(call id, idempotency key, arguments)"""
        return [(each.call_id, each.idempotency_key, dict(each.arguments)) for each in self.invocations]

    def perform(self, invocation: ToolInvocation) -> ToolOutcome:
        self.invocations.append(invocation)
        service = self.services.get(invocation.tool.name)
        return (
            service(invocation.arguments) if service else answer(json.dumps({"done": invocation.tool.name}))
        )


def answer(content: str) -> ToolOutcome:
    """What a service says that did what it was asked."""
    return ToolOutcome(content=content, full=content, status=200)


def fail(arguments: Mapping[str, Any]) -> ToolOutcome:
    """A service that answers with an error."""
    raise ToolError("tool_error", "The service answered 500.", sent=True, answered=True, status=500)


@dataclass
class Hold:
    """An instant at which the runner waits, while its loop goes on, until the test releases it."""

    instant: Instant
    reached: threading.Event = field(default_factory=threading.Event)
    released: threading.Event = field(default_factory=threading.Event)


class MortalRunner:
    """Started at once. `stop` is a shutdown in order, `kill` is none."""

    def __init__(self, database: TestDatabase, effects: Effects) -> None:
        self._database = database
        self.effects = effects
        self.death: Instant | None = None
        self.hold: Hold | None = None
        self._frozen = threading.Event()
        self._buried = threading.Event()
        settings = RunnerSettings(
            database_url=database.url("worker"),
            allow=AllowList.parse(""),
            lease_seconds=30.0,
            renew_seconds=0.5,
            look_seconds=0.1,
            drain_seconds=1.0,
            project_seconds=0.0,
        )
        self._runner = loop.Runner(settings, lambda: _Tools(self))
        self._thread = threading.Thread(target=self._runner.run, daemon=True)
        with mock.patch.object(loop, "JournalWriter", lambda *arguments: _Journal(self, *arguments)):
            self._thread.start()
            assert self._runner.wait_started(PATIENCE)

    def ring(self) -> None:
        self._runner.ring()

    def stop(self) -> None:
        self._runner.stop()
        self._thread.join(PATIENCE)
        assert not self._thread.is_alive()

    @property
    def is_dead(self) -> bool:
        return self._frozen.is_set()

    def kill(self) -> None:
        """Dead from now on, and its lease has run out."""
        if not self.is_dead:
            assert self._runner._loop is not None
            self._runner._loop.call_soon_threadsafe(self._freeze)
        self.wait_dead()
        assert self._runner.incarnation is not None
        self._database.rows(
            "update orchestration_worker set until = clock_timestamp() - interval '1 second' where id = %s",
            [self._runner.incarnation.id],
        )

    def wait_dead(self) -> None:
        assert self._frozen.wait(PATIENCE), "the worker lived on past the instant of its death"

    def bury(self) -> None:
        self._runner.stop()
        self._buried.set()
        self._thread.join(PATIENCE)
        assert not self._thread.is_alive()

    def _freeze(self) -> None:
        """Hold the whole thread, and with it every run, for ever."""
        self._frozen.set()
        self._buried.wait()

    async def at(self, moment: str, subject: Any) -> None:
        if self.hold and not self.hold.reached.is_set() and self.hold.instant(moment, subject):
            self.hold.reached.set()
            await asyncio.to_thread(self.hold.released.wait)
        if self.death and not self.is_dead and self.death(moment, subject):
            self._freeze()
        self.check_alive()

    def check_alive(self) -> None:
        if self.is_dead:
            raise asyncio.CancelledError


class _Journal(JournalWriter):
    def __init__(self, owner: MortalRunner, *arguments: Any) -> None:
        super().__init__(*arguments)
        self._owner = owner

    async def record(self, entry: Entry) -> Answer:
        await self._owner.at("before_record", entry)
        answer = await super().record(entry)
        if answer.outcome == "done":
            await self._owner.at("after_record", entry)
        self._owner.check_alive()
        return answer


class _Tools:
    def __init__(self, owner: MortalRunner) -> None:
        self._owner = owner

    async def run(self, invocation: ToolInvocation) -> ToolOutcome:
        self._owner.check_alive()
        try:
            return self._owner.effects.perform(invocation)
        finally:
            await self._owner.at("after_effect", invocation.call_id)

    async def close(self) -> None:
        return None
