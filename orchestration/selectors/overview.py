"""What runs in a project at a glance: counts, the latest runs, what waits for people."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db.models import Count

from orchestration.engine.states import RUN_ENDS, ApprovalState, RunStatus, WaitingFor
from orchestration.models import Run
from orchestration.selectors.approvals import ApprovalFilter, approvals_of
from orchestration.selectors.runs import HEAD, runs_of

LATEST = 25
PENDING = 25


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
    latest = runs_of(organization_id, project_id).order_by("-id")[:LATEST]
    pending = approvals_of(organization_id, project_id, ApprovalFilter(states=[ApprovalState.PENDING.value]))
    waiting = list(pending.order_by("expires_at", "id")[: PENDING + 1])
    return Overview(
        counts=_open_runs(organization_id, project_id) | {"waiting_for_approval": pending.count()},
        latest=tuple(_run_line(row) for row in latest),
        approvals=tuple(_approval_line(row) for row in waiting[:PENDING]),
        more_approvals=len(waiting) > PENDING,
    )


def _open_runs(organization_id: UUID, project_id: UUID) -> dict[str, int]:
    runs = Run.objects.filter(organization_id=organization_id, project_id=project_id)
    found = runs.exclude(status__in=list(RUN_ENDS)).values_list("status").annotate(number=Count("id"))
    return {status.value: 0 for status in RunStatus if status not in RUN_ENDS} | dict(found)


def _run_line(row: dict[str, Any]) -> RunLine:
    text = " ".join(row["input_head"].split())
    return RunLine(
        id=row["id"],
        input=text if row["input_size"] <= HEAD else f"{text}…",
        status=RunStatus(row["status"]),
        waiting_for=next((word for word in WaitingFor if word.value in row["waiting_for"]), None),
        agent=row["agent_name"],
        requester=row["requester_name"],
        created_at=row["created_at"],
        error_code=row["error_code"],
    )


def _approval_line(row: dict[str, Any]) -> ApprovalLine:
    return ApprovalLine(
        id=row["id"],
        run_id=row["run_id"],
        sentence=row["sentence"],
        tool=row["tool"],
        host=row["host"],
        asked_at=row["created_at"],
        expires_at=row["expires_at"],
    )
