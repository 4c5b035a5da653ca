"""Wrap data keys again under the first KEK. No secret is opened and none is sealed anew."""

from dataclasses import dataclass

from django.db.models.functions import Now

from baton.secrets.models import DataKey
from baton.secrets.sealing import CannotOpen, KeyRing, WrappedKey


@dataclass(frozen=True, slots=True)
class Rotated:
    """How many data keys were wrapped again, and which could not be."""

    wrapped: int
    lost: tuple[str, ...]
    """Ids of the KEKs that are missing or not the right ones."""


def rotate_kek(ring: KeyRing) -> Rotated:
    """Every data key that another KEK wraps. As the owner of the schema, who sees every organization's.

    One row at a time, each compared and set: readers go on meanwhile, and so may a second rotation.
    """
    wrapped, lost = 0, set()
    for row in DataKey.objects.exclude(kek_id=ring.first).order_by("id"):
        old = WrappedKey(row.kek_id, bytes(row.wrapped))
        try:
            new = ring.wrap_again(old, str(row.organization_id))
        except CannotOpen:
            lost.add(row.kek_id)
            continue
        unchanged = DataKey.objects.filter(
            organization_id=row.organization_id, id=row.id, kek_id=old.kek_id, wrapped=old.wrapped
        )
        wrapped += unchanged.update(kek_id=new.kek_id, wrapped=new.wrapped, wrapped_at=Now())
    return Rotated(wrapped, tuple(sorted(lost)))
