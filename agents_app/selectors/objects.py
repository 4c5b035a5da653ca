"""One object of any kind with its live version and its draft. The caller holds the organization's scope."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db.models import QuerySet

from agents_app.definition.content import content_of
from agents_app.kinds import Kind
from agents_app.models import Draft, ModelConnection
from agents_app.selectors.kinds import KINDS, KindTable


@dataclass(frozen=True, slots=True)
class Found:
    """An object as it is. A single one that nobody has written yet has no row."""

    table: KindTable
    row: Any
    live: Any
    draft: Draft | None

    @property
    def name(self) -> str:
        """Of a single object: its kind."""
        return self.table.kind.value if self.table.is_single else str(self.row.name)

    @property
    def number(self) -> int | None:
        """Of the live version."""
        return self.live.number if self.live else None

    @property
    def revision(self) -> int:
        """Of the draft; 0 where there is none."""
        return self.draft.revision if self.draft else 0

    @property
    def archived_at(self) -> Any:
        return getattr(self.row, "archived_at", None)


def rows_of(table: KindTable, organization_id: UUID, project_id: UUID) -> QuerySet[Any]:
    """The objects of a kind in a project."""
    rows: QuerySet[Any] = table.objects.objects.filter(organization_id=organization_id, project_id=project_id)
    return rows


def find_object(kind: Kind, organization_id: UUID, project_id: UUID, object_id: UUID | None) -> Found | None:
    """One object, archived or not; of a kind of which a project has one, without an id."""
    table = KINDS[kind]
    rows = rows_of(table, organization_id, project_id)
    row = (rows if table.is_single else rows.filter(id=object_id)).first()
    if row is None:
        return Found(table, None, None, None) if table.is_single else None
    live = live_versions(table, organization_id, [row]).get(row.id)
    draft = Draft.objects.filter(organization_id=organization_id, kind=kind, object_id=row.id)
    return Found(table, row, live, draft.select_related("updated_by").first())


def live_versions(table: KindTable, organization_id: UUID, rows: Collection[Any]) -> dict[UUID, Any]:
    """The live version of each object that has one, by the object's id, with the person who published it."""
    versions = table.versions.objects.filter(organization_id=organization_id).select_related("created_by")
    if table.has_live:
        versions = versions.filter(id__in=[row.live_version_id for row in rows if row.live_version_id])
    else:
        parents = {f"{table.parent}__in": [row.id for row in rows]}
        parent = f"{table.parent}_id"
        versions = versions.filter(**parents).order_by(parent, "-number").distinct(parent)
    return {getattr(version, f"{table.parent}_id"): version for version in versions}


def drafts_of(kind: Kind, organization_id: UUID, rows: Collection[Any]) -> dict[UUID, Draft]:
    """The draft of each object that has one, by the object's id."""
    drafts = Draft.objects.filter(
        organization_id=organization_id, kind=kind, object_id__in=[row.id for row in rows]
    )
    return {draft.object_id: draft for draft in drafts.select_related("updated_by")}


def version_content(table: KindTable, version: Any) -> dict[str, Any]:
    """What a version says, as its author would write it today."""
    names: dict[str, str] = {}
    stored = getattr(version, table.stored)
    if table.kind is Kind.AGENT:
        # Versions name their connection by id; a deleted one has no name any more.
        connections = ModelConnection.objects.filter(
            organization_id=version.organization_id, id=stored["connection_id"]
        )
        names = {str(key): name for key, name in connections.values_list("id", "name")}
    return content_of(table.kind, stored, names)
