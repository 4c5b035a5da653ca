"""Reading API keys. The caller holds the organization's scope."""

from typing import Any
from uuid import UUID

from django.db.models import QuerySet

from baton.tenancy.models import ApiKey


def keys_of(organization_id: UUID, project_id: UUID) -> QuerySet[ApiKey]:
    """The keys of a project, ended ones too, each with the person who made it."""
    keys = ApiKey.objects.filter(organization_id=organization_id, project_id=project_id)
    return keys.select_related("created_by")


def show_key(key: ApiKey) -> dict[str, Any]:
    """A key without what opens anything."""
    return {
        "id": key.id,
        "name": key.name,
        "key_id": key.key_id,
        "scopes": key.scopes,
        "created_at": key.created_at,
        "created_by": {"id": key.created_by_id, "name": str(key.created_by)},
        "expires_at": key.expires_at,
        "revoked_at": key.revoked_at,
        "last_used_at": key.last_used_at,
        "version": key.version,
    }
