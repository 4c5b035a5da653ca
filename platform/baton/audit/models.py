"""What was done or refused, by whom. Rows are only ever added; the chain over them is made elsewhere."""

from typing import ClassVar

from django.db import models
from django.db.models.functions import Now

from baton.core.ids import new_id


class AuditEntry(models.Model):
    """One act. The application's roles may insert and read, never change (promise P31)."""

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    organization = models.ForeignKey("tenancy.Organization", on_delete=models.PROTECT, db_index=False)
    at = models.DateTimeField(db_default=Now(), editable=False)
    actor_kind = models.CharField(max_length=20)
    actor_id = models.UUIDField(null=True)
    actor_name = models.CharField(max_length=254)
    action = models.CharField(max_length=60)
    """`resource:action`, as in the table of roles; `:refused` is added where it was not allowed."""
    object_kind = models.CharField(max_length=40)
    object_id = models.CharField(max_length=60)
    detail = models.JSONField(default=dict)
    request_id = models.CharField(max_length=64, default="")
    ip = models.GenericIPAddressField(null=True)

    class Meta:
        indexes: ClassVar[list[models.Index]] = [
            models.Index(fields=["organization", "id"], name="audit_in_order")
        ]
