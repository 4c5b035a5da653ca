"""Many runs on few slots: whose turn it is, how many at once, and a run that kills whoever takes it (P12, P33)."""

import os
import subprocess
import sys
import threading
from pathlib import Path
from uuid import UUID

import pytest
from world import LIVENESS, World, reply, running, script

WORKER = Path(__file__).with_name("worker_process.py")


def agent(world: World, latency_ms: int = 0) -> UUID:
    replies = script({**reply(text="Done."), "latency_ms": latency_ms})
    return world.add_agent(connection=world.add_connection(script=replies))


def order_of_starts(world: World) -> list[UUID]:
    rows = world.owner(
        "select organization_id from orchestration_run where started_at is not null order by started_at"
    )
    return [row["organization_id"] for row in rows]


@pytest.mark.requirement("promise P33")
@pytest.mark.parametrize("slots", [1, 4])
def test_a_flood_of_one_organization_does_not_keep_another_waiting(world: World, slots: int) -> None:
    other = World(world.database).build()
    ours, theirs = agent(world, latency_ms=20), agent(other, latency_ms=20)
    flood = [world.start(ours) for _ in range(60)]
    few = [other.start(theirs) for _ in range(6)]

    with running(world.database, slots=slots):
        for run in (*few, *flood):
            world.wait_for(run, "completed")

    order = order_of_starts(world)
    places = [place for place, organization in enumerate(order) if organization == other.organization]
    print(f"FAIR slots={slots} last_of_few={places[-1] + 1} of {len(order)}")
    assert places[0] <= 2 * slots
    assert places[-1] <= 2 * len(few) + slots


def test_an_organization_runs_no_more_at_once_than_it_may_on_all_workers_together(world: World) -> None:
    world.owner("update tenancy_organization set max_running = 3 where id = %s", [world.organization])
    version = agent(world, latency_ms=60)
    runs = [world.start(version) for _ in range(30)]
    most, done = 0, threading.Event()

    def watch() -> None:
        nonlocal most
        while not done.is_set():
            held = world.database.value("select count(*) from orchestration_run where status = 'running'")
            most = max(most, held)

    watcher = threading.Thread(target=watch)
    watcher.start()
    try:
        with running(world.database, look_seconds=0.02), running(world.database, look_seconds=0.02):
            for run in runs:
                world.wait_for(run, "completed")
    finally:
        done.set()
        watcher.join()

    assert most == 3


def test_a_runner_holds_no_more_runs_than_it_has_slots(world: World) -> None:
    version = agent(world, latency_ms=30)
    runs = [world.start(version) for _ in range(20)]
    most = 0
    with running(world.database, slots=4) as runner:
        while any(world.run(run)["status"] != "completed" for run in runs):
            assert runner.incarnation is not None
            most = max(most, len(runner.incarnation.drivers))

    assert most <= 4


@pytest.mark.requirement("promise P12")
def test_a_run_that_kills_every_worker_is_set_aside_and_the_others_go_on(
    world: World, tmp_path: Path
) -> None:
    """A keyed call may be sent again, and each time its worker dies: five times, not for ever."""
    tool = world.add_tool("boom", effect_class="keyed")
    world.set_policy([{"tool": "boom", "outcome": "allow"}])
    replies = script(reply(("boom", {})), reply(text="Done."))
    poison = world.start(world.add_agent(tools=[tool], connection=world.add_connection(script=replies)))
    other = World(world.database).build()
    fine = agent(other)
    others = []
    deaths = 0
    environment = os.environ | {
        "BATON_ENV": "test",
        "BATON_FAILPOINTS": "tool.before_effect",
        "WORKER_URL": world.database.url("worker"),
        "LEDGER": str(tmp_path / "ledger"),
    }

    while world.run(poison)["status"] != "needs_attention":
        others += [other.start(fine) for _ in range(5)]
        process = subprocess.Popen([sys.executable, str(WORKER)], env=environment)
        try:
            world.wait(
                lambda process=process: (
                    process.poll() is not None or world.run(poison)["status"] == "needs_attention"
                ),
                "a death, or the end of it",
            )
        finally:
            process.terminate()  # in order: what it holds now did nothing wrong
            process.wait(LIVENESS)
        deaths += process.returncode == 137
        world.owner("update orchestration_worker set until = now()")
        world.supervise()
        assert deaths <= 6, world.kinds(poison)
    with running(world.database):
        for run in others:
            other.wait_for(run, "completed")

    row = world.run(poison)
    print(f"POISON deaths={deaths} claims={row['claims']} others={len(others)}")
    assert (row["error_code"], row["worker_id"]) == ("no_progress", None)
    assert row["claims"] <= 6  # the first of them made progress
    assert [call["state"] for call in world.calls(poison)] == ["executing"]
    world.assert_gapless(poison)
