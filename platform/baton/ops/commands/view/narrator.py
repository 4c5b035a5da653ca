"""Follows a run event by event: folds its view, measures its waits, and tells each event."""

from collections.abc import Callable, Iterable
from datetime import datetime

from baton.core.clock import now
from baton.ops.commands.view.foreign import Quote, short
from baton.ops.commands.view.line import Line
from baton.ops.commands.view.sentences import tell
from baton.ops.commands.view.telling import Telling
from orchestration.engine.bodies import Text
from orchestration.engine.durations import milliseconds_between
from orchestration.engine.events import Record
from orchestration.engine.projection import evolve
from orchestration.engine.states import RunStatus
from orchestration.engine.view import RunView


class Narrator:
    """Holds the view of one run; the events must come in order, each once."""

    def __init__(self, quote: Callable[[Text], Quote] = short, clock: Callable[[], datetime] = now) -> None:
        self.view = RunView()
        self._quote = quote
        self._clock = clock
        self._waited_ms = 0
        self._waiting_since: str | None = None

    def hear(self, records: Iterable[Record]) -> list[Line]:
        return [self._hear(record) for record in records]

    def _hear(self, record: Record) -> Line:
        before = self.view
        self.view = evolve(before, record)
        self._measure(record)
        telling = Telling(before, self.view, record, self._clock(), self._quote, self._waited_ms)
        return tell(telling)

    def _measure(self, record: Record) -> None:
        waits = self.view.status is RunStatus.WAITING
        if waits and self._waiting_since is None:
            self._waiting_since = record.at
        elif not waits and self._waiting_since is not None:
            self._waited_ms += milliseconds_between(self._waiting_since, record.at) or 0
            self._waiting_since = None
