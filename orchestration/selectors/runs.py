"""Lists of runs: a read-only path of JSON text made by PostgreSQL, without long texts."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

import orjson
from django.db import connection
from django.db.models import Q, QuerySet

from agents_app.models import Orchestration
from agents_app.selectors import agents_of
from orchestration.models import Run
from orchestration.selectors.run_json import RUN_SUMMARY, RunSummaryJson
from orchestration.selectors.run_words import with_words


@dataclass(frozen=True, slots=True)
class RunFilter:
    """Which runs; what is left out holds for all."""

    statuses: Collection[str] = ()
    waiting_for: Collection[str] = ()
    """Runs that wait for any of these."""
    agent: str | None = None
    """Its id or exact name."""
    orchestration: str | None = None
    """Likewise."""
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
_ONE = f"""
select {RUN_SUMMARY} from orchestration_run
  where orchestration_run.organization_id = %s and orchestration_run.project_id = %s
    and orchestration_run.id = %s
"""  # noqa: S608  (our own words)


def runs_of(
    organization_id: UUID, project_id: UUID, wanted: RunFilter = EVERY_RUN
) -> QuerySet[Run, dict[str, Any]]:
    """Rows for `shown_run`, to be ordered and paged by the caller."""
    runs = choose_runs(organization_id, project_id, wanted)
    rows: QuerySet[Run, Any] = runs.values("id", shown=RunSummaryJson())
    return rows


def shown_run(row: dict[str, Any]) -> orjson.Fragment:
    """A run as lists show it, from a row of `runs_of`."""
    return orjson.Fragment(row["shown"])


def run_summary(organization_id: UUID, project_id: UUID, run_id: UUID) -> dict[str, Any]:
    """One run, which the project has, as lists show it."""
    with connection.cursor() as cursor:
        cursor.execute(_ONE, [organization_id, project_id, run_id])
        (shown,) = cursor.fetchone()
    summary: dict[str, Any] = orjson.loads(shown)
    return summary


def choose_runs(organization_id: UUID, project_id: UUID, wanted: RunFilter = EVERY_RUN) -> QuerySet[Run]:
    """The runs of a project that a filter names."""
    runs = Run.objects.filter(organization_id=organization_id, project_id=project_id)
    if wanted.statuses:
        runs = runs.filter(status__in=wanted.statuses)
    if wanted.waiting_for:
        runs = runs.filter(waiting_for__overlap=list(wanted.waiting_for))
    if wanted.agent is not None:
        runs = runs.filter(_by_agent(organization_id, project_id, wanted.agent))
    if wanted.orchestration is not None:
        runs = runs.filter(_by_orchestration(organization_id, project_id, wanted.orchestration))
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


def _by_agent(organization_id: UUID, project_id: UUID, agent: str) -> Q:
    try:
        return Q(agent_id=UUID(agent))
    except ValueError:
        named = agents_of(organization_id, project_id, with_archived=True).filter(name=agent)
        return Q(agent_id__in=named.values("id"))


def _by_orchestration(organization_id: UUID, project_id: UUID, orchestration: str) -> Q:
    try:
        return Q(orchestration_id=UUID(orchestration))
    except ValueError:
        named = Orchestration.objects.filter(
            organization_id=organization_id, project_id=project_id, name=orchestration
        )
        return Q(orchestration_id__in=named.values("id"))


def _by_requester(requester: str) -> Q:
    try:
        return Q(requester_id=UUID(requester))
    except ValueError:
        return Q(requester_name=requester)
