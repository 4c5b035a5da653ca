"""The kernel: every change of the run record. One function a file in `kernel_1/`, frozen with this migration."""

from pathlib import Path

from django.db import migrations

from baton.tenancy.operations import KernelFunction

_SQL = Path(__file__).parent / "kernel_1"

# file: [(signature, roles that may execute it, owner)], in the order of the file's statements
_KERNEL, _OWNER = "baton_kernel", "baton_owner"
_FUNCTIONS: dict[str, list[tuple[str, str, str]]] = {
    "scope": [("scope()", "baton_web", _KERNEL)],
    "ring": [("ring(uuid, uuid)", "", _KERNEL)],
    "first_id": [("first_id(timestamptz)", "", _OWNER)],
    "partitions": [("ensure_partitions(integer)", "baton_super", _OWNER)],
    "transitions": [
        ("check_run_status()", "", _OWNER),
        ("check_call_state()", "", _OWNER),
        ("check_approval_state()", "", _OWNER),
    ],
    "end_calls": [("end_calls(uuid, uuid, integer, boolean)", "", _KERNEL)],
    "signal": [("signal(uuid, text, jsonb)", "baton_web, baton_super", _KERNEL)],
    "open_run": [("open_run(uuid, jsonb)", "baton_web", _KERNEL)],
    "decide_approval": [
        ("decide_approval(uuid, text, text, integer, text, text, uuid, text)", "baton_web", _KERNEL)
    ],
    "cancel_run": [("cancel_run(uuid, text, text, uuid, text)", "baton_web", _KERNEL)],
    "supervise": [
        ("is_alive(uuid)", "", _KERNEL),
        ("reap()", "baton_super", _KERNEL),
        ("finish_cancelling()", "baton_super", _KERNEL),
        ("end_overdue(double precision)", "baton_super", _KERNEL),
        ("expire_approvals()", "baton_super", _KERNEL),
        ("ring_again(double precision)", "baton_super", _KERNEL),
    ],
    "worker": [
        ("enlist(uuid, text, integer, double precision)", "baton_worker", _KERNEL),
        ("heartbeat(uuid, double precision)", "baton_worker", _KERNEL),
        ("retire(uuid)", "baton_worker", _KERNEL),
        ("let_go(uuid, uuid[])", "baton_worker", _KERNEL),
    ],
    "claim": [
        ("queues()", "", _KERNEL),
        ("claim(uuid, integer, integer, uuid)", "baton_worker", _KERNEL),
    ],
    "may_start": [
        ("held_back(uuid, timestamptz)", "", _KERNEL),
        ("may_start(uuid, uuid, timestamptz, jsonb)", "", _KERNEL),
    ],
    "commit": [
        ("commit(uuid, jsonb)", "baton_worker", _KERNEL),
        ("late_result(uuid, jsonb)", "baton_worker", _KERNEL),
    ],
}

# After the update and only where the word changes: a trigger before it would lock the row once more and write
# that lock to the log.
_TRIGGERS = """
create trigger status_follows after update of status on orchestration_run
  for each row when (old.status is distinct from new.status) execute function kernel.check_run_status();
create trigger state_follows after update of state on orchestration_toolcall
  for each row when (old.state is distinct from new.state) execute function kernel.check_call_state();
create trigger state_follows after update of state on orchestration_approval
  for each row when (old.state is distinct from new.state) execute function kernel.check_approval_state();
create trigger append_only before update or delete on orchestration_traceevent
  for each row execute function kernel.refuse_change();
select kernel.ensure_partitions(12);
"""


def _functions() -> list[migrations.RunSQL]:
    operations = []
    for name, parts in _FUNCTIONS.items():
        statements = (_SQL / f"{name}.sql").read_text().split("--;;\n")
        for statement, (signature, callers, owner) in zip(statements, parts, strict=True):
            operations.append(KernelFunction(statement, signature, callers, owner=owner))
    return operations


class Migration(migrations.Migration):
    dependencies = [("orchestration", "0002_security"), ("audit", "0002_security")]

    operations = [*_functions(), migrations.RunSQL(_TRIGGERS, migrations.RunSQL.noop)]
