"""A run as of one of its events, for a reader that goes on from there with the events themselves.

Everything shown is a fold of events, and events are never changed and have no gaps: those up to a seq that is
known to exist are the same whenever they are read. So the row is read first, its events after it, and both
are of one moment without a transaction that would have to say so.
"""

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import Any
from uuid import UUID

import orjson
from django.db import connection

from baton.core.clock import to_rfc3339
from baton.live.open_text import read_open_text
from orchestration.engine.events import Record
from orchestration.engine.projection import evolve
from orchestration.engine.states import StepState
from orchestration.engine.view import RunView
from orchestration.models import Run

MOST_ROWS = 2_000
"""Steps, calls and approvals of a view. What comes after them the reader folds itself."""
MOST_BYTES = 4 * 1024 * 1024
"""Of the payloads that were folded: long texts are references, but there may be many short ones."""
_CHUNK = 500

_EVENTS = """
select seq, kind, payload::text, at from orchestration_traceevent
  where organization_id = %s and run_id = %s and seq > %s and seq <= %s
  order by seq limit %s
"""


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The view after the events up to its `last_seq`. `last_seq`: the newest event of the run by then."""

    run: UUID
    view: RunView
    last_seq: int

    def to_json(self) -> dict[str, Any]:
        """With the text that is being written, for which Valkey is asked: not to be called in a transaction.

        `truncated`: the view ends before the run did; the events after `seq` bring it to the end.
        """
        return {
            "seq": self.view.last_seq,
            "last_seq": self.last_seq,
            "truncated": self.view.last_seq < self.last_seq,
            "view": self.view.to_json(),
            "partial": self._partial(),
        }

    def _partial(self) -> dict[str, Any] | None:
        step = self.view.steps[-1] if self.view.steps else None
        if step is None or step.state is not StepState.EXECUTING or self.view.last_seq < self.last_seq:
            return None
        text = read_open_text(str(self.run), step.id)
        return None if text is None else {"step": step.id, **asdict(text)}


def run_snapshot(organization_id: UUID, project_id: UUID, run_id: UUID) -> Snapshot | None:
    """None where the project has no such run. As large as a page can take in at once, never larger."""
    runs = Run.objects.filter(organization_id=organization_id, project_id=project_id, id=run_id)
    last_seq = runs.values_list("last_seq", flat=True).first()
    if last_seq is None:
        return None
    view, size = RunView(), 0
    for record, length in _records(organization_id, run_id, last_seq):
        size += length
        following = evolve(view, record)
        # The first event is taken whatever its size: a view of nothing would be no snapshot.
        if view.last_seq > 0 and (size > MOST_BYTES or _rows_of(following) > MOST_ROWS):
            break
        view = following
    return Snapshot(run_id, view, last_seq)


def _records(organization_id: UUID, run_id: UUID, last_seq: int) -> Iterator[tuple[Record, int]]:
    """Events in order with the length of their payloads; no more are read than are asked for."""
    seq = 0
    while seq < last_seq:
        with connection.cursor() as cursor:
            cursor.execute(_EVENTS, [organization_id, run_id, seq, last_seq, _CHUNK])
            rows = cursor.fetchall()
        if not rows:
            return
        for seq, kind, payload, at in rows:
            yield Record(seq, kind, orjson.loads(payload), to_rfc3339(at)), len(payload)


def _rows_of(view: RunView) -> int:
    return len(view.steps) + len(view.calls) + len(view.approvals)
