"""Row-level security as the roles meet it: nothing without a scope, nothing of another organization (P25, P23)."""

from collections.abc import Iterator, Sequence
from typing import Any
from uuid import UUID

import psycopg
import pytest
from conftest import point_django_at
from database import Cluster, TestDatabase
from django.apps import apps
from django.db import connection, models
from psycopg import sql
from psycopg.types.json import Jsonb
from team_world import add_team
from world import World, digest_of, reply, running, script

from baton.core.ids import new_id

pytestmark = pytest.mark.requirement("promise P25")

ROLES = ("web", "worker", "super")
RECORD = ("run", "task", "step", "attempt", "runbody", "traceevent", "toolcall", "approval", "helddecision")


def tenant_models() -> list[type[models.Model]]:
    return [
        model
        for model in apps.get_models()
        if any(field.column == "organization_id" for field in model._meta.local_concrete_fields)
    ] + [apps.get_model("tenancy", "Organization")]


def column_of(table: str) -> str:
    return "id" if table == "tenancy_organization" else "organization_id"


@pytest.fixture(scope="module")
def full(cluster: Cluster) -> Iterator[tuple[World, World]]:
    """Two organizations with a row in every tenant table: runs that ended, one whose approval is held."""
    with cluster.copy() as database:
        worlds = World(database).build(), World(database).build()
        for world in worlds:
            fill(world)
        yield worlds


def fill(world: World) -> None:
    tool = world.add_tool("refund")
    world.set_policy([{"tool": "refund", "outcome": "ask", "grace_seconds": 60}])
    replies = script(reply(("refund", {"amount": 80}), text="y" * 9000), reply(text="Done."))
    run = world.start(world.add_agent(tools=[tool], connection=world.add_connection(script=replies)))
    with running(world.database):
        approval = world.pending(run)
        world.wait_for(run, "waiting")
    assert world.decide(approval)["outcome"] == "held"
    organization, project, person = world.organization, world.project, world.people["alice"].id
    world.owner(
        "insert into agents_variable (id, organization_id, project_id, name, value) values (%s, %s, %s, 'A', 'b')",
        [new_id(), organization, project],
    )
    world.owner(
        "insert into agents_credential (id, organization_id, project_id, name, host, header, secret_variable)"
        " values (%s, %s, %s, 'c', 'shop.example', 'Authorization', 'BATON_SECRET_C')",
        [new_id(), organization, project],
    )
    world.owner(
        "insert into agents_mcpserver (id, organization_id, project_id, name, url)"
        " values (%s, %s, %s, 'docs', 'https://docs.example/mcp')",
        [new_id(), organization, project],
    )
    world.owner(
        "insert into agents_toolquarantine (version_id, organization_id, message, since)"
        " values (%s, %s, 'Other.', now())",
        [tool.version_id, organization],
    )
    # The newest version has no quarantine, for the reason that is told of connections below.
    world.owner(
        "insert into agents_toolversion (id, organization_id, tool_id, number, spec, digest)"
        " values (%s, %s, %s, 2, '{}', 'd')",
        [new_id(), organization, tool.tool_id],
    )
    world.owner(
        "insert into secrets_datakey (id, organization_id, kek_id, wrapped, wrapped_at)"
        " values (%s, %s, 'k', 'w', now())",
        [new_id(), organization],
    )
    table = new_id()
    world.owner(
        "insert into agents_pricetable (id, organization_id, project_id) values (%s, %s, %s)",
        [table, organization, project],
    )
    world.owner(
        "insert into agents_pricetableversion (id, organization_id, table_id, number, prices, digest)"
        " values (%s, %s, %s, 1, '[]', 'd')",
        [new_id(), organization, table],
    )
    world.owner(
        "insert into agents_draft (id, organization_id, project_id, kind, object_id, content, revision)"
        " values (%s, %s, %s, 'prices', %s, '{}', 1)",
        [new_id(), organization, project, table],
    )
    world.add_key(scopes=["runs:read"])
    world.owner(
        "insert into audit_auditentry (id, organization_id, actor_kind, actor_name, action, object_kind, object_id,"
        " detail, request_id) values (%s, %s, 'user', 'alice', 'runs:create', 'run', '1', '{}', '')",
        [new_id(), organization],
    )
    world.owner(
        "insert into api_idempotencykey (id, organization_id, credential, key, fingerprint, status)"
        " values (%s, %s, %s, 'k', 'f', 201)",
        [new_id(), organization, f"user:{person}"],
    )
    away = world.add_connection(script=replies)
    world.owner(
        "insert into orchestration_providerstate (connection_id, organization_id, project_id, worker_id, code,"
        " message, failures, since, next_try_at) values (%s, %s, %s, %s, 'timeout', 'Silent.', 3, now(), now())",
        [away, organization, project, new_id()],
    )
    add_team(world, [])
    # The newest one has no outage: a row that points at it breaks its foreign key and nothing else.
    world.add_connection(script=replies)

    world.owner(
        "insert into orchestration_toolcall select (jsonb_populate_record(c, %s)).* from orchestration_toolcall c"
        " where run_id = %s",
        [Jsonb({"id": str(new_id())}), run],
    )
    world.owner(
        "insert into orchestration_approval select (jsonb_populate_record(a, %s)).* from orchestration_approval a"
        " where run_id = %s",
        [Jsonb({"id": str(new_id()), "revision": 2, "state": "superseded"}), run],
    )
    world.owner(
        "insert into orchestration_run select (jsonb_populate_record(r, %s)).* from orchestration_run r where id = %s",
        [Jsonb({"id": str(new_id()), "status": "cancelled", "last_seq": 0}), run],
    )


def readable(database: TestDatabase, role: str) -> list[str]:
    tables = [model._meta.db_table for model in tenant_models()]
    return [
        table
        for table in tables
        if database.value("select has_table_privilege(%s, %s, 'select')", [f"baton_{role}", table])
    ]


def assert_refused(
    asking: psycopg.Connection[Any], why: str, statement: str, arguments: Sequence[Any] = ()
) -> None:
    """By the database itself, which leaves the transaction around as it was."""
    with pytest.raises(psycopg.errors.InsufficientPrivilege, match=why), asking.transaction():
        asking.execute(statement, arguments)


def test_the_worlds_of_these_tests_have_rows_in_every_tenant_table(full: tuple[World, World]) -> None:
    for world in full:
        for model in tenant_models():
            table = model._meta.db_table
            count = world.database.value(
                f"select count(*) from {table} where {column_of(table)} = %s", [world.organization]
            )
            assert count > 0, table


@pytest.mark.parametrize("role", ROLES)
def test_without_a_scope_raw_sql_sees_no_row_of_any_tenant_table(
    full: tuple[World, World], role: str
) -> None:
    database = full[0].database

    tables = readable(database, role)
    assert tables
    for table in (model._meta.db_table for model in tenant_models()):
        if table in tables:
            assert database.value(f"select count(*) from {table}", role=role) == 0, table
        else:
            with pytest.raises(psycopg.errors.InsufficientPrivilege):
                database.rows(f"select * from {table}", role=role)


@pytest.mark.parametrize("role", ROLES)
def test_without_a_scope_the_orm_sees_no_row_of_any_tenant_table(
    full: tuple[World, World], role: str, django_db_blocker: Any
) -> None:
    database = full[0].database
    tables = readable(database, role)
    point_django_at(database, role)

    with django_db_blocker.unblock():
        for model in tenant_models():
            if model._meta.db_table in tables:
                assert model._default_manager.count() == 0, model
                assert list(model._default_manager.all()[:1]) == [], model
        connection.close()


@pytest.mark.parametrize("setting", ["", "0" * 32, str(new_id())], ids=["none", "nil", "unknown"])
@pytest.mark.parametrize("role", ROLES)
def test_a_scope_of_nobody_sees_no_row(full: tuple[World, World], role: str, setting: str) -> None:
    database = full[0].database
    with database.connect(role) as asking, asking.transaction():
        asking.execute("select set_config('app.organization', %s, true)", [setting])
        for table in readable(database, role):
            found = asking.execute(
                sql.SQL("select count(*) as n from {}").format(sql.Identifier(table))
            ).fetchone()
            assert found == {"n": 0}, table


def test_a_scope_that_is_no_id_raises(full: tuple[World, World]) -> None:
    with full[0].database.connect("web") as asking, asking.transaction():
        asking.execute("select set_config('app.organization', 'x'' or true --', true)")
        with pytest.raises(psycopg.errors.InvalidTextRepresentation), asking.transaction():
            asking.execute("select * from orchestration_run")


@pytest.mark.parametrize("role", ROLES)
def test_in_a_scope_every_row_is_of_that_organization(full: tuple[World, World], role: str) -> None:
    database = full[0].database
    for world in full:
        with database.connect(role) as asking, asking.transaction():
            asking.execute("select set_config('app.organization', %s, true)", [str(world.organization)])
            for table in readable(database, role):
                rows = asking.execute(f"select {column_of(table)} as owner from {table}").fetchall()
                assert {row["owner"] for row in rows} == {world.organization}, table


def test_the_kernel_answers_nothing_about_another_organizations_things(full: tuple[World, World]) -> None:
    ours, theirs = full
    run = theirs.owner(
        "select id from orchestration_run where organization_id = %s and last_seq > 0", [theirs.organization]
    )[0]["id"]
    card = theirs.approvals(run)[0]
    before = digest_of([theirs.run(run), theirs.events(run), theirs.approvals(run)])

    asked = [
        ("select kernel.cancel_run(%s, '', 'user', %s, 'eve') as answer", [run, new_id()]),
        ("select kernel.cancel_run(%s, '', 'user', %s, 'eve') as answer", [new_id(), new_id()]),
        ("select kernel.signal(%s, 'tool_changed', '{}') as answer", [run]),
        ("select kernel.signal(%s, 'tool_changed', '{}') as answer", [new_id()]),
        (
            "select kernel.decide_approval(%s, 'approve', %s, 1, '', 'user', %s, 'eve') as answer",
            [card["id"], card["digest"], new_id()],
        ),
    ]
    for statement, arguments in asked:
        with ours.as_web() as web:
            assert web.execute(statement, arguments).fetchone() == {"answer": None}, statement
        with ours.database.connect("web") as web:
            assert web.execute(statement, arguments).fetchone() == {"answer": None}, statement
    with ours.as_web() as web, pytest.raises(psycopg.errors.CheckViolation):
        web.execute("select kernel.open_run(%s, '{}')", [run])

    assert digest_of([theirs.run(run), theirs.events(run), theirs.approvals(run)]) == before


@pytest.mark.parametrize("role", ROLES)
def test_no_row_can_be_written_into_another_organization(full: tuple[World, World], role: str) -> None:
    """Every table a role may insert into or update, with a copy of one of our rows or a row of ours moved."""
    ours, theirs = full
    database = ours.database
    tried = 0
    for table in readable(database, role):
        column = column_of(table)
        may_insert = database.value("select has_table_privilege(%s, %s, 'insert')", [f"baton_{role}", table])
        may_update = database.value("select has_table_privilege(%s, %s, 'update')", [f"baton_{role}", table])
        with database.connect(role) as asking, asking.transaction():
            asking.execute("select set_config('app.organization', %s, true)", [str(ours.organization)])
            if may_insert and column == "organization_id":
                tried += 1
                assert_refused(
                    asking,
                    "row-level security",
                    f"insert into {table} select (jsonb_populate_record(x, %s)).* from {table} x limit 1",
                    [Jsonb({"id": str(new_id()), "organization_id": str(theirs.organization)})],
                )
            if may_update:
                tried += 1
                move = f"update {table} set {column} = %s"
                assert_refused(asking, "row-level security", move, [theirs.organization])
                gone = asking.execute(
                    f"update {table} set {column} = {column} where {column} = %s", [theirs.organization]
                )
                assert gone.rowcount == 0, table
            if database.value("select has_table_privilege(%s, %s, 'delete')", [f"baton_{role}", table]):
                gone = asking.execute(f"delete from {table} where {column} = %s", [theirs.organization])
                assert gone.rowcount == 0, table
    assert tried > 0 or role == "super"


def test_no_row_can_point_at_another_organizations_row(full: tuple[World, World]) -> None:
    """Each composite key in turn: a row of ours with one column taken from theirs, written by the owner."""
    ours, theirs = full
    keys = ours.owner(
        "select conname as name, conrelid::regclass::text as child, confrelid::regclass::text as parent,"
        " (select attname::text from pg_attribute where attrelid = conrelid and attnum = conkey[2]) as column"
        " from pg_constraint where contype = 'f' and conparentid = 0 and cardinality(conkey) = 2"
    )
    assert len(keys) > 20
    for key in keys:
        foreign = ours.owner(
            f"select id from {key['parent']} where organization_id = %s order by id desc limit 1",
            [theirs.organization],
        )[0]["id"]
        _assert_key_refused(ours, key["child"], key["column"], foreign)


def _assert_key_refused(world: World, table: str, column: str, foreign: UUID) -> None:
    with world.database.connect("owner") as owner:
        _silence_triggers(world, owner, table)
        with pytest.raises(psycopg.errors.ForeignKeyViolation):
            owner.execute(
                f"update {table} set {column} = %s where organization_id = %s", [foreign, world.organization]
            )


def _silence_triggers(world: World, owner: psycopg.Connection[Any], table: str) -> None:
    """The append-only trigger and what only one of two may be would refuse before the key is looked at."""
    if table == "orchestration_run":
        owner.execute("alter table orchestration_run drop constraint if exists run_of_agent_or_orchestration")
    if table == "orchestration_traceevent":
        owner.execute("alter table orchestration_traceevent disable trigger append_only")


@pytest.mark.requirement("promise P23")
@pytest.mark.parametrize("role", ["worker", "super"])
def test_the_record_cannot_be_written_past_the_kernel(full: tuple[World, World], role: str) -> None:
    world = full[0]
    with world.database.connect(role) as asking, asking.transaction():
        asking.execute("select set_config('app.organization', %s, true)", [str(world.organization)])
        for name in RECORD:
            table = f"orchestration_{name}"
            for statement in (
                f"insert into {table} select * from {table}",
                f"update {table} set organization_id = organization_id",
                f"delete from {table}",
                f"truncate {table}",
            ):
                assert_refused(asking, "permission denied", statement)


@pytest.mark.requirement("promise P23")
def test_the_web_cannot_write_a_decision_past_the_kernel(full: tuple[World, World]) -> None:
    with full[0].as_web() as web:
        for statement in (
            "update orchestration_approval set state = 'approved', decision = 'approve'",
            "update orchestration_toolcall set state = 'allowed'",
            "update orchestration_run set status = 'completed'",
            "insert into orchestration_approval select * from orchestration_approval",
            "insert into orchestration_helddecision select * from orchestration_helddecision",
            "update orchestration_helddecision set starts_at = now()",
            "delete from orchestration_helddecision",
            "insert into orchestration_traceevent select * from orchestration_traceevent",
        ):
            with pytest.raises(psycopg.errors.InsufficientPrivilege), web.transaction():
                web.execute(statement)


FUNCTIONS_OF_OTHERS = {
    "worker": (
        "decide_approval(gen_random_uuid(), 'approve', '', 1, '', 'user', gen_random_uuid(), '')",
        "signal(gen_random_uuid(), 'approval_decided', '{}')",
        "cancel_run(gen_random_uuid(), '', 'user', gen_random_uuid(), '')",
        "open_run(gen_random_uuid(), '{}')",
        "authenticate_key('', '')",
        "reap()",
        "end_overdue(0)",
        "expire_approvals()",
        "finish_cancelling()",
        "outbox_take(1)",
        "ensure_partitions(1)",
        "may_start(gen_random_uuid(), gen_random_uuid(), now(), '{}')",
        "end_calls(gen_random_uuid(), gen_random_uuid(), 1, true)",
        "ring(gen_random_uuid(), gen_random_uuid())",
    ),
    "web": (
        "commit(gen_random_uuid(), '[]')",
        "claim(gen_random_uuid(), 1, 5, null)",
        "let_go(gen_random_uuid(), '{}')",
        "enlist(gen_random_uuid(), '', 1, 15)",
        "late_result(gen_random_uuid(), '{}')",
        "reap()",
        "outbox_take(1)",
        "end_calls(gen_random_uuid(), gen_random_uuid(), 1, true)",
        "ring(gen_random_uuid(), gen_random_uuid())",
    ),
    "super": (
        "decide_approval(gen_random_uuid(), 'approve', '', 1, '', 'user', gen_random_uuid(), '')",
        "commit(gen_random_uuid(), '[]')",
        "cancel_run(gen_random_uuid(), '', 'user', gen_random_uuid(), '')",
        "authenticate_key('', '')",
        "end_calls(gen_random_uuid(), gen_random_uuid(), 1, true)",
    ),
}


@pytest.mark.requirement("promise P23")
@pytest.mark.parametrize(
    ("role", "call"), [(role, call) for role, calls in FUNCTIONS_OF_OTHERS.items() for call in calls]
)
def test_a_role_cannot_call_the_functions_of_another(full: tuple[World, World], role: str, call: str) -> None:
    with pytest.raises(psycopg.errors.InsufficientPrivilege, match="permission denied for function"):
        full[0].database.rows(f"select kernel.{call}", role=role)


def test_a_temporary_table_cannot_stand_in_for_one_of_ours(full: tuple[World, World]) -> None:
    """The kernel's functions look names up in `public`; a caller could not make a false one anyhow."""
    for role in ROLES:
        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            full[0].database.rows("create temporary table orchestration_run (id uuid)", role=role)
        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            full[0].database.rows("create table public.mine (id uuid)", role=role)
