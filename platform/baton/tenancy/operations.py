"""Migration operations: the table of a tenant, composite keys, partitions, functions of the kernel.

Frozen by use: a released migration's meaning never changes. `makemigrations --check` does not see these; the
catalogue test does (tests/baton/tenancy/test_catalogue.py).
"""

from typing import Any

from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.operations import CreateModel, RunSQL
from django.db.migrations.state import ProjectState

_IN_SCOPE = "(select nullif(current_setting('app.organization', true), ''))::uuid"
_APPLICATION = "baton_web, baton_worker, baton_super"


def _grants(table: str, grants: dict[str, str]) -> list[Any]:
    return [f"grant {privileges} on {table} to baton_{role}" for role, privileges in grants.items()]


def TenantTable(
    table: str, grants: dict[str, str], *, kernel: str = "", column: str = "organization_id"
) -> RunSQL:
    """Enable and force row-level security on `table`.

    Policies: `tenant` for the application's roles, `schema` so that the owner's data migrations and dumps see
    rows, `kernel` for the owner of the kernel functions where `kernel` names its privileges. `grants` maps a
    role without its prefix to privileges (`{"web": "select, insert", "worker": "select"}`).
    """
    sql: list[Any] = [
        f"alter table {table} enable row level security",
        f"alter table {table} force row level security",
        f"create policy tenant on {table} to {_APPLICATION} using ({column} = {_IN_SCOPE}) "
        f"with check ({column} = {_IN_SCOPE})",
        f"create policy schema on {table} to baton_owner using (true) with check (true)",
        *_grants(table, grants),
    ]
    if kernel:
        sql.append(f"create policy kernel on {table} to baton_kernel using (true) with check (true)")
        sql.append(f"grant {kernel} on {table} to baton_kernel")
    return RunSQL(sql, reverse_sql=RunSQL.noop)


def SharedTable(table: str, grants: dict[str, str]) -> RunSQL:
    """Privileges on a table that belongs to no organization."""
    return RunSQL(_grants(table, grants), reverse_sql=RunSQL.noop)


def CompositeForeignKey(
    table: str, column: str, target: str, *, organization: str = "organization_id", deferred: bool = False
) -> RunSQL:
    """`(organization, column)` refers to `target (organization_id, id)`.

    A foreign key's own check bypasses row-level security; the organization inside the key is what keeps a
    row from pointing into another tenant.
    """
    name = f"{table.split('_', 1)[1]}_{column.removesuffix('_id')}_in_organization"
    when = " deferrable initially deferred" if deferred else ""
    return RunSQL(
        f"alter table {table} add constraint {name} foreign key ({organization}, {column}) "
        f"references {target} (organization_id, id){when}",
        reverse_sql=f"alter table {table} drop constraint {name}",
    )


class PartitionedModel(CreateModel):
    """CreateModel whose table is range-partitioned by `run_id`: a UUIDv7 is time, so a month is a range."""

    def database_forwards(
        self,
        app_label: str,
        schema_editor: BaseDatabaseSchemaEditor,
        from_state: ProjectState,
        to_state: ProjectState,
    ) -> None:
        model = to_state.apps.get_model(app_label, self.name)
        sql, params = schema_editor.table_sql(model)
        schema_editor.execute(f"{sql} partition by range (run_id)", params or None)
        schema_editor.execute(
            f"create table {model._meta.db_table}_default partition of {model._meta.db_table} default"
        )
        schema_editor.deferred_sql.extend(schema_editor._model_indexes_sql(model))  # type: ignore[attr-defined]

    def describe(self) -> str:
        return f"Create partitioned model {self.name}"


def KernelFunction(sql: str, signature: str, callers: str = "", *, owner: str = "baton_kernel") -> RunSQL:
    """A SECURITY DEFINER function of schema `kernel`, owned by a role nobody can sign in as.

    `signature` is its name and argument types; `callers` are the roles (comma separated) that may execute it.
    """
    statements: list[Any] = [
        sql,
        f"alter function kernel.{signature} owner to {owner}",
        f"revoke all on function kernel.{signature} from public",
    ]
    if callers:
        statements.append(f"grant execute on function kernel.{signature} to {callers}")
    return RunSQL(statements, reverse_sql=f"drop function kernel.{signature}")
