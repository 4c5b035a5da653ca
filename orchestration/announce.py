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
    run = (
        Run.objects.filter(organization_id=organization_id, id=run_id)
        .values("project_id", "last_seq", "status", "waiting_for")
        .get()
    )
    news = RunNews(
        organization=str(organization_id),
        project=str(run["project_id"]),
        run=str(run_id),
        first=run["last_seq"],
        last=run["last_seq"],
        status=run["status"],
        waiting_for=tuple(run["waiting_for"]),
        approvals=approvals,
    )
    transaction.on_commit(lambda: publish(news))
