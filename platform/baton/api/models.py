"""The stored answers of creating requests: what makes a repeated POST the same POST."""

from typing import ClassVar

from django.db import models
from django.db.models.functions import Now

from baton.core.ids import new_id


class IdempotencyKey(models.Model):
    """One key of one credential of one organization, with the answer that was given to it.

    The row is inserted in the transaction of the work, so a crash leaves nothing and a twin waits on it.
    """

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    organization = models.ForeignKey("tenancy.Organization", on_delete=models.CASCADE, db_index=False)
    credential = models.CharField(max_length=60)
    key = models.CharField(max_length=255)
    fingerprint = models.CharField(max_length=64)
    """SHA-256 of method, path and body: the same key with another one is refused."""
    status = models.PositiveSmallIntegerField(default=0)
    response = models.JSONField(null=True)
    created_at = models.DateTimeField(db_default=Now(), editable=False)

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(
                fields=["organization", "credential", "key"], name="one_answer_per_idempotency_key"
            )
        ]
