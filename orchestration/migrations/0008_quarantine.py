"""The one way a worker says that a tool of an MCP server is no longer what was imported."""

from pathlib import Path

from django.db import migrations

from baton.tenancy.operations import KernelFunction

_SQL = Path(__file__).parent / "kernel_3" / "quarantine.sql"


class Migration(migrations.Migration):
    dependencies = [("orchestration", "0007_outages"), ("agents", "0009_tool_quarantine")]

    operations = [
        KernelFunction(_SQL.read_text(), "quarantine_tool(uuid, uuid, uuid, text)", "baton_worker"),
    ]
