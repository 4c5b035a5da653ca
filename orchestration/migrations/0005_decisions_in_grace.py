"""A decision that can be taken back: held beside its approval until its grace is over."""

from pathlib import Path

import django.db.models.deletion
from django.db import migrations, models

from baton.tenancy.operations import CompositeForeignKey, KernelFunction, TenantTable

_SQL = Path(__file__).parent / "kernel_2"

_NEW = [
    # in the order of the statements of grace.sql: signature, roles that may execute it
    ("may_decide(uuid, text, uuid)", ""),
    ("record_decision(uuid, text, text, text, uuid, text, timestamptz)", ""),
    ("settle_decision(uuid)", ""),
    ("settle_decisions()", "baton_super"),
    ("undo_decision(uuid, text, uuid)", "baton_web"),
    ("next_id()", ""),
]
_REPLACED = ["decide_approval", "may_start", "expire_approvals"]
"""Each answers what it answered before, so that owner and callers stay as they are."""

_AUDIT = """
create policy kernel on audit_auditentry to baton_kernel using (true) with check (true);
grant insert on audit_auditentry to baton_kernel;
"""


def _functions() -> list[migrations.RunSQL]:
    statements = (_SQL / "grace.sql").read_text().split("--;;\n")
    made = [
        KernelFunction(statement, signature, callers)
        for statement, (signature, callers) in zip(statements, _NEW, strict=True)
    ]
    changed = [
        migrations.RunSQL((_SQL / f"{name}.sql").read_text(), migrations.RunSQL.noop) for name in _REPLACED
    ]
    return [*made, *changed]


class Migration(migrations.Migration):
    dependencies = [("orchestration", "0004_answers_for_live"), ("audit", "0002_security")]

    operations = [
        migrations.AddConstraint(
            model_name="approval",
            constraint=models.UniqueConstraint(
                fields=["organization_id", "id"], name="approval_of_organization"
            ),
        ),
        migrations.CreateModel(
            name="HeldDecision",
            fields=[
                (
                    "approval",
                    models.OneToOneField(
                        db_constraint=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        primary_key=True,
                        related_name="held",
                        serialize=False,
                        to="orchestration.approval",
                    ),
                ),
                ("organization_id", models.UUIDField()),
                ("decision", models.CharField(max_length=10)),
                ("digest", models.CharField(max_length=64)),
                ("reason", models.TextField()),
                ("held_by_kind", models.CharField(max_length=20)),
                ("held_by_id", models.UUIDField()),
                ("held_by_name", models.CharField(max_length=254)),
                ("held_at", models.DateTimeField()),
                ("starts_at", models.DateTimeField()),
            ],
            options={"indexes": [models.Index(fields=["starts_at"], name="decision_to_start")]},
        ),
        migrations.AddIndex(
            model_name="approval",
            index=models.Index(
                condition=models.Q(("state", "pending")),
                fields=["organization_id", "project_id", "expires_at", "id"],
                name="approval_most_urgent",
            ),
        ),
        migrations.AddIndex(
            model_name="approval",
            index=models.Index(
                condition=models.Q(("decided_at__isnull", False)),
                fields=["organization_id", "project_id", "decided_by_id", "decided_at"],
                name="approval_by_decider",
            ),
        ),
        TenantTable("orchestration_helddecision", {"web": "select"}, kernel="select, insert, delete"),
        CompositeForeignKey("orchestration_helddecision", "approval_id", "orchestration_approval"),
        migrations.RunSQL(
            _AUDIT,
            "drop policy kernel on audit_auditentry; revoke insert on audit_auditentry from baton_kernel",
        ),
        *_functions(),
    ]
