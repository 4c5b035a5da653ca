"""The sentences of approvals."""

from collections.abc import Callable, Mapping

from baton.core.visible import visible
from baton.ops.commands.view.line import Line
from baton.ops.commands.view.statuses import APPROVAL, CANCELLED, FAILED, SUCCEEDED, TIMED_OUT
from baton.ops.commands.view.telling import Telling
from baton.ops.commands.view.times import moment
from baton.ops.commands.view.words import because_text, call_name, person
from orchestration.engine.durations import milliseconds_between
from orchestration.engine.events import EventKind


def _requested(telling: Telling) -> Line:
    expires_at = telling.payload.get("expires_at")
    because = because_text(tuple(telling.payload.get("because") or ()))
    facts = []
    if because:
        facts.append(f"It is asked again because {because}.")
    if expires_at:
        by = moment(str(expires_at), telling.now)
        facts.append(f"If nobody decides by {by} it does not run and the agent is told.")
    sentence = f"A person must decide about {call_name(telling.call)}."
    return Line(telling.record.at, sentence, APPROVAL, facts=tuple(facts))


def _decided(telling: Telling) -> Line:
    payload, approval = telling.payload, telling.approval
    approved = payload["decision"] == "approve"
    reason = visible(" ".join(str(payload.get("reason") or "").split())).rstrip(".")
    waited = milliseconds_between(approval.requested_at, telling.record.at) if approval else None
    return Line(
        telling.record.at,
        f"{person(payload.get('by'))} {'approved' if approved else 'rejected'} {call_name(telling.call)}.",
        SUCCEEDED if approved else FAILED,
        waited,
        facts=(f"Reason: {reason}.",) if reason else (),
    )


def _expired(telling: Telling) -> Line:
    sentence = f"Nobody decided in time about {call_name(telling.call)}; it did not run."
    return Line(telling.record.at, sentence, TIMED_OUT)


def _superseded(telling: Telling) -> Line:
    because = because_text(tuple(telling.payload.get("because") or ()))
    sentence = f"The approval of {call_name(telling.call)} is void"
    sentence += f", because {because}." if because else "."
    return Line(telling.record.at, sentence, CANCELLED)


def _cancelled(telling: Telling) -> Line:
    sentence = f"Nobody needs to decide about {call_name(telling.call)} any more."
    return Line(telling.record.at, sentence, CANCELLED)


APPROVAL_SENTENCES: Mapping[str, Callable[[Telling], Line]] = {
    EventKind.APPROVAL_REQUESTED: _requested,
    EventKind.APPROVAL_DECIDED: _decided,
    EventKind.APPROVAL_EXPIRED: _expired,
    EventKind.APPROVAL_SUPERSEDED: _superseded,
    EventKind.APPROVAL_CANCELLED: _cancelled,
}
