"""Make an API key for a service of a project."""

from collections.abc import Collection
from datetime import datetime
from uuid import UUID

from django.conf import settings

from baton.core.errors import Forbidden, Unprocessable
from baton.tenancy.actor import Actor
from baton.tenancy.keys import make_key
from baton.tenancy.models import ApiKey, Project
from baton.tenancy.roles import DEFAULT_KEY_SCOPES, SCOPES
from baton.tenancy.scope import organization_scope


def create_api_key(
    *,
    actor: Actor,
    project_id: UUID,
    name: str,
    scopes: Collection[str] = DEFAULT_KEY_SCOPES,
    expires_at: datetime | None = None,
) -> tuple[ApiKey, str]:
    """The key and its text, which exists nowhere else and is shown once.

    A key may do no more than its maker: otherwise making one would be a way up.
    """
    actor.require("keys:manage")
    unknown = sorted(set(scopes) - set(SCOPES))
    if unknown:
        raise Unprocessable("invalid_value", f"There is no scope {unknown[0]!r}.", field="scopes")
    beyond = sorted(scope for scope in scopes if not actor.can(scope))
    if beyond:
        raise Forbidden("insufficient_scope", f"You may not give {beyond[0]}, which you do not have.")
    text, parts = make_key(settings.BATON.baton_env)
    with organization_scope(actor.organization_id):
        if not Project.objects.filter(organization_id=actor.organization_id, id=project_id).exists():
            raise Unprocessable("invalid_reference", "There is no such project.", field="project_id")
        key = ApiKey.objects.create(
            organization_id=actor.organization_id,
            project_id=project_id,
            name=name,
            key_id=parts.key_id,
            secret_hash=parts.secret_hash,
            scopes=sorted(scopes),
            created_by_id=actor.user_id,
            expires_at=expires_at,
        )
    return key, text
