"""Promise P22 through the simulator: every combination of what can become of up to three parallel calls,
and two hundred of those of four.
"""

import itertools
import random
from collections.abc import Iterator

import pytest
from simulator import Reply, Simulator, Wanted

from orchestration.engine.events import EventKind
from orchestration.engine.history import repair
from orchestration.engine.kinds import converse

OUTCOMES = ("auto", "approve", "reject", "expire", "crash")
RESULTS = {
    "auto": "ok",
    "approve": "ok",
    "reject": "rejected",
    "expire": "approval_expired",
    "crash": "ok",
}
REQUESTS = {"auto": 1, "approve": 1, "reject": 0, "expire": 0, "crash": 2}
"""A crash before the result sends a keyed call again, with the same key."""

COMBINATIONS = [outcomes for count in (1, 2, 3) for outcomes in itertools.product(OUTCOMES, repeat=count)]
FOURS = random.Random(22).sample(list(itertools.product(OUTCOMES, repeat=4)), 200)
ORDERS = 4


def wanted(outcome: str, place: int) -> Wanted:
    tool = {"auto": "look", "approve": "refund", "reject": "refund", "expire": "flag", "crash": "mail"}[
        outcome
    ]
    policy = "allow" if outcome in ("auto", "crash") else "ask"
    return Wanted(tool, {"place": place}, policy, provider_id="c1")


def play(outcomes: tuple[str, ...], chance: random.Random) -> Simulator:
    """One life of the run: worker, people and the crash take turns at random until it is over."""
    calls = tuple(wanted(outcome, place) for place, outcome in enumerate(outcomes))
    simulator = Simulator([Reply(text="On it.", calls=calls), Reply(text="Done.")])
    plan = {f"call-1-{place}": outcome for place, outcome in enumerate(outcomes)}
    crashed: set[str] = set()
    while simulator.view.ended_at is None:
        moves = list(moves_of(simulator, plan, crashed))
        kind, call = chance.choice(moves)
        if kind == "work":
            simulator.step()
        elif kind == "finish":
            simulator.finish(call)
        elif kind == "crash":
            crashed.update(simulator.running)
            simulator.kill()
        elif kind == "approve":
            simulator.approve(call)
        elif kind == "reject":
            simulator.reject(call)
        else:
            simulator.expire(call)
    return simulator


def moves_of(simulator: Simulator, plan: dict[str, str], crashed: set[str]) -> Iterator[tuple[str, str]]:
    if simulator.view.status != "waiting":
        yield "work", ""
    for call in simulator.running:
        if plan[call] != "crash" or call in crashed:
            yield "finish", call
        elif all(plan[each] == "crash" and each not in crashed for each in simulator.running):
            # Only among its like, so that the crash repeats no other sibling's effect.
            yield "crash", call
    for approval in simulator.view.pending_approvals:
        yield plan[approval.call], approval.call


@pytest.mark.requirement("promise P22")
@pytest.mark.parametrize("outcomes", COMBINATIONS + FOURS, ids="-".join)
def test_each_call_gets_one_result_and_only_allowed_ones_run(outcomes: tuple[str, ...]) -> None:
    for order in range(ORDERS):
        simulator = play(outcomes, random.Random(f"{outcomes}:{order}"))

        assert simulator.view.status == "completed"
        assert simulator.results() == [RESULTS[outcome] for outcome in outcomes]
        for place, outcome in enumerate(outcomes):
            keys = simulator.executions.get(f"call-1-{place}", [])
            assert len(keys) == REQUESTS[outcome]
            assert len(set(keys)) <= 1
        check_transcript(simulator, len(outcomes))
        check_model_waited(simulator)


def check_transcript(simulator: Simulator, count: int) -> None:
    """What goes back to the provider: our own ids, one result each, in call order, nothing to repair."""
    messages = converse.messages_of(simulator.state)
    ids = [f"call-1-{place}" for place in range(count)]
    assert [call["id"] for call in messages[2]["tool_calls"]] == ids
    assert [message.get("tool_call_id") for message in messages[3 : 3 + count]] == ids
    # The answer that ended the run is left out: no request was made with it.
    _, repairs = repair(list(messages[:-1]))
    assert repairs == []


def check_model_waited(simulator: Simulator) -> None:
    kinds = simulator.kinds()
    second = [seq for seq, kind in enumerate(kinds) if kind == EventKind.MODEL_CALL_STARTED][1]
    results = [seq for seq, kind in enumerate(kinds) if kind == EventKind.TOOL_CALL_COMPLETED]
    assert max(results) < second


@pytest.mark.requirement("promise P7")
@pytest.mark.parametrize("tool", ["look", "mail", "flag"])
def test_a_crash_leaves_no_trace_in_the_events(tool: str) -> None:
    script = [Reply(calls=(Wanted(tool, policy="allow"),))]
    calm, killed = Simulator(script), Simulator(script)

    calm.run()
    for _ in range(3):
        killed.step()
    killed.kill()
    killed.run()

    assert killed.records == calm.records
    assert len(killed.executions["call-1-0"]) == 2


@pytest.mark.requirement("promise P3")
@pytest.mark.parametrize("sibling", ["auto", "approve", "reject", "expire"])
def test_a_crash_in_an_at_most_once_call_stops_the_run_and_repeats_nothing(sibling: str) -> None:
    calls = (Wanted("refund", {"place": 0}, "allow"), wanted(sibling, 1))
    simulator = Simulator([Reply(calls=calls)])
    while "call-1-0" not in simulator.running:
        simulator.step()
    if "call-1-1" in simulator.running:
        simulator.finish("call-1-1")

    simulator.kill()
    simulator.run()

    assert simulator.view.status == "needs_attention"
    assert simulator.view.attention is not None
    assert simulator.view.attention.call == "call-1-0"
    assert simulator.executions["call-1-0"] == ["tc_call-1-0"]
    assert len(simulator.executions.get("call-1-1", [])) == (1 if sibling == "auto" else 0)
    assert simulator.state.model_calls == 1
