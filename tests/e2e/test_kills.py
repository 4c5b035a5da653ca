"""Kills of point 4, through real Celery: the run goes on by itself and the shop never pays twice.

The demo runs on the OpenAI adapter against `baton model-server`, so that the model call takes a while and can
be cut in the middle; the shop answers slowly, so that the call can be cut between intent and result.
"""

import signal
from collections.abc import Iterator

import pytest
from stack import Stack, model_server, stack

GOAL = 20.0
"""Seconds within which a run goes on once a worker is there."""

pytestmark = pytest.mark.requirement("issue 2.4")


@pytest.fixture(scope="module")
def platform() -> Iterator[Stack]:
    with (
        model_server() as model,
        stack(
            OPENAI_BASE_URL=f"{model}/v1",
            OPENAI_API_KEY="sk-nobody-checks-this",
            OPENAI_MODEL="refund_desk?latency_ms=700",
            SHOP_DELAY="0.7",
            BATON_LEASE_SECONDS="3",
            BATON_RENEW_SECONDS="0.5",
        ) as running,
    ):
        yield running


def is_refund(payload: dict[str, object]) -> bool:
    return payload["tool"] == "issue_refund"


@pytest.mark.requirement("case W03")
def test_killed_while_the_model_is_called(platform: Stack) -> None:
    run = platform.start("My bag from order NL-1051 arrived broken. Please refund EUR 61.")
    platform.wait_event(run, "model_call_started")

    platform.kill("worker")

    assert platform.approve(run)["state"] == "approved"
    assert platform.wait_end(run)["status"] == "completed"
    assert platform.refunds_of(61) == 1


def test_killed_while_a_person_is_awaited(platform: Stack) -> None:
    run = platform.start("My order NL-1051 arrived broken. Please refund EUR 62.")
    platform.wait_event(run, "run_waiting")

    killed = platform.kill("worker")
    platform.approve(run)
    platform.wait_replaced("worker", killed)

    assert platform.wait_end(run)["status"] == "completed"
    assert platform.refunds_of(62) == 1


def test_killed_right_after_the_approval(platform: Stack) -> None:
    run = platform.start("My order NL-1051 arrived broken. Please refund EUR 63.")
    platform.wait_event(run, "run_waiting")

    platform.approve(run)
    platform.kill("worker")

    assert platform.wait_end(run)["status"] == "completed"
    assert platform.refunds_of(63) == 1


def test_killed_between_intent_and_result(platform: Stack) -> None:
    run = platform.start("My order NL-1051 arrived broken. Please refund EUR 64.")
    platform.approve(run)
    refund = next(
        each["payload"]["call"]
        for each in platform.events(run)
        if each["kind"] == "tool_call_proposed" and is_refund(each["payload"])
    )
    platform.wait_event(run, "tool_call_started", lambda payload: payload["call"] == refund)

    platform.kill("worker")

    assert platform.wait_end(run)["status"] == "completed"
    assert platform.refunds_of(64) == 1


@pytest.mark.parametrize(("amount", "moment"), [(71, "run_waiting"), (72, "model_call_started")])
def test_postgresql_ended_in_the_middle(platform: Stack, amount: int, moment: str) -> None:
    run = platform.start(f"My order NL-1042 arrived broken. Please refund EUR {amount}.")
    platform.wait_event(run, moment)

    platform.kill("postgresql", signal.SIGQUIT)

    assert platform.approve(run)["state"] == "approved"
    assert platform.wait_end(run)["status"] == "completed"
    assert platform.refunds_of(amount) == 1
    events = platform.events(run)
    assert [each["seq"] for each in events] == list(range(1, len(events) + 1))
