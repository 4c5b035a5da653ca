"""Tell whoever listens that rights have changed: their sockets are looked at now, not in half a minute."""

from collections.abc import Iterable
from functools import partial
from uuid import UUID

from django.db import transaction

from baton.live.bus import Revoked
from baton.live.sending import publish
from baton.staff.connection import ALIAS


def revoke_after_commit(*, users: Iterable[UUID] = (), organization: UUID | None = None) -> None:
    """Keys and sessions ask the database with every request anyway; this is for what stays open."""
    messages = [Revoked(user=str(user)) for user in users]
    if organization is not None:
        messages.append(Revoked(organization=str(organization)))
    for message in messages:
        transaction.on_commit(partial(publish, message), using=ALIAS)
