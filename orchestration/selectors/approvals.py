"""Approvals: rows for the inbox, and the card as its digest binds it."""

from collections.abc import Collection
from typing import Any
from uuid import UUID

from django.db.models import F, QuerySet
from django.db.models.fields.json import KT
from django.db.models.functions import Left

from orchestration.models import Approval
from orchestration.selectors.runs import HEAD

_FACTS = (
    "id", "project_id", "run_id", "call_id", "revision", "state", "version", "created_at", "expires_at",
    "decided_at", "decided_by_kind", "decided_by_id", "decided_by_name", "decision", "reason", "consumed_at",
    "execute_within_seconds",
)  # fmt: skip


def approvals_of(
    organization_id: UUID, project_id: UUID, *, states: Collection[str] = (), run_id: UUID | None = None
) -> QuerySet[Approval, dict[str, Any]]:
    """Rows for `approval_summary`, to be ordered and paged by the caller."""
    approvals = Approval.objects.filter(organization_id=organization_id, project_id=project_id)
    if states:
        approvals = approvals.filter(state__in=states)
    if run_id is not None:
        approvals = approvals.filter(run_id=run_id)
    rows: QuerySet[Approval, dict[str, Any]] = approvals.values(
        *_FACTS,
        sentence=KT("card__sentence"),
        tool=KT("card__tool"),
        host=KT("binding__dest_host"),
        effect_class=KT("card__effect_class"),
        rule=F("card__rule"),
        because=F("card__because"),
        run_status=F("run__status"),
        agent_id=F("run__agent_id"),
        agent_name=F("run__agent__name"),
    )
    return rows


def approval_summary(row: dict[str, Any]) -> dict[str, Any]:
    """A line of the inbox. It holds no digest: whoever decides reads the card first."""
    return {
        "id": row["id"],
        "project_id": row["project_id"],
        "run": {
            "id": row["run_id"],
            "status": row["run_status"],
            "agent": {"id": row["agent_id"], "name": row["agent_name"]},
        },
        "call_id": row["call_id"],
        "revision": row["revision"],
        "state": row["state"],
        "version": row["version"],
        "sentence": row["sentence"],
        "tool": row["tool"],
        "host": row["host"],
        "effect_class": row["effect_class"],
        "rule": row["rule"],
        "because": row["because"],
        "created_at": row["created_at"],
        "expires_at": row["expires_at"],
        "decision": _decision(row),
        "consumed_at": row["consumed_at"],
    }


def approval_detail(organization_id: UUID, project_id: UUID, approval_id: UUID) -> dict[str, Any] | None:
    """The card to decide by; None where the project has no such approval.

    Host and arguments come from the binding, over which the digest is taken: what a person reads is what
    the digest they send back stands for (promise P17).
    """
    rows = approvals_of(organization_id, project_id).filter(id=approval_id)
    row = rows.annotate(
        digest_of_binding=F("digest"),
        bound=F("binding"),
        credential=KT("card__credential"),
        call_state=F("call__state"),
        result_kind=F("call__result_kind"),
        input_head=Left("run__input", HEAD),
        requester_kind=F("run__requester_kind"),
        requester_id=F("run__requester_id"),
        requester_name=F("run__requester_name"),
    ).first()
    if row is None:
        return None
    summary = approval_summary(row)
    binding = row["bound"]
    summary["run"] |= {
        "input_head": row["input_head"],
        "requester": {
            "kind": row["requester_kind"],
            "id": row["requester_id"],
            "name": row["requester_name"],
        },
    }
    return {
        **summary,
        "digest": row["digest_of_binding"],
        "credential": row["credential"],
        "arguments": binding["args"],
        "binding": binding,
        "execute_within_seconds": row["execute_within_seconds"],
        "call": {"id": row["call_id"], "state": row["call_state"], "result": row["result_kind"]},
    }


def _decision(row: dict[str, Any]) -> dict[str, Any] | None:
    """Who decided what; None while nobody has."""
    if row["decision"] is None:
        return None
    return {
        "decision": row["decision"],
        "reason": row["reason"],
        "at": row["decided_at"],
        "by": {
            "kind": row["decided_by_kind"],
            "id": row["decided_by_id"],
            "name": row["decided_by_name"],
        },
    }
