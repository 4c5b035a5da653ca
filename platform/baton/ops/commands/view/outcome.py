"""What to say when an approval was over before this person's decision counted."""

from baton.core.clock import now
from baton.core.visible import visible
from baton.ops.client.api import Json
from baton.ops.client.errors import Refused
from baton.ops.commands.view.times import ago
from baton.ops.commands.view.words import person
from orchestration.engine.states import ApprovalState

_PAST = {"approve": "approved", "reject": "rejected"}


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
