"""The kinds of trace event: the one stream every view of a run is folded from.

A trace event is `(run, seq)` gapless, append-only. Its payload holds integers within 2^53, strings, booleans,
null, lists and objects only. The engine's record is a trace event; claims, crashes and re-claims write none,
so that the list is the same whether or not a worker was killed (promise P7).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any


class EventKind(StrEnum):
    RUN_CREATED = "run_created"
    PLAN_MADE = "plan_made"
    TASK_STARTED = "task_started"
    """An agent begins to plan, execute, review, revise or compose. Events of its work name the task."""
    TASK_COMPLETED = "task_completed"
    TASK_FAILED = "task_failed"
    PLAN_ITEM_ENDED = "plan_item_ended"
    """A task of the plan is done, failed or skipped, with how its review ended."""
    MODEL_CALL_STARTED = "model_call_started"
    MODEL_ATTEMPT_FAILED = "model_attempt_failed"
    MODEL_CALL_COMPLETED = "model_call_completed"
    OUTPUT_RUNG = "output_rung"
    """One way of reading a structured answer was tried."""
    OUTPUT_READ = "output_read"
    """What the reading came to: accepted, or refused with the problem that the model is told."""
    TOOL_CALL_PROPOSED = "tool_call_proposed"
    APPROVAL_REQUESTED = "approval_requested"
    APPROVAL_DECIDED = "approval_decided"
    APPROVAL_EXPIRED = "approval_expired"
    APPROVAL_SUPERSEDED = "approval_superseded"
    APPROVAL_CANCELLED = "approval_cancelled"
    TOOL_CALL_STARTED = "tool_call_started"
    TOOL_CALL_COMPLETED = "tool_call_completed"
    TOOL_CALL_UNKNOWN = "tool_call_unknown"
    LATE_RESULT = "late_result"
    RUN_WAITING = "run_waiting"
    RUN_CANCELLING = "run_cancelling"
    RUN_CANCELLED = "run_cancelled"
    RUN_TIMED_OUT = "run_timed_out"
    RUN_COMPLETED = "run_completed"
    RUN_FAILED = "run_failed"
    RUN_REJECTED = "run_rejected"
    RUN_NEEDS_ATTENTION = "run_needs_attention"
    TOOL_CHANGED = "tool_changed"
    """A fact from outside: a pinned tool's definition or destination moved; open cards are judged again."""


class ResultKind(StrEnum):
    """What became of a requested call, as the model is told."""

    OK = "ok"
    REJECTED = "rejected"
    REJECTED_BEFORE = "rejected_before"
    APPROVAL_EXPIRED = "approval_expired"
    DENIED = "denied"
    UNKNOWN_TOOL = "unknown_tool"
    INVALID_ARGUMENTS = "invalid_arguments"
    TOOL_ERROR = "tool_error"
    TOOL_WITHDRAWN = "tool_withdrawn"
    NOT_RUN = "not_run"


@dataclass(frozen=True, slots=True)
class Record:
    """One trace event as the engine and the folds read it. `at` is RFC 3339 UTC with milliseconds."""

    seq: int
    kind: str
    payload: Mapping[str, Any]
    at: str = ""


@dataclass(frozen=True, slots=True)
class NewEvent:
    """An event not yet committed: the journal gives it its seq and time."""

    kind: EventKind
    payload: Mapping[str, Any]
