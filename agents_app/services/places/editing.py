"""What every change of a connection, a credential or a variable keeps to."""

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from django.db import models

from agents_app.definition.places import MAX_NAME
from agents_app.selectors.places import User
from agents_app.services.publish_definition import lock_project
from baton.api.preconditions import require_current
from baton.audit.record import record
from baton.core.errors import Conflict, NotFound, Unprocessable
from baton.core.text import hidden_sign
from baton.tenancy.actor import Actor


def take_name(actor: Actor, name: str, rows: "models.QuerySet[Any]") -> None:
    """Refuse a name that is none or is taken, with the project locked: of two at once one is the second."""
    if name != name.strip() or not name or len(name) > MAX_NAME or hidden_sign(name):
        message = f"A name has 1 to {MAX_NAME} characters, none of them hidden, and no space at its ends."
        raise Unprocessable("invalid_value", message, field="name")
    lock_project(actor, actor.project_id)
    twin = rows.filter(name=name).values_list("id", flat=True).first()
    if twin is not None:
        message = f"There is one called '{name}' already."
        raise Conflict("already_exists", message, field="name", details={"id": str(twin)})


def rename(actor: Actor, row: Any, name: str, rows: "models.QuerySet[Any]", users: Sequence[User]) -> None:
    """Refuse another name where one is taken, or where tools call it by the one it has."""
    if name != row.name:
        take_name(actor, name, rows)
        refuse_used(f"'{row.name}'", users)


def take[M: models.Model](actor: Actor, rows: "models.QuerySet[M]", row_id: UUID, seen: int) -> M:
    """The row at the version that was seen, with the project locked: nobody publishes meanwhile."""
    lock_project(actor, actor.project_id)
    row = rows.filter(id=row_id).first()
    if row is None:
        raise NotFound
    require_current(seen, row.version)  # type: ignore[attr-defined]
    return row


def change(row: Any, values: dict[str, Any]) -> list[str]:
    """Write what differs, and count the version up with it; the names of what was changed."""
    changed = {name: value for name, value in values.items() if getattr(row, name) != value}
    if changed:
        for name, value in changed.items():
            setattr(row, name, value)
        row.version += 1
        row.save(update_fields=[*changed, "version"])
    return sorted(changed)


def refuse_used(what: str, users: Sequence[User]) -> None:
    """Raise Conflict, naming the users, where there are any."""
    if users:
        names = ", ".join(f"{user.kind} '{user.name}'" for user in users[:5])
        more = f" and {len(users) - 5} more" if len(users) > 5 else ""
        details = {"used_by": [user.to_json() for user in users]}
        raise Conflict("in_use", f"{what} is used by {names}{more}.", details=details)


def note(actor: Actor, kind: str, what: str, row: Any, **detail: Any) -> None:
    """One line in the audit log: `credentials:edit`, say. Never a value."""
    record(
        actor=actor,
        action=f"{kind}s:{what}",
        object_kind=kind,
        object_id=row.id,
        detail={"name": row.name, **detail},
    )
