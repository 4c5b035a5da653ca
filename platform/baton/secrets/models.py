"""The data key of each organization, wrapped: what seals its secrets."""

from typing import ClassVar

from django.db import models

from baton.tenancy.models import TenantModel


class DataKey(TenantModel):
    """One per organization, made with its first secret. Useless without the KEK it names."""

    kek_id = models.CharField(max_length=40)
    """Which key of BATON_KEKS opens it."""
    wrapped = models.BinaryField()
    """AES-256-GCM: nonce, ciphertext, tag; bound to organization and `kek_id`."""
    wrapped_at = models.DateTimeField()

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["organization"], name="one_data_key_per_organization")
        ]
