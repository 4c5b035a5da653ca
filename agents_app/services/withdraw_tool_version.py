"""Withdraw a version of a tool: no call of it starts any more, in any run, approved or not."""

from uuid import UUID

from django.db.models.functions import Now

from agents_app.models import ToolVersion
from baton.audit.record import record
from baton.core.errors import NotFound
from baton.tenancy.actor import Actor
from baton.tenancy.scope import organization_scope


def withdraw_tool_version(*, actor: Actor, tool_version_id: UUID, reason: str = "") -> ToolVersion:
    """The withdrawn version. A second time changes nothing; there is no way back but a new version."""
    actor.require("tools:edit")
    with organization_scope(actor.organization_id):
        versions = ToolVersion.objects.filter(
            organization_id=actor.organization_id, tool__project_id=actor.project_id, id=tool_version_id
        )
        version = versions.select_related("tool").first()
        if version is None:
            raise NotFound
        changed = ToolVersion.objects.filter(
            organization_id=actor.organization_id, id=version.id, withdrawn_at=None
        ).update(withdrawn_at=Now())
        if changed:
            version.refresh_from_db(fields=["withdrawn_at"])
            record(
                actor=actor,
                action="tools:withdraw",
                object_kind="tool_version",
                object_id=version.id,
                detail={"tool": version.tool.name, "number": version.number, "reason": reason},
            )
    return version
