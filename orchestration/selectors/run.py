"""One run: what its row says and what its events add up to, as of one moment."""

from typing import Any
from uuid import UUID

import orjson
from django.db import connection

from orchestration.engine.events import Record
from orchestration.engine.projection import fold
from orchestration.models import Run, RunBody
from orchestration.selectors.run_json import RUN_FACTS, instant

# One statement, so of one moment: what came after the row was read would contradict its status. The run's id
# is written twice: from a value the planner knows the one partition, from a column it plans for all of them.
_RUN = f"""
select {RUN_FACTS}, orchestration_run.input, orchestration_run.output, (
    select coalesce(json_agg(
        json_build_array(e.seq, e.kind, e.payload, {instant("e.at")}) order by e.seq), '[]')
      from orchestration_traceevent e
      where e.organization_id = orchestration_run.organization_id and e.run_id = %(run)s)::text
  from orchestration_run
  where orchestration_run.organization_id = %(organization)s
    and orchestration_run.project_id = %(project)s and orchestration_run.id = %(run)s
"""  # noqa: S608  (our own words)
_FOLDED = (
    "model", "steps", "calls", "approvals", "plan", "tasks", "usage", "cost", "error", "attention", "cancel",
    "duration_ms", "ignored",
)  # fmt: skip


def run_detail(organization_id: UUID, project_id: UUID, run_id: UUID) -> dict[str, Any] | None:
    """Everything about a run; None where the project has no such run.

    Texts above 8 KiB inside steps and calls are references (`run_body`); input and output stand whole.
    """
    with connection.cursor() as cursor:
        cursor.execute(_RUN, {"organization": organization_id, "project": project_id, "run": run_id})
        row = cursor.fetchone()
    if row is None:
        return None
    facts, given, output, events = row
    view = fold(Record(*event) for event in orjson.loads(events)).to_json()
    return {
        **orjson.loads(facts),
        "input": given,
        "output": output,
        **{name: view[name] for name in _FOLDED},
    }


def run_body(organization_id: UUID, project_id: UUID, run_id: UUID, body_id: UUID) -> dict[str, Any] | None:
    """A long text of a run's record, whole."""
    runs = Run.objects.filter(organization_id=organization_id, project_id=project_id, id=run_id)
    bodies = RunBody.objects.filter(organization_id=organization_id, run_id__in=runs.values("id"))
    body = bodies.filter(id=body_id).values("id", "content").first()
    return None if body is None else dict(body)
