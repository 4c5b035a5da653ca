"""What runs in a project at a glance: counts, the latest runs, what waits for people."""

from collections import Counter
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db.models import Count

from orchestration.engine.states import RUN_ENDS, ApprovalState, RunStatus, WaitingFor
from orchestration.models import Approval, Run

LATEST = 25
PENDING = 25
_INPUT_SHOWN = 160


@dataclass(frozen=True, slots=True)
class RunLine:
    """One run in a list; `waiting_for` is the one word that is shown of several."""

    id: UUID
    input: str
    status: RunStatus
    waiting_for: WaitingFor | None
    agent: str
    requester: str
    created_at: datetime
    ended_at: datetime | None
    error_code: str | None


@dataclass(frozen=True, slots=True)
class ApprovalLine:
    """One approval that waits, as its card says it."""

    id: UUID
    run_id: UUID
    sentence: str
    tool: str
    host: str
    asked_at: datetime
    expires_at: datetime


@dataclass(frozen=True, slots=True)
class Overview:
    counts: dict[str, int]
    """Open runs by status, and `waiting_for_approval`; ended ones are not counted: they only grow."""
    latest: tuple[RunLine, ...]
    approvals: tuple[ApprovalLine, ...]
    more_approvals: bool


def look_at_project(organization_id: UUID, project_id: UUID) -> Overview:
    """Read inside the organization's scope."""
    runs = Run.objects.filter(organization_id=organization_id, project_id=project_id)
    pending = Approval.objects.filter(
        organization_id=organization_id, project_id=project_id, state=ApprovalState.PENDING.value
    )
    counts = Counter({status.value: 0 for status in RunStatus if status not in RUN_ENDS})
    for row in runs.exclude(status__in=list(RUN_ENDS)).values("status").annotate(number=Count("id")):
        counts[row["status"]] = row["number"]
    latest = runs.select_related("agent").order_by("-id")[:LATEST]
    waiting = list(pending.order_by("expires_at", "id")[: PENDING + 1])
    return Overview(
        counts=dict(counts) | {"waiting_for_approval": pending.count()},
        latest=tuple(_run_line(run) for run in latest),
        approvals=tuple(_approval_line(approval) for approval in waiting[:PENDING]),
        more_approvals=len(waiting) > PENDING,
    )


def _run_line(run: Run) -> RunLine:
    text = " ".join(run.input.split())
    return RunLine(
        id=run.id,
        input=text if len(text) <= _INPUT_SHOWN else text[:_INPUT_SHOWN] + "…",
        status=RunStatus(run.status),
        waiting_for=next((word for word in WaitingFor if word.value in run.waiting_for), None),
        agent=run.agent.name,
        requester=run.requester_name,
        created_at=run.created_at,
        ended_at=run.ended_at,
        error_code=run.error_code,
    )


def _approval_line(approval: Approval) -> ApprovalLine:
    card: dict[str, Any] = approval.card
    return ApprovalLine(
        id=approval.id,
        run_id=approval.run_id,
        sentence=str(card.get("sentence", "")),
        tool=str(card.get("tool", "")),
        host=str(card.get("host", "")),
        asked_at=approval.created_at,
        expires_at=approval.expires_at,
    )
