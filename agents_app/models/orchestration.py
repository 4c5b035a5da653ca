"""Orchestrations ("Teams" on screen) and their immutable published versions."""

from typing import ClassVar

from django.conf import settings
from django.db import models

from baton.tenancy.models import TenantModel


class Orchestration(TenantModel):
    """A named, stable identity inside a project. Archived, never deleted, once a run names it."""

    project = models.ForeignKey(
        "tenancy.Project", on_delete=models.PROTECT, db_constraint=False, db_index=False
    )
    name = models.CharField(max_length=120)
    description = models.TextField(default="")
    archived_at = models.DateTimeField(null=True)
    draft_revision = models.PositiveIntegerField(db_default=0, default=0)
    """Of its last draft, also of one that is gone: a revision never comes back."""
    live_version = models.ForeignKey(
        "agents.OrchestrationVersion",
        null=True,
        on_delete=models.PROTECT,
        db_constraint=False,
        db_index=False,
        related_name="+",
    )

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(
                fields=["organization", "project", "name"], name="orchestration_name_in_project"
            ),
            models.UniqueConstraint(fields=["organization", "id"], name="orchestration_of_organization"),
        ]


class OrchestrationVersion(TenantModel):
    """A published OrchestrationSpec (agents_app.orchestration_spec). A run pins one. Never changed."""

    orchestration = models.ForeignKey(
        Orchestration,
        on_delete=models.PROTECT,
        related_name="versions",
        db_constraint=False,
        db_index=False,
    )
    number = models.PositiveIntegerField()
    spec = models.JSONField()
    digest = models.CharField(max_length=64)
    notes = models.TextField(default="")
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, db_index=False
    )

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(
                fields=["organization", "orchestration", "number"], name="orchestration_version_number"
            ),
            models.UniqueConstraint(
                fields=["organization", "id"], name="orchestration_version_of_organization"
            ),
        ]
