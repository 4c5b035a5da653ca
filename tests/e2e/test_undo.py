"""Decisions in their grace on a whole installation, whose processes are killed meanwhile."""

import time
from collections.abc import Iterator

import pytest
from stack import Stack, stack

GRACE = 6.0
"""Of the demo's refunds."""

pytestmark = pytest.mark.requirement("promise P18")


@pytest.fixture(scope="module")
def platform() -> Iterator[Stack]:
    with stack(BATON_LEASE_SECONDS="3", BATON_RENEW_SECONDS="0.5") as running:
        yield running


def waiting(platform: Stack, amount: int) -> str:
    run = platform.start(f"My order NL-1051 arrived broken. Please refund EUR {amount}.")
    platform.wait_event(run, "run_waiting")
    return run


def kinds(platform: Stack, run: str) -> list[str]:
    return [each["kind"] for each in platform.events(run)]


def test_in_the_grace_nothing_has_happened_and_then_it_happens_once(platform: Stack) -> None:
    run = waiting(platform, 61)
    before = kinds(platform, run)

    card = platform.decide(run)

    assert (card["state"], card["held"]["decision"], card["grace_seconds"]) == ("pending", "approve", GRACE)
    assert kinds(platform, run) == before
    assert platform.refunds_of(61) == 0
    assert platform.wait_end(run)["status"] == "completed"
    assert platform.refunds_of(61) == 1
    assert platform.undo(card["id"])["error"]["code"] == "too_late_to_undo"
    assert platform.refunds_of(61) == 1


def test_taken_back_nothing_happens_whatever_is_started_again(platform: Stack) -> None:
    run = waiting(platform, 62)
    card = platform.decide(run)
    killed = platform.kill("supervisor")

    assert platform.undo(card["id"])["held"] is None
    platform.wait_replaced("supervisor", killed)
    time.sleep(GRACE + 2)

    assert platform.refunds_of(62) == 0
    assert platform.run(run)["status"] == "waiting"
    assert "approval_decided" not in kinds(platform, run)
    assert platform.decide(run, "reject")["held"]["decision"] == "reject"
    assert platform.wait_end(run)["status"] == "completed"
    assert platform.refunds_of(62) == 0


@pytest.mark.parametrize(("amount", "name"), [(63, "supervisor"), (64, "worker"), (65, "postgresql")])
def test_killed_in_the_grace_it_counts_once_all_the_same(platform: Stack, amount: int, name: str) -> None:
    run = waiting(platform, amount)
    platform.decide(run)

    killed = platform.kill(name)
    platform.wait_replaced(name, killed)

    assert platform.wait_end(run)["status"] == "completed"
    assert platform.refunds_of(amount) == 1
    assert kinds(platform, run).count("approval_decided") == 1
