"""Save a draft: whole, over the revision that its editor has seen."""

from uuid import UUID

from django.db.models.functions import Now

from agents_app.kinds import Kind
from agents_app.models import Draft
from agents_app.selectors.check import Given, check_given
from agents_app.selectors.kinds import KINDS
from agents_app.selectors.objects import Found, version_content
from agents_app.selectors.versions import find_version
from agents_app.services.drafts.content import content_to_keep
from agents_app.services.drafts.seen import changed_meanwhile, require_draft, take_object
from baton.audit.record import record
from baton.tenancy.actor import Actor
from baton.tenancy.scope import organization_scope

ANY_BASE = -1


def save_draft(
    *,
    actor: Actor,
    kind: Kind,
    object_id: UUID | None = None,
    given: Given,
    seen: int,
    base_number: int | None = ANY_BASE,
) -> Draft:
    """The draft as it is saved; it may be incomplete or wrong. `seen` is 0 where there is none yet.

    `base_number` is the version that the editor began from, where they say so: without a draft there is
    nothing else to tell that another version was published meanwhile.
    """
    table = KINDS[kind]
    actor.require(table.edit)
    with organization_scope(actor.organization_id):
        found = take_object(actor, kind, object_id)
        require_draft(found, seen)
        if base_number != ANY_BASE and not _says_what_is_live(found, base_number):
            raise changed_meanwhile(found)
        checked = check_given(actor.organization_id, actor.project_id, kind, found.name, given)
        draft = write_draft(actor, found, content_to_keep(checked))
        record(
            actor=actor,
            action=f"{table.edit.partition(':')[0]}:save_draft",
            object_kind=kind.value,
            object_id=found.row.id,
            detail={"name": found.name, "revision": draft.revision},
        )
    return draft


def _says_what_is_live(found: Found, number: int | None) -> bool:
    """Whether the version is live, or one that says the same: publishing a tool makes such ones of agents."""
    if number == found.number:
        return True
    version = find_version(found, number) if number is not None and found.live is not None else None
    return version is not None and (
        version_content(found.table, version) == version_content(found.table, found.live)
    )


def write_draft(actor: Actor, found: Found, content: object) -> Draft:
    """Put the content into the object's draft, made where there is none; the caller has the object's turn."""
    row = found.row
    row.draft_revision += 1
    row.save(update_fields=["draft_revision"])
    said = {
        "content": content,
        "revision": row.draft_revision,
        "base_number": found.number,
        "updated_at": Now(),
        "updated_by_id": actor.user_id,
    }
    which = {"organization_id": actor.organization_id, "kind": found.table.kind.value, "object_id": row.id}
    draft, _ = Draft.objects.update_or_create(
        **which, defaults=said, create_defaults={**said, "project_id": actor.project_id}
    )
    draft.refresh_from_db(fields=["updated_at"])
    return draft
