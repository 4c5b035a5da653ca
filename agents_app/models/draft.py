"""What is being edited: one draft of each object, whatever the object is."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models.functions import Now

from baton.tenancy.models import TenantModel


class Draft(TenantModel):
    """Content on its way to the next version. It may be incomplete or wrong; publishing checks it.

    `revision` grows with each save, also from one draft of an object to its next, and when a version is
    published beside it. Who saves names the one they saw, so two editors at once meet there (412), not in
    each other's text.
    """

    project = models.ForeignKey(
        "tenancy.Project", on_delete=models.PROTECT, db_constraint=False, db_index=False
    )
    kind = models.CharField(max_length=20)
    """`agents_app.kinds.Kind`."""
    object_id = models.UUIDField()
    content = models.JSONField()
    """As the definition file writes it (`agents_app.definition`), below the object's name."""
    revision = models.PositiveIntegerField(default=1)
    base_number = models.PositiveIntegerField(null=True)
    """The version it was begun from; null for what has none yet."""
    updated_at = models.DateTimeField(db_default=Now())
    updated_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, db_index=False
    )

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["organization", "kind", "object_id"], name="one_draft_per_object")
        ]
