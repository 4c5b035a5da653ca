"""Tell the `live` processes that something of a run was changed from outside a worker.

Worker: its journal does it with the events themselves. Here it is a hint without them: who watches reads the
rows. It is given to the bus after the commit, and a lost one only delays.
"""

from uuid import UUID

from django.db import transaction

from baton.live.bus import RunNews
from baton.live.sending import publish
from orchestration.models import Run


def announce(*, organization_id: UUID, run_id: UUID, approvals: bool = False) -> None:
    """Call it in the transaction that changed the run and holds its row. `approvals`: cards of it changed."""
    runs = Run.objects.filter(organization_id=organization_id, id=run_id)
    announce_run(
        runs.only("organization_id", "project_id", "last_seq", "status", "waiting_for").get(), approvals
    )


def announce_run(run: Run, approvals: bool = False) -> None:
    """The same for a row at hand that is as the transaction leaves it: nothing is read again."""
    news = RunNews(
        organization=str(run.organization_id),
        project=str(run.project_id),
        run=str(run.id),
        first=run.last_seq,
        last=run.last_seq,
        status=run.status,
        waiting_for=tuple(run.waiting_for),
        approvals=approvals,
    )
    transaction.on_commit(lambda: publish(news))
