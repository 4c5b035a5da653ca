"""`fold`: the view of a run from its trace events. Reads no clock; an unknown kind is counted, not refused.

The database's run row, the journal and the browser's own fold agree with it; where they would not, the events
are right. How each kind changes a call or an approval is in `projection_calls`.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any

from orchestration.engine.bodies import read_text
from orchestration.engine.durations import milliseconds_between
from orchestration.engine.events import EventKind, Record
from orchestration.engine.projection_calls import CALL_HANDLERS, break_call, close_calls
from orchestration.engine.projection_model import MODEL_HANDLERS
from orchestration.engine.projection_output import OUTPUT_HANDLERS
from orchestration.engine.projection_team import TEAM_HANDLERS, close_tasks
from orchestration.engine.states import RunStatus, WaitingFor
from orchestration.engine.view import CancelView, ProblemView, RunView

type Handler = Callable[[RunView, Record], RunView | None]
"""None: the event is about something the view has not seen."""

_BY_WORKER = frozenset(
    {
        EventKind.PLAN_MADE,
        EventKind.TASK_STARTED,
        EventKind.TASK_COMPLETED,
        EventKind.TASK_FAILED,
        EventKind.PLAN_ITEM_ENDED,
        EventKind.MODEL_CALL_STARTED,
        EventKind.MODEL_ATTEMPT_FAILED,
        EventKind.MODEL_CALL_COMPLETED,
        EventKind.TOOL_CALL_PROPOSED,
        EventKind.TOOL_CALL_STARTED,
        EventKind.TOOL_CALL_COMPLETED,
        EventKind.APPROVAL_REQUESTED,
    }
)
"""Written by a worker that holds the run: claims write no event, so these say that it runs."""

_NOT_HELD = frozenset({RunStatus.QUEUED, RunStatus.WAITING, RunStatus.NEEDS_ATTENTION})

_FACTS = frozenset(
    {
        EventKind.APPROVAL_DECIDED,
        EventKind.APPROVAL_EXPIRED,
        EventKind.APPROVAL_SUPERSEDED,
        EventKind.TOOL_CHANGED,
    }
)
"""Written from outside: they queue a run that waits."""


def fold(records: Iterable[Record]) -> RunView:
    """The view that these events add up to, from the first one on."""
    view = RunView()
    for record in records:
        view = evolve(view, record)
    return view


def evolve(view: RunView, record: Record) -> RunView:
    """The view after one event more."""
    handler = _HANDLERS.get(record.kind)
    changed = None if handler is None else handler(view, record)
    if changed is None:
        return replace(view, last_seq=record.seq, ignored=view.ignored + 1)
    return replace(_with_status(changed, record), last_seq=record.seq)


def _with_status(view: RunView, record: Record) -> RunView:
    if record.kind in _BY_WORKER and view.status in _NOT_HELD:
        return replace(
            view,
            status=RunStatus.RUNNING,
            waiting_for=(),
            attention=None,
            started_at=view.started_at or record.at,
        )
    if record.kind in _FACTS and view.status is RunStatus.WAITING:
        return replace(view, status=RunStatus.QUEUED, waiting_for=())
    return view


def _on_created(view: RunView, record: Record) -> RunView:
    payload = record.payload
    return replace(
        view,
        agent=payload.get("agent"),
        orchestration=payload.get("orchestration"),
        requester=payload.get("requester"),
        model=payload.get("model"),
        limits=payload.get("limits"),
        input=read_text(payload.get("input")),
        deadline_at=payload.get("deadline_at"),
        created_at=record.at,
    )


def _on_waiting(view: RunView, record: Record) -> RunView:
    waiting_for = tuple(WaitingFor(word) for word in record.payload["waiting_for"])
    return replace(view, status=RunStatus.WAITING, waiting_for=waiting_for)


def _on_needs_attention(view: RunView, record: Record) -> RunView:
    problem = _problem(record.payload)
    view = break_call(view, record)
    return replace(view, status=RunStatus.NEEDS_ATTENTION, waiting_for=(), attention=problem)


def _on_cancelling(view: RunView, record: Record) -> RunView:
    cancel = CancelView(record.at, record.payload.get("by"), record.payload.get("reason"))
    return replace(view, status=RunStatus.CANCELLING, waiting_for=(), cancel=cancel)


def _on_cancelled(view: RunView, record: Record) -> RunView:
    return _end(view, record, RunStatus.CANCELLED)


def _on_timed_out(view: RunView, record: Record) -> RunView:
    error = ProblemView("deadline_passed", "The deadline of the run passed before it had an answer.")
    return replace(_end(view, record, RunStatus.TIMED_OUT), error=error)


def _on_completed(view: RunView, record: Record) -> RunView:
    return replace(_end(view, record, RunStatus.COMPLETED), output=read_text(record.payload.get("output")))


def _on_failed(view: RunView, record: Record) -> RunView:
    return replace(_end(view, record, RunStatus.FAILED), error=_problem(record.payload))


def _on_rejected(view: RunView, record: Record) -> RunView:
    return replace(_end(view, record, RunStatus.REJECTED), error=_problem(record.payload))


def _end(view: RunView, record: Record, status: RunStatus) -> RunView:
    return replace(
        close_tasks(close_calls(view, record), record),
        status=status,
        waiting_for=(),
        attention=None,
        ended_at=record.at,
        duration_ms=milliseconds_between(view.created_at, record.at),
    )


def _problem(payload: Mapping[str, Any]) -> ProblemView:
    return ProblemView(payload["code"], payload["message"], payload.get("call"))


_HANDLERS: Mapping[str, Handler] = {
    EventKind.RUN_CREATED: _on_created,
    **MODEL_HANDLERS,
    **OUTPUT_HANDLERS,
    **TEAM_HANDLERS,
    **CALL_HANDLERS,
    EventKind.RUN_WAITING: _on_waiting,
    EventKind.RUN_NEEDS_ATTENTION: _on_needs_attention,
    EventKind.RUN_CANCELLING: _on_cancelling,
    EventKind.RUN_CANCELLED: _on_cancelled,
    EventKind.RUN_TIMED_OUT: _on_timed_out,
    EventKind.RUN_COMPLETED: _on_completed,
    EventKind.RUN_FAILED: _on_failed,
    EventKind.RUN_REJECTED: _on_rejected,
}
