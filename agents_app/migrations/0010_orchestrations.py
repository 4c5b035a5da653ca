"""Orchestrations: several agents that work on one input, as versioned objects."""

import django.db.models.deletion
import django.db.models.functions.datetime
from django.conf import settings
from django.db import migrations, models

import baton.core.ids
from baton.tenancy.operations import CompositeForeignKey, TenantTable


class Migration(migrations.Migration):
    dependencies = [
        ("agents", "0009_tool_quarantine"),
        ("tenancy", "0006_api_key_version"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Orchestration",
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
                ("name", models.CharField(max_length=120)),
                ("description", models.TextField(default="")),
                ("archived_at", models.DateTimeField(null=True)),
                ("draft_revision", models.PositiveIntegerField(db_default=0, default=0)),
                (
                    "organization",
                    models.ForeignKey(
                        db_index=False, on_delete=django.db.models.deletion.PROTECT, to="tenancy.organization"
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
        ),
        migrations.CreateModel(
            name="OrchestrationVersion",
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
                ("number", models.PositiveIntegerField()),
                ("spec", models.JSONField()),
                ("digest", models.CharField(max_length=64)),
                ("notes", models.TextField(default="")),
                (
                    "created_by",
                    models.ForeignKey(
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "orchestration",
                    models.ForeignKey(
                        db_constraint=False,
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="versions",
                        to="agents.orchestration",
                    ),
                ),
                (
                    "organization",
                    models.ForeignKey(
                        db_index=False, on_delete=django.db.models.deletion.PROTECT, to="tenancy.organization"
                    ),
                ),
            ],
        ),
        migrations.AddField(
            model_name="orchestration",
            name="live_version",
            field=models.ForeignKey(
                db_constraint=False,
                db_index=False,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to="agents.orchestrationversion",
            ),
        ),
        migrations.AddConstraint(
            model_name="orchestrationversion",
            constraint=models.UniqueConstraint(
                fields=("organization", "orchestration", "number"), name="orchestration_version_number"
            ),
        ),
        migrations.AddConstraint(
            model_name="orchestrationversion",
            constraint=models.UniqueConstraint(
                fields=("organization", "id"), name="orchestration_version_of_organization"
            ),
        ),
        migrations.AddConstraint(
            model_name="orchestration",
            constraint=models.UniqueConstraint(
                fields=("organization", "project", "name"), name="orchestration_name_in_project"
            ),
        ),
        migrations.AddConstraint(
            model_name="orchestration",
            constraint=models.UniqueConstraint(
                fields=("organization", "id"), name="orchestration_of_organization"
            ),
        ),
        TenantTable("agents_orchestration", {"web": "select, insert, update", "worker": "select"}),
        TenantTable("agents_orchestrationversion", {"web": "select, insert", "worker": "select"}),
        CompositeForeignKey("agents_orchestration", "project_id", "tenancy_project"),
        CompositeForeignKey("agents_orchestrationversion", "orchestration_id", "agents_orchestration"),
        CompositeForeignKey("agents_orchestration", "live_version_id", "agents_orchestrationversion"),
    ]
