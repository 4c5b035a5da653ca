"""The words of the record: every status, and which may follow which (docs/glossary.md).

The database enforces the same tables by a trigger made from this module's values, the OpenAPI document and
the TypeScript types come from these enums. No Django here.
"""

from enum import StrEnum

from agents_app.spec import EffectClass, Outcome

__all__ = [
    "APPROVAL_TRANSITIONS",
    "CALL_ENDS",
    "CALL_TRANSITIONS",
    "RUN_ENDS",
    "RUN_TRANSITIONS",
    "ApprovalState",
    "CallState",
    "EffectClass",
    "Outcome",
    "RunStatus",
    "StepState",
    "WaitingFor",
]


class RunStatus(StrEnum):
    QUEUED = "queued"
    RUNNING = "running"
    WAITING = "waiting"
    CANCELLING = "cancelling"
    NEEDS_ATTENTION = "needs_attention"
    COMPLETED = "completed"
    FAILED = "failed"
    CANCELLED = "cancelled"
    TIMED_OUT = "timed_out"
    REJECTED = "rejected"


class WaitingFor(StrEnum):
    """What a waiting run waits for, in the order of precedence where one word must be shown."""

    APPROVAL = "approval"
    REVIEW = "review"
    INPUT = "input"
    CHILD = "child"
    PEER = "peer"
    TIMER = "timer"
    BUDGET = "budget"


class CallState(StrEnum):
    PROPOSED = "proposed"
    AWAITING = "awaiting"
    ALLOWED = "allowed"
    DENIED = "denied"
    EXECUTING = "executing"
    SUCCEEDED = "succeeded"
    FAILED = "failed"
    UNKNOWN = "unknown"
    REJECTED = "rejected"
    EXPIRED = "expired"
    SUPERSEDED = "superseded"
    CANCELLED = "cancelled"


class StepState(StrEnum):
    """Those of tool calls without the approval words; also the states of an attempt."""

    PROPOSED = "proposed"
    EXECUTING = "executing"
    SUCCEEDED = "succeeded"
    FAILED = "failed"
    UNKNOWN = "unknown"
    CANCELLED = "cancelled"


class ApprovalState(StrEnum):
    PENDING = "pending"
    APPROVED = "approved"
    REJECTED = "rejected"
    EXPIRED = "expired"
    SUPERSEDED = "superseded"
    CANCELLED = "cancelled"


RUN_ENDS = frozenset(
    {RunStatus.COMPLETED, RunStatus.FAILED, RunStatus.CANCELLED, RunStatus.TIMED_OUT, RunStatus.REJECTED}
)
CALL_ENDS = frozenset(
    {
        CallState.DENIED,
        CallState.SUCCEEDED,
        CallState.FAILED,
        CallState.REJECTED,
        CallState.EXPIRED,
        CallState.SUPERSEDED,
        CallState.CANCELLED,
    }
)

_R = RunStatus
RUN_TRANSITIONS: frozenset[tuple[RunStatus, RunStatus]] = frozenset(
    {
        (_R.QUEUED, _R.RUNNING),
        (_R.RUNNING, _R.WAITING),
        (_R.WAITING, _R.QUEUED),
        (_R.RUNNING, _R.QUEUED),
        (_R.RUNNING, _R.COMPLETED),
        (_R.RUNNING, _R.FAILED),
        (_R.RUNNING, _R.REJECTED),
        (_R.QUEUED, _R.CANCELLING),
        (_R.RUNNING, _R.CANCELLING),
        (_R.WAITING, _R.CANCELLING),
        (_R.NEEDS_ATTENTION, _R.CANCELLING),
        (_R.CANCELLING, _R.CANCELLED),
        (_R.RUNNING, _R.NEEDS_ATTENTION),
        (_R.QUEUED, _R.NEEDS_ATTENTION),
        (_R.NEEDS_ATTENTION, _R.QUEUED),
        (_R.NEEDS_ATTENTION, _R.FAILED),
        (_R.NEEDS_ATTENTION, _R.CANCELLED),
    }
    | {(status, _R.TIMED_OUT) for status in RunStatus if status not in RUN_ENDS}
)

_C = CallState
CALL_TRANSITIONS: frozenset[tuple[CallState, CallState]] = frozenset(
    {
        (_C.PROPOSED, _C.AWAITING),
        (_C.PROPOSED, _C.ALLOWED),
        (_C.PROPOSED, _C.DENIED),
        (_C.PROPOSED, _C.CANCELLED),
        (_C.PROPOSED, _C.EXECUTING),
        (_C.AWAITING, _C.EXECUTING),
        (_C.AWAITING, _C.ALLOWED),
        (_C.AWAITING, _C.REJECTED),
        (_C.AWAITING, _C.EXPIRED),
        (_C.AWAITING, _C.SUPERSEDED),
        (_C.AWAITING, _C.CANCELLED),
        (_C.AWAITING, _C.DENIED),
        (_C.AWAITING, _C.FAILED),
        (_C.ALLOWED, _C.EXECUTING),
        (_C.ALLOWED, _C.AWAITING),
        (_C.ALLOWED, _C.DENIED),
        (_C.ALLOWED, _C.EXPIRED),
        (_C.ALLOWED, _C.FAILED),
        (_C.ALLOWED, _C.CANCELLED),
        (_C.EXECUTING, _C.SUCCEEDED),
        (_C.EXECUTING, _C.FAILED),
        (_C.EXECUTING, _C.UNKNOWN),
        (_C.UNKNOWN, _C.SUCCEEDED),
        (_C.UNKNOWN, _C.FAILED),
        (_C.UNKNOWN, _C.ALLOWED),
        (_C.UNKNOWN, _C.CANCELLED),
    }
)

_A = ApprovalState
APPROVAL_TRANSITIONS: frozenset[tuple[ApprovalState, ApprovalState]] = frozenset(
    {(_A.PENDING, end) for end in ApprovalState if end is not _A.PENDING}
    | {(_A.APPROVED, _A.SUPERSEDED), (_A.APPROVED, _A.EXPIRED), (_A.APPROVED, _A.CANCELLED)}
)
