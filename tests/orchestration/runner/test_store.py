"""What a runner reads names columns that the models have, and sees one organization at a time (P25)."""

import asyncio
import inspect
import re
import time
from collections.abc import Awaitable, Callable, Iterator
from typing import Any
from uuid import UUID

import psycopg
import pytest
from database import Cluster
from django.apps import apps
from team_world import add_team
from world import Ledger, World, reply, running, script

from baton.core.ids import new_id
from orchestration.runner import store as module
from orchestration.runner.store import Store

PRICE = {
    "provider": "scripted", "model": "m", "from": "2026-01-01", "currency": "EUR", "input": "1", "output": "2",
}  # fmt: skip
type Read = Callable[[Store, World, UUID], Awaitable[Any]]


def org(world: World) -> str:
    return str(world.organization)


READS: dict[str, tuple[Read, Any]] = {
    # name: (the read, what it answers where nothing is to be seen)
    "load_records": (lambda s, w, r: s.load_records(org(w), str(r), 0), []),
    "load_signal": (lambda s, w, r: s.load_signal(org(w), str(r)), 0),
    "load_status": (lambda s, w, r: s.load_status(org(w), str(r)), ""),
    "load_bodies": (lambda s, w, r: s.load_bodies(org(w), str(r), bodies(w, r)), {}),
    "load_tools": (lambda s, w, r: s.load_tools(org(w), [call_of(w, r)["tool_version_id"]]), {}),
    "load_calls": (lambda s, w, r: s.load_calls(org(w), str(r), [str(call_of(w, r)["id"])]), {}),
    "load_project": (lambda s, w, r: s.load_project(org(w), project_of(w, r)), None),
}
REFUSED: dict[str, Read] = {
    "load_orchestration": lambda s, w, r: s.load_orchestration(org(w), str(team_of(w))),
    "load_agent": lambda s, w, r: s.load_agent(org(w), str(w.run(r)["agent_version_id"])),
    "load_arguments": lambda s, w, r: s.load_arguments(org(w), str(r), str(call_of(w, r)["id"])),
    "load_prices": lambda s, w, r: s.load_prices(org(w), price_version(w)),
}
LIFE = {"note_outage", "quarantine_tool", "open", "close", "enlist", "retire", "let_go", "keep_late_result"}
"""Not reads: the pool, and functions of the kernel that have tests of their own."""


def call_of(world: World, run: UUID) -> dict[str, Any]:
    return world.calls(run)[0]


def team_of(world: World) -> UUID:
    """The version of an orchestration that is there."""
    (row,) = world.owner("select id from agents_orchestrationversion")
    return UUID(str(row["id"]))


def project_of(world: World, run: UUID) -> str:
    return str(world.run(run)["project_id"])


def price_version(world: World) -> str:
    (row,) = world.owner("select live_version_id from agents_pricetable where id = %s", [world.prices])
    return str(row["live_version_id"])


def bodies(world: World, run: UUID) -> list[str]:
    rows = world.owner("select id from orchestration_runbody where run_id = %s", [run])
    return [str(row["id"]) for row in rows]


@pytest.fixture(scope="module")
def waiting(cluster: Cluster) -> Iterator[tuple[World, UUID]]:
    """A run that waits for a person, with a long text, a card and a policy."""
    with cluster.copy() as database:
        world = World(database).build()
        world.set_policy([{"tool": "refund", "outcome": "ask"}])
        world.set_prices([PRICE])
        add_team(world, [])
        replies = script(reply(("refund", {"n": 1}), text="x" * 9000), reply(text="Done."))
        version = world.add_agent(
            tools=[world.add_tool("refund")], connection=world.add_connection(script=replies)
        )
        run = world.start(version)
        with running(database, Ledger()):
            world.wait_for(run, "waiting")
        yield world, run


def read(world: World, run: UUID, query: Read, *, asking: World | None = None) -> Any:
    """The answer to a query about a run, asked in the scope of `asking`."""

    async def main() -> Any:
        store = Store(world.database.url("worker"), str(new_id()))
        await store.open()
        try:
            return await query(store, _Mixed(world, asking or world), run)  # type: ignore[arg-type]
        finally:
            await store.close()

    return asyncio.run(main())


class _Mixed:
    """Ids of one world, and the organization of another."""

    def __init__(self, world: World, asking: World) -> None:
        self._world = world
        self.organization = asking.organization

    def __getattr__(self, name: str) -> Any:
        return getattr(self._world, name)


def test_every_method_of_the_store_is_tried_here() -> None:
    methods = {
        name for name, _ in inspect.getmembers(Store, inspect.iscoroutinefunction) if not name.startswith("_")
    }

    assert methods == set(READS) | set(REFUSED) | LIFE


@pytest.mark.parametrize("name", [*READS, *REFUSED])
def test_a_read_finds_what_is_there(waiting: tuple[World, UUID], name: str) -> None:
    world, run = waiting

    answer = read(world, run, REFUSED[name] if name in REFUSED else READS[name][0])

    assert answer or (name == "load_signal" and answer == 0)


@pytest.mark.requirement("promise P25")
@pytest.mark.parametrize("name", READS)
def test_a_read_in_the_scope_of_another_organization_finds_nothing(
    waiting: tuple[World, UUID], name: str
) -> None:
    world, run = waiting
    query, nothing = READS[name]

    answer = read(world, run, query, asking=World(world.database).build())

    if name == "load_project":
        assert answer == {
            "rules": None,
            "variables": {},
            "credentials": {},
            "connections": {},
            "servers": {},
            "quarantined": [],
            "out": [],
            "prices": None,
            "data_key": None,
        }
    else:
        assert answer == nothing


@pytest.mark.requirement("promise P25")
@pytest.mark.parametrize("name", REFUSED)
def test_a_read_that_must_find_something_says_so_in_another_scope(
    waiting: tuple[World, UUID], name: str
) -> None:
    world, run = waiting
    other = World(world.database).build()

    with pytest.raises(LookupError):
        read(world, run, REFUSED[name], asking=other)


def test_the_columns_that_the_store_names_are_columns_of_the_models() -> None:
    """The queries are written by hand, so that the loop needs no ORM; the schema is the models'."""
    source = inspect.getsource(module)
    models = {model._meta.db_table: model for model in apps.get_models()}
    tables = set(re.findall(r"(?:from|join)\s+((?:agents|orchestration|secrets|tenancy)_\w+)", source))
    assert tables >= {"orchestration_run", "orchestration_traceevent", "agents_toolversion"}
    assert tables <= set(models)
    for alias, table in re.findall(r"(?:from|join)\s+(\w+_\w+)\s+([a-z])\b", source):
        columns = {field.column for field in models[alias]._meta.local_concrete_fields}
        named = set(re.findall(rf"\b{table}\.(\w+)", source))
        others = [t for t, a in re.findall(r"(?:from|join)\s+(\w+_\w+)\s+([a-z])\b", source) if a == table]
        known = columns.union(*({f.column for f in models[t]._meta.local_concrete_fields} for t in others))
        assert named <= known, (alias, named - known)


def test_a_reading_connection_does_not_keep_the_scope_of_the_last_reader(waiting: tuple[World, UUID]) -> None:
    world, run = waiting

    async def main() -> list[int]:
        store = Store(world.database.url("worker"), str(new_id()))
        await store.open()
        try:
            assert await store.load_records(org(world), str(run), 0)
            async with store._pool.connection() as connection:
                cursor = await connection.execute("select count(*) as n from orchestration_run")
                return [row["n"] for row in await cursor.fetchall()]
        finally:
            await store.close()

    assert asyncio.run(main()) == [0]


def test_a_store_cannot_write(waiting: tuple[World, UUID]) -> None:
    world, _ = waiting
    for statement in ("update orchestration_run set status = 'failed'", "delete from orchestration_approval"):
        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            world.database.rows(statement, role="worker")


@pytest.mark.requirement("promise P4")
def test_one_dead_connection_renews_all_that_lie_idle(waiting: tuple[World, UUID]) -> None:
    """As after a restart of the database: one read fails and the next ones are served at once."""
    world, run = waiting

    async def main() -> tuple[int, float]:
        store = Store(world.database.url("worker"), str(new_id()))
        await store.open()
        try:
            read_once = [store.load_signal(org(world), str(run)) for _ in range(20)]
            await asyncio.gather(*read_once)
            killed = await asyncio.to_thread(_kill_readers, world)
            failures, began = 0, time.monotonic()
            for _ in range(20):
                try:
                    await store.load_signal(org(world), str(run))
                except psycopg.OperationalError:
                    failures += 1
            assert killed > 1
            return failures, time.monotonic() - began
        finally:
            await store.close()

    failures, seconds = asyncio.run(main())
    assert failures == 1
    assert seconds < 5


def _kill_readers(world: World) -> int:
    kill = (
        "select count(pg_terminate_backend(pid)) from pg_stat_activity"
        " where application_name = 'baton runner' and datname = current_database()"
    )
    return int(world.database.value(kill, role="baton"))
