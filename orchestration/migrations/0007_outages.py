"""Which providers answer nobody: written by workers through the kernel, read by people who wait."""

from pathlib import Path

from django.db import migrations, models

from baton.tenancy.operations import CompositeForeignKey, KernelFunction, TenantTable

_SQL = Path(__file__).parent / "kernel_3" / "outages.sql"
_FUNCTIONS = [
    # in the order of the statements: signature, roles that may execute it
    ("note_outage(uuid, uuid, uuid, text, text, integer, double precision)", "baton_worker"),
    ("end_outage(uuid, uuid, uuid)", "baton_worker"),
    ("forget_outages(double precision)", "baton_super"),
]
_READ_CONNECTIONS = """
create policy kernel on agents_modelconnection to baton_kernel using (true) with check (true);
grant select on agents_modelconnection to baton_kernel;
"""


def _functions() -> list[migrations.RunSQL]:
    statements = _SQL.read_text().split("--;;\n")
    return [
        KernelFunction(statement, signature, callers)
        for statement, (signature, callers) in zip(statements, _FUNCTIONS, strict=True)
    ]


class Migration(migrations.Migration):
    dependencies = [("orchestration", "0006_cost_of_attempts"), ("agents", "0007_model_connections")]

    operations = [
        migrations.CreateModel(
            name="ProviderState",
            fields=[
                ("connection_id", models.UUIDField(primary_key=True, serialize=False)),
                ("organization_id", models.UUIDField()),
                ("project_id", models.UUIDField()),
                ("worker_id", models.UUIDField()),
                ("code", models.CharField(max_length=60)),
                ("message", models.CharField(max_length=500)),
                ("failures", models.PositiveIntegerField()),
                ("since", models.DateTimeField()),
                ("next_try_at", models.DateTimeField()),
            ],
            options={
                "indexes": [
                    models.Index(fields=["organization_id", "project_id"], name="outage_of_project"),
                ],
            },
        ),
        TenantTable(
            "orchestration_providerstate",
            {"web": "select", "worker": "select"},
            kernel="select, insert, update, delete",
        ),
        CompositeForeignKey("orchestration_providerstate", "project_id", "tenancy_project"),
        CompositeForeignKey("orchestration_providerstate", "connection_id", "agents_modelconnection"),
        migrations.RunSQL(
            _READ_CONNECTIONS,
            "drop policy kernel on agents_modelconnection;"
            " revoke select on agents_modelconnection from baton_kernel",
        ),
        *_functions(),
    ]
