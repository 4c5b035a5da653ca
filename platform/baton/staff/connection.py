"""The staff's own way to the database: inside of `as_staff` every model is reached as `baton_staff`.

By a router and not model by model, since Django's admin asks for some rows by itself.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

from django.conf import settings
from django.db import models

ALIAS = "staff"
_is_staff: ContextVar[bool] = ContextVar("baton_staff", default=False)


@contextmanager
def as_staff() -> Iterator[None]:
    """What is asked of the database in the block is asked by the staff's role."""
    token = _is_staff.set(True)
    try:
        yield
    finally:
        _is_staff.reset(token)


def has_staff_pages() -> bool:
    """Whether this process was given the staff's address at all."""
    return ALIAS in settings.DATABASES


class StaffRouter:
    """Django's hook; outside of `as_staff` it has no opinion."""

    def db_for_read(self, model: type[models.Model], **hints: Any) -> str | None:
        return ALIAS if _is_staff.get() else None

    def db_for_write(self, model: type[models.Model], **hints: Any) -> str | None:
        return ALIAS if _is_staff.get() else None

    def allow_relation(self, one: models.Model, other: models.Model, **hints: Any) -> bool | None:
        """Both aliases are one database."""
        return True

    def allow_migrate(self, db: str, app_label: str, **hints: Any) -> bool | None:
        """Nothing is ever made as the staff."""
        return False if db == ALIAS else None
