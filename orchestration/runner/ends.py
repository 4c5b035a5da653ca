"""Ending a run from outside its own logic: cancelled, past its deadline, or broken off by a fault of ours."""

from orchestration.engine.events import EventKind
from orchestration.engine.states import CallState
from orchestration.runner.draft import Draft

_OPEN = (CallState.AWAITING, CallState.ALLOWED)


UNKNOWN = "outcome_unknown"


def close_run(draft: Draft, status: str) -> None:
    """Write the end into a draft in which nothing executes any more: open cards and calls are cancelled."""
    # A cancel has written the events of its approvals already, with the cancel itself.
    close_calls(draft, with_events=status == "timed_out")
    if status == "timed_out":
        draft.add(EventKind.RUN_TIMED_OUT, {})
        draft.entry.patch |= {
            "error_code": "deadline_passed",
            "error_message": "The deadline of the run passed before it had an answer.",
        }
    else:
        draft.add(EventKind.RUN_CANCELLED, {})
    draft.entry.patch["status"] = status


def close_calls(draft: Draft, *, of: str | None = None, with_events: bool = True) -> None:
    """Nothing that is still open, of the task or of whatever task, is to be decided or started any more."""
    for task, call in list(draft.state.in_states(*_OPEN)):
        if of is not None and task != of:
            continue
        draft.move_call(call.id, CallState.CANCELLED.value)
        if call.approval is None:
            continue
        draft.move_approval(call.approval, "cancelled")
        if with_events:
            payload = {"approval": call.approval, "call": call.id}
            draft.add(EventKind.APPROVAL_CANCELLED, payload, task)


def break_off(draft: Draft, code: str, message: str) -> None:
    """Write the end of a run that the runner cannot bring any further; nothing of it is left open."""
    for task, call in list(draft.state.in_states(CallState.EXECUTING)):
        draft.move_call(call.id, CallState.UNKNOWN.value, result_code=UNKNOWN)
        payload = {"call": call.id, "code": UNKNOWN, "message": "The run broke off before an answer came."}
        draft.add(EventKind.TOOL_CALL_UNKNOWN, payload, task)
    close_calls(draft, with_events=not draft.state.cancelling)
    if draft.state.cancelling:
        draft.add(EventKind.RUN_CANCELLED, {})
        draft.entry.patch["status"] = "cancelled"
        return
    draft.add(EventKind.RUN_FAILED, {"code": code, "message": message})
    draft.entry.patch |= {"status": "failed", "error_code": code, "error_message": message}
