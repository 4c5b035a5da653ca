"""Runs of orchestrations: what they pin, and tasks of which an agent does one at a time."""

from pathlib import Path

import django.db.models.deletion
from django.db import migrations, models

from baton.tenancy.operations import CompositeForeignKey, KernelFunction

_SQL = Path(__file__).parent / "kernel_4"

# file: signature, roles that may execute it. What a function returns cannot be replaced, so it is made again.
_MADE_AGAIN = {
    "claim": ("claim(uuid, integer, integer, uuid)", "baton_worker"),
    "commit": ("commit(uuid, jsonb)", "baton_worker"),
}
_TRIGGER = """
create trigger ends_tasks after update of status on orchestration_run
  for each row when (new.orchestration_id is not null
    and new.status in ('completed', 'failed', 'cancelled', 'timed_out', 'rejected'))
  execute function kernel.end_tasks()
"""


def _functions() -> list[migrations.RunSQL]:
    operations = []
    for name, (signature, callers) in _MADE_AGAIN.items():
        operations.append(migrations.RunSQL(f"drop function kernel.{signature}", migrations.RunSQL.noop))
        operations.append(KernelFunction((_SQL / f"{name}.sql").read_text(), signature, callers))
    operations.append(KernelFunction((_SQL / "end_tasks.sql").read_text(), "end_tasks()"))
    return operations


class Migration(migrations.Migration):
    dependencies = [
        ("agents", "0010_orchestrations"),
        ("orchestration", "0008_quarantine"),
        ("tenancy", "0006_api_key_version"),
    ]

    operations = [
        migrations.AddField(
            model_name="run",
            name="orchestration",
            field=models.ForeignKey(
                db_constraint=False,
                db_index=False,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                to="agents.orchestration",
            ),
        ),
        migrations.AddField(
            model_name="run",
            name="orchestration_version",
            field=models.ForeignKey(
                db_constraint=False,
                db_index=False,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                to="agents.orchestrationversion",
            ),
        ),
        migrations.AddField(
            model_name="task",
            name="is_processing",
            field=models.BooleanField(db_default=False, default=False),
        ),
        migrations.AlterField(
            model_name="run",
            name="agent",
            field=models.ForeignKey(
                db_constraint=False,
                db_index=False,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                to="agents.agent",
            ),
        ),
        migrations.AlterField(
            model_name="run",
            name="agent_version",
            field=models.ForeignKey(
                db_constraint=False,
                db_index=False,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                to="agents.agentversion",
            ),
        ),
        migrations.AlterField(
            model_name="task",
            name="agent_version_id",
            field=models.UUIDField(null=True),
        ),
        migrations.AddConstraint(
            model_name="run",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(
                        ("agent__isnull", False),
                        ("agent_version__isnull", False),
                        ("orchestration__isnull", True),
                        ("orchestration_version__isnull", True),
                    ),
                    models.Q(
                        ("agent__isnull", True),
                        ("agent_version__isnull", True),
                        ("orchestration__isnull", False),
                        ("orchestration_version__isnull", False),
                    ),
                    _connector="OR",
                ),
                name="run_of_agent_or_orchestration",
            ),
        ),
        migrations.AddConstraint(
            model_name="task",
            constraint=models.UniqueConstraint(
                condition=models.Q(("is_processing", True)),
                fields=("run", "agent_version_id"),
                name="agent_does_one_task_at_a_time",
            ),
        ),
        CompositeForeignKey("orchestration_run", "orchestration_id", "agents_orchestration"),
        CompositeForeignKey("orchestration_run", "orchestration_version_id", "agents_orchestrationversion"),
        migrations.RunSQL(
            "grant insert, update (is_processing) on orchestration_task to baton_kernel",
            "revoke insert, update (is_processing) on orchestration_task from baton_kernel",
        ),
        *_functions(),
        migrations.RunSQL(_TRIGGER, "drop trigger ends_tasks on orchestration_run"),
    ]
