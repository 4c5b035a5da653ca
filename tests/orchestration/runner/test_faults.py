"""Faults inside a run: it ends, or a person is asked; nothing stays executing or pending behind it."""

import asyncio
import threading
from typing import Any
from uuid import UUID

import pytest
from journal_world import Desk
from psycopg.types.json import Jsonb
from world import Ledger, World, reply, running, script

from agents_app.spec import ToolSpec
from orchestration.engine.ports import ToolInvocation, ToolOutcome
from orchestration.engine.states import CALL_ENDS
from orchestration.journal.entry import Entry, EntryRefused, JournalLost
from orchestration.journal.writer import JournalWriter
from orchestration.runner import driver
from orchestration.runner.draft import Draft
from orchestration.runner.effects import ToolResult

CLOSED = {state.value for state in CALL_ENDS} | {"unknown"}


class Held(Ledger):
    """One tool waits until the test lets it go."""

    def __init__(self, tool: str = "slow") -> None:
        super().__init__()
        self.slow = tool
        self.reached, self.released = threading.Event(), threading.Event()

    async def run(self, invocation: ToolInvocation) -> ToolOutcome:
        outcome = await super().run(invocation)
        if invocation.tool.name == self.slow:
            self.reached.set()
            while not self.released.is_set():
                await asyncio.sleep(0.02)
        return outcome


@pytest.fixture
def world(shared_world: World) -> World:
    return shared_world


@pytest.fixture
def broken(monkeypatch: pytest.MonkeyPatch) -> None:
    """A fault of ours: the runner breaks where it would record what `pay` brought."""
    original = driver.record_tool

    def record(draft: Draft, result: ToolResult) -> None:
        if draft.state.call(result.call).tool == "pay":
            raise RuntimeError("a fault of ours")
        original(draft, result)

    monkeypatch.setattr(driver, "record_tool", record)


def start(world: World, tools: list[ToolSpec], *replies: Any, **run: Any) -> UUID:
    connection = world.add_connection(script=script(*replies, reply(text="Done.")))
    return world.start(world.add_agent(tools=tools, connection=connection), **run)


def assert_closed(world: World, run: UUID) -> None:
    world.assert_gapless(run)
    assert {call["state"] for call in world.calls(run)} <= CLOSED
    assert {card["state"] for card in world.approvals(run)} <= {
        "approved",
        "rejected",
        "expired",
        "superseded",
        "cancelled",
    }


@pytest.mark.usefixtures("broken")
def test_a_fault_inside_a_run_fails_it_and_closes_its_cards(world: World) -> None:
    tools = [world.add_tool("pay"), world.add_tool("refund")]
    world.set_policy([{"tool": "pay", "outcome": "allow"}])
    run = start(world, tools, reply(("pay", {}), ("refund", {})))
    other = start(world, [], reply(text="Fine."))

    with running(world.database, Ledger()):
        row = world.wait_for(run, "failed")
        world.wait_for(other, "completed")

    assert row["error_code"] == "internal_error"
    assert [(call["tool_name"], call["state"]) for call in world.calls(run)] == [
        ("pay", "unknown"),
        ("refund", "cancelled"),
    ]
    assert [card["state"] for card in world.approvals(run)] == ["cancelled"]
    assert world.kinds(run)[-3:] == ["tool_call_unknown", "approval_cancelled", "run_failed"]
    assert_closed(world, run)


@pytest.mark.requirement("promise P13")
@pytest.mark.usefixtures("broken")
def test_a_fault_in_a_run_that_is_being_cancelled_ends_it_as_cancelled(world: World) -> None:
    tools = [world.add_tool("pay"), world.add_tool("refund")]
    world.set_policy([{"tool": "pay", "outcome": "allow"}])
    run = start(world, tools, reply(("pay", {}), ("refund", {})))
    ledger = Held("pay")

    with running(world.database, ledger, lease=60.0):
        assert ledger.reached.wait(20)
        world.cancel(run)
        ledger.released.set()
        world.wait_for(run, "cancelled")

    assert_closed(world, run)


@pytest.mark.requirement("promise P4")
@pytest.mark.usefixtures("broken")
def test_a_failure_that_cannot_be_recorded_at_once_is_recorded_later(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    world.set_policy([{"tool": "pay", "outcome": "allow"}])
    run = start(world, [world.add_tool("pay")], reply(("pay", {})))
    original, lost = JournalWriter.record, []

    async def record(self: JournalWriter, entry: Entry) -> Any:
        if entry.patch.get("status") == "failed" and len(lost) < 4:
            lost.append(entry)
            raise JournalLost("as if the database were away")
        return await original(self, entry)

    monkeypatch.setattr(JournalWriter, "record", record)
    with running(world.database, Ledger(), lease=60.0):
        world.wait_for(run, "failed")

    assert len(lost) == 4
    assert_closed(world, run)


@pytest.mark.requirement("promise P4")
@pytest.mark.requirement("promise P12")
def test_a_run_whose_failure_the_record_refuses_is_set_aside_after_five_claims(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = start(world, [], reply(text="Fine."))
    original = JournalWriter.record

    async def record(self: JournalWriter, entry: Entry) -> Any:
        if entry.run == str(run):
            raise EntryRefused("as if a constraint said no")
        return await original(self, entry)

    monkeypatch.setattr(JournalWriter, "record", record)
    with running(world.database, lease=1.5):
        row = world.wait_for(run, "needs_attention", seconds=60)

    assert (row["error_code"], row["claims"]) == ("no_progress", 5)
    world.assert_gapless(run)


def test_a_record_that_cannot_be_read_is_set_aside_at_once(world: World) -> None:
    run = start(world, [], reply(text="Fine."))
    world.owner(
        "insert into orchestration_traceevent (run_id, seq, organization_id, kind, payload)"
        " values (%s, 2, %s, 'tool_call_started', %s)",
        [run, world.organization, Jsonb({"call": "nowhere", "execution": 1})],
    )
    world.owner("update orchestration_run set last_seq = 2 where id = %s", [run])

    with running(world.database):
        row = world.wait_for(run, "needs_attention")

    assert row["error_code"] == "broken_record"
    assert row["claims"] == 1
    world.assert_gapless(run)


@pytest.mark.requirement("promise P21")
@pytest.mark.parametrize("slow_first", [True, False])
def test_a_broken_binding_waits_for_the_call_that_executes_beside_it(world: World, slow_first: bool) -> None:
    """The run is set aside only once nothing of it executes: its result would have nobody who records it."""
    slow, refund = world.add_tool("slow"), world.add_tool("refund")
    world.set_policy([{"tool": "slow", "outcome": "allow"}])
    calls = [("slow", {}), ("refund", {"n": 1})]
    run = start(world, [slow, refund], reply(*(calls if slow_first else reversed(calls))))
    ledger = Held()

    with running(world.database, ledger):
        card = world.pending(run)
        assert ledger.reached.wait(20)
        world.owner("update orchestration_toolcall set arguments = '{\"n\":2}' where tool_name = 'refund'")
        world.decide(card)
        world.wait(lambda: "approval_decided" in world.kinds(run), "the decision")
        ledger.released.set()
        row = world.wait_for(run, "needs_attention")

    assert row["error_code"] == "approval_binding_broken"
    states = {call["tool_name"]: call["state"] for call in world.calls(run)}
    assert states == {"slow": "succeeded", "refund": "failed"}
    assert ledger.of("refund") == []
    world.assert_gapless(run)


@pytest.mark.requirement("promise P21")
@pytest.mark.parametrize("broken", [0, 1])
def test_a_broken_binding_does_not_leave_an_approved_sibling_behind(world: World, broken: int) -> None:
    """Both are decided while nobody holds the run, so that one draft wants to start one and set the other aside."""
    refund = world.add_tool("refund")
    run = start(world, [refund], reply(("refund", {"n": 1}), ("refund", {"n": 2})))
    ledger = Ledger()
    with running(world.database, ledger):
        world.wait_for(run, "waiting")
    calls = [call["id"] for call in world.calls(run)]
    cards = {card["call_id"]: card["id"] for card in world.approvals(run)}
    world.owner("update orchestration_toolcall set arguments = '{\"n\":9}' where id = %s", [calls[broken]])
    for call in calls:  # calls start in the order in which they were decided
        world.decide(cards[call])

    with running(world.database, ledger):
        row = world.wait_for(run, "needs_attention")

    assert row["error_code"] == "approval_binding_broken"
    states = [call["state"] for call in world.calls(run)]
    assert states == (["succeeded", "failed"] if broken else ["failed", "awaiting"])
    assert ledger.of("refund") == ([{"n": 1}] if broken else [])
    world.assert_gapless(run)


def lost_while_executing(world: World, desk: Desk, tools: list[ToolSpec]) -> tuple[UUID, list[str]]:
    """A run whose worker died after it had started a call of each tool; written by hand, as a worker does it."""
    connection = world.add_connection(script=script(reply(text="Lost."), reply(text="Done.")))
    run = world.start(world.add_agent(tools=tools, connection=connection))
    worker = desk.enlist()
    [held] = [each for each in desk.claim(worker) if each.run == run]
    step, calls = str(held.task), []
    events: list[dict[str, Any]] = [
        {
            "kind": "model_call_started",
            "payload": {"step": step, "number": 1, "model": "m", "provider": "scripted"},
        }
    ]
    rows = [
        desk.new_call(
            held,
            "executing",
            tool_name=tool.name,
            tool_version_id=tool.version_id,
            index=index,
            step_id=step,
            effect_class=tool.effect_class.value,
            arguments="{}",
        )
        for index, tool in enumerate(tools)
    ]
    calls = [row["id"] for row in rows]
    requested = [
        {"id": call, "provider_id": f"p{n}", "name": tool.name, "arguments": "{}"}
        for n, (call, tool) in enumerate(zip(calls, tools, strict=True))
    ]
    usage = {"input": 1, "cached": None, "output": 1, "reasoning": None}
    events.append(
        {
            "kind": "model_call_completed",
            "payload": {
                "step": step,
                "attempt": 1,
                "text": "",
                "calls": requested,
                "finish_reason": "tool_calls",
                "usage": usage,
                "model": "m",
                "duration_ms": 1,
            },
        }
    )
    for index, (call, tool) in enumerate(zip(calls, tools, strict=True)):
        events.append(
            {
                "kind": "tool_call_proposed",
                "payload": {
                    "call": call,
                    "step": step,
                    "index": index,
                    "tool": tool.name,
                    "tool_version": tool.version_id,
                    "effect_class": tool.effect_class.value,
                    "arguments": {},
                    "sentence": "",
                    "host": "",
                    "outcome": "allow",
                    "rule": {"id": None, "text": ""},
                    "problem": None,
                },
            }
        )
        events.append({"kind": "tool_call_started", "payload": {"call": call, "execution": 1}})
    intents = [
        {"call": call, "tool_version": tool.version_id} for call, tool in zip(calls, tools, strict=True)
    ]
    assert desk.outcome(worker, held.entry(events=events, rows={"toolcall": rows}, intents=intents)) == "done"
    desk.ask("select kernel.retire(%s)", [worker])
    world.supervise()
    return run, calls


@pytest.mark.requirement("promise P3")
def test_a_reading_call_that_was_lost_is_sent_again_with_its_key(world: World) -> None:
    run, [call] = lost_while_executing(
        world, Desk(world), [world.add_tool("lookup", effect_class="read_only")]
    )
    ledger = Ledger()

    with running(world.database, ledger):
        world.wait_for(run, "completed")

    assert [key for _, key, _ in ledger.executed] == [f"tc_{UUID(call).hex}"]
    assert world.kinds(run).count("tool_call_started") == 1


@pytest.mark.requirement("promise P21")
@pytest.mark.parametrize("others", [0, 1])
def test_a_lost_reading_call_of_a_withdrawn_tool_tells_the_model_and_the_run_goes_on(
    world: World, others: int
) -> None:
    lookup = world.add_tool("lookup", effect_class="read_only")
    more = [world.add_tool(f"other{n}", effect_class="read_only") for n in range(others)]
    run, _ = lost_while_executing(world, Desk(world), [lookup, *more])
    world.owner("update agents_toolversion set withdrawn_at = now() where id = %s", [lookup.version_id])

    with running(world.database, Ledger()):
        row = world.wait_for(run, "completed", "failed", "needs_attention")

    assert row["status"] == "completed", (row["error_message"], world.kinds(run))
    results = [e["payload"]["kind"] for e in world.events(run) if e["kind"] == "tool_call_completed"]
    assert sorted(results) == sorted(["tool_withdrawn", *["ok"] * others])
    assert_closed(world, run)


@pytest.mark.requirement("promise P3")
@pytest.mark.parametrize("others", [0, 1])
def test_a_lost_keyed_call_of_a_withdrawn_tool_is_unknown(world: World, others: int) -> None:
    pay = world.add_tool("pay", effect_class="keyed")
    more = [world.add_tool(f"other{n}", effect_class="read_only") for n in range(others)]
    run, [call, *_] = lost_while_executing(world, Desk(world), [pay, *more])
    world.owner("update agents_toolversion set withdrawn_at = now() where id = %s", [pay.version_id])
    ledger = Ledger()

    with running(world.database, ledger):
        row = world.wait_for(run, "completed", "failed", "needs_attention")

    assert (row["status"], row["error_code"]) == ("needs_attention", "outcome_unknown"), row["error_message"]
    assert ledger.of("pay") == []
    states = {call["tool_name"]: call["state"] for call in world.calls(run)}
    assert states == {"pay": "unknown"} | {tool.name: "succeeded" for tool in more}
    told = ["tool_call_proposed", "tool_call_started", "tool_call_unknown", "run_needs_attention"]
    assert kinds_about(world, run, call) == told
    world.assert_gapless(run)


def kinds_about(world: World, run: UUID, call: str) -> list[str]:
    return [event["kind"] for event in world.events(run) if event["payload"].get("call") == call]


@pytest.mark.requirement("promise P13")
def test_a_call_that_a_cancel_cuts_off_is_recorded_although_another_result_comes_with_it(
    world: World,
) -> None:
    """Both end within one turn: the result that is drafted must not take the one that is cut off with it."""
    slow, quick = world.add_tool("slow"), world.add_tool("quick", effect_class="read_only")
    world.set_policy([{"tool": "slow", "outcome": "allow"}])
    run = start(world, [slow, quick], reply(("slow", {}), ("quick", {})))
    ledger = Held()
    quick_may_end = threading.Event()

    async def run_tool(invocation: ToolInvocation) -> ToolOutcome:
        outcome = await Held.run(ledger, invocation)
        if invocation.tool.name == "quick":
            while not quick_may_end.is_set():
                await asyncio.sleep(0.001)
        return outcome

    ledger.run = run_tool  # type: ignore[method-assign]
    with running(world.database, ledger, drain_seconds=0.0):
        assert ledger.reached.wait(20)
        quick_may_end.set()
        world.cancel(run)
        world.wait_for(run, "cancelled")

    assert {call["tool_name"]: call["state"] for call in world.calls(run)}["slow"] == "unknown"
    assert_closed(world, run)


def test_an_entry_with_a_value_that_the_database_refuses_fails_its_run_alone(world: World) -> None:
    """A tool whose answer cannot be stored: a NUL that came past the cleaning."""
    lookup = world.add_tool("lookup", effect_class="read_only")
    runs = [start(world, [lookup], reply(("lookup", {"q": n}))) for n in range(4)]
    ledger = Ledger()
    ledger.tools["lookup"] = lambda arguments: "\0 \ud800 \uffff" if arguments["q"] == 1 else "fine"

    with running(world.database, ledger):
        rows = [world.wait_for(run, "completed", "failed") for run in runs]

    assert [row["status"] for row in rows] == ["completed"] * 4
    for run in runs:
        assert_closed(world, run)
