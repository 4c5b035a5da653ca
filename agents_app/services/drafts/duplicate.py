"""Duplicate an object under another name: names never change, so this is how a thing gets a new one."""

from typing import Any
from uuid import UUID

from agents_app.definition.content import check_name
from agents_app.kinds import Kind
from agents_app.selectors.kinds import KINDS
from agents_app.selectors.objects import version_content
from agents_app.services.drafts.create_object import add_object
from agents_app.services.drafts.seen import take_object
from baton.tenancy.actor import Actor
from baton.tenancy.scope import organization_scope


def duplicate(*, actor: Actor, kind: Kind, object_id: UUID, name: str) -> Any:
    """The new row, with a draft of what the other's draft says, or its live version."""
    actor.require(KINDS[kind].edit)
    check_name(kind, name)
    with organization_scope(actor.organization_id):
        found = take_object(actor, kind, object_id, archived=True)
        content: dict[str, Any] = {}
        if found.draft is not None:
            content = found.draft.content
        elif found.live is not None:
            content = version_content(found.table, found.live)
        return add_object(actor, kind, name, content, detail={"duplicate_of": found.name})
