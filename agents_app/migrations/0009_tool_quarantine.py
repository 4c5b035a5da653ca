"""Versions of tools whose server says something else by now: written by workers through the kernel."""

from django.db import migrations, models

from baton.tenancy.operations import CompositeForeignKey, TenantTable


class Migration(migrations.Migration):
    dependencies = [("agents", "0008_mcp_servers")]

    operations = [
        migrations.CreateModel(
            name="ToolQuarantine",
            fields=[
                ("version_id", models.UUIDField(primary_key=True, serialize=False)),
                ("organization_id", models.UUIDField()),
                ("message", models.CharField(max_length=500)),
                ("since", models.DateTimeField()),
            ],
        ),
        TenantTable(
            "agents_toolquarantine", {"web": "select, delete", "worker": "select"}, kernel="select, insert"
        ),
        CompositeForeignKey("agents_toolquarantine", "version_id", "agents_toolversion"),
    ]
