"""Side effects promised in the transaction of the state change, and kept by the relay afterwards."""

from typing import ClassVar

from django.db import models
from django.db.models.functions import Now

from baton.core.ids import new_id


class OutboxKind(models.TextChoices):
    DOORBELL = "doorbell"
    PUSH = "push"
    WEBHOOK = "webhook"
    MAIL = "mail"
    JOB = "job"


class OutboxMessage(models.Model):
    """A message that is not sent yet. Doorbells are removed once rung: a second ring would find nothing."""

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    organization = models.ForeignKey(
        "tenancy.Organization", on_delete=models.CASCADE, db_index=False, db_constraint=False
    )
    kind = models.CharField(max_length=20)
    dedupe_key = models.CharField(max_length=120, default="")
    payload = models.JSONField(default=dict)
    available_at = models.DateTimeField(db_default=Now())
    attempts = models.PositiveIntegerField(default=0, db_default=0)
    done_at = models.DateTimeField(null=True)

    class Meta:
        indexes: ClassVar[list[models.Index]] = [
            models.Index(
                fields=["available_at"], name="outbox_to_send", condition=models.Q(done_at__isnull=True)
            )
        ]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.CheckConstraint(
                condition=models.Q(kind__in=OutboxKind.values), name="outbox_kind_is_known"
            )
        ]
