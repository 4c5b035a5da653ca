"""Roll back: what an earlier version says becomes the next version."""

from typing import Any
from uuid import UUID

from agents_app.kinds import Kind
from agents_app.selectors.kinds import KINDS
from agents_app.selectors.objects import Found, version_content
from agents_app.selectors.versions import find_version
from agents_app.services.drafts.publish_draft import (
    checked_today,
    nothing_to_publish,
    publish_checked,
    record_publication,
)
from agents_app.services.drafts.seen import take_object
from agents_app.services.publishing.agents import publish_agent_spec
from agents_app.services.publishing.publication import Publication
from agents_app.spec import AgentSpec
from baton.api.preconditions import require_current
from baton.core.errors import NotFound
from baton.egress.allow import NOTHING, AllowList
from baton.tenancy.actor import Actor
from baton.tenancy.scope import organization_scope


def restore_version(
    *,
    actor: Actor,
    kind: Kind,
    object_id: UUID | None = None,
    number: int,
    seen: int,
    notes: str,
    allow: AllowList = NOTHING,
) -> Any:
    """The new version. `seen` is the live one that is rolled back. A draft stays, for its editor to look at.

    An agent gets back exactly what it was, with the versions that it pinned; anything else is built anew from
    what its author wrote, so that a credential or a variable counts as it is today.
    """
    table = KINDS[kind]
    actor.require(table.publish)
    with organization_scope(actor.organization_id):
        found = take_object(actor, kind, object_id)
        require_current(seen, found.number or 0)
        earlier = find_version(found, number)
        if earlier is None:
            raise NotFound
        publication = Publication(actor, actor.project_id, notes)
        version = _restore(publication, found, earlier, allow)
        record_publication(publication, found, version, restored=number)
    return version


def _restore(publication: Publication, found: Found, earlier: Any, allow: AllowList) -> Any:
    checked = checked_today(publication, found, version_content(found.table, earlier), allow)
    if found.table.kind is not Kind.AGENT:
        return publish_checked(publication, found, checked)
    spec = AgentSpec.model_validate(earlier.spec)
    version = publish_agent_spec(publication, found.row, found.live, spec, earlier.profile_version_id)
    if version == found.live:
        raise nothing_to_publish(found)
    return version
