"""Tools and their immutable versions."""

from typing import ClassVar

from django.conf import settings
from django.db import models

from baton.tenancy.models import TenantModel


class Tool(TenantModel):
    """A named tool of a project."""

    project = models.ForeignKey(
        "tenancy.Project", on_delete=models.PROTECT, db_constraint=False, db_index=False
    )
    name = models.CharField(max_length=64)
    archived_at = models.DateTimeField(null=True)
    draft_revision = models.PositiveIntegerField(db_default=0, default=0)
    """Of its last draft, also of one that is gone: a revision never comes back."""

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["organization", "project", "name"], name="tool_name_in_project"),
            models.UniqueConstraint(fields=["organization", "id"], name="tool_of_organization"),
        ]


class ToolVersion(TenantModel):
    """A definition that runs pin. `withdrawn_at` stops it everywhere: its calls end `tool_withdrawn`."""

    tool = models.ForeignKey(
        Tool, on_delete=models.PROTECT, related_name="versions", db_constraint=False, db_index=False
    )
    number = models.PositiveIntegerField()
    spec = models.JSONField()
    digest = models.CharField(max_length=64)
    withdrawn_at = models.DateTimeField(null=True)
    notes = models.TextField(db_default="", default="")
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, db_index=False
    )

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["organization", "tool", "number"], name="tool_version_number"),
            models.UniqueConstraint(fields=["organization", "id"], name="tool_version_of_organization"),
        ]
