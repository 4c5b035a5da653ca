"""Lists of runs: a read-only path of plain rows, without long texts."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db.models import F, Q, QuerySet
from django.db.models.functions import Left, Length

from orchestration.models import Run

HEAD = 200
"""Characters of input and output that a list shows."""


@dataclass(frozen=True, slots=True)
class RunFilter:
    """Which runs; what is left out holds for all."""

    statuses: Collection[str] = ()
    waiting_for: Collection[str] = ()
    """Runs that wait for any of these."""
    agent: str | None = None
    """Its id or exact name."""
    created_after: datetime | None = None
    created_before: datetime | None = None


EVERY_RUN = RunFilter()
_FACTS = (
    "id", "project_id", "status", "waiting_for", "agent_id", "agent_version_id", "error_code",
    "error_message", "requester_kind", "requester_id", "requester_name", "trace_id", "step_limit",
    "token_limit", "steps_used", "tokens_used", "deadline_at", "created_at", "started_at", "ended_at",
    "last_seq", "claims", "version",
)  # fmt: skip


def runs_of(
    organization_id: UUID, project_id: UUID, wanted: RunFilter = EVERY_RUN
) -> QuerySet[Run, dict[str, Any]]:
    """Rows for `run_summary`, to be ordered and paged by the caller."""
    runs = Run.objects.filter(organization_id=organization_id, project_id=project_id)
    if wanted.statuses:
        runs = runs.filter(status__in=wanted.statuses)
    if wanted.waiting_for:
        runs = runs.filter(waiting_for__overlap=list(wanted.waiting_for))
    if wanted.agent is not None:
        runs = runs.filter(_by_agent(wanted.agent))
    if wanted.created_after is not None:
        runs = runs.filter(created_at__gt=wanted.created_after)
    if wanted.created_before is not None:
        runs = runs.filter(created_at__lt=wanted.created_before)
    rows: QuerySet[Run, dict[str, Any]] = runs.values(
        *_FACTS,
        agent_name=F("agent__name"),
        agent_number=F("agent_version__number"),
        input_head=Left("input", HEAD),
        input_size=Length("input"),
        output_head=Left("output", HEAD),
        output_size=Length("output"),
    )
    return rows


def row_of(run: Run) -> dict[str, Any]:
    """The row of a run that was just made, with its agent and version at hand: nothing is read again."""
    return {name: getattr(run, name) for name in _FACTS} | {
        "agent_name": run.agent.name,
        "agent_number": run.agent_version.number,
        "input_head": run.input[:HEAD],
        "input_size": len(run.input),
        "output_head": None,
        "output_size": None,
    }


def run_summary(row: dict[str, Any]) -> dict[str, Any]:
    """A run as lists show it, from a row of `runs_of`."""
    return {
        "id": row["id"],
        "project_id": row["project_id"],
        "status": row["status"],
        "waiting_for": row["waiting_for"],
        "agent": {
            "id": row["agent_id"],
            "name": row["agent_name"],
            "version": row["agent_number"],
            "version_id": row["agent_version_id"],
        },
        "requester": {
            "kind": row["requester_kind"],
            "id": row["requester_id"],
            "name": row["requester_name"],
        },
        "input_head": row["input_head"],
        "input_size": row["input_size"],
        "output_head": row["output_head"],
        "output_size": row["output_size"],
        "error": _error(row),
        "limits": {"steps": row["step_limit"], "tokens": row["token_limit"]},
        "steps_used": row["steps_used"],
        "tokens_used": row["tokens_used"],
        "deadline_at": row["deadline_at"],
        "created_at": row["created_at"],
        "started_at": row["started_at"],
        "ended_at": row["ended_at"],
        "trace_id": row["trace_id"],
        "last_seq": row["last_seq"],
        "claims": row["claims"],
        "version": row["version"],
    }


def _by_agent(agent: str) -> Q:
    try:
        return Q(agent_id=UUID(agent))
    except ValueError:
        return Q(agent__name=agent)


def _error(row: dict[str, Any]) -> dict[str, Any] | None:
    if row["error_code"] is None:
        return None
    return {"code": row["error_code"], "message": row["error_message"]}
