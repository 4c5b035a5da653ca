"""PostgreSQL ends at once and comes back, with the disk it had: every run goes on by itself (promise P4)."""

import asyncio
import time
from collections import Counter
from collections.abc import Iterator
from uuid import UUID

import psycopg
import pytest
from database import Cluster, TestDatabase
from world import Ledger, World, reply, running, script

from baton.ops.embedded.postgres import EmbeddedPostgres
from orchestration.engine.ports import ToolInvocation, ToolOutcome
from orchestration.engine.states import RUN_ENDS

RUNS = 30
RESTARTS = 3


class SlowLedger(Ledger):
    """A moment in which a restart can find a call executing."""

    async def run(self, invocation: ToolInvocation) -> ToolOutcome:
        outcome = await super().run(invocation)
        await asyncio.sleep(0.15)
        return outcome


@pytest.fixture(scope="module")
def durable() -> Iterator[Cluster]:
    """A cluster of its own that writes to the disk what it says it has written."""
    cluster = Cluster()
    cluster.server = EmbeddedPostgres()
    cluster.start()
    yield cluster
    cluster.server.stop()


def restart(database: TestDatabase, down: float) -> float:
    """End the server at once, or as a power cut would where it is to stay away for a while."""
    database.close()
    began = time.monotonic()
    if down:
        database.server.kill()
        time.sleep(down)
        database.server.start()
    else:
        database.server.restart(immediate=True)
    return time.monotonic() - began


def decide_what_is_asked(world: World, run: UUID) -> None:
    for card in world.approvals(run):
        if card["state"] == "pending":
            world.decide(card["id"])


@pytest.mark.requirement("promise P2")
@pytest.mark.requirement("promise P4")
@pytest.mark.parametrize("lease", [20.0, 1.2], ids=["lease outlasts it", "lease runs out"])
def test_a_restart_in_the_middle_strands_no_run_and_repeats_no_call(durable: Cluster, lease: float) -> None:
    with durable.copy() as database:
        world, ledger = World(database).build(), SlowLedger()
        tools = [
            world.add_tool("lookup", effect_class="read_only"),
            world.add_tool("book", effect_class="keyed"),
            world.add_tool("pay", effect_class="at_most_once"),
            world.add_tool("refund", effect_class="at_most_once"),
        ]
        world.set_policy([{"tool": "refund", "outcome": "ask"}, {"tool": "*", "outcome": "allow"}])
        steps = [
            reply((tool, {"n": n}), text="x") for n, tool in enumerate(("lookup", "book", "pay", "refund"))
        ]
        slow = [{**step, "latency_ms": 100} for step in steps]
        version = world.add_agent(
            tools=tools, connection=world.add_connection(script=script(*slow, reply(text="Done.")))
        )
        runs = [world.start(version) for _ in range(RUNS)]
        outages = []
        with running(database, ledger, lease=lease, renew=lease / 4):
            for part in range(1, RESTARTS + 1):
                _wait_for_events(world, part * RUNS * 4)
                outages.append(restart(database, down=1.5 if lease < 2 else 0.0))
            resumed = time.monotonic()
            _drive_to_the_end(world, runs)
            took = time.monotonic() - resumed

        repeated, unknown = check(world, ledger, runs, may_lose=lease < 2)
        print(
            f"PGRESTART n={RESTARTS} lease={lease} outage={max(outages):.1f}s stranded=0 repeated={repeated}"
            f" unknown={unknown} ended_after={took:.1f}s"
        )


def _wait_for_events(world: World, count: int) -> None:
    def enough() -> bool:
        for run in world.owner("select id from orchestration_run where status = 'waiting'"):
            decide_what_is_asked(world, run["id"])
        world.supervise()
        return bool(
            world.owner("select count(*) > %s as yes from orchestration_traceevent", [count])[0]["yes"]
        )

    world.wait(enough, f"{count} events")


def _drive_to_the_end(world: World, runs: list[UUID]) -> None:
    rest = {status.value for status in RUN_ENDS} | {"needs_attention"}
    end = time.monotonic() + 90
    waiting = list(runs)
    while waiting:
        assert time.monotonic() < end, [(world.run(run), world.kinds(run)) for run in waiting]
        world.supervise()
        for run in list(waiting):
            status = world.run(run)["status"]
            if status in rest:
                waiting.remove(run)
            elif status == "waiting":
                decide_what_is_asked(world, run)
        time.sleep(0.05)


def check(world: World, ledger: Ledger, runs: list[UUID], *, may_lose: bool) -> tuple[int, int]:
    """Nothing is executed twice but what may be, under one key; an outcome is unknown only where a lease was lost."""
    executed = Counter(key for _, key, _ in ledger.executed)
    repeated = unknown = 0
    for run in runs:
        row = world.run(run)
        world.assert_gapless(run)
        calls = world.calls(run)
        if row["status"] == "completed":
            assert row["output"] == "Done."
            assert [call["tool_name"] for call in calls] == ["lookup", "book", "pay", "refund"]
            assert {call["state"] for call in calls} == {"succeeded"}
        else:
            assert may_lose, (row["status"], row["error_code"], row["error_message"], world.kinds(run))
            assert (row["status"], row["error_code"]) == ("needs_attention", "outcome_unknown")
            assert [call["state"] for call in calls].count("unknown") == 1
            unknown += 1
        for call in calls:
            times = executed[f"tc_{call['id'].hex}"]
            assert times <= 1 or (may_lose and call["effect_class"] != "at_most_once"), call
            assert times >= 1 or call["state"] == "unknown", call
            repeated += times > 1
    assert unknown < len(runs)
    return repeated, unknown


@pytest.mark.requirement("promise P4")
def test_a_runner_starts_before_its_database_and_waits_for_it(durable: Cluster) -> None:
    with durable.copy() as database:
        world = World(database).build()
        run = world.start(
            world.add_agent(connection=world.add_connection(script=script(reply(text="Fine."))))
        )
        database.close()
        durable.server.kill()
        with pytest.raises(psycopg.OperationalError):
            database.connect("worker")
        with running(database, wait=False):
            time.sleep(0.5)
            durable.server.start()
            world.wait_for(run, "completed")
