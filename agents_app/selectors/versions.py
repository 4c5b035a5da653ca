"""The versions of an object. The caller holds the organization's scope."""

from typing import Any

from django.db.models import QuerySet

from agents_app.selectors.objects import Found


def versions_of(found: Found) -> QuerySet[Any]:
    """Every version of the object; none of a single one that nobody has written yet."""
    versions: QuerySet[Any] = found.table.versions.objects.none()
    if found.row is not None:
        versions = found.table.versions.objects.filter(
            organization_id=found.row.organization_id, **{found.table.parent: found.row}
        )
    return versions


def find_version(found: Found, number: int) -> Any:
    """The version with this number, or None; with the person who published it."""
    return versions_of(found).filter(number=number).select_related("created_by").first()
