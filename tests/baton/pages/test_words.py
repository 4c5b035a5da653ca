"""States and times in words."""

from datetime import UTC, datetime, timedelta

import pytest

from baton.pages.words import ago, look_of, span, until
from orchestration.engine.states import RunStatus, WaitingFor

NOW = datetime(2026, 11, 30, 14, 31, 52, tzinfo=UTC)


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (-5, "0 s"),
        (0.9, "0 s"),
        (59.9, "59 s"),
        (60, "1 min"),
        (3599, "59 min"),
        (3600, "1 h"),
        (6000, "1 h 40"),
        (86_399, "23 h 59"),
        (86_400, "1 day"),
        (300_000, "3 days"),
    ],
)
def test_a_span_is_one_unit_and_two_under_a_day(seconds: float, words: str) -> None:
    assert span(seconds) == words


def test_times_are_said_from_now() -> None:
    assert ago(NOW - timedelta(minutes=2), NOW) == "2 min ago"
    assert until(NOW + timedelta(hours=23, minutes=5), NOW) == "in 23 h 5"
    assert until(NOW, NOW) == "expired"


def test_every_state_has_a_word_and_a_shape() -> None:
    looks = {look_of(status) for status in RunStatus} | {
        look_of(RunStatus.WAITING, word) for word in WaitingFor
    }

    assert all(look.word and look.shape for look in looks)
    assert look_of(RunStatus.WAITING, WaitingFor.APPROVAL).word == "Waiting for approval"
    assert look_of(RunStatus.COMPLETED, WaitingFor.APPROVAL).word == "Completed"
