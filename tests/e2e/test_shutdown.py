"""A worker that is asked to stop, through real Celery: what it holds and what is queued goes on elsewhere."""

import signal
from collections.abc import Iterator

import pytest
from stack import Stack, model_server, stack

AMOUNTS = range(11, 23)


@pytest.fixture(scope="module")
def platform() -> Iterator[Stack]:
    with (
        model_server() as model,
        stack(
            OPENAI_BASE_URL=f"{model}/v1", OPENAI_MODEL="refund_desk?latency_ms=600", SHOP_DELAY="0.3"
        ) as up,
    ):
        yield up


@pytest.mark.requirement("case W02", "case W08")
def test_a_worker_that_is_asked_to_stop_fails_no_run_and_repeats_no_call(platform: Stack) -> None:
    held = [platform.start(f"The tent of order NL-1044 is torn. Please refund EUR {n}.") for n in AMOUNTS[:6]]
    platform.wait_event(held[0], "model_call_started")

    stopped = platform.kill("worker", signal.SIGTERM)
    queued = [
        platform.start(f"The tent of order NL-1044 is torn. Please refund EUR {n}.") for n in AMOUNTS[6:]
    ]
    platform.wait_replaced("worker", stopped)
    ends = [platform.wait_end(run)["status"] for run in (*held, *queued)]

    assert ends == ["completed"] * len(AMOUNTS)
    assert [platform.refunds_of(amount) for amount in AMOUNTS] == [1] * len(AMOUNTS)
    kinds = {event["kind"] for run in (*held, *queued) for event in platform.events(run)}
    assert kinds.isdisjoint({"run_failed", "model_attempt_failed", "tool_call_unknown"})
