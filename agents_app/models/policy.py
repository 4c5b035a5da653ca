"""The tool policy of a project: ordered rules, versioned; today's version judges every call."""

from typing import ClassVar

from django.conf import settings
from django.db import models

from baton.tenancy.models import TenantModel


class ToolPolicy(TenantModel):
    """One per project. `live_version_id` names the version in force."""

    project = models.ForeignKey(
        "tenancy.Project", on_delete=models.PROTECT, db_constraint=False, db_index=False
    )
    live_version = models.ForeignKey(
        "agents.ToolPolicyVersion",
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
            models.UniqueConstraint(fields=["organization", "project"], name="one_policy_per_project"),
            models.UniqueConstraint(fields=["organization", "id"], name="policy_of_organization"),
        ]


class ToolPolicyVersion(TenantModel):
    """Ordered rules as they were published. Never changed."""

    policy = models.ForeignKey(
        ToolPolicy, on_delete=models.PROTECT, related_name="versions", db_constraint=False, db_index=False
    )
    number = models.PositiveIntegerField()
    rules = models.JSONField()
    digest = models.CharField(max_length=64)
    notes = models.TextField(db_default="", default="")
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, db_index=False
    )

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(
                fields=["organization", "policy", "number"], name="policy_version_number"
            ),
            models.UniqueConstraint(fields=["organization", "id"], name="policy_version_of_organization"),
        ]
