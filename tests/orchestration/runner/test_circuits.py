"""A circuit: opens after failures in a row, lets one probe through after each pause, closes with any answer."""

import asyncio
import contextlib
import time

import pytest

from orchestration.engine.ports import ModelError
from orchestration.runner import circuits
from orchestration.runner.circuits import Circuit, CircuitRules, Circuits

RULES = CircuitRules(failures=3, window_seconds=60.0, first_pause=2.0, longest_pause=6.0)
DOWN = ModelError("provider_unavailable", "No connection.", retryable=True)


class Clock:
    """A monotonic clock that the test moves."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 1000.0
        monkeypatch.setattr(circuits.time, "monotonic", lambda: self.now)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    return Clock(monkeypatch)


def ask(circuit: Circuit, error: ModelError | None = None) -> str:
    """One request; answers the code it failed with."""
    try:
        with circuit.asking():
            if error is not None:
                raise error
    except ModelError as raised:
        return raised.code
    return "ok"


def opened() -> Circuit:
    circuit = Circuit(RULES)
    assert [ask(circuit, DOWN) for _ in range(3)] == [DOWN.code] * 3
    return circuit


@pytest.mark.requirement("agents 18")
def test_it_opens_after_failures_in_a_row_and_asks_nobody_then(clock: Clock) -> None:
    circuit = Circuit(RULES)
    assert [ask(circuit, DOWN) for _ in range(2)] == [DOWN.code] * 2
    assert circuit.out_for is None
    ask(circuit, DOWN)

    assert circuit.out_for == 2.0
    assert [ask(circuit) for _ in range(5)] == ["circuit_open"] * 5
    outage = circuit.outage(DOWN)
    assert outage is not None
    assert (outage.code, outage.failures, outage.next_try_in) == (DOWN.code, 3, 2.0)


def test_an_answer_between_them_begins_the_count_anew(clock: Clock) -> None:
    circuit = Circuit(RULES)
    for _ in range(5):
        assert [ask(circuit, DOWN), ask(circuit, DOWN), ask(circuit)] == [DOWN.code, DOWN.code, "ok"]

    assert not circuit.is_open


@pytest.mark.parametrize("code", ["authentication", "provider_rate_limited", "invalid_request"])
def test_a_refusal_is_an_answer(clock: Clock, code: str) -> None:
    circuit = opened()
    clock.now += 2.0

    assert ask(circuit, ModelError(code, "no", retryable=False)) == code
    assert not circuit.is_open


def test_what_was_never_sent_says_nothing(clock: Clock) -> None:
    circuit = opened()
    clock.now += 2.0

    ask(circuit, ModelError("host_not_allowed", "no", retryable=False))

    assert circuit.is_open
    assert ask(circuit) == "ok"


def test_failures_that_lie_far_apart_do_not_open_it(clock: Clock) -> None:
    circuit = Circuit(RULES)
    for _ in range(6):
        ask(circuit, DOWN)
        clock.now += 31.0

    assert not circuit.is_open


@pytest.mark.requirement("agents 18")
def test_after_the_pause_one_probe_goes_out_and_each_that_fails_doubles_the_pause(clock: Clock) -> None:
    circuit, pauses = opened(), []
    for _ in range(4):
        left = circuit.out_for
        assert left is not None
        pauses.append(left)
        clock.now += left
        assert ask(circuit, DOWN) == DOWN.code
        assert ask(circuit) == "circuit_open"

    assert pauses == [2.0, 4.0, 6.0, 6.0]


def test_while_a_probe_is_under_way_nobody_else_is_sent(clock: Clock) -> None:
    circuit = opened()
    clock.now += 2.0

    with circuit.asking():
        assert ask(circuit) == "circuit_open"
        assert circuit.out_for == 2.0

    assert ask(circuit) == "ok"


def test_a_probe_that_was_cancelled_leaves_its_place_to_the_next(clock: Clock) -> None:
    circuit = opened()
    clock.now += 2.0
    with contextlib.suppress(asyncio.CancelledError), circuit.asking():
        raise asyncio.CancelledError

    assert ask(circuit) == "ok"
    assert not circuit.is_open


def test_requests_from_before_it_opened_neither_lengthen_the_pause_nor_are_lost(clock: Clock) -> None:
    circuit = Circuit(RULES)
    with contextlib.suppress(ModelError), circuit.asking():
        for _ in range(3):
            ask(circuit, DOWN)
        raise DOWN
    assert circuit.out_for == 2.0

    late = Circuit(RULES)
    with late.asking():
        for _ in range(3):
            ask(late, DOWN)
        assert late.is_open
    assert not late.is_open


def test_an_edited_connection_begins_anew() -> None:
    kept = Circuits(RULES)

    assert kept.get("a", 1) is kept.get("a", 1)
    assert kept.get("a", 1) is not kept.get("b", 1)
    before = kept.get("a", 1)
    assert kept.get("a", 2) is not before


def test_who_waits_for_it_is_woken_when_it_closes() -> None:
    async def main() -> float:
        circuit = Circuit(CircuitRules(failures=1, first_pause=0.01))
        ask(circuit, DOWN)
        began = time.monotonic()
        waiting = asyncio.create_task(circuit.closed_within(30.0))
        while circuit.out_for:
            await asyncio.sleep(0.005)
        assert not waiting.done()
        ask(circuit)
        await waiting
        await circuit.closed_within(30.0)
        return time.monotonic() - began

    assert asyncio.run(main()) < 10.0
