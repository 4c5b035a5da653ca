"""Pages of a run's trace as JSON text made by PostgreSQL: it would be read here only to be written again."""

from dataclasses import dataclass
from uuid import UUID

from django.db import connection

# One statement: page, status and last seq are of one moment. Times are written as `baton.core.clock` does.
# The run's id is written twice: from a value the planner knows the one partition, from a column it plans all.
_PAGE = """
select r.status, r.waiting_for, r.last_seq, r.version, (
    select coalesce(json_agg(json_build_object(
        'seq', e.seq,
        'at', to_char(e.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
        'kind', e.kind,
        'payload', e.payload) order by e.seq), '[]')::text
      from (select seq, at, kind, payload from orchestration_traceevent
              where run_id = %(run)s and organization_id = r.organization_id and seq > %(after)s
              order by seq limit %(limit)s) e)
  from orchestration_run r
  where r.organization_id = %(organization)s and r.project_id = %(project)s and r.id = %(run)s
"""


@dataclass(frozen=True, slots=True)
class EventPage:
    """Events after a seq, in order, and where the run stands."""

    events: str
    """A JSON list of {seq, at, kind, payload}."""
    last_seq: int
    """The newest event of the run, which may be far beyond this page."""
    status: str
    waiting_for: list[str]
    version: int


def event_page(
    organization_id: UUID, project_id: UUID, run_id: UUID, *, after: int, limit: int
) -> EventPage | None:
    """At most `limit` events with a seq above `after`; None where the project has no such run."""
    wanted: dict[str, int | UUID] = {
        "organization": organization_id,
        "project": project_id,
        "run": run_id,
        "after": after,
        "limit": limit,
    }
    with connection.cursor() as cursor:
        cursor.execute(_PAGE, wanted)
        row = cursor.fetchone()
    if row is None:
        return None
    status, waiting_for, last_seq, version, events = row
    return EventPage(events, last_seq, status, waiting_for, version)
