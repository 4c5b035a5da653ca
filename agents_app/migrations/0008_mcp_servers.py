"""Servers of the Model Context Protocol, behind row-level security; a worker reads where they are."""

import django.db.models.deletion
import django.db.models.functions.datetime
from django.db import migrations, models

import baton.core.ids
from baton.tenancy.operations import CompositeForeignKey, TenantTable


class Migration(migrations.Migration):
    dependencies = [("agents", "0007_model_connections"), ("tenancy", "0006_api_key_version")]

    operations = [
        migrations.CreateModel(
            name="McpServer",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=baton.core.ids.new_id, editable=False, primary_key=True, serialize=False
                    ),
                ),
                (
                    "created_at",
                    models.DateTimeField(
                        db_default=django.db.models.functions.datetime.Now(), editable=False
                    ),
                ),
                ("name", models.CharField(max_length=60)),
                ("url", models.CharField(max_length=500)),
                ("is_trusted", models.BooleanField(db_default=False, default=False)),
                ("timeout_seconds", models.PositiveIntegerField(db_default=30, default=30)),
                ("version", models.PositiveIntegerField(db_default=1, default=1)),
                (
                    "credential",
                    models.ForeignKey(
                        db_constraint=False,
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        to="agents.credential",
                    ),
                ),
                (
                    "organization",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        to="tenancy.organization",
                    ),
                ),
                (
                    "project",
                    models.ForeignKey(
                        db_constraint=False,
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        to="tenancy.project",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        fields=["organization", "project", "name"], name="mcp_server_name_in_project"
                    ),
                    models.UniqueConstraint(fields=["organization", "id"], name="mcp_server_of_organization"),
                ],
            },
        ),
        TenantTable("agents_mcpserver", {"web": "select, insert, update, delete", "worker": "select"}),
        CompositeForeignKey("agents_mcpserver", "project_id", "tenancy_project"),
        CompositeForeignKey("agents_mcpserver", "credential_id", "agents_credential"),
    ]
