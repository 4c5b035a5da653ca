"""What models cost: the price table of a project, versioned; each price holds from a day on."""

from typing import ClassVar

from django.conf import settings
from django.db import models

from baton.tenancy.models import TenantModel


class PriceTable(TenantModel):
    """One per project. Without a version the shipped prices hold (`agents_app.prices`)."""

    project = models.ForeignKey(
        "tenancy.Project", on_delete=models.PROTECT, db_constraint=False, db_index=False
    )
    live_version = models.ForeignKey(
        "agents.PriceTableVersion",
        null=True,
        on_delete=models.PROTECT,
        db_constraint=False,
        db_index=False,
        related_name="+",
    )
    draft_revision = models.PositiveIntegerField(db_default=0, default=0)
    """Of its last draft, also of one that is gone: a revision never comes back."""

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["organization", "project"], name="one_price_table_per_project"),
            models.UniqueConstraint(fields=["organization", "id"], name="price_table_of_organization"),
        ]


class PriceTableVersion(TenantModel):
    """Prices as they were published. Never changed."""

    table = models.ForeignKey(
        PriceTable, on_delete=models.PROTECT, related_name="versions", db_constraint=False, db_index=False
    )
    number = models.PositiveIntegerField()
    prices = models.JSONField()
    digest = models.CharField(max_length=64)
    notes = models.TextField(db_default="", default="")
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, db_index=False
    )

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["organization", "table", "number"], name="price_version_number"),
            models.UniqueConstraint(fields=["organization", "id"], name="price_version_of_organization"),
        ]
