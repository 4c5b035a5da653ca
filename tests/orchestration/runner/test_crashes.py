"""A worker that is killed at the worst moment: the run goes on by itself and no effect happens twice."""

import json
import os
import signal
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from spending import assert_spending_adds_up
from worker_processes import worker_process
from world import LIVENESS, World, reply, running, script

PRICE = {
    "provider": "scripted", "model": "scripted", "from": "2026-01-01", "currency": "EUR", "input": "1.25",
    "output": "10",
}  # fmt: skip
POINTS = (
    "claim.after",
    "model.before_call",
    "model.after_call",
    "tool.before_effect",
    "tool.after_effect",
    "journal.before_send",
    "journal.after_commit",
)


def executed(ledger: Path) -> list[Mapping[str, Any]]:
    return [json.loads(line) for line in ledger.read_text().splitlines()] if ledger.exists() else []


@pytest.mark.requirement("promise P1")
@pytest.mark.requirement("promise P7")
@pytest.mark.requirement("features I12")
@pytest.mark.parametrize("effect_class", ["keyed", "at_most_once"])
@pytest.mark.parametrize("point", POINTS)
@pytest.mark.parametrize("hit", [1, 2])
def test_a_kill_at_a_named_point_loses_nothing(
    world: World, tmp_path: Path, point: str, hit: int, effect_class: str
) -> None:
    tool = world.add_tool("pay", effect_class=effect_class)
    world.set_policy([{"tool": "pay", "outcome": "allow"}])
    world.set_prices([PRICE])
    replies = script(reply(("pay", {"n": 1})), reply(("pay", {"n": 2})), reply(text="Paid."))
    version = world.add_agent(tools=[tool], connection=world.add_connection(script=replies))
    control, run = world.start(version), world.start(version)
    with worker_process(world, tmp_path / "control"):
        world.wait_for(control, "completed")
        world.wait_for(run, "completed")
    run = world.start(version)
    ledger = tmp_path / "ledger"

    with worker_process(world, ledger, f"{point}:{hit}") as killed:
        assert killed.wait(LIVENESS) == 137
    with worker_process(world, ledger):
        world.wait(lambda: world.supervise() or world.run(run)["worker_id"] is None, "the lease to run out")
        row = world.wait_for(run, "completed", "needs_attention")

    world.assert_gapless(run)
    spent = assert_spending_adds_up(world, run)
    keys = [line["key"] for line in executed(ledger)]
    if row["status"] == "completed":
        assert world.kinds(run) == world.kinds(control)
        undisturbed = assert_spending_adds_up(world, control)
        assert (spent.usage, spent.cost) == (undisturbed.usage, undisturbed.cost)
        assert row["output"] == "Paid."
        assert len(set(keys)) == 2
    else:
        assert effect_class == "at_most_once"
        assert [call["state"] for call in world.calls(run)][-1] == "unknown"
    if effect_class == "at_most_once":
        assert len(keys) == len(set(keys))


@pytest.mark.requirement("promise P6")
def test_a_worker_that_was_stopped_beyond_its_lease_can_change_nothing(world: World, tmp_path: Path) -> None:
    tool = world.add_tool("pay", effect_class="keyed")
    world.set_policy([{"tool": "pay", "outcome": "allow"}])
    replies = script({**reply(("pay", {"n": 1})), "latency_ms": 1500}, reply(text="Paid."))
    run = world.start(world.add_agent(tools=[tool], connection=world.add_connection(script=replies)))
    first, second = tmp_path / "first", tmp_path / "second"

    with worker_process(world, first) as stopped:
        world.wait_for(run, "running")
        os.kill(stopped.pid, signal.SIGSTOP)
        world.wait(lambda: world.supervise() or world.run(run)["status"] == "queued", "the lease to run out")
        with worker_process(world, second):
            world.wait_for(run, "completed")
            before = world.events(run)
            os.kill(stopped.pid, signal.SIGCONT)
            time.sleep(2.5)

    assert executed(first) == []
    assert len(executed(second)) == 1
    assert world.events(run) == before


def test_a_stopping_worker_gives_its_runs_back_at_once(world: World) -> None:
    replies = script({"text": "Late.", "latency_ms": 60_000})
    run = world.start(world.add_agent(connection=world.add_connection(script=replies)))

    with running(world.database) as runner:
        world.wait(lambda: "model_call_started" in world.kinds(run), "the model call")
        runner.stop()
        row = world.wait_for(run, "queued")

    assert row["worker_id"] is None
    assert world.kinds(run) == ["run_created", "model_call_started"]
