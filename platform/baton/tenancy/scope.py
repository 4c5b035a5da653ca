"""The one way into an organization's rows: a transaction in which the database knows whose they are.

Row-level security reads `app.organization`; without a scope every tenant table looks empty (promise P25).
"""

from collections.abc import Iterator
from contextlib import contextmanager
from uuid import UUID

from django.db import connection, transaction

_ORGANIZATION = "app.organization"
_USER = "app.user"
_INSIDE = "_baton_organization"
"""Attribute of the connection: whose scope its transaction is in, so that a nested one need not ask."""


def _setting(name: str) -> str:
    with connection.cursor() as cursor:
        cursor.execute("select coalesce(current_setting(%s, true), '')", [name])
        row = cursor.fetchone()
    return str(row[0])


def _set(name: str, value: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute("select set_config(%s, %s, true)", [name, value])


@contextmanager
def organization_scope(organization_id: UUID) -> Iterator[None]:
    """Run the block in a transaction that sees exactly this organization.

    Nesting with the same organization is a savepoint; with another one it raises RuntimeError, since a
    setting made in an inner scope would survive the release of its savepoint.
    """
    wanted = str(organization_id)
    inside: str | None = getattr(connection, _INSIDE, None)
    with transaction.atomic() if inside == wanted else _first_scope(wanted, inside):
        yield


@contextmanager
def _first_scope(wanted: str, inside: str | None) -> Iterator[None]:
    """The outermost scope, though perhaps in a transaction that was begun around it."""
    nested = connection.in_atomic_block
    with transaction.atomic():
        before = inside or (_setting(_ORGANIZATION) if nested else "")
        if before and before != wanted:
            raise RuntimeError(f"already in the scope of organization {before}")
        _set(_ORGANIZATION, wanted)
        setattr(connection, _INSIDE, wanted)
        try:
            yield
        finally:
            setattr(connection, _INSIDE, None)
        if nested:  # otherwise the transaction's end takes the setting with it
            _restore(_ORGANIZATION, before, wanted)


@contextmanager
def user_scope(user_id: UUID) -> Iterator[None]:
    """Run the block seeing a person's own memberships and organizations, before one is chosen. Read only."""
    wanted = str(user_id)
    nested = connection.in_atomic_block
    with transaction.atomic():
        before = _setting(_USER) if nested else ""
        _set(_USER, wanted)
        yield
        if nested:
            _restore(_USER, before, wanted)


def _restore(name: str, before: str, wanted: str) -> None:
    """After an error nothing needs doing, and nothing could be done: the rollback takes the setting back."""
    if before != wanted and not connection.needs_rollback:
        _set(name, before)
