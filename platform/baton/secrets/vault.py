"""Seal and open secrets of an organization in a process of Django. The caller holds its scope."""

from uuid import UUID

from django.conf import settings
from django.db.models.functions import Now

from baton.secrets import models
from baton.secrets.known import KNOWN
from baton.secrets.sealing import DataKey, KeyRing, Place, WrappedKey


def data_key(organization_id: UUID) -> DataKey:
    """The organization's key; made where it has none yet. Raises CannotOpen without the KEK it needs."""
    ring: KeyRing = settings.BATON_KEY_RING
    row = models.DataKey.objects.filter(organization_id=organization_id).first()
    if row is None:
        fresh = ring.make_data_key(str(organization_id))
        # Two that begin at once end with one key: what the other one sealed must stay readable.
        models.DataKey.objects.bulk_create(
            [
                models.DataKey(
                    organization_id=organization_id,
                    kek_id=fresh.kek_id,
                    wrapped=fresh.wrapped,
                    wrapped_at=Now(),
                )
            ],
            ignore_conflicts=True,
        )
        row = models.DataKey.objects.get(organization_id=organization_id)
    return ring.open_data_key(WrappedKey(row.kek_id, bytes(row.wrapped)), str(organization_id))


def open_secret(organization_id: UUID, secret_id: UUID, version: int, sealed: bytes) -> str:
    """The value, which no log of this process shows from now on. Raises CannotOpen."""
    place = Place(str(organization_id), str(secret_id), version)
    value = data_key(organization_id).open(sealed, place)
    KNOWN.remember([value])
    return value
