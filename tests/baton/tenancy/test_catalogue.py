"""What the database itself enforces, read from its catalogue: roles, policies, grants, functions, keys (P25)."""

from collections.abc import Iterator
from typing import Any

import pytest
from database import Cluster, TestDatabase
from django.apps import apps
from django.db import models

pytestmark = pytest.mark.requirement("promise P25")

APPLICATION = ["baton_super", "baton_web", "baton_worker"]
OTHERS = ["baton_kernel", "baton_owner", "baton_staff"]
IN_SCOPE = "(select nullif(current_setting('app.organization', true), ''))::uuid"

KERNEL_TABLES = {
    "agents_modelconnection": "r",
    "agents_toolquarantine": "ar",
    "agents_toolversion": "r",
    "audit_auditentry": "a",
    "orchestration_approval": "arw",
    "orchestration_attempt": "ar",
    "orchestration_helddecision": "ard",
    "orchestration_providerstate": "arwd",
    "orchestration_run": "rw",
    "orchestration_runbody": "ar",
    "orchestration_step": "ar",
    "orchestration_task": "raw",
    "orchestration_toolcall": "arw",
    "orchestration_traceevent": "ar",
    "outbox_outboxmessage": "arwd",
    "tenancy_apikey": "rw",
    "tenancy_membership": "r",
    "tenancy_organization": "r",
}
"""The tenant tables that the kernel's functions touch, and how: `baton_kernel` has a policy on these alone."""

STAFF_TABLES = {
    "audit_auditentry": "INSERT",
    "tenancy_membership": "ALL",
    "tenancy_organization": "ALL",
    "tenancy_project": "INSERT",
}
"""The tenants' tables that the staff's role reaches (test_staff_role.py says how), with its policy's command."""

OWN_ROWS = {"tenancy_membership", "tenancy_organization", "tenancy_project"}
"""Seen by a signed-in person before an organization is chosen: a second policy, for reading, on `app.user`."""

WORKER_WRITES = {"audit_auditentry": "a", "outbox_outboxmessage": "a"}
"""All the worker's role may write by itself; the record it changes through the kernel alone (promise P23)."""

FUNCTIONS: dict[str, tuple[str, str, str]] = {
    # signature: (owner, kind, who may execute it)
    "authenticate_key(text, bytea)": ("kernel", "definer", "web"),
    "cancel_run(uuid, text, text, uuid, text)": ("kernel", "definer", "web"),
    "check_approval_state()": ("owner", "trigger", ""),
    "check_call_state()": ("owner", "trigger", ""),
    "check_run_status()": ("owner", "trigger", ""),
    "claim(uuid, integer, integer, uuid)": ("kernel", "definer", "worker"),
    "commit(uuid, jsonb)": ("kernel", "definer", "worker"),
    "decide_approval(uuid, text, text, integer, text, text, uuid, text)": ("kernel", "definer", "web"),
    "end_calls(uuid, uuid, integer, boolean)": ("kernel", "definer", ""),
    "end_tasks()": ("kernel", "trigger", ""),
    "end_outage(uuid, uuid, uuid)": ("kernel", "definer", "worker"),
    "end_overdue(double precision)": ("kernel", "definer", "super"),
    "enlist(uuid, text, integer, double precision)": ("kernel", "definer", "worker"),
    "ensure_partitions(integer)": ("owner", "definer", "super"),
    "expire_approvals()": ("kernel", "definer", "super"),
    "finish_cancelling()": ("kernel", "definer", "super"),
    "first_id(timestamp with time zone)": ("owner", "invoker", ""),
    "forget_outages(double precision)": ("kernel", "definer", "super"),
    "heartbeat(uuid, double precision)": ("kernel", "definer", "worker"),
    "held_back(uuid, timestamp with time zone)": ("kernel", "definer", ""),
    "is_alive(uuid)": ("kernel", "definer", ""),
    "late_result(uuid, jsonb)": ("kernel", "definer", "worker"),
    "let_go(uuid, uuid[])": ("kernel", "definer", "worker"),
    "may_decide(uuid, text, uuid)": ("kernel", "definer", ""),
    "may_start(uuid, uuid, timestamp with time zone, jsonb)": ("kernel", "definer", ""),
    "next_id()": ("kernel", "invoker", ""),
    "note_outage(uuid, uuid, uuid, text, text, integer, double precision)": ("kernel", "definer", "worker"),
    "notify_outbox()": ("owner", "trigger", ""),
    "open_run(uuid, jsonb)": ("kernel", "definer", "web"),
    "outbox_done(uuid[])": ("kernel", "definer", "super"),
    "outbox_failed(uuid[], double precision)": ("kernel", "definer", "super"),
    "outbox_take(integer)": ("kernel", "definer", "super"),
    "quarantine_tool(uuid, uuid, uuid, text)": ("kernel", "definer", "worker"),
    "queues()": ("kernel", "definer", ""),
    "reap()": ("kernel", "definer", "super"),
    "record_decision(uuid, text, text, text, uuid, text, timestamp with time zone)": (
        "kernel",
        "definer",
        "",
    ),
    "refuse_change()": ("owner", "trigger", ""),
    "retire(uuid)": ("kernel", "definer", "worker"),
    "ring(uuid, uuid)": ("kernel", "definer", ""),
    "ring_again(double precision)": ("kernel", "definer", "super"),
    "scope()": ("kernel", "invoker", "web"),
    "settle_decision(uuid)": ("kernel", "definer", ""),
    "settle_decisions()": ("kernel", "definer", "super"),
    "signal(uuid, text, jsonb)": ("kernel", "definer", "super web"),
    "undo_decision(uuid, text, uuid)": ("kernel", "definer", "web"),
}

UNKEYED = {
    ("orchestration_approval", "project_id"): "filled in by kernel.commit from the run's row",
    ("orchestration_attempt", "step_id"): "of the same run, which is keyed; written with its last try",
    ("orchestration_attempt", "connection_id"): "of the run's project when it was asked; may be gone by now",
    ("orchestration_step", "task_id"): "of the same run, which is keyed",
    ("orchestration_toolcall", "step_id"): "of the same run, which is keyed",
    ("orchestration_toolcall", "task_id"): "of the same run, which is keyed",
    ("orchestration_toolcall", "tool_version_id"): "judged by kernel.may_start in the run's organization",
    ("orchestration_toolcall", "provider_call_id"): "the provider's word, points nowhere",
    ("orchestration_run", "requester_id"): "a person or a key: people belong to no organization",
    ("orchestration_run", "trace_id"): "a W3C trace id, points nowhere",
    ("orchestration_run", "worker_id"): "workers belong to no organization",
    ("orchestration_approval", "decided_by_id"): "a person or a key, judged by kernel.may_start",
    ("orchestration_providerstate", "worker_id"): "workers belong to no organization",
    ("orchestration_helddecision", "held_by_id"): "a person or a key, judged by kernel.may_decide",
    ("agents_draft", "object_id"): "of any kind; services find it in the project before they touch the draft",
    ("audit_auditentry", "actor_id"): "whoever acted, also after they are gone",
    ("audit_auditentry", "object_id"): "whatever was acted on, also after it is gone",
    ("audit_auditentry", "request_id"): "the request's name in the logs, points nowhere",
    ("secrets_datakey", "kek_id"): "a key of BATON_KEKS, points nowhere",
    ("tenancy_apikey", "key_id"): "the public half of the key itself",
}
"""Columns that end in `_id` and have no composite key, with the reason."""

UNIQUE_WITHOUT_ORGANIZATION = {
    "tenancy_organization_slug_key": "it names the organization, before one is known",
    "tenancy_apikey_key_id_key": "12 random characters: a key is found by it before an organization is known",
    "tool_call_of_run": "by run, which is in one organization; only the kernel writes it",
    "agent_does_one_task_at_a_time": "by run, which is in one organization; only the kernel writes it",
    "approval_revision_of_call": "by call, which is in one organization; only the kernel writes it",
    "one_pending_approval_per_call": "by call, which is in one organization; only the kernel writes it",
}


@pytest.fixture(scope="module")
def catalogue(cluster: Cluster) -> Iterator[TestDatabase]:
    with cluster.copy() as database:
        yield database


def tenant_models() -> list[type[models.Model]]:
    """Models whose rows belong to an organization, and the organization itself."""
    found = [
        model
        for model in apps.get_models()
        if any(field.column == "organization_id" for field in model._meta.local_concrete_fields)
    ]
    return [*found, apps.get_model("tenancy", "Organization")]


def tenant_tables() -> set[str]:
    return {model._meta.db_table for model in tenant_models()}


def test_models_and_the_catalogue_agree_on_the_tenant_tables(catalogue: TestDatabase) -> None:
    rows = catalogue.rows(
        "select c.relname from pg_class c join pg_attribute a on a.attrelid = c.oid"
        " where a.attname = 'organization_id' and c.relkind in ('r', 'p') and not c.relispartition"
    )

    assert {row["relname"] for row in rows} | {"tenancy_organization"} == tenant_tables()
    assert len(rows) > 15


def test_every_tenant_table_enforces_row_level_security_on_everybody(catalogue: TestDatabase) -> None:
    rows = catalogue.rows(
        "select relname, relrowsecurity, relforcerowsecurity from pg_class where relname = any(%s)",
        [sorted(tenant_tables())],
    )

    assert {row["relname"] for row in rows} == tenant_tables()
    assert [
        row["relname"] for row in rows if not (row["relrowsecurity"] and row["relforcerowsecurity"])
    ] == []


def test_every_tenant_table_has_exactly_the_policies_it_should_have(catalogue: TestDatabase) -> None:
    found = {
        (row["tablename"], row["policyname"]): (sorted(row["roles"]), row["cmd"], row["permissive"])
        for row in catalogue.rows("select * from pg_policies")
    }

    wanted = {}
    for table in tenant_tables():
        wanted[table, "tenant"] = (APPLICATION, "ALL", "PERMISSIVE")
        wanted[table, "schema"] = (["baton_owner"], "ALL", "PERMISSIVE")
        if table in KERNEL_TABLES:
            wanted[table, "kernel"] = (["baton_kernel"], "ALL", "PERMISSIVE")
        if table in OWN_ROWS:
            wanted[table, "mine"] = (["baton_web"], "SELECT", "PERMISSIVE")
        if table in STAFF_TABLES:
            wanted[table, "staff"] = (["baton_staff"], STAFF_TABLES[table], "PERMISSIVE")
    assert found == wanted


def test_the_tenant_policy_compares_the_organization_for_reading_and_for_writing(
    catalogue: TestDatabase,
) -> None:
    for row in catalogue.rows("select * from pg_policies where policyname = 'tenant'"):
        column = "id" if row["tablename"] == "tenancy_organization" else "organization_id"
        shown = catalogue.value(
            "select pg_get_expr(polqual, polrelid) from pg_policy where polname = 'tenant'"
            " and polrelid = %s::regclass",
            [row["tablename"]],
        )
        assert shown == row["with_check"], row["tablename"]
        plain = " ".join(shown.replace("::text", "").replace('AS "nullif"', "").lower().split())
        assert plain.replace("(", "").replace(")", "").replace(" ", "") == (
            f"{column}={IN_SCOPE}".replace("(", "").replace(")", "").replace(" ", "")
        ), row["tablename"]


def test_nobody_is_granted_anything_on_a_partition(catalogue: TestDatabase) -> None:
    """Row-level security is on the parent: a partition that could be read by itself would show every row."""
    rows = catalogue.rows(
        "select relname, relacl::text as acl from pg_class where relispartition and relkind = 'r'"
    )

    assert len(rows) >= 4 * 13
    assert [row for row in rows if row["acl"] is not None] == []


def test_no_role_of_ours_can_look_past_the_policies(catalogue: TestDatabase) -> None:
    roles = catalogue.rows("select * from pg_roles where rolname like 'baton\\_%'")

    assert {role["rolname"] for role in roles} == {*APPLICATION, *OTHERS}
    powers = ("rolsuper", "rolbypassrls", "rolcreaterole", "rolcreatedb", "rolreplication")
    assert [role["rolname"] for role in roles if any(role[power] for power in powers)] == []
    assert [role["rolname"] for role in roles if not role["rolcanlogin"]] == ["baton_kernel"]


def test_no_role_is_a_member_of_another_but_the_owner_of_the_kernel_role(catalogue: TestDatabase) -> None:
    rows = catalogue.rows(
        "select m.rolname as member, r.rolname as role from pg_auth_members a join pg_roles m on m.oid = a.member"
        " join pg_roles r on r.oid = a.roleid where m.rolname like 'baton%' and m.rolname <> 'baton'"
    )

    assert [(row["member"], row["role"]) for row in rows] == [("baton_owner", "baton_kernel")]


def test_only_the_owner_owns_relations_and_may_create_any(catalogue: TestDatabase) -> None:
    owners = catalogue.rows(
        "select distinct r.rolname from pg_class c join pg_roles r on r.oid = c.relowner"
        " join pg_namespace n on n.oid = c.relnamespace where n.nspname in ('public', 'kernel')"
    )
    assert [row["rolname"] for row in owners] == ["baton_owner"]
    for role in (*APPLICATION, "baton_staff"):
        for schema in ("public", "kernel"):
            assert not catalogue.value("select has_schema_privilege(%s, %s, 'create')", [role, schema])
        assert not catalogue.value(
            "select has_database_privilege(%s, current_database(), 'create, temp')", [role]
        )
    assert not catalogue.value("select has_schema_privilege('baton_kernel', 'public', 'create')")
    assert not catalogue.value("select has_schema_privilege('public', 'public', 'usage')")
    assert (
        catalogue.rows(
            "select * from pg_class where relkind in ('v', 'm') and relnamespace = 'public'::regnamespace"
        )
        == []
    )


@pytest.mark.requirement("promise P31")
def test_nobody_may_truncate_or_make_triggers_on_a_tenant_table(catalogue: TestDatabase) -> None:
    for table in tenant_tables():
        for role in (*APPLICATION, "baton_kernel", "baton_staff"):
            held = catalogue.value(
                "select has_table_privilege(%s, %s, 'truncate, trigger, references')", [role, table]
            )
            assert not held, (table, role)


def test_the_kernel_role_may_do_what_its_functions_do_and_no_more(catalogue: TestDatabase) -> None:
    assert _privileges(catalogue, "baton_kernel") == {
        table: set(held) for table, held in KERNEL_TABLES.items()
    }


@pytest.mark.requirement("promise P23")
def test_the_worker_reads_the_record_and_writes_none_of_it(catalogue: TestDatabase) -> None:
    privileges = _privileges(catalogue, "baton_worker")

    written = {table: held - {"r"} for table, held in privileges.items() if held - {"r"}}
    assert written == {table: set(held) for table, held in WORKER_WRITES.items()}
    assert privileges["orchestration_approval"] == {"r"}


@pytest.mark.requirement("promise P23")
def test_the_web_decides_through_the_kernel_and_not_by_itself(catalogue: TestDatabase) -> None:
    privileges = _privileges(catalogue, "baton_web")

    record = {table: held for table, held in privileges.items() if table.startswith("orchestration_")}
    written = {table for table, held in record.items() if held != {"r"}}
    assert written == {"orchestration_run", "orchestration_task"}
    assert record["orchestration_run"] == record["orchestration_task"] == {"a", "r"}


@pytest.mark.requirement("promises 7.80")
@pytest.mark.requirement("promise P31")
def test_no_role_of_the_application_may_change_an_audit_entry(catalogue: TestDatabase) -> None:
    held = {role: _privileges(catalogue, role).get("audit_auditentry", set()) for role in APPLICATION}

    assert held == {"baton_web": {"a", "r"}, "baton_worker": {"a"}, "baton_super": {"a"}}


def test_the_kernel_has_exactly_these_functions_owners_and_callers(catalogue: TestDatabase) -> None:
    rows = catalogue.rows(
        "select p.proname || '(' || pg_get_function_identity_arguments(p.oid) || ')' as shown,"
        " p.proname || '(' || coalesce((select string_agg(format_type(t, null), ', ' order by n)"
        "   from unnest(p.proargtypes) with ordinality a(t, n)), '') || ')' as signature,"
        " r.rolname as owner, p.prosecdef, p.proconfig, p.prorettype::regtype::text as returns, p.proacl::text as acl,"
        " array(select g.rolname::text from pg_roles g where g.rolname like 'baton\\_%' and g.rolname not in"
        "   ('baton_kernel', 'baton_owner') and has_function_privilege(g.oid, p.oid, 'execute')"
        "   order by g.rolname) as callers"
        " from pg_proc p join pg_roles r on r.oid = p.proowner where p.pronamespace = 'kernel'::regnamespace"
    )

    found = {
        row["signature"]: (row["owner"].removeprefix("baton_"), _kind(row), _short(row["callers"]))
        for row in rows
    }
    assert found == FUNCTIONS
    assert [
        row["signature"] for row in rows if row["acl"] is None or "{=" in row["acl"] or ",=" in row["acl"]
    ] == []


def test_no_function_of_ours_stands_outside_the_kernel(catalogue: TestDatabase) -> None:
    rows = catalogue.rows(
        "select p.oid::regprocedure::text as name from pg_proc p join pg_namespace n on n.oid = p.pronamespace"
        " where n.nspname not in ('pg_catalog', 'information_schema', 'kernel')"
        " and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')"
    )

    assert rows == []


def test_a_key_into_the_same_organization_names_the_organization(catalogue: TestDatabase) -> None:
    """A foreign key's own check bypasses row-level security: only a composite one keeps tenants apart."""
    composite = _composite_keys(catalogue)

    missing = []
    for model in tenant_models():
        table = model._meta.db_table
        for field in model._meta.local_concrete_fields:
            column = field.column
            if not column.endswith("_id") or column == "organization_id":
                continue
            if isinstance(field, models.ForeignKey) and not _is_tenant(field.related_model):
                continue
            known = (table, column) in UNKEYED and not isinstance(field, models.ForeignKey)
            if (table, column) not in composite and not known:
                missing.append((table, column))
    assert missing == []


def test_a_foreign_key_without_its_own_constraint_points_where_its_composite_one_does(
    catalogue: TestDatabase,
) -> None:
    composite = _composite_keys(catalogue)

    for model in tenant_models():
        for field in model._meta.local_concrete_fields:
            if isinstance(field, models.ForeignKey) and _is_tenant(field.related_model):
                if field.column == "organization_id":
                    continue
                assert not field.db_constraint, (
                    f"{model}.{field.name} has a simple key beside the composite one"
                )
                target = composite[model._meta.db_table, field.column]
                assert target == field.related_model._meta.db_table


def test_no_exception_of_these_lists_is_out_of_date(catalogue: TestDatabase) -> None:
    columns = {
        (model._meta.db_table, field.column)
        for model in tenant_models()
        for field in model._meta.local_concrete_fields
    }
    composite = _composite_keys(catalogue)
    unique = {name for _, name, _ in _unique_indexes(catalogue)}

    assert [key for key in UNKEYED if key not in columns or key in composite] == []
    assert set(UNIQUE_WITHOUT_ORGANIZATION) - unique == set()


def test_what_is_unique_is_unique_within_an_organization(catalogue: TestDatabase) -> None:
    """A value that is unique over all organizations tells whether another one has it."""
    found = [
        (table, name)
        for table, name, columns in _unique_indexes(catalogue)
        if table in tenant_tables() and "organization_id" not in columns
    ]

    assert sorted(name for _, name in found) == sorted(UNIQUE_WITHOUT_ORGANIZATION)


def test_models_and_tables_have_the_same_columns(catalogue: TestDatabase) -> None:
    for model in apps.get_models():
        rows = catalogue.rows(
            "select column_name, is_nullable from information_schema.columns"
            " where table_schema = 'public' and table_name = %s",
            [model._meta.db_table],
        )
        fields = {
            field.column: "YES" if field.null else "NO"
            for field in model._meta.local_concrete_fields
            if field.column is not None
        }
        assert {row["column_name"]: row["is_nullable"] for row in rows} == fields, model


@pytest.mark.requirement("promises 7.80")
@pytest.mark.requirement("promise P31")
def test_the_append_only_tables_refuse_even_their_owner(catalogue: TestDatabase) -> None:
    rows = catalogue.rows(
        "select tgrelid::regclass::text as name, tgfoid::regproc::text as function from pg_trigger"
        " where not tgisinternal and tgparentid = 0"
    )

    assert sorted((row["name"], row["function"]) for row in rows) == [
        ("audit_auditentry", "kernel.refuse_change"),
        ("audit_auditentry", "kernel.refuse_change"),
        ("orchestration_approval", "kernel.check_approval_state"),
        ("orchestration_run", "kernel.check_run_status"),
        ("orchestration_run", "kernel.end_tasks"),
        ("orchestration_toolcall", "kernel.check_call_state"),
        ("orchestration_traceevent", "kernel.refuse_change"),
        ("outbox_outboxmessage", "kernel.notify_outbox"),
    ]


def _is_tenant(model: Any) -> bool:
    return any(field.column == "organization_id" for field in model._meta.local_concrete_fields)


def _privileges(database: TestDatabase, role: str) -> dict[str, set[str]]:
    """By tenant table: the letters of PostgreSQL for what the role may do, on the table or some column of it."""
    letters = {"select": "r", "insert": "a", "update": "w", "delete": "d"}
    rows = database.rows(
        "select c.relname, p.name from pg_class c cross join unnest(%s::text[]) p(name)"
        " where c.relname = any(%s) and (has_table_privilege(%s, c.oid, p.name)"
        "  or (p.name <> 'delete' and has_any_column_privilege(%s, c.oid, p.name)))",
        [list(letters), sorted(tenant_tables()), role, role],
    )
    found: dict[str, set[str]] = {}
    for row in rows:
        found.setdefault(row["relname"], set()).add(letters[row["name"]])
    return found


def _kind(row: dict[str, Any]) -> str:
    if row["returns"] == "trigger":
        return "trigger"
    if not row["prosecdef"]:
        return "invoker"
    fixed = [setting for setting in row["proconfig"] or () if setting.startswith("search_path=")]
    return "definer" if fixed == ["search_path=public, pg_temp"] else "definer without a search path"


def _short(roles: list[str]) -> str:
    return " ".join(role.removeprefix("baton_") for role in roles)


def _composite_keys(database: TestDatabase) -> dict[tuple[str, str], str]:
    """(table, column): target, of every foreign key that has the organization, or the run, beside the column."""
    rows = database.rows(
        "select conrelid::regclass::text as name, confrelid::regclass::text as target,"
        " array(select a.attname::text from unnest(conkey) with ordinality k(n, i) join pg_attribute a"
        "   on a.attrelid = conrelid and a.attnum = k.n order by k.i) as columns"
        " from pg_constraint where contype = 'f' and conparentid = 0 and cardinality(conkey) = 2"
    )
    keys = {
        (row["name"], row["columns"][1]): row["target"]
        for row in rows
        if row["columns"][0] in ("organization_id", "run_id")
    }
    assert all((table, "run_id") in keys for table, _ in keys if _by_run(rows, table)), "a run is keyed first"
    return keys


def _by_run(rows: list[dict[str, Any]], table: str) -> bool:
    return any(row["name"] == table and row["columns"][0] == "run_id" for row in rows)


def _unique_indexes(database: TestDatabase) -> list[tuple[str, str, list[str]]]:
    """(table, index, columns) of what is unique and is no primary key, partitions left out."""
    rows = database.rows(
        "select t.relname, i.relname as index, array(select a.attname::text from unnest(x.indkey::int[]) k join"
        " pg_attribute a on a.attrelid = t.oid and a.attnum = k) as columns"
        " from pg_index x join pg_class i on i.oid = x.indexrelid join pg_class t on t.oid = x.indrelid"
        " where x.indisunique and not x.indisprimary and not t.relispartition"
        " and t.relnamespace = 'public'::regnamespace"
    )
    return [(row["relname"], row["index"], row["columns"]) for row in rows]
