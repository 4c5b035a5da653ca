"""Decide an approval: the one place from which a decision can come (promise P23).

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
from orchestration.models import Approval

_SCOPE = "approvals:decide"
_BEYOND_ANY_VERSION = 2**31 - 1


class Decision(StrEnum):
    """What a person may say to a card."""

    APPROVE = "approve"
    REJECT = "reject"


def decide_approval(
    *, actor: Actor, approval_id: UUID, decision: Decision, digest: str, version: int, reason: str = ""
) -> None:
    """Record the decision, once. `digest` and `version` are those of the card that was shown.

    The same decision by the same actor again changes nothing.
    """
    require_reviewer(actor)
    with organization_scope(actor.organization_id):
        approvals = Approval.objects.filter(
            organization_id=actor.organization_id, project_id=actor.project_id
        )
        if not approvals.filter(id=approval_id).exists():
            raise NotFound
        answer = _decide(actor, approval_id, decision, digest, version, reason)
        if answer["outcome"] == "decided":
            record(
                actor=actor,
                action=_SCOPE,
                object_kind="approval",
                object_id=approval_id,
                detail={"decision": decision.value, "digest": digest, "run": answer["run"]},
            )
    refusal = _refusal(answer, version)
    if refusal is not None:
        raise refusal


def require_reviewer(actor: Actor) -> None:
    """Raise Forbidden unless the actor may decide: by their role, or by the scope of their key."""
    if actor.kind == "user" and not actor.can(_SCOPE):
        raise Forbidden("not_a_reviewer", f"{actor.name} may not decide approvals: that takes a reviewer.")
    actor.require(_SCOPE)


def _decide(
    actor: Actor, approval_id: UUID, decision: Decision, digest: str, version: int, reason: str
) -> dict[str, Any]:
    with connection.cursor() as cursor:
        cursor.execute(
            "select kernel.decide_approval(%s, %s, %s, %s, %s, %s, %s, %s)::text",
            [
                approval_id,
                decision.value,
                digest,
                min(version, _BEYOND_ANY_VERSION),
                reason,
                actor.kind,
                actor.id,
                actor.name,
            ],
        )
        answer: dict[str, Any] = json.loads(cursor.fetchone()[0])
    return answer


def _refusal(answer: dict[str, Any], version: int) -> BatonError | None:
    """The error of an outcome; None where the decision stands."""
    match answer["outcome"]:
        case "decided" | "same":
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


def _instant(text: str) -> str:
    """A time of the database's JSON as every answer writes it."""
    return to_rfc3339(from_rfc3339(text))
