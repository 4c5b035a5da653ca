"""A transaction that its process has left behind ends, and with it the locks that would strand its run."""

import asyncio
import time
from typing import Any

import psycopg
import pytest
from world import LIVENESS, World

from orchestration.journal.bounds import bound_transactions


async def lock_and_leave(world: World, run: str, way: str) -> psycopg.AsyncConnection[Any]:
    """As a worker that was stopped in the middle: its statement has run, nothing more is sent."""
    connection = await psycopg.AsyncConnection.connect(world.database.url("owner"), autocommit=True)
    await bound_transactions(connection, 0.5)
    lock = f"select from orchestration_run where id = '{run}' for no key update"
    if way == "between statements":
        await connection.execute("begin")
        await connection.execute(lock)
        return connection
    connection.pgconn.enter_pipeline_mode()
    connection.pgconn.send_query_params(lock.encode(), None)
    connection.pgconn.send_flush_request()
    while connection.pgconn.flush():
        await asyncio.sleep(0.01)
    return connection


def is_locked(world: World, run: str) -> bool:
    found = world.owner("select id from orchestration_run where id = %s for no key update skip locked", [run])
    return not found


@pytest.mark.requirement("promise P6", "promise P4")
@pytest.mark.parametrize("way", ["between statements", "inside a pipeline"])
def test_the_locks_of_a_worker_that_stands_still_are_let_go(world: World, way: str) -> None:
    run = world.start(world.add_agent())

    async def stand_still() -> None:
        connection = await lock_and_leave(world, run, way)
        end = time.monotonic() + LIVENESS
        was_locked = False
        while time.monotonic() < end:
            locked = is_locked(world, run)
            was_locked = was_locked or locked
            if was_locked and not locked:
                break
            await asyncio.sleep(0.02)
        else:
            raise AssertionError(f"still locked after {LIVENESS} s" if was_locked else "never locked")
        await connection.close()

    asyncio.run(stand_still())
