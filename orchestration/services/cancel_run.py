"""Cancel a run: from here on nothing new of it starts (promise P13); its end follows within moments."""

import json
from uuid import UUID

from django.db import connection

from baton.audit.record import record
from baton.core.errors import Conflict, NotFound
from baton.tenancy.actor import Actor
from baton.tenancy.scope import organization_scope
from orchestration.announce import announce
from orchestration.models import Run


def cancel_run(*, actor: Actor, run_id: UUID, reason: str = "") -> None:
    """Once more changes nothing. Raises Conflict where the run has ended, NotFound where there is none."""
    actor.require("runs:cancel")
    with organization_scope(actor.organization_id):
        runs = Run.objects.filter(organization_id=actor.organization_id, project_id=actor.project_id)
        if not runs.filter(id=run_id).exists():
            raise NotFound
        with connection.cursor() as cursor:
            cursor.execute(
                "select kernel.cancel_run(%s, %s, %s, %s, %s)::text",
                [run_id, reason, actor.kind, actor.id, actor.name],
            )
            answer = json.loads(cursor.fetchone()[0])
        if answer["outcome"] == "ended":
            status = answer["status"]
            raise Conflict(
                "run_ended", f"The run has ended already: it is {status}.", details={"status": status}
            )
        if answer["outcome"] == "cancelling":
            record(
                actor=actor,
                action="runs:cancel",
                object_kind="run",
                object_id=run_id,
                detail={"reason": reason},
            )
            announce(organization_id=actor.organization_id, run_id=run_id, approvals=True)
