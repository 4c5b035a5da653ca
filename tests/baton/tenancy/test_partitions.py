"""The tables of a run's details are partitioned by the month of its id: months ahead exist, and are found."""

import threading
from datetime import UTC, datetime
from itertools import pairwise
from typing import Any
from uuid import UUID

import pytest
from database import TestDatabase
from world import World, reply, running, script

from baton.core.ids import lowest_id, new_id

PARTITIONED = (
    "orchestration_attempt",
    "orchestration_runbody",
    "orchestration_step",
    "orchestration_traceevent",
)


def months(database: TestDatabase, table: str) -> list[tuple[str, UUID, UUID]]:
    """(name, first id, first id of the next month) of each partition but the default one, in order."""
    rows = database.rows(
        "select c.relname, pg_get_expr(c.relpartbound, c.oid) as bound from pg_inherits i"
        " join pg_class c on c.oid = i.inhrelid where i.inhparent = %s::regclass",
        [table],
    )
    found = []
    for row in rows:
        if row["bound"] != "DEFAULT":
            _, low, _, high, _ = row["bound"].split("'")
            found.append((row["relname"], UUID(low), UUID(high)))
    return sorted(found, key=lambda each: each[1])


def month_after(at: datetime, count: int) -> datetime:
    number = at.year * 12 + at.month - 1 + count
    return datetime(number // 12, number % 12 + 1, 1, tzinfo=UTC)


@pytest.mark.parametrize("table", PARTITIONED)
def test_a_year_of_months_lies_ahead_without_a_gap(database: TestDatabase, table: str) -> None:
    now = datetime.now(UTC)

    found = months(database, table)

    assert [low for _, low, _ in found] == [lowest_id(month_after(now, count)) for count in range(13)]
    assert all(high == low for (_, _, high), (_, low, _) in pairwise(found))
    assert [name for name, _, _ in found] == [
        f"{table}_{month_after(now, count):%Y%m}" for count in range(13)
    ]


def test_asking_for_months_that_exist_makes_none(database: TestDatabase) -> None:
    before = [months(database, table) for table in PARTITIONED]

    assert database.value("select kernel.ensure_partitions(12)", role="super") == 0

    assert [months(database, table) for table in PARTITIONED] == before


@pytest.mark.parametrize("zone", ["Europe/Berlin", "America/New_York", "Pacific/Kiritimati", "UTC"])
def test_months_begin_at_midnight_utc_wherever_the_supervisor_stands(
    database: TestDatabase, zone: str
) -> None:
    now = datetime.now(UTC)
    with database.connect("super", options=f"-c timezone={zone}") as connection:
        made = connection.execute("select kernel.ensure_partitions(30) as n").fetchone()

    assert made == {"n": 4 * 18}
    for table in PARTITIONED:
        found = months(database, table)
        assert [low for _, low, _ in found] == [lowest_id(month_after(now, count)) for count in range(31)]
        assert all(high == low for (_, _, high), (_, low, _) in pairwise(found))


def test_two_supervisors_may_ask_at_once(database: TestDatabase) -> None:
    made: list[Any] = []

    def ask() -> None:
        made.append(database.value("select kernel.ensure_partitions(20)", role="super"))

    threads = [threading.Thread(target=ask) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert sorted(made) == [0, 0, 0, 4 * 8]


def test_a_run_of_next_month_lands_in_the_partition_of_its_month(world: World) -> None:
    at = month_after(datetime.now(UTC), 1)
    version = world.add_agent(connection=world.add_connection(script=script(reply(text="x" * 9000))))

    run = world.start(version, run=new_id(int(at.timestamp() * 1000) + 12_345))
    with running(world.database):
        world.wait_for(run, "completed")

    for table in PARTITIONED:
        rows = world.owner(
            f"select distinct tableoid::regclass::text as name from {table} where run_id = %s", [run]
        )
        assert rows == [{"name": f"{table}_{at:%Y%m}"}]


def test_a_run_of_a_month_without_a_partition_is_kept_all_the_same(world: World) -> None:
    version = world.add_agent(connection=world.add_connection(script=script(reply(text="Kept."))))
    at = month_after(datetime.now(UTC), 14)

    run = world.start(version, run=new_id(int(at.timestamp() * 1000)))
    with running(world.database):
        world.wait_for(run, "completed")

    rows = world.owner(
        "select distinct tableoid::regclass::text as name from orchestration_traceevent where run_id = %s",
        [run],
    )
    assert rows == [{"name": "orchestration_traceevent_default"}]
    world.assert_gapless(run)
    # Three tables have rows of that month by now; all other months are made, and the body's table has this one.
    made = world.database.value("select kernel.ensure_partitions(15)", role="super")
    assert made == 4 * 3 - 3
    assert len(months(world.database, "orchestration_runbody")) == 16
    assert world.database.value("select kernel.ensure_partitions(15)", role="super") == 0
    world.assert_gapless(run)
