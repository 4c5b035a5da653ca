"""What the staff does, written into the audit log of each organization that it is about.

Django's admin keeps its own log beside it, of everything and for the staff alone.
"""

import json
from collections.abc import Iterable, Mapping
from typing import Any
from uuid import UUID

from django.db import connections

from baton.accounts.models import User
from baton.audit.context import current
from baton.core.ids import new_id
from baton.staff.connection import ALIAS
from baton.tenancy.models import Membership

# Plain SQL: the staff's role may add an entry and not read one, so nothing can be asked back.
_INSERT = """
insert into audit_auditentry (id, organization_id, actor_kind, actor_id, actor_name, action, object_kind,
                              object_id, detail, request_id, ip)
values (%s, %s, 'staff', %s, %s, %s, %s, %s, %s::jsonb, %s, %s)
"""


def note(
    *,
    staff: User | None,
    organization_id: UUID,
    action: str,
    object_kind: str,
    object_id: object,
    detail: Mapping[str, Any],
) -> None:
    """In the transaction of the act. `staff` None: whoever works on the server's command line."""
    context = current()
    values = [
        new_id(),
        organization_id,
        staff.id if staff else None,
        str(staff) if staff else "Command line of the server",
        action,
        object_kind,
        str(object_id),
        json.dumps(detail, default=str),
        context.request_id,
        context.ip,
    ]
    with connections[ALIAS].cursor() as cursor:
        cursor.execute(_INSERT, values)


def note_of_person(*, staff: User | None, person: User, action: str, detail: Mapping[str, Any]) -> None:
    """A person belongs to no organization; each that they are a member of is told."""
    for organization_id in organizations_of(person):
        note(
            staff=staff,
            organization_id=organization_id,
            action=action,
            object_kind="user",
            object_id=person.id,
            detail={"email": person.email, **detail},
        )


def organizations_of(person: User) -> Iterable[UUID]:
    """Where the person is a member."""
    return list(Membership.objects.filter(user_id=person.id).values_list("organization_id", flat=True))
