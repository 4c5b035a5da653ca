"""What stops a run from outside: cancel, deadline and kill switch, as the outside world sees them (P13, P14)."""

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

import pytest
from gaps import Gaps
from world import Ledger, World, reply, running, script

from baton.core.ids import new_id
from orchestration.engine.ports import ModelError, ModelReply, ModelRequest, ToolInvocation, ToolOutcome
from orchestration.engine.states import RUN_ENDS
from orchestration.providers.scripted.client import ScriptedClient


@dataclass
class Outside(Ledger):
    """Every start of an effect with its instant: tools, and the model behind the scripted client."""

    starts: list[tuple[str, float]] = field(default_factory=list)
    """(run or call, monotonic instant)"""
    seconds: dict[str, float] = field(default_factory=dict)
    """How long a tool takes."""

    async def run(self, invocation: ToolInvocation) -> ToolOutcome:
        self.starts.append((invocation.call_id, time.monotonic()))
        outcome = await super().run(invocation)
        await asyncio.sleep(self.seconds.get(invocation.tool.name, 0.0))
        return outcome

    def watch_models(
        self, monkeypatch: pytest.MonkeyPatch, fail: Callable[[str], bool] = lambda _: False
    ) -> None:
        original = ScriptedClient.complete

        async def complete(client: ScriptedClient, request: ModelRequest, on_text: Any = None) -> ModelReply:
            self.starts.append((request.run_id, time.monotonic()))
            if fail(request.run_id):
                raise ModelError("provider_unavailable", "busy", retryable=True)
            return await original(client, request, on_text)

        monkeypatch.setattr(ScriptedClient, "complete", complete)

    def of(self, *names: Any) -> list[float]:  # type: ignore[override]
        return [at for name, at in self.starts if name in {str(each) for each in names}]


@pytest.fixture
def world(shared_world: World) -> World:
    return shared_world


def start(world: World, *replies: Any, tools: dict[str, str] | None = None, **run: Any) -> UUID:
    specs = [world.add_tool(name, effect_class=kind) for name, kind in (tools or {}).items()]
    connection = world.add_connection(script=script(*replies))
    return world.start(world.add_agent(tools=specs, connection=connection), **run)


def all_starts(world: World, outside: Outside, run: UUID) -> list[float]:
    return outside.of(run, *(call["id"] for call in world.calls(run)))


def pause(world: World, switch: str, on: bool) -> None:
    at = datetime.now(UTC) if on else None
    if switch == "platform":
        world.owner("update tenancy_platform set paused_at = %s", [at])
    else:
        world.owner("update tenancy_organization set paused_at = %s where id = %s", [at, world.organization])


# Cancel: promise P13


@pytest.mark.requirement("promise P13")
def test_nothing_starts_after_a_cancel_is_acknowledged_wherever_it_comes(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At every gap of a run of three model calls and two tool calls; measured by one clock in one process."""
    outside, gaps = Outside(), Gaps().install(monkeypatch)
    outside.watch_models(monkeypatch)
    tool = world.add_tool("look", effect_class="read_only")
    replies = script(reply(("look", {"n": 1})), reply(("look", {"n": 2})), reply(text="Done."))
    version = world.add_agent(tools=[tool], connection=world.add_connection(script=replies))
    acknowledged: dict[UUID, tuple[float, int]] = {}

    def cancel(run: UUID) -> bool:
        before = len(world.events(run))
        if world.cancel(run)["outcome"] != "cancelling":
            return False
        acknowledged[run] = time.monotonic(), before
        return True

    control = world.start(version)
    gaps.arm(control)
    with running(world.database, outside):
        world.wait_for(control, "completed")
        places = list(dict.fromkeys(gaps.seen[str(control)]))
        runs = [new_id() for _ in places]
        for run, gap in zip(runs, places, strict=True):
            gaps.arm(run, gap, lambda run=run: cancel(run))
            world.start(version, run=run)
        for run in runs:
            world.wait(lambda run=run: world.supervise() or world.run(run)["status"] in RUN_ENDS, "an end")

    late = 0
    for run, (at, seq) in acknowledged.items():
        assert world.run(run)["status"] == "cancelled"
        world.assert_gapless(run)
        # What was committed as started before the cancel may leave a moment later: it was on its way.
        open_then = [e["kind"] for e in world.events(run)[:seq]]
        on_its_way = sum(kind.endswith("_started") for kind in open_then)
        assert len(all_starts(world, outside, run)) <= on_its_way
        late += sum(instant > at for instant in all_starts(world, outside, run)) > 1
    print(f"CANCEL n={len(acknowledged)} gaps={len(places)} late_starts={late}")
    assert late == 0
    assert len(acknowledged) >= len(places) - 2


@pytest.mark.requirement("promise P13")
def test_a_cancel_in_the_pause_between_two_tries_starts_no_other_try(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    outside = Outside()
    outside.watch_models(monkeypatch, fail=lambda _: True)
    run = start(world, reply(text="Done."))

    with running(world.database, outside, renew=2.0, lease=8.0):
        world.wait(lambda: "model_attempt_failed" in world.kinds(run), "a failed try")
        world.cancel(run)
        acknowledged = time.monotonic()
        world.wait_for(run, "cancelled")

    assert [at for at in outside.of(run) if at > acknowledged] == []
    assert world.kinds(run)[-1] == "run_cancelled"
    world.assert_gapless(run)


@pytest.mark.requirement("promise P13")
@pytest.mark.parametrize(
    "state", ["queued", "waiting", "running a model", "running a tool", "needs_attention"]
)
def test_a_cancel_ends_a_run_in_any_state(world: World, state: str) -> None:
    outside = Outside(seconds={"slow": 60.0})
    slow = {"queued": {}, "waiting": {"ask": "at_most_once"}}.get(state, {"slow": "at_most_once"})
    world.set_policy([{"tool": "slow", "outcome": "allow"}])
    latency = {"latency_ms": 60_000} if state == "running a model" else {}
    calls = [(name, {}) for name in slow] if state != "running a model" else []
    run = start(world, {**reply(*calls, text="x"), **latency}, reply(text="Done."), tools=slow)

    if state == "needs_attention":
        world.owner("update orchestration_run set status = 'needs_attention' where id = %s", [run])
    if state in ("queued", "needs_attention"):
        began = _cancel_and_wait(world, run)
    else:
        with running(world.database, outside, drain_seconds=0.3):
            if state == "waiting":
                world.wait_for(run, "waiting")
            else:
                kind = "model_call_started" if state == "running a model" else "tool_call_started"
                world.wait(lambda: kind in world.kinds(run), kind)
            began = _cancel_and_wait(world, run)

    print(f"CANCEL state={state!r} ended_after={time.monotonic() - began:.1f}s goal=lease+5s")
    assert not [card for card in world.approvals(run) if card["state"] == "pending"]
    assert not [call for call in world.calls(run) if call["state"] in ("executing", "allowed", "awaiting")]
    world.assert_gapless(run)


def _cancel_and_wait(world: World, run: UUID) -> float:
    assert world.cancel(run)["outcome"] == "cancelling"
    began = time.monotonic()
    world.wait(lambda: world.supervise() or world.run(run)["status"] == "cancelled", "cancelled")
    return began


# Deadline: promise P14


@pytest.mark.requirement("promise P14")
def test_nothing_starts_after_a_deadline_and_the_run_is_timed_out(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Deadlines that pass in a slow model call, in a slow tool, between quick calls, and while a card waits."""
    outside = Outside(seconds={"slow": 30.0, "quick": 0.05})
    outside.watch_models(monkeypatch)
    world.set_policy([{"tool": "ask", "outcome": "ask"}, {"tool": "*", "outcome": "allow"}])
    quick = [reply(("quick", {"n": n})) for n in range(200)]
    kinds: dict[str, tuple[list[Any], dict[str, str]]] = {
        "slow model": ([{**reply(text="x"), "latency_ms": 60_000}], {}),
        "slow tool": ([reply(("slow", {})), reply(text="x")], {"slow": "at_most_once"}),
        "many calls": ([*quick, reply(text="x")], {"quick": "read_only"}),
        "a card": ([reply(("ask", {})), reply(text="x")], {"ask": "at_most_once"}),
    }
    runs: dict[UUID, tuple[str, float]] = {}
    with running(world.database, outside, drain_seconds=0.5):
        for seconds in (0.4, 0.9, 1.6):
            for kind, (replies, tools) in kinds.items():
                run = start(world, *replies, tools=tools, deadline_seconds=seconds)
                runs[run] = kind, time.monotonic() + seconds
        for run in runs:
            world.wait(lambda run=run: world.supervise() or world.run(run)["status"] in RUN_ENDS, "an end")

    late = 0
    for run, (kind, deadline) in runs.items():
        row = world.run(run)
        assert row["status"] == "timed_out", (kind, row)
        assert row["error_code"] == "deadline_passed"
        assert (row["ended_at"] - row["deadline_at"]).total_seconds() < 5 * 3, kind
        late += sum(at > deadline for at in all_starts(world, outside, run))
        assert not [card for card in world.approvals(run) if card["state"] == "pending"]
        assert not [
            call for call in world.calls(run) if call["state"] in ("executing", "allowed", "awaiting")
        ]
        world.assert_gapless(run)
    print(f"DEADLINE n={len(runs)} late={late}")
    assert late == 0


@pytest.mark.requirement("promise P14")
def test_a_run_that_no_worker_takes_is_timed_out_by_the_supervisor(world: World) -> None:
    run = start(world, reply(text="x"), deadline_seconds=0.0)

    world.supervise()

    assert world.run(run)["status"] == "timed_out"
    assert world.kinds(run) == ["run_created", "run_timed_out"]


# A late result: promises 7.55


@pytest.mark.requirement("promises 7.55")
def test_the_result_of_a_call_whose_run_was_ended_is_kept_and_changes_nothing(world: World) -> None:
    world.set_policy([{"tool": "pay", "outcome": "allow"}])
    run = start(world, reply(("pay", {})), reply(text="x"), tools={"pay": "at_most_once"})
    outside = Outside(seconds={"pay": 1.0})

    with running(world.database, outside):
        world.wait(lambda: "tool_call_started" in world.kinds(run), "the call")
        world.owner("update orchestration_run set deadline_at = now() - interval '1 h' where id = %s", [run])
        world.supervise()
        assert world.run(run)["status"] == "timed_out"
        before = world.calls(run)
        world.wait(lambda: "late_result" in world.kinds(run), "the late result")

    assert world.calls(run) == before
    assert [call["state"] for call in before] == ["unknown"]
    assert world.kinds(run)[-2:] == ["run_timed_out", "late_result"]
    assert world.run(run)["status"] == "timed_out"
    world.assert_gapless(run)


# Kill switch: promises 4.6


@pytest.mark.requirement("promises 4.6")
@pytest.mark.parametrize("switch", ["platform", "organization"])
def test_a_kill_switch_lets_what_runs_finish_and_starts_nothing_until_it_is_lifted(
    world: World, monkeypatch: pytest.MonkeyPatch, switch: str
) -> None:
    outside = Outside(seconds={"slow": 2.0})
    outside.watch_models(monkeypatch)
    world.set_policy([{"tool": "*", "outcome": "allow"}])
    tools = {"slow": "at_most_once", "next": "at_most_once"}
    run = start(world, reply(("slow", {})), reply(("next", {})), reply(text="Done."), tools=tools)
    other = World(world.database).build()
    elsewhere = start(other, reply(text="Fine."))

    with running(world.database, outside, drain_seconds=0.2):
        world.wait(lambda: "tool_call_started" in world.kinds(run), "the call")
        pause(world, switch, True)
        row = world.wait_for(run, "queued")
        assert row["worker_id"] is None
        assert [call["state"] for call in world.calls(run)] == ["succeeded"], "what ran was not cut off"
        assert world.kinds(run)[-1] == "tool_call_completed"
        late = start(world, reply(text="Later."))
        started = len(outside.starts)
        if switch == "organization":
            other.wait_for(elsewhere, "completed")
        time.sleep(2.5)  # longer than the pause after which a held-back run may be claimed again
        assert len(outside.starts) - started <= (switch == "organization")
        assert world.run(late)["claims"] == 0
        pause(world, switch, False)
        for each in (run, late):
            world.wait_for(each, "completed")

    assert [call["executions"] for call in world.calls(run)] == [1, 1]
    world.assert_gapless(run)


@pytest.mark.requirement("promises 4.6")
def test_a_kill_switch_between_a_decision_and_its_call_holds_the_call_back(world: World) -> None:
    world.set_policy([{"tool": "pay", "outcome": "ask"}])
    run = start(world, reply(("pay", {})), reply(text="Done."), tools={"pay": "at_most_once"})
    ledger = Ledger()

    with running(world.database, ledger):
        card = world.pending(run)
        world.wait_for(run, "waiting")
        pause(world, "organization", True)
        world.decide(card)
        time.sleep(1.0)
        assert world.run(run)["status"] == "queued"
        assert ledger.executed == []
        pause(world, "organization", False)
        world.wait_for(run, "completed")

    assert len(ledger.executed) == 1
