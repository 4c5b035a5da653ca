"""Lists of runs: a read-only path of plain rows, without long texts."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db.models import OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Left, Length

from agents_app.models import Agent, AgentVersion
from agents_app.selectors import agents_of
from orchestration.models import Run
from orchestration.selectors.run_words import with_words

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
    requester: str | None = None
    """Who started it: the id or exact name of a person or a key."""
    error: str | None = None
    """Its code."""
    words: Sequence[str] = ()
    """All of them stand in the run (`run_words`)."""
    created_after: datetime | None = None
    created_before: datetime | None = None
    ended_after: datetime | None = None
    ended_before: datetime | None = None


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
    of = Q(organization_id=organization_id)
    rows: QuerySet[Run, dict[str, Any]] = choose_runs(organization_id, project_id, wanted).values(
        *_FACTS,
        # Not by a join: where a planner knows little of these small tables, it joins every run before a page.
        agent_name=Subquery(Agent.objects.filter(of, id=OuterRef("agent_id")).values("name")),
        agent_number=Subquery(
            AgentVersion.objects.filter(of, id=OuterRef("agent_version_id")).values("number")
        ),
        input_head=Left("input", HEAD),
        input_size=Length("input"),
        output_head=Left("output", HEAD),
        output_size=Length("output"),
    )
    return rows


def choose_runs(organization_id: UUID, project_id: UUID, wanted: RunFilter = EVERY_RUN) -> QuerySet[Run]:
    """The runs of a project that a filter names."""
    runs = Run.objects.filter(organization_id=organization_id, project_id=project_id)
    if wanted.statuses:
        runs = runs.filter(status__in=wanted.statuses)
    if wanted.waiting_for:
        runs = runs.filter(waiting_for__overlap=list(wanted.waiting_for))
    if wanted.agent is not None:
        runs = runs.filter(_by_agent(organization_id, project_id, wanted.agent))
    if wanted.requester is not None:
        runs = runs.filter(_by_requester(wanted.requester))
    if wanted.error is not None:
        runs = runs.filter(error_code=wanted.error)
    runs = runs.filter(**{lookup: at for lookup, at in _bounds(wanted).items() if at is not None})
    if wanted.words:
        runs = with_words(organization_id, project_id, runs, wanted.words)
    return runs


def _bounds(wanted: RunFilter) -> dict[str, datetime | None]:
    return {
        "created_at__gt": wanted.created_after,
        "created_at__lt": wanted.created_before,
        "ended_at__gt": wanted.ended_after,
        "ended_at__lt": wanted.ended_before,
    }


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


def _by_agent(organization_id: UUID, project_id: UUID, agent: str) -> Q:
    try:
        return Q(agent_id=UUID(agent))
    except ValueError:
        named = agents_of(organization_id, project_id, with_archived=True).filter(name=agent)
        return Q(agent_id__in=named.values("id"))


def _by_requester(requester: str) -> Q:
    try:
        return Q(requester_id=UUID(requester))
    except ValueError:
        return Q(requester_name=requester)


def _error(row: dict[str, Any]) -> dict[str, Any] | None:
    if row["error_code"] is None:
        return None
    return {"code": row["error_code"], "message": row["error_message"]}
