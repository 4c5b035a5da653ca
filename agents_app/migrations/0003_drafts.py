"""Drafts, price tables, who published what and why, and credentials whose values are sealed in the row."""

import django.db.models.deletion
import django.db.models.functions.datetime
from django.conf import settings
from django.db import migrations, models

import baton.core.ids


class Migration(migrations.Migration):
    dependencies = [
        ("agents", "0002_security"),
        ("tenancy", "0002_security"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name="credential",
            name="fingerprint",
            field=models.CharField(db_default="", default="", max_length=16),
        ),
        migrations.AddField(
            model_name="credential",
            name="last_four",
            field=models.CharField(db_default="", default="", max_length=4),
        ),
        migrations.AddField(
            model_name="credential",
            name="prefix",
            field=models.CharField(db_default="", default="", max_length=20),
        ),
        migrations.AddField(
            model_name="credential",
            name="sealed",
            field=models.BinaryField(null=True),
        ),
        migrations.AddField(
            model_name="credential",
            name="sealed_at",
            field=models.DateTimeField(null=True),
        ),
        migrations.AddField(
            model_name="credential",
            name="sealed_version",
            field=models.PositiveIntegerField(db_default=0, default=0),
        ),
        migrations.AddField(
            model_name="credential",
            name="version",
            field=models.PositiveIntegerField(db_default=1, default=1),
        ),
        migrations.AddField(
            model_name="modelconnection",
            name="credential",
            field=models.ForeignKey(
                db_constraint=False,
                db_index=False,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                to="agents.credential",
            ),
        ),
        migrations.AddField(
            model_name="toolpolicyversion",
            name="notes",
            field=models.TextField(db_default="", default=""),
        ),
        migrations.AddField(
            model_name="toolversion",
            name="created_by",
            field=models.ForeignKey(
                db_index=False,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="toolversion",
            name="notes",
            field=models.TextField(db_default="", default=""),
        ),
        migrations.AddField(
            model_name="trainingprofile",
            name="archived_at",
            field=models.DateTimeField(null=True),
        ),
        migrations.AddField(
            model_name="trainingprofileversion",
            name="created_by",
            field=models.ForeignKey(
                db_index=False,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="trainingprofileversion",
            name="notes",
            field=models.TextField(db_default="", default=""),
        ),
        migrations.AddField(
            model_name="variable",
            name="version",
            field=models.PositiveIntegerField(db_default=1, default=1),
        ),
        migrations.AlterField(
            model_name="credential",
            name="secret_variable",
            field=models.CharField(db_default="", default="", max_length=100),
        ),
        migrations.CreateModel(
            name="PriceTable",
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
            name="PriceTableVersion",
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
                ("prices", models.JSONField()),
                ("digest", models.CharField(max_length=64)),
                ("notes", models.TextField(db_default="", default="")),
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
                    "organization",
                    models.ForeignKey(
                        db_index=False, on_delete=django.db.models.deletion.PROTECT, to="tenancy.organization"
                    ),
                ),
                (
                    "table",
                    models.ForeignKey(
                        db_constraint=False,
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="versions",
                        to="agents.pricetable",
                    ),
                ),
            ],
        ),
        migrations.AddField(
            model_name="pricetable",
            name="live_version",
            field=models.ForeignKey(
                db_constraint=False,
                db_index=False,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to="agents.pricetableversion",
            ),
        ),
        migrations.CreateModel(
            name="Draft",
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
                ("kind", models.CharField(max_length=20)),
                ("object_id", models.UUIDField()),
                ("content", models.JSONField()),
                ("revision", models.PositiveIntegerField(default=1)),
                ("base_number", models.PositiveIntegerField(null=True)),
                ("updated_at", models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
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
                (
                    "updated_by",
                    models.ForeignKey(
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        fields=("organization", "kind", "object_id"), name="one_draft_per_object"
                    )
                ],
            },
        ),
        migrations.AddConstraint(
            model_name="pricetableversion",
            constraint=models.UniqueConstraint(
                fields=("organization", "table", "number"), name="price_version_number"
            ),
        ),
        migrations.AddConstraint(
            model_name="pricetableversion",
            constraint=models.UniqueConstraint(
                fields=("organization", "id"), name="price_version_of_organization"
            ),
        ),
        migrations.AddConstraint(
            model_name="pricetable",
            constraint=models.UniqueConstraint(
                fields=("organization", "project"), name="one_price_table_per_project"
            ),
        ),
        migrations.AddConstraint(
            model_name="pricetable",
            constraint=models.UniqueConstraint(
                fields=("organization", "id"), name="price_table_of_organization"
            ),
        ),
    ]
