"""Archive an object and take it back. Nothing is deleted: runs and versions name it."""

from typing import Any
from uuid import UUID

from django.db.models.functions import Now

from agents_app.kinds import Kind
from agents_app.models import Agent, Tool, TrainingProfile
from agents_app.orchestration_spec import OrchestrationSpec
from agents_app.selectors.kinds import KINDS
from agents_app.selectors.objects import Found
from agents_app.selectors.uses import agents_using, orchestrations_using
from agents_app.services.drafts.seen import take_object
from agents_app.spec import AgentSpec
from baton.audit.record import record
from baton.core.errors import Conflict
from baton.tenancy.actor import Actor
from baton.tenancy.scope import organization_scope


def archive(*, actor: Actor, kind: Kind, object_id: UUID) -> None:
    """New runs of an archived agent or orchestration are refused, and nothing new may name what is archived.

    A second time changes nothing. What a live agent or orchestration uses is refused.
    """
    actor.require(KINDS[kind].publish)
    with organization_scope(actor.organization_id):
        found = take_object(actor, kind, object_id, archived=True)
        if found.archived_at is not None:
            return
        place = (actor.organization_id, actor.project_id)
        users: list[tuple[Kind, Any]] = [
            (Kind.AGENT, agent) for agent in agents_using(*place, kind, object_id)
        ]
        if kind is Kind.AGENT:
            users += [(Kind.ORCHESTRATION, each) for each in orchestrations_using(*place, object_id)]
        if users:
            names = ", ".join(user.name for _, user in users)
            used_by = [{"kind": of.value, "id": str(user.id), "name": user.name} for of, user in users]
            message = f"'{found.name}' is used by {names}."
            raise Conflict("in_use", message, details={"used_by": used_by})
        _set(actor, found, Now(), "archive")


def unarchive(*, actor: Actor, kind: Kind, object_id: UUID) -> None:
    """Take an object back. An agent that uses something archived is refused until that is back."""
    actor.require(KINDS[kind].publish)
    with organization_scope(actor.organization_id):
        found = take_object(actor, kind, object_id, archived=True)
        if found.archived_at is None:
            return
        if kind is Kind.AGENT and found.live is not None:
            _refuse_archived_parts(actor, AgentSpec.model_validate(found.live.spec))
        if kind is Kind.ORCHESTRATION and found.live is not None:
            _refuse_archived_members(actor, OrchestrationSpec.model_validate(found.live.spec))
        _set(actor, found, None, "unarchive")


def _refuse_archived_parts(actor: Actor, spec: AgentSpec) -> None:
    place = {"organization_id": actor.organization_id, "archived_at__isnull": False}
    parts: list[Any] = [
        *TrainingProfile.objects.filter(**place, id=spec.profile.profile_id),
        *Tool.objects.filter(**place, id__in=[tool.tool_id for tool in spec.tools]),
    ]
    if parts:
        names = ", ".join(part.name for part in parts)
        raise Conflict("archived", f"'{spec.name}' uses what is archived: {names}.")


def _refuse_archived_members(actor: Actor, spec: OrchestrationSpec) -> None:
    ids = [member.agent_id for member in spec.members]
    archived = Agent.objects.filter(
        organization_id=actor.organization_id, archived_at__isnull=False, id__in=ids
    )
    if names := ", ".join(archived.values_list("name", flat=True)):
        raise Conflict("archived", f"'{spec.name}' has members that are archived: {names}.")


def _set(actor: Actor, found: Found, at: Any, what: str) -> None:
    found.row.archived_at = at
    found.row.save(update_fields=["archived_at"])
    record(
        actor=actor,
        action=f"{found.table.edit.partition(':')[0]}:{what}",
        object_kind=found.table.kind.value,
        object_id=found.row.id,
        detail={"name": found.name},
    )
