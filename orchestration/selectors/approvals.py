"""Approvals: rows for the inbox, how many wait, and the card as its digest binds it."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from typing import Any
from uuid import UUID

from django.db.models import Case, Count, F, OuterRef, Q, QuerySet, Subquery, Value, When
from django.db.models.fields import IntegerField, TextField, UUIDField
from django.db.models.fields.json import KT
from django.db.models.functions import Cast, Coalesce, Concat, Left, Now

from agents_app.models import AgentVersion, ToolVersion
from agents_app.spec import RISK_OF_EFFECT, Risk
from baton.tenancy.actor import Actor
from orchestration.engine.states import ApprovalState, RunStatus
from orchestration.models import Approval
from orchestration.selectors.run_json import HEAD

EXPIRES_SOON = timedelta(minutes=15)
_DECIDABLE_RUNS = (RunStatus.QUEUED.value, RunStatus.RUNNING.value, RunStatus.WAITING.value)
_FACTS = (
    "id", "project_id", "run_id", "call_id", "revision", "state", "version", "created_at", "expires_at",
    "decided_at", "decided_by_kind", "decided_by_id", "decided_by_name", "decision", "reason", "consumed_at",
    "execute_within_seconds",
)  # fmt: skip
# Cards of before there were risks and grace say neither.
_RISK = Coalesce(
    KT("card__risk"),
    Case(
        *(
            When(card__effect_class=effect.value, then=Value(risk.value))
            for effect, risk in RISK_OF_EFFECT.items()
        ),
        default=Value(Risk.HIGH.value),
    ),
    output_field=TextField(),
)
_GRACE = Coalesce(Cast(KT("card__grace_seconds"), IntegerField()), Value(0))


def _agent(field: str) -> Subquery:
    """Of the version that asks: in a run of an orchestration, that of the call's task."""
    version = AgentVersion.objects.filter(
        organization_id=OuterRef("organization_id"), id=OuterRef("asking_version")
    )
    return Subquery(version.values(field)[:1])


_ASKING = Cast(KT("binding__agent_version"), UUIDField())
_WORDS = Concat(
    KT("card__sentence"),
    Value(" "),
    KT("card__tool"),
    Value(" "),
    _agent("agent__name"),
    Value(" "),
    F("run__requester_name"),
    Value(" "),
    KT("card__arguments"),
    output_field=TextField(),
)
_PENDING = Q(state=ApprovalState.PENDING.value)


class ApprovalSort(StrEnum):
    """The orders of the inbox."""

    NEWEST = "newest"
    URGENT = "urgent"
    """What expires first; an order of what is pending."""


@dataclass(frozen=True, slots=True)
class ApprovalFilter:
    """Which approvals; what is left out holds for all."""

    states: Collection[str] = ()
    risks: Collection[str] = ()
    run_id: UUID | None = None
    tool: str | None = None
    """Its exact name."""
    decided_by: UUID | None = None
    """A person or a key."""
    words: str | None = None
    """Each of them stands in the sentence, the arguments, or the name of tool, agent or requester."""


EVERY_APPROVAL = ApprovalFilter()


def approvals_of(
    organization_id: UUID, project_id: UUID, wanted: ApprovalFilter = EVERY_APPROVAL
) -> QuerySet[Approval, dict[str, Any]]:
    """Rows for `approval_summary`, to be ordered and paged by the caller."""
    approvals = _matching(organization_id, project_id, wanted)
    rows: QuerySet[Approval, dict[str, Any]] = approvals.values(
        *_FACTS,
        sentence=KT("card__sentence"),
        tool=KT("card__tool"),
        host=KT("binding__dest_host"),
        effect_class=KT("card__effect_class"),
        risk=_RISK,
        grace_seconds=_GRACE,
        rule=F("card__rule"),
        because=F("card__because"),
        run_status=F("run__status"),
        agent_id=_agent("agent_id"),
        agent_name=_agent("agent__name"),
        held_decision=F("held__decision"),
        held_reason=F("held__reason"),
        held_at=F("held__held_at"),
        held_by_kind=F("held__held_by_kind"),
        held_by_id=F("held__held_by_id"),
        held_by_name=F("held__held_by_name"),
        starts_at=F("held__starts_at"),
    )
    return rows


def approval_counts(actor: Actor, since: datetime | None = None) -> dict[str, int]:
    """How many wait in the actor's project, how many of them for the actor, and how many they have decided
    since then: since midnight in UTC, unless said."""
    approvals = Approval.objects.filter(organization_id=actor.organization_id, project_id=actor.project_id)
    since = since or datetime.now(UTC).replace(hour=0, minute=0, second=0, microsecond=0)
    # What may be decided now: in time, in no grace, of a run that would hear of it.
    open_now = Q(expires_at__gt=Now(), held__isnull=True, run__status__in=_DECIDABLE_RUNS)
    counts = (
        approvals.filter(_PENDING)
        .alias(shown_risk=_RISK)
        .aggregate(
            pending=Count("pk"),
            mine=Count("pk", filter=open_now),
            high=Count("pk", filter=Q(shown_risk=Risk.HIGH.value)),
            expiring=Count("pk", filter=Q(expires_at__lte=Now() + EXPIRES_SOON)),
        )
    )
    if not actor.can("approvals:decide"):
        counts["mine"] = 0
    counts["decided_today_by_me"] = approvals.filter(decided_by_id=actor.id, decided_at__gte=since).count()
    return counts


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
        "risk": row["risk"],
        "grace_seconds": row["grace_seconds"],
        "rule": row["rule"],
        "because": row["because"],
        "created_at": row["created_at"],
        "expires_at": row["expires_at"],
        "held": _held(row),
        "decision": _decision(row),
        "consumed_at": row["consumed_at"],
    }


def approval_detail(organization_id: UUID, project_id: UUID, approval_id: UUID) -> dict[str, Any] | None:
    """The card to decide by; None where the project has no such approval.

    Host and arguments come from the binding, over which the digest is taken: what a person reads is what
    the digest they send back stands for (promise P17).
    """
    rows = approvals_of(organization_id, project_id).filter(id=approval_id)
    tool_version = ToolVersion.objects.filter(
        organization_id=organization_id, id=OuterRef("call__tool_version_id")
    )
    row = rows.annotate(
        digest_of_binding=F("digest"),
        bound=F("binding"),
        credential=KT("card__credential"),
        method=KT("card__method"),
        url_path=KT("card__url_path"),
        input_schema=Subquery(tool_version.values("spec__input_schema")),
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
        "method": row["method"],
        "url_path": row["url_path"] or None,
        "arguments": binding["args"],
        "input_schema": row["input_schema"],
        "binding": binding,
        "execute_within_seconds": row["execute_within_seconds"],
        "call": {"id": row["call_id"], "state": row["call_state"], "result": row["result_kind"]},
    }


def _matching(organization_id: UUID, project_id: UUID, wanted: ApprovalFilter) -> QuerySet[Approval]:
    approvals = Approval.objects.filter(organization_id=organization_id, project_id=project_id).alias(
        asking_version=_ASKING
    )
    if wanted.states:
        approvals = approvals.filter(state__in=wanted.states)
    if wanted.run_id is not None:
        approvals = approvals.filter(run_id=wanted.run_id)
    if wanted.risks:
        approvals = approvals.alias(shown_risk=_RISK).filter(shown_risk__in=wanted.risks)
    if wanted.tool is not None:
        approvals = approvals.filter(card__tool=wanted.tool)
    if wanted.decided_by is not None:
        approvals = approvals.filter(decided_by_id=wanted.decided_by, decided_at__isnull=False)
    if wanted.words is not None:
        approvals = approvals.alias(words=_WORDS)
        for word in wanted.words.split():
            approvals = approvals.filter(words__icontains=word)
    return approvals


def _held(row: dict[str, Any]) -> dict[str, Any] | None:
    """A decision that can be taken back until `starts_at`; one whose card is no longer pending is void."""
    if row["held_decision"] is None or row["state"] != ApprovalState.PENDING:
        return None
    return {
        "decision": row["held_decision"],
        "reason": row["held_reason"],
        "at": row["held_at"],
        "starts_at": row["starts_at"],
        "by": {
            "kind": row["held_by_kind"],
            "id": row["held_by_id"],
            "name": row["held_by_name"],
        },
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
