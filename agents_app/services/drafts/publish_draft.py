"""Publish a draft: its content becomes the next version, and the draft is gone."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from agents_app.definition.content import Checked
from agents_app.kinds import Kind
from agents_app.models import AgentVersion
from agents_app.selectors.check import Given, check_given
from agents_app.selectors.kinds import KINDS
from agents_app.selectors.objects import Found
from agents_app.services.drafts.content import invalid_definition
from agents_app.services.drafts.seen import require_draft, take_object
from agents_app.services.publishing.publication import Publication
from agents_app.services.publishing.repin import repin_agents
from agents_app.services.publishing.value import publish_value
from baton.audit.record import record
from baton.core.errors import Conflict
from baton.egress.allow import NOTHING, AllowList
from baton.tenancy.actor import Actor
from baton.tenancy.scope import organization_scope

MAX_NOTES = 2_000


@dataclass(frozen=True, slots=True)
class PublishedDraft:
    """The new version, and the versions of agents that were made to use it."""

    version: Any
    agents: tuple[AgentVersion, ...]


def publish_draft(
    *,
    actor: Actor,
    kind: Kind,
    object_id: UUID | None = None,
    seen: int,
    notes: str,
    update_agents: bool = False,
    allow: AllowList = NOTHING,
) -> PublishedDraft:
    """The next version, live from now on. `update_agents`: live agents that use the object pin it, too.

    `allow` are the places that are reached although they are not public.
    """
    table = KINDS[kind]
    actor.require(table.publish)
    if update_agents:
        actor.require(KINDS[Kind.AGENT].publish)
    with organization_scope(actor.organization_id):
        found = take_object(actor, kind, object_id)
        require_draft(found, seen)
        if found.draft is None:
            raise nothing_to_publish(found)
        publication = Publication(actor, actor.project_id, notes)
        checked = checked_today(publication, found, found.draft.content, allow)
        found.draft.delete()
        version = publish_checked(publication, found, checked)
        agents = repin_agents(publication, kind, found.row.id, version) if update_agents else []
        record_publication(publication, found, version, agents)
    return PublishedDraft(version, tuple(agents))


def checked_today(publication: Publication, found: Found, content: object, allow: AllowList) -> Checked:
    """Content that may become a version of the object; refused where anything is wrong with it."""
    checked = check_given(
        publication.organization_id,
        publication.project_id,
        found.table.kind,
        found.name,
        Given(content=content),
        allow,
    )
    if checked.problems:
        raise invalid_definition(checked.problems)
    return checked


def publish_checked(publication: Publication, found: Found, checked: Checked) -> Any:
    """The next version of what was checked; refused where nothing is new."""
    version = publish_value(publication, found, checked.value)
    if version == found.live:
        raise nothing_to_publish(found)
    return version


def nothing_to_publish(found: Found) -> Conflict:
    """There is no draft, or it says what the live version says."""
    return Conflict("nothing_to_publish", f"There is nothing new to publish of '{found.name}'.")


def record_publication(
    publication: Publication,
    found: Found,
    version: Any,
    agents: Sequence[AgentVersion] = (),
    **more: Any,
) -> None:
    """Write down what was published, with everything that changed with it."""
    record(
        actor=publication.actor,
        action=f"{found.table.publish.partition(':')[0]}:publish",
        object_kind=found.table.kind.value,
        object_id=found.row.id,
        detail={
            "name": found.name,
            "number": version.number,
            "notes": publication.notes,
            "changes": [str(change) for change in publication.changes],
            **more,
        },
    )
