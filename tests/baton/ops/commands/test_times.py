"""Durations, clock times and ages as the design system writes them."""

from datetime import UTC, datetime, timedelta

import pytest

from baton.core.clock import to_rfc3339
from baton.ops.commands.view.times import ago, duration, moment, span

NOW = datetime(2026, 11, 30, 14, 31, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    ("milliseconds", "text"),
    [
        (0, "0.01 s"),
        (31, "0.03 s"),
        (800, "0.8 s"),
        (15_700, "15.7 s"),
        (59_949, "59.9 s"),
        (59_950, "1:00"),
        (191_000, "3:11"),
        (3_599_400, "59:59"),
        (6_000_000, "1 h 40"),
        (86_400_000, "1 day"),
        (259_200_000, "3 days"),
    ],
)
def test_durations_are_short(milliseconds: int, text: str) -> None:
    assert duration(milliseconds) == text


@pytest.mark.parametrize(
    ("away", "text"),
    [
        (timedelta(minutes=14), "14:45"),
        (timedelta(days=1), "tomorrow 14:31"),
        (timedelta(days=-1), "yesterday 14:31"),
        (timedelta(days=7), "7 Dec 14:31"),
        (timedelta(days=60), "29 Jan 2027 14:31"),
    ],
)
def test_moments_name_the_day_where_it_is_another(away: timedelta, text: str) -> None:
    assert moment(to_rfc3339(NOW + away), NOW) == text


@pytest.mark.parametrize(
    ("seconds", "text"),
    [
        (-5, "0 seconds"),
        (1, "1 second"),
        (59, "59 seconds"),
        (60, "1 minute"),
        (3600, "1 hour"),
        (5_460, "1 hour 31 minutes"),
        (86_399, "23 hours 59 minutes"),
        (86_400, "1 day"),
        (200_000, "2 days"),
    ],
)
def test_spans_are_told_in_words(seconds: int, text: str) -> None:
    assert span(timedelta(seconds=seconds)) == text


def test_ages_are_told_in_words() -> None:
    assert ago(to_rfc3339(NOW - timedelta(seconds=2)), NOW) == "just now"
    assert ago(to_rfc3339(NOW - timedelta(seconds=90)), NOW) == "1 minute ago"
