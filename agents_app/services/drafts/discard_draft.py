"""Discard a draft: what is published stays as it is."""

from uuid import UUID

from agents_app.kinds import Kind
from agents_app.selectors.kinds import KINDS
from agents_app.services.drafts.seen import require_draft, take_object
from baton.audit.record import record
from baton.core.errors import NotFound
from baton.tenancy.actor import Actor
from baton.tenancy.scope import organization_scope


def discard_draft(*, actor: Actor, kind: Kind, object_id: UUID | None = None, seen: int) -> None:
    """Delete the draft that was seen. Of an object without a version, the name stays."""
    table = KINDS[kind]
    actor.require(table.edit)
    with organization_scope(actor.organization_id):
        found = take_object(actor, kind, object_id, archived=True)
        require_draft(found, seen)
        if found.draft is None:
            raise NotFound
        found.draft.delete()
        record(
            actor=actor,
            action=f"{table.edit.partition(':')[0]}:discard_draft",
            object_kind=kind.value,
            object_id=found.row.id,
            detail={"name": found.name, "revision": seen},
        )
