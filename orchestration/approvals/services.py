"""Decide an approval, or take the decision back: the one place from which a decision can come (promise P23).

The kernel compares and sets under the run's lock; here the decider's right is checked and its answers become
errors that say who was faster, or what has changed.
"""

import json
from enum import StrEnum
from typing import Any
from uuid import UUID

from django.db import connection

from baton.audit.record import record
from baton.core.clock import from_rfc3339, to_rfc3339
from baton.core.errors import BatonError, Conflict, Forbidden, Gone, NotFound, Precondition
from baton.tenancy.actor import Actor
from baton.tenancy.scope import organization_scope
from orchestration.announce import announce
from orchestration.models import Approval

_SCOPE = "approvals:decide"
_HOLD = "approvals:hold"
_UNDO = "approvals:undo"
_BEYOND_ANY_VERSION = 2**31 - 1


class Decision(StrEnum):
    """What a person may say to a card."""

    APPROVE = "approve"
    REJECT = "reject"


def decide_approval(
    *, actor: Actor, approval_id: UUID, decision: Decision, digest: str, version: int, reason: str = ""
) -> None:
    """Record the decision, once. `digest` and `version` are those of the card that was shown.

    Where the card has a grace, the decision is held until that is over and can be taken back. The same
    decision by the same actor again changes nothing.
    """
    require_reviewer(actor)
    with organization_scope(actor.organization_id):
        run_id = _run_of(actor, approval_id)
        answer = _ask_kernel(
            "select kernel.decide_approval(%s, %s, %s, %s, %s, %s, %s, %s)::text",
            approval_id,
            decision.value,
            digest,
            min(version, _BEYOND_ANY_VERSION),
            reason,
            actor.kind,
            actor.id,
            actor.name,
        )
        if answer["outcome"] in ("decided", "held"):
            detail = {"decision": decision.value, "digest": digest, "run": answer["run"]}
            if answer["outcome"] == "held":
                detail["starts_at"] = _instant(answer["starts_at"])
            _write_down(actor, approval_id, _SCOPE if answer["outcome"] == "decided" else _HOLD, detail)
        _tell(actor, run_id)
    refusal = _refusal(answer, version)
    if refusal is not None:
        raise refusal


def undo_decision(*, actor: Actor, approval_id: UUID) -> None:
    """Take the actor's own decision back while it is held. Where none is held, nothing is to be done.

    Raises Conflict `too_late_to_undo` once it counts.
    """
    require_reviewer(actor)
    with organization_scope(actor.organization_id):
        run_id = _run_of(actor, approval_id)
        answer = _ask_kernel(
            "select kernel.undo_decision(%s, %s, %s)::text", approval_id, actor.kind, actor.id
        )
        if answer["outcome"] == "undone":
            detail = {key: answer[key] for key in ("decision", "digest", "run")}
            _write_down(actor, approval_id, _UNDO, detail)
        _tell(actor, run_id)
    refusal = _refusal_to_undo(answer)
    if refusal is not None:
        raise refusal


def require_reviewer(actor: Actor) -> None:
    """Raise Forbidden unless the actor may decide: by their role, or by the scope of their key."""
    if actor.kind == "user" and not actor.can(_SCOPE):
        raise Forbidden("not_a_reviewer", f"{actor.name} may not decide approvals: that takes a reviewer.")
    actor.require(_SCOPE)


def _run_of(actor: Actor, approval_id: UUID) -> UUID:
    """The run that asks. Raises NotFound where the actor's project has no such approval."""
    approvals = Approval.objects.filter(organization_id=actor.organization_id, project_id=actor.project_id)
    run_id = approvals.filter(id=approval_id).values_list("run_id", flat=True).first()
    if run_id is None:
        raise NotFound
    return run_id


def _ask_kernel(call: str, *values: Any) -> dict[str, Any]:
    with connection.cursor() as cursor:
        cursor.execute(call, values)
        answer: dict[str, Any] = json.loads(cursor.fetchone()[0])
    return answer


def _write_down(actor: Actor, approval_id: UUID, action: str, detail: dict[str, Any]) -> None:
    """What the actor did; what a held decision comes to later, the kernel writes down in their name."""
    record(actor=actor, action=action, object_kind="approval", object_id=approval_id, detail=detail)


def _tell(actor: Actor, run_id: UUID) -> None:
    """Also where the answer is a refusal: a decision that was held may count by having been asked about."""
    announce(organization_id=actor.organization_id, run_id=run_id, approvals=True)


def _refusal(answer: dict[str, Any], version: int) -> BatonError | None:
    """The error of an outcome; None where the decision stands."""
    match answer["outcome"]:
        case "decided" | "held" | "same":
            return None
        case "already":
            at = _instant(answer["at"])
            message = f"{answer['by']} decided this already, at {at}: {answer['decision']}."
            details = {"by": answer["by"], "at": at, "decision": answer["decision"]}
            return Conflict("approval_already_decided", message, details=details)
        case "expired":
            at = _instant(answer["at"])
            message = f"Nobody decided until {at}; the call does not run."
            return Gone("approval_expired", message, details={"at": at})
        case "superseded":
            return Conflict("approval_superseded", "What was asked has changed; there is a newer card.")
        case "version_conflict":
            message = f"Version {version} was changed meanwhile."
            return Precondition("version_conflict", message, details={"version": answer["version"]})
        case "digest_mismatch":
            message = "The digest is not that of this approval: what was shown is not what would run."
            return Conflict("approval_digest_mismatch", message)
        case _:
            status = answer["status"]
            message = f"The run waits for no decision: it is {status}."
            return Conflict("run_not_waiting", message, details={"status": status})


def _refusal_to_undo(answer: dict[str, Any]) -> BatonError | None:
    """The error of an outcome; None where no decision of the actor is held any more."""
    match answer["outcome"]:
        case "undone" | "nothing":
            return None
        case "not_yours":
            at = _instant(answer["at"])
            message = f"{answer['by']} decided this, at {at}; only they could take it back."
            details = {"by": answer["by"], "at": at, "decision": answer["decision"]}
            return Forbidden("not_your_decision", message, details=details)
        case "too_late":
            at = _instant(answer["at"])
            message = f"Your decision of {at} counts already."
            details = {"by": answer["by"], "at": at, "decision": answer["decision"]}
            return Conflict("too_late_to_undo", message, details=details)
        case _:
            return _refusal(answer, 0)


def _instant(text: str) -> str:
    """A time of the database's JSON as every answer writes it."""
    return to_rfc3339(from_rfc3339(text))
