"""The run record behind row-level security. Application roles read it; only the kernel's functions write it,
but for the web's insert of a new run and its root task."""

from django.db import migrations

from baton.tenancy.operations import CompositeForeignKey, SharedTable, TenantTable

_READ = {"web": "select", "worker": "select"}
_FILLFACTOR = "alter table orchestration_run set (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02)"


class Migration(migrations.Migration):
    dependencies = [
        ("orchestration", "0001_start"),
        ("agents", "0002_security"),
        ("outbox", "0002_security"),
        ("accounts", "0002_privileges"),
    ]

    operations = [
        TenantTable(
            "orchestration_run",
            {"web": "select, insert", "worker": "select", "super": "select"},
            kernel="select, update",
        ),
        TenantTable("orchestration_task", {"web": "select, insert", "worker": "select"}, kernel="select"),
        TenantTable("orchestration_step", _READ, kernel="select, insert"),
        TenantTable("orchestration_attempt", _READ, kernel="select, insert"),
        TenantTable("orchestration_runbody", _READ, kernel="select, insert"),
        TenantTable("orchestration_traceevent", _READ, kernel="select, insert"),
        TenantTable("orchestration_toolcall", _READ, kernel="select, insert, update"),
        TenantTable("orchestration_approval", _READ, kernel="select, insert, update"),
        SharedTable(
            "orchestration_worker",
            {
                "web": "select",
                "worker": "select",
                "super": "select",
                "kernel": "select, insert, update, delete",
            },
        ),
        CompositeForeignKey("orchestration_run", "project_id", "tenancy_project"),
        CompositeForeignKey("orchestration_run", "agent_id", "agents_agent"),
        CompositeForeignKey("orchestration_run", "agent_version_id", "agents_agentversion"),
        CompositeForeignKey("orchestration_task", "run_id", "orchestration_run"),
        CompositeForeignKey("orchestration_task", "parent_id", "orchestration_task"),
        CompositeForeignKey("orchestration_task", "agent_version_id", "agents_agentversion"),
        *(
            CompositeForeignKey(f"orchestration_{table}", "run_id", "orchestration_run")
            for table in ("step", "attempt", "runbody", "traceevent", "toolcall", "approval")
        ),
        # By run instead of organization: the run of the approval is tied to its organization already, and one
        # index of the ledger serves both.
        migrations.RunSQL(
            "alter table orchestration_approval add constraint approval_call_in_run"
            " foreign key (run_id, call_id) references orchestration_toolcall (run_id, id)",
            "alter table orchestration_approval drop constraint approval_call_in_run",
        ),
        migrations.RunSQL(_FILLFACTOR, migrations.RunSQL.noop),
    ]
