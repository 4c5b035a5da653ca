"""What to say of a decision that is made: by this person a moment ago, or by somebody before them."""

from baton.core.clock import now
from baton.core.visible import visible
from baton.ops.client.api import Json
from baton.ops.client.errors import Refused
from baton.ops.commands.view.times import ago, left
from baton.ops.commands.view.words import person
from orchestration.engine.states import ApprovalState

_PAST = {"approve": "approved", "reject": "rejected"}


def just_decided(answer: Json) -> str:
    """This person's decision, as the server answered it."""
    approved = (answer.get("held") or answer["decision"])["decision"] == "approve"
    if answer.get("held"):
        seconds = answer["grace_seconds"]
        what = (
            f"Approved. The call starts in {seconds} s" if approved else f"Rejected. It counts in {seconds} s"
        )
        return f"{what}; take it back with: baton undo {answer['id']}"
    if approved:
        return "Approved: it runs once, now."
    return "Rejected: it does not run, and the agent is told."


def in_grace(detail: Json) -> str:
    """Who decided, and how long they can still take it back."""
    held = detail["held"]
    who, what = person(held["by"]), _PAST.get(held["decision"], "decided")
    remaining = max(1, round(left(held["starts_at"], now()).total_seconds()))
    return f"{who} {what} it {ago(held['at'], now())}; it counts in {remaining} s."


def already_over(detail: Json) -> str:
    """Who decided what and when, or how else it ended."""
    decision = detail.get("decision")
    if decision:
        reason = visible(" ".join(str(decision.get("reason") or "").split())).rstrip(".")
        said = f": {reason}" if reason else ""
        when = ago(decision["at"], now())
        return f"{person(decision['by'])} {_PAST.get(decision['decision'], 'decided')} it {when}{said}."
    match detail["state"]:
        case ApprovalState.EXPIRED:
            return "Its time to decide is over: nobody decided, and it does not run."
        case ApprovalState.SUPERSEDED:
            return "What was asked has changed, so this card is void; a new one takes its place."
        case ApprovalState.CANCELLED:
            return "It needs no decision any more: the run ended."
        case _:
            return "It can no longer be decided."


def lost_race(error: Refused) -> str:
    """Somebody or something was quicker than the decision that was just sent."""
    details = error.details
    if error.code == "approval_already_decided" and details.get("by"):
        what = _PAST.get(str(details.get("decision")), "decided")
        when = ago(str(details["at"]), now())
        who = visible(str(details["by"]))
        return f"{who} was quicker and {what} it {when}; your decision was not needed."
    return f"{visible(error.message)} Your decision changed nothing."
