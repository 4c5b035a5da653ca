"""Which providers of a project answer nobody, and how many of its runs wait for each."""

from typing import Any
from uuid import UUID

from django.db import connection

from baton.core.clock import to_rfc3339

_OUTAGES = """
with waiting as (
  -- The newest event of a run that waits for a further try says of which connection it was.
  select e.payload->>'connection_id' as connection_id, count(*) as runs
    from orchestration_run r
      join orchestration_traceevent e
        on e.organization_id = r.organization_id and e.run_id = r.id and e.seq = r.last_seq
    where r.organization_id = %(organization)s and r.project_id = %(project)s
      and r.status in ('queued', 'running') and e.kind = 'model_attempt_failed'
      and e.payload->>'retry_in_ms' is not null and not e.payload ? 'next'
    group by 1
)
select c.id, c.name, c.provider, p.code, p.message, p.since, p.next_try_at, coalesce(w.runs, 0)
  from orchestration_providerstate p
    join agents_modelconnection c on c.organization_id = p.organization_id and c.id = p.connection_id
    left join waiting w on w.connection_id = p.connection_id::text
  where p.organization_id = %(organization)s and p.project_id = %(project)s
  order by p.since, c.id
"""


def outages(organization_id: UUID, project_id: UUID) -> list[dict[str, Any]]:
    """As REST answers them, the longest first."""
    with connection.cursor() as cursor:
        cursor.execute(_OUTAGES, {"organization": organization_id, "project": project_id})
        rows = cursor.fetchall()
    return [
        {
            "connection": {"id": str(identifier), "name": name},
            "provider": provider,
            "code": code,
            "message": message,
            "since": to_rfc3339(since),
            "next_try_at": to_rfc3339(next_try_at),
            "waiting_runs": runs,
        }
        for identifier, name, provider, code, message, since, next_try_at, runs in rows
    ]
