"""The supervisor's loops over the record: each is registered, and each does its one thing as baton_super."""

from collections.abc import Callable

import psycopg
import pytest
from database import TestDatabase
from world import World, reply, running, script

from baton.core.ids import new_id
from baton.outbox.loops import Loop, registered
from orchestration.supervision import register_loops


def loops() -> dict[str, Loop]:
    register_loops()
    return {loop.name: loop for loop in registered()}


@pytest.fixture
def sweep(database: TestDatabase) -> Callable[[str], int]:
    """One round of a loop on a connection of the supervisor's role."""

    def run(name: str) -> int:
        with psycopg.connect(database.url("super"), autocommit=True) as connection:
            return loops()[name].load()(connection)

    return run


def test_every_loop_is_registered_with_its_pause() -> None:
    pauses = {name: loop.pause() for name, loop in loops().items()}

    assert pauses == pauses | {
        "reap": 2.0,
        "finish cancelling": 1.0,
        "end overdue": 1.0,
        "expire approvals": 1.0,
        "settle decisions": 0.25,
        "forget outages": 5.0,
        "ring again": 5.0,
        "partitions": 3600.0,
    }


@pytest.mark.parametrize(
    "name",
    [
        "reap",
        "finish cancelling",
        "end overdue",
        "expire approvals",
        "settle decisions",
        "forget outages",
        "ring again",
        "partitions",
    ],
)
def test_a_round_with_nothing_to_do_moves_nothing(
    world: World, sweep: Callable[[str], int], name: str
) -> None:
    assert (sweep(name), sweep(name)) == (0, 0)


@pytest.mark.requirement("promise P4")
def test_a_run_of_a_dead_worker_goes_back_to_the_queue(world: World, sweep: Callable[[str], int]) -> None:
    run, worker = world.start(world.add_agent()), new_id()
    world.owner(
        "insert into orchestration_worker (id, host, pid, until) values (%s, 'x', 1, now() + interval '1 h')",
        [worker],
    )
    world.owner(
        "update orchestration_run set status = 'running', worker_id = %s where id = %s", [worker, run]
    )
    assert (world.run(run)["status"], sweep("reap")) == ("running", 0)
    world.owner("update orchestration_worker set until = now() - interval '1 second' where id = %s", [worker])

    assert sweep("reap") == 1

    row = world.run(run)
    assert (row["status"], row["worker_id"]) == ("queued", None)


@pytest.mark.requirement("promise P13")
def test_a_cancelled_run_that_nobody_holds_ends(world: World, sweep: Callable[[str], int]) -> None:
    run = world.start(world.add_agent())
    world.cancel(run)

    assert sweep("finish cancelling") == 1

    assert world.run(run)["status"] == "cancelled"
    world.assert_gapless(run)


@pytest.mark.requirement("promise P14")
def test_an_overdue_run_is_timed_out_with_its_reason(world: World, sweep: Callable[[str], int]) -> None:
    run = world.start(world.add_agent(), deadline_seconds=60)
    assert sweep("end overdue") == 0
    world.pass_time(61)

    assert sweep("end overdue") == 1

    row = world.run(run)
    assert (row["status"], row["error_code"]) == ("timed_out", "deadline_passed")
    world.assert_gapless(run)


@pytest.mark.requirement("promise P18")
def test_a_card_that_nobody_decided_expires_and_the_run_goes_on(
    world: World, sweep: Callable[[str], int]
) -> None:
    tool = world.add_tool("pay")
    world.set_policy([{"tool": "pay", "outcome": "ask"}])
    replies = script(reply(("pay", {})), reply(text="Nobody answered."))
    run = world.start(world.add_agent(tools=[tool], connection=world.add_connection(script=replies)))
    with running(world.database):
        world.wait_for(run, "waiting")
        assert sweep("expire approvals") == 0
        world.owner("update orchestration_approval set expires_at = now() - interval '1 second'")

        assert sweep("expire approvals") == 1

        world.wait_for(run, "completed")
    assert world.approvals(run)[0]["state"] == "expired"
    assert world.calls(run)[0]["executions"] == 0


@pytest.mark.requirement("promise P5")
def test_a_lost_ring_is_rung_again(world: World, sweep: Callable[[str], int]) -> None:
    run = world.start(world.add_agent())
    world.owner("delete from outbox_outboxmessage")
    assert sweep("ring again") == 0
    world.pass_time(6)

    assert sweep("ring again") == 1

    assert world.owner("select payload from outbox_outboxmessage") == [{"payload": {"run": str(run)}}]
