"""`SpanFold`: the finished spans of a run, out of its committed records.

Whoever folds the same records gets the same spans with the same ids. Which worker tells of which follows from
the record too: a span is handed out with the first record after its end that only a worker writes, and so by
the worker that wrote it. Facts from outside (a decision, a cancel) have no teller of their own.
"""

from collections.abc import Callable, Mapping
from typing import Any

from baton.telemetry.span import Span
from orchestration.engine.events import EventKind, Record
from orchestration.engine.spans.approvals import ApprovalSpans
from orchestration.engine.spans.calls import CallSpans
from orchestration.engine.spans.making import Making, instant, part_of, text_of
from orchestration.engine.spans.models import ModelSpans
from orchestration.engine.spans.said import Said, shown
from orchestration.engine.spans.work import ROOT, Work

type _Handler = Callable[[str, Mapping[str, Any]], None]

_BY_WORKERS = frozenset(
    {
        EventKind.PLAN_MADE,
        EventKind.TASK_STARTED,
        EventKind.TASK_COMPLETED,
        EventKind.TASK_FAILED,
        EventKind.PLAN_ITEM_ENDED,
        EventKind.MODEL_CALL_STARTED,
        EventKind.MODEL_ATTEMPT_FAILED,
        EventKind.MODEL_CALL_COMPLETED,
        EventKind.OUTPUT_RUNG,
        EventKind.OUTPUT_READ,
        EventKind.TOOL_CALL_PROPOSED,
        EventKind.APPROVAL_REQUESTED,
        EventKind.TOOL_CALL_STARTED,
        EventKind.TOOL_CALL_COMPLETED,
        EventKind.RUN_WAITING,
        EventKind.RUN_COMPLETED,
        EventKind.RUN_FAILED,
        EventKind.RUN_REJECTED,
        EventKind.RUN_CANCELLED,
        EventKind.RUN_TIMED_OUT,
        EventKind.RUN_NEEDS_ATTENTION,
    }
)
"""The last ones of a run may be the supervisor's: then no worker comes after it."""
_NO_PROGRESS = "no_progress"


class SpanFold:
    """The spans of one run; records are fed in order, from the first one on."""

    def __init__(
        self, run_id: str, trace_id: str, *, organization_id: str = "", with_content: bool = False
    ) -> None:
        self._making = Making(run_id, trace_id, organization_id, with_content)
        self._work = Work(self._making)
        self._said = Said()
        self._models = ModelSpans(self._making, self._work, self._said)
        self._calls = CallSpans(self._making, self._work, self._said)
        self._approvals = ApprovalSpans(self._making, self._work)
        self._handlers = self._by_kind()

    def feed(self, record: Record) -> list[Span]:
        """The spans that whoever wrote this record tells of."""
        if self._work.is_over:
            return []
        self._making.now = instant(record.at, self._making.now)
        task = self._task(record)
        if record.kind != EventKind.LATE_RESULT:
            self._work.open()
        handler = self._handlers.get(record.kind)
        if handler is not None:
            handler(task, record.payload)
        elif task != ROOT:
            kind = text_of(record.payload, "task_kind") or text_of(record.payload, "kind")
            self._work.learn(task, record.payload, kind=kind)
            self._work.stint(task)
        if not _is_of_a_worker(record):
            return []
        ready, self._making.ready = self._making.ready, []
        return ready

    def _by_kind(self) -> Mapping[str, _Handler]:
        models, calls, approvals = self._models, self._calls, self._approvals
        return {
            EventKind.RUN_CREATED: self._create,
            EventKind.MODEL_CALL_STARTED: models.start,
            EventKind.MODEL_ATTEMPT_FAILED: lambda task, payload: models.fail(payload),
            EventKind.MODEL_CALL_COMPLETED: self._reply,
            EventKind.TOOL_CALL_PROPOSED: lambda task, payload: calls.propose(payload),
            EventKind.TOOL_CALL_STARTED: lambda task, payload: calls.start(payload),
            EventKind.TOOL_CALL_COMPLETED: lambda task, payload: calls.complete(payload),
            EventKind.TOOL_CALL_UNKNOWN: lambda task, payload: calls.lose(payload),
            EventKind.APPROVAL_REQUESTED: lambda task, payload: approvals.request(
                calls.find(payload), payload
            ),
            EventKind.APPROVAL_DECIDED: lambda task, payload: approvals.end(
                payload, text_of(payload, "decision") or "_OTHER"
            ),
            EventKind.APPROVAL_EXPIRED: lambda task, payload: approvals.end(payload, "expired"),
            EventKind.APPROVAL_SUPERSEDED: lambda task, payload: approvals.end(payload, "superseded"),
            EventKind.APPROVAL_CANCELLED: lambda task, payload: approvals.end(payload, "cancelled"),
            EventKind.RUN_WAITING: self._wait,
            EventKind.RUN_NEEDS_ATTENTION: self._set_aside,
            EventKind.RUN_COMPLETED: lambda task, payload: self._end("completed"),
            EventKind.RUN_CANCELLED: lambda task, payload: self._end("cancelled"),
            EventKind.RUN_TIMED_OUT: lambda task, payload: self._end("timed_out", "deadline_passed"),
            EventKind.RUN_FAILED: lambda task, payload: self._end("failed", _code(payload)),
            EventKind.RUN_REJECTED: lambda task, payload: self._end("rejected", _code(payload)),
        }

    def _create(self, task: str, payload: Mapping[str, Any]) -> None:
        self._work.learn(ROOT, payload)
        if self._making.with_content:
            self._said.hear(ROOT, "user", {"type": "text", "content": shown(payload.get("input"))})

    def _reply(self, task: str, payload: Mapping[str, Any]) -> None:
        task = self._models.task_of(payload, task)
        self._models.complete(payload)
        self._calls.request(task, payload)

    def _wait(self, task: str, payload: Mapping[str, Any]) -> None:
        waiting = payload.get("waiting_for")
        words = tuple(str(word) for word in waiting) if isinstance(waiting, list) else ()
        self._work.close("waiting", waiting_for=words)

    def _set_aside(self, task: str, payload: Mapping[str, Any]) -> None:
        self._work.close("needs_attention", error=_code(payload))

    def _end(self, status: str, error: str | None = None) -> None:
        self._models.cut_off(error or status)
        self._calls.cut_off()
        self._approvals.cut_off()
        self._work.close(status, error=error)
        self._work.is_over = True

    def _task(self, record: Record) -> str:
        """The task that a record is about, as runs of several agents say it: an id, or an object with one."""
        said = record.payload.get("task")
        if isinstance(said, str):
            return said
        if not (task := part_of(record.payload, "task")):
            return ROOT
        identifier = text_of(task, "id") or ROOT
        if identifier != ROOT:
            self._work.learn(identifier, task, kind=text_of(task, "kind"))
        return identifier


def _is_of_a_worker(record: Record) -> bool:
    """A run is set aside for want of progress by the claim itself, which tells nobody."""
    return record.kind in _BY_WORKERS and record.payload.get("code") != _NO_PROGRESS


def _code(payload: Mapping[str, Any]) -> str:
    return text_of(payload, "code") or "_OTHER"
