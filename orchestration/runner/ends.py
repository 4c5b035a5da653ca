"""Ending a run from outside its own logic: cancelled, or past its deadline."""

from orchestration.engine.events import EventKind
from orchestration.engine.states import CallState
from orchestration.runner.draft import Draft

_OPEN = (CallState.AWAITING, CallState.ALLOWED)


def close_run(draft: Draft, status: str) -> None:
    """Write the end into a draft in which nothing executes any more: open cards and calls are cancelled."""
    for call in draft.state.in_states(*_OPEN):
        draft.move_call(call.id, CallState.CANCELLED.value)
        if call.approval is None:
            continue
        draft.move_approval(call.approval, "cancelled")
        if status == "timed_out":  # a cancel has written these events already, with the cancel itself
            draft.add(EventKind.APPROVAL_CANCELLED, {"approval": call.approval, "call": call.id})
    if status == "timed_out":
        draft.add(EventKind.RUN_TIMED_OUT, {})
        draft.entry.patch |= {
            "error_code": "deadline_passed",
            "error_message": "The deadline of the run passed before it had an answer.",
        }
    else:
        draft.add(EventKind.RUN_CANCELLED, {})
    draft.entry.patch["status"] = status
