"""Who asks, where, and what they may do: what a client must know before it shows anything."""

from typing import Any

from django.conf import settings
from django.db.models import Q

from baton.accounts.models import User
from baton.core.errors import NotFound
from baton.tenancy.actor import Actor
from baton.tenancy.scope import organization_scope
from baton.tenancy.selectors import MemberProject, Place, place_of, projects_of
from orchestration.models import Approval


def describe_actor(actor: Actor) -> dict[str, Any]:
    """The actor as REST answers them. Raises NotFound where their project is gone."""
    with organization_scope(actor.organization_id):
        place = place_of(actor.organization_id, actor.project_id)
        if place is None:
            raise NotFound
        is_demo = place.organization_slug == settings.BATON.baton_demo_organization
        may_decide = actor.kind == "user" and actor.can("approvals:decide")
        is_new = is_demo and may_decide and not _has_decided(actor)
    return {
        "person": _person(actor) if actor.kind == "user" else None,
        "key": {"id": actor.id, "name": actor.name} if actor.kind == "api_key" else None,
        **_shown(place),
        "role": actor.role,
        "scopes": sorted(actor.scopes),
        "projects": _projects(actor, place),
        "demo": is_demo,
        "first_decision": is_new,
    }


def _person(actor: Actor) -> dict[str, Any]:
    name, email = User.objects.values_list("name", "email").get(id=actor.user_id)
    return {"id": actor.user_id, "name": name or email, "email": email}


def _projects(actor: Actor, place: Place) -> list[dict[str, Any]]:
    """Where the actor may go. A key is for one project; the role of its maker is theirs to tell."""
    if actor.kind == "api_key":
        return [{**_shown(place), "role": None}]
    return [{**_shown(each), "role": each.role} for each in projects_of(actor.user_id) if not each.suspended]


def _shown(place: Place | MemberProject) -> dict[str, Any]:
    return {
        "organization": {
            "id": place.organization_id,
            "name": place.organization_name,
            "slug": place.organization_slug,
        },
        "project": {"id": place.project_id, "name": place.project_name, "slug": place.project_slug},
    }


def _has_decided(actor: Actor) -> bool:
    """A decision that is held for its grace counts: whoever made it has seen how it is done."""
    mine = Q(decided_by_kind=actor.kind, decided_by_id=actor.id)
    held = Q(held__held_by_kind=actor.kind, held__held_by_id=actor.id)
    approvals = Approval.objects.filter(organization_id=actor.organization_id)
    return approvals.filter(mine | held).exists()
