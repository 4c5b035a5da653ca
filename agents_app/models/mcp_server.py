"""MCP servers: where tools of others are reached, and which of them no longer are what was imported."""

from typing import ClassVar

from django.db import models

from baton.tenancy.models import TenantModel


class McpServer(TenantModel):
    """A server of the Model Context Protocol, reached over streamable HTTP and by nothing else."""

    project = models.ForeignKey(
        "tenancy.Project", on_delete=models.PROTECT, db_constraint=False, db_index=False
    )
    name = models.CharField(max_length=60)
    url = models.CharField(max_length=500)
    credential = models.ForeignKey(
        "agents.Credential", null=True, on_delete=models.PROTECT, db_constraint=False, db_index=False
    )
    """The one header that requests to it carry, bound to the host of `url`."""
    is_trusted = models.BooleanField(db_default=False, default=False)
    """An admin says so: what the server says of its tools may loosen their effect class."""
    timeout_seconds = models.PositiveIntegerField(db_default=30, default=30)
    """The longest of one request to it; a tool may have less."""
    version = models.PositiveIntegerField(db_default=1, default=1)

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(
                fields=["organization", "project", "name"], name="mcp_server_name_in_project"
            ),
            models.UniqueConstraint(fields=["organization", "id"], name="mcp_server_of_organization"),
        ]
