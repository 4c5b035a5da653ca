"""Write a project into one file."""

from dataclasses import dataclass
from uuid import UUID

from agents_app.bundle.contents import project_contents
from agents_app.bundle.signing import own_signer
from agents_app.bundle.text import bundle_text
from baton.core.errors import NotFound
from baton.tenancy.actor import Actor
from baton.tenancy.scope import organization_scope
from baton.tenancy.selectors import place_of

SCOPES = ("agents:read", "tools:read", "policies:read")


@dataclass(frozen=True, slots=True)
class Exported:
    """The file and its name. `signed_by` None: the installation has no key to sign with."""

    file_name: str
    text: str
    signed_by: str | None


def export_project(*, actor: Actor, project_id: UUID) -> Exported:
    """Everything that is live, from the versions that are stored. The same project gives the same bytes."""
    for scope in SCOPES:
        actor.require(scope)
    with organization_scope(actor.organization_id):
        place = place_of(actor.organization_id, project_id)
        if place is None:
            raise NotFound
        text = bundle_text(project_contents(actor.organization_id, project_id))
    signer = own_signer()
    return Exported(
        file_name=f"{place.project_slug}.baton.yaml",
        text=signer.sign(text) if signer else text,
        signed_by=signer.name if signer else None,
    )
