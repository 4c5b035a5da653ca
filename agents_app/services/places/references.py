"""What a place refers to by its id."""

from uuid import UUID

from agents_app.models import Credential
from agents_app.selectors.places import credentials_of
from baton.core.errors import Unprocessable
from baton.tenancy.actor import Actor


def find_credential(actor: Actor, credential_id: UUID | None) -> Credential | None:
    """The credential of the actor's project; one of another project is as unknown as none."""
    if credential_id is None:
        return None
    rows = credentials_of(actor.organization_id, actor.project_id)
    found = rows.filter(id=credential_id).first()
    if found is None:
        raise Unprocessable("invalid_reference", "There is no such credential.", field="credential")
    return found
