"""The journal and the sweeps answer what the `live` processes are told: whose run, which events, since when.

What a function returns cannot be replaced, so each is dropped and made again with the owner and the callers
it had. The functions of `kernel_2/` are frozen with this migration.
"""

from pathlib import Path

from django.db import migrations

from baton.tenancy.operations import KernelFunction

_HERE = Path(__file__).parent

# file: [(signature, roles that may execute it)], in the order of the file's statements
_FUNCTIONS: dict[str, list[tuple[str, str]]] = {
    "commit": [("commit(uuid, jsonb)", "baton_worker")],
    "supervise": [
        ("reap()", "baton_super"),
        ("finish_cancelling()", "baton_super"),
        ("end_overdue(double precision)", "baton_super"),
        ("expire_approvals()", "baton_super"),
    ],
}


def _replaced() -> list[migrations.RunSQL]:
    operations = []
    for name, parts in _FUNCTIONS.items():
        statements = (_HERE / "kernel_2" / f"{name}.sql").read_text().split("--;;\n")
        for statement, (signature, callers) in zip(statements, parts, strict=True):
            operations.append(migrations.RunSQL(f"drop function kernel.{signature}", migrations.RunSQL.noop))
            operations.append(KernelFunction(statement, signature, callers))
    return operations


class Migration(migrations.Migration):
    dependencies = [("orchestration", "0003_kernel")]

    operations = _replaced()
