"""One act of publishing: where it happens, who does it, and what it has changed so far."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from django.db.models import F, Model, QuerySet

from agents_app.kinds import Kind
from agents_app.models import Draft
from agents_app.selectors.kinds import KINDS
from baton.tenancy.actor import Actor


@dataclass(frozen=True, slots=True)
class Change:
    """One thing that publishing made or changed. `number` is None for what has no versions."""

    kind: str
    name: str
    number: int | None = None

    def __str__(self) -> str:
        return f"{self.kind} {self.name}" + (f" version {self.number}" if self.number else "")


@dataclass(slots=True)
class Publication:
    """The project, the actor, and the changes in the order they were made."""

    actor: Actor
    project_id: UUID
    notes: str = ""
    """Why, in the publisher's words; each new version carries them."""
    changes: list[Change] = field(default_factory=list)

    @property
    def organization_id(self) -> UUID:
        return self.actor.organization_id

    @property
    def place(self) -> dict[str, UUID]:
        """The columns that say where a row belongs."""
        return {"organization_id": self.organization_id, "project_id": self.project_id}

    @property
    def authorship(self) -> dict[str, Any]:
        """The columns of a new version that say whose it is, who published it and why."""
        return {
            "organization_id": self.organization_id,
            "notes": self.notes,
            "created_by_id": self.actor.user_id,
        }

    def note_version(
        self, kind: Kind, object_id: UUID, name: str, number: int, *, says_the_same: bool = False
    ) -> None:
        """A version was made. Whoever edits a draft of the object has not seen it: their revision is over,
        unless the new version says the same as the one before."""
        self.changes.append(Change(kind.value, name, number))
        drafts = Draft.objects.filter(
            organization_id=self.organization_id, kind=kind.value, object_id=object_id
        )
        if says_the_same:
            drafts.filter(base_number=number - 1).update(base_number=number)
        elif drafts.update(revision=F("revision") + 1):
            rows = KINDS[kind].objects.objects.filter(organization_id=self.organization_id, id=object_id)
            rows.update(draft_revision=F("draft_revision") + 1)

    def existing[M: Model](self, model: type[M], names: Iterable[str]) -> dict[str, M]:
        """The rows of this project with these names."""
        rows = model._default_manager.filter(**self.place, name__in=list(names))
        return {row.name: row for row in rows}  # type: ignore[attr-defined]

    def upsert[M: Model](
        self, model: type[M], kind: str, wanted: Mapping[str, Mapping[str, Any]]
    ) -> dict[str, M]:
        """Make or update rows by name, touching only those that differ."""
        rows = self.existing(model, wanted)
        for name, values in wanted.items():
            row = rows.get(name)
            if row is None:
                rows[name] = model._default_manager.create(**self.place, name=name, **values)
            elif all(getattr(row, field) == value for field, value in values.items()):
                continue
            else:
                self._update(row, values)
            self.changes.append(Change(kind, name))
        return rows

    def latest_versions[M: Model](self, versions: QuerySet[M], parent: str) -> dict[UUID, M]:
        """The newest version of each parent, by the parent's id."""
        newest = (
            versions.filter(organization_id=self.organization_id).order_by(parent, "-number").distinct(parent)
        )
        return {getattr(version, parent): version for version in newest}

    def _update(self, row: Model, values: Mapping[str, Any]) -> None:
        for field_name, value in values.items():
            setattr(row, field_name, value)
        fields = list(values)
        if hasattr(row, "version"):
            # Whoever holds an open client of this row notices by the number.
            row.version += 1
            fields.append("version")
        row.save(update_fields=fields)
