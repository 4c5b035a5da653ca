"""Make a new agent, profile or tool, with a draft and without a version."""

from typing import Any

from agents_app.definition.content import check_name
from agents_app.kinds import Kind
from agents_app.selectors.check import Given, check_given
from agents_app.selectors.kinds import KINDS
from agents_app.selectors.objects import Found, rows_of
from agents_app.services.drafts.content import content_to_keep
from agents_app.services.drafts.save_draft import write_draft
from agents_app.services.publish_definition import lock_project
from baton.audit.record import record
from baton.core.errors import Conflict
from baton.tenancy.actor import Actor
from baton.tenancy.scope import organization_scope

NOTHING = Given(content={})


def create_object(*, actor: Actor, kind: Kind, name: str, given: Given = NOTHING) -> Any:
    """The new row. The name is for good: agents, rules and files refer to it."""
    actor.require(KINDS[kind].edit)
    check_name(kind, name)
    with organization_scope(actor.organization_id):
        lock_project(actor, actor.project_id)
        checked = check_given(actor.organization_id, actor.project_id, kind, name, given)
        return add_object(actor, kind, name, content_to_keep(checked), detail={})


def add_object(actor: Actor, kind: Kind, name: str, content: object, *, detail: dict[str, Any]) -> Any:
    """The new row with a draft; the caller holds the project's lock."""
    table = KINDS[kind]
    twin = rows_of(table, actor.organization_id, actor.project_id).filter(name=name).first()
    if twin is not None:
        archived = ", and it is archived" if twin.archived_at else ""
        message = f"There is one called '{name}' already{archived}."
        raise Conflict("already_exists", message, field="name", details={"id": str(twin.id)})
    row = table.objects.objects.create(
        organization_id=actor.organization_id, project_id=actor.project_id, name=name
    )
    write_draft(actor, Found(table, row, None, None), content)
    record(
        actor=actor,
        action=f"{table.edit.partition(':')[0]}:create",
        object_kind=kind.value,
        object_id=row.id,
        detail={"name": name, **detail},
    )
    return row
