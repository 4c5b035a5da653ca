"""The object that somebody changes, taken in turn, and whether they have seen how it is now."""

from typing import Any
from uuid import UUID

from agents_app.definition.text import content_text
from agents_app.kinds import Kind
from agents_app.selectors.kinds import KINDS
from agents_app.selectors.objects import Found, find_object, version_content
from agents_app.services.publish_definition import lock_project
from baton.core.clock import to_rfc3339
from baton.core.errors import Conflict, NotFound, Precondition
from baton.tenancy.actor import Actor


def take_object(actor: Actor, kind: Kind, object_id: UUID | None, *, archived: bool = False) -> Found:
    """The object, while nobody else changes or publishes anything of its project.

    A single object gets its row here. An archived one is refused unless `archived` says that it may be.
    """
    lock_project(actor, actor.project_id)
    found = find_object(kind, actor.organization_id, actor.project_id, object_id)
    if found is None:
        raise NotFound
    if found.row is None:
        row = KINDS[kind].objects.objects.create(
            organization_id=actor.organization_id, project_id=actor.project_id
        )
        return Found(found.table, row, None, None)
    if found.archived_at is not None and not archived:
        raise Conflict("archived", f"'{found.name}' is archived; take it back first.")
    return found


def require_draft(found: Found, seen: int) -> None:
    """Raise Precondition, with what stands there now, unless this revision of the draft was seen."""
    if seen != found.revision:
        raise changed_meanwhile(found)


def changed_meanwhile(found: Found) -> Precondition:
    """Somebody was quicker: their text, so that both can be shown beside each other."""
    draft = found.draft
    details: dict[str, Any] = {"version": found.revision}
    if draft is not None and draft.base_number == found.number:
        details |= _theirs(draft.content, draft.updated_by, draft.updated_at)
    elif found.live is not None:
        # The draft is gone, or a version was published beside it since it was last saved.
        content = version_content(found.table, found.live)
        details |= _theirs(content, found.live.created_by, found.live.created_at)
    else:
        details |= _theirs(None, None, None)
    return Precondition("version_conflict", f"'{found.name}' was changed meanwhile.", details=details)


def _theirs(content: Any, person: Any, at: Any) -> dict[str, Any]:
    return {
        "content": content,
        "text": None if content is None else content_text(content),
        "updated_by": {"id": str(person.id), "name": str(person)} if person else None,
        "updated_at": to_rfc3339(at) if at else None,
    }
