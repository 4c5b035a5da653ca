"""The hub's reader: the record of runs in the form the hub hands on, each call a transaction of its own."""

from collections.abc import Collection
from uuid import UUID

from django.db import connection

from baton.live.reading import Look, Page, Place, Stand
from baton.tenancy.scope import organization_scope
from orchestration.engine.events import EventKind
from orchestration.engine.states import RUN_ENDS, ApprovalState
from orchestration.selectors.events import event_page

_LAST_SEQS = """
select id::text, project_id::text, last_seq from orchestration_run
where organization_id = %s and id = any(%s::uuid[])
"""
# Sums of hashes, so that one changed row of thousands changes the text. Ended runs are left out: a run that
# ends changes the sum by leaving it.
_MARKS = f"""
select p.id::text, concat_ws('/',
  (select sum(hashtextextended(r.id::text, r.last_seq::bigint * 100003 + r.version)) from orchestration_run r
    where r.organization_id = p.organization_id and r.project_id = p.id
      and not (r.status in ({", ".join(f"'{status}'" for status in sorted(RUN_ENDS))}))),
  (select sum(hashtextextended(a.id::text, a.version)) from orchestration_approval a
    where a.organization_id = p.organization_id and a.project_id = p.id
      and a.state = '{ApprovalState.PENDING.value}'),
  (select sum(hashtextextended(h.approval_id::text, extract(epoch from h.held_at)::bigint))
    from orchestration_helddecision h join orchestration_approval a on a.id = h.approval_id
    where h.organization_id = p.organization_id and a.project_id = p.id
      and a.state = '{ApprovalState.PENDING.value}'))
from tenancy_project p where p.organization_id = %s and p.id = any(%s::uuid[])
"""  # noqa: S608  (words of our own enums)
_WRITING = """
select e.payload->>'step' from orchestration_traceevent e
where e.organization_id = %s and e.run_id = %s and e.kind = %s order by e.seq desc limit 3
"""


class TraceReader:
    """Fills `baton.live.reading.Reader`."""

    def page(self, place: Place, run: str, after: int, limit: int) -> Page | None:
        """At most so many of the next events of a run; None where the project has no such run."""
        organization = UUID(place.organization)
        with organization_scope(organization):
            found = event_page(organization, UUID(place.project), UUID(run), after=after, limit=limit)
        if found is None:
            return None
        # Gapless: how many there are is known without reading them.
        last = min(after + limit, found.last_seq)
        return Page(after + 1, last, found.events[1:-1].encode(), found.last_seq)

    def look(self, organization: str, of_runs: Collection[str], projects: Collection[str]) -> Look:
        """Where runs and projects stand."""
        with organization_scope(UUID(organization)), connection.cursor() as cursor:
            cursor.execute(_LAST_SEQS, [organization, list(of_runs)])
            runs = {run: Stand(project, last_seq) for run, project, last_seq in cursor.fetchall()}
            cursor.execute(_MARKS, [organization, list(projects)])
            return Look(runs, dict(cursor.fetchall()))

    def writing_steps(self, place: Place, run: str) -> list[str]:
        """The latest model calls; the text of one that has ended is not kept any more."""
        with organization_scope(UUID(place.organization)), connection.cursor() as cursor:
            cursor.execute(_WRITING, [place.organization, run, EventKind.MODEL_CALL_STARTED.value])
            return [str(step) for (step,) in cursor.fetchall()]
