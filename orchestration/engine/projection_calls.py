"""What the events of tool calls and approvals do to the view of a run."""

from collections.abc import Callable, Mapping
from dataclasses import replace

from orchestration.engine.bodies import read_text
from orchestration.engine.call_results import STATE_OF_RESULT
from orchestration.engine.durations import milliseconds_between
from orchestration.engine.events import EventKind, Record, ResultKind
from orchestration.engine.states import CALL_ENDS, ApprovalState, CallState, Outcome
from orchestration.engine.view import ApprovalView, CallView, RunView

type CallHandler = Callable[[RunView, Record], RunView | None]


def _on_proposed(view: RunView, record: Record) -> RunView | None:
    payload = record.payload
    outcome = payload["outcome"]
    if payload.get("problem") is None and outcome == Outcome.ALLOW:
        state = CallState.ALLOWED
    elif payload.get("problem") is None and outcome == Outcome.ASK:
        state = CallState.PROPOSED
    else:
        state = CallState.DENIED

    def change(call: CallView) -> CallView:
        return replace(
            call,
            state=state,
            tool_version=payload.get("tool_version"),
            arguments=payload.get("arguments"),
            sentence=payload.get("sentence"),
            host=payload.get("host"),
            effect_class=payload.get("effect_class"),
            outcome=outcome,
            rule=payload.get("rule"),
            problem=payload.get("problem"),
        )

    return _with_call(view, record, change)


def _on_requested(view: RunView, record: Record) -> RunView | None:
    payload = record.payload
    approval = ApprovalView(
        id=payload["approval"],
        call=payload["call"],
        revision=payload["revision"],
        digest=payload["digest"],
        state=ApprovalState.PENDING,
        requested_at=record.at,
        sentence=payload.get("sentence"),
        tool=payload.get("tool"),
        host=payload.get("host"),
        credential=payload.get("credential"),
        arguments=payload.get("arguments"),
        effect_class=payload.get("effect_class"),
        rule=payload.get("rule"),
        expires_at=payload.get("expires_at"),
        because=tuple(payload.get("because") or ()),
    )

    def change(call: CallView) -> CallView:
        return replace(call, state=CallState.AWAITING, approvals=(*call.approvals, approval.id))

    changed = _with_call(view, record, change)
    return None if changed is None else replace(changed, approvals=(*changed.approvals, approval))


def _on_decided(view: RunView, record: Record) -> RunView | None:
    payload = record.payload
    approved = payload["decision"] == "approve"

    def change(approval: ApprovalView) -> ApprovalView:
        return replace(
            approval,
            state=ApprovalState.APPROVED if approved else ApprovalState.REJECTED,
            by=payload.get("by"),
            reason=payload.get("reason"),
            decided_at=payload.get("decided_at") or record.at,
        )

    state = CallState.ALLOWED if approved else CallState.REJECTED
    return _with_both(view, record, change, lambda call: replace(call, state=state))


def _on_expired(view: RunView, record: Record) -> RunView | None:
    return _with_both(
        view,
        record,
        lambda approval: replace(approval, state=ApprovalState.EXPIRED),
        lambda call: replace(call, state=CallState.EXPIRED),
    )


def _on_superseded(view: RunView, record: Record) -> RunView | None:
    because = tuple(record.payload.get("because") or ())
    return _with_both(
        view,
        record,
        lambda approval: replace(approval, state=ApprovalState.SUPERSEDED, superseded_because=because),
        lambda call: replace(call, state=CallState.AWAITING),
    )


def _on_cancelled(view: RunView, record: Record) -> RunView | None:
    return _with_approval(view, record, lambda approval: replace(approval, state=ApprovalState.CANCELLED))


def _on_tool_changed(view: RunView, record: Record) -> RunView:
    """Only a reason to judge again; what comes of it has events of its own."""
    return view


def _on_started(view: RunView, record: Record) -> RunView | None:
    def change(call: CallView) -> CallView:
        return replace(
            call,
            state=CallState.EXECUTING,
            execution=record.payload["execution"],
            started_at=call.started_at or record.at,
        )

    return _with_call(view, record, change)


def _on_completed(view: RunView, record: Record) -> RunView | None:
    payload = record.payload
    kind = ResultKind(payload["kind"])

    def change(call: CallView) -> CallView:
        duration = payload.get("duration_ms")
        if duration is None:
            duration = milliseconds_between(call.started_at, record.at)
        return replace(
            call,
            state=call.state if call.state in CALL_ENDS else STATE_OF_RESULT[kind],
            result=kind.value,
            content=read_text(payload["content"]),
            code=payload.get("code"),
            status=payload.get("status"),
            body=None if payload.get("body") is None else read_text(payload["body"]),
            ended_at=record.at,
            duration_ms=duration,
        )

    return _with_call(view, record, change)


def _on_unknown(view: RunView, record: Record) -> RunView | None:
    def change(call: CallView) -> CallView:
        code, message = record.payload["code"], record.payload["message"]
        return replace(call, state=CallState.UNKNOWN, code=code, message=message)

    return _with_call(view, record, change)


def _on_late_result(view: RunView, record: Record) -> RunView | None:
    return _with_call(view, record, lambda call: replace(call, late=True))


def break_call(view: RunView, record: Record) -> RunView:
    """run_needs_attention about a call that is not unknown: its approval no longer binds, so it failed."""

    def change(call: CallView) -> CallView:
        if call.state in CALL_ENDS or call.state is CallState.UNKNOWN:
            return call
        code, message = record.payload["code"], record.payload["message"]
        return replace(call, state=CallState.FAILED, code=code, message=message, ended_at=record.at)

    return _with_call(view, record, change) or view


def close_calls(view: RunView, record: Record) -> RunView:
    """The end of the run: what never ran is cancelled, what may have run is unknown, no card stays open."""

    def end(call: CallView) -> CallView:
        if call.state in CALL_ENDS or call.state is CallState.UNKNOWN:
            return call
        if call.state is CallState.EXECUTING:
            return replace(call, state=CallState.UNKNOWN)
        return replace(call, state=CallState.CANCELLED, ended_at=record.at)

    def close(approval: ApprovalView) -> ApprovalView:
        pending = approval.state is ApprovalState.PENDING
        return replace(approval, state=ApprovalState.CANCELLED) if pending else approval

    return replace(
        view,
        calls=tuple(end(call) for call in view.calls),
        approvals=tuple(close(approval) for approval in view.approvals),
    )


def _with_both(
    view: RunView,
    record: Record,
    change_approval: Callable[[ApprovalView], ApprovalView],
    change_call: Callable[[CallView], CallView],
) -> RunView | None:
    changed = _with_approval(view, record, change_approval)
    return None if changed is None else _with_call(changed, record, change_call)


def _with_approval(
    view: RunView, record: Record, change: Callable[[ApprovalView], ApprovalView]
) -> RunView | None:
    for place in range(len(view.approvals) - 1, -1, -1):
        if view.approvals[place].id == record.payload["approval"]:
            changed = change(view.approvals[place])
            approvals = (*view.approvals[:place], changed, *view.approvals[place + 1 :])
            return replace(view, approvals=approvals)
    return None


def _with_call(view: RunView, record: Record, change: Callable[[CallView], CallView]) -> RunView | None:
    """Looks from the end: what happens, happens to the newest calls."""
    for place in range(len(view.calls) - 1, -1, -1):
        if view.calls[place].id == record.payload.get("call"):
            changed = change(view.calls[place])
            return replace(view, calls=(*view.calls[:place], changed, *view.calls[place + 1 :]))
    return None


CALL_HANDLERS: Mapping[str, CallHandler] = {
    EventKind.TOOL_CALL_PROPOSED: _on_proposed,
    EventKind.APPROVAL_REQUESTED: _on_requested,
    EventKind.APPROVAL_DECIDED: _on_decided,
    EventKind.APPROVAL_EXPIRED: _on_expired,
    EventKind.APPROVAL_SUPERSEDED: _on_superseded,
    EventKind.APPROVAL_CANCELLED: _on_cancelled,
    EventKind.TOOL_CHANGED: _on_tool_changed,
    EventKind.TOOL_CALL_STARTED: _on_started,
    EventKind.TOOL_CALL_COMPLETED: _on_completed,
    EventKind.TOOL_CALL_UNKNOWN: _on_unknown,
    EventKind.LATE_RESULT: _on_late_result,
}
