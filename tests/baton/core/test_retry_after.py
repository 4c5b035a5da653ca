"""How long to wait, as servers say it."""

import pytest

from baton.core.retry_after import read_retry_after

NOON = "Tue, 01 Dec 2026 12:00:00 GMT"


@pytest.mark.parametrize(
    ("headers", "seconds"),
    [
        ({}, None),
        ({"retry-after": "7"}, 7),
        ({"retry-after": " 2.5 "}, 2.5),
        ({"retry-after-ms": "250", "retry-after": "7"}, 0.25),
        ({"retry-after": "Tue, 01 Dec 2026 12:00:09 GMT", "date": NOON}, 9),
        ({"retry-after": "Tue, 01 Dec 2026 11:59:00 GMT", "date": NOON}, 0),
        ({"retry-after": "Thu, 01 Jan 1970 00:00:00 GMT"}, 0),
    ],
)
def test_milliseconds_seconds_and_dates_are_read(headers: dict[str, str], seconds: float | None) -> None:
    assert read_retry_after(headers) == seconds


@pytest.mark.parametrize("value", ["", "soon", "-1", "1e3", "nan", "9" * 10, "Tue, 99 Dec 2026"])
def test_what_cannot_be_read_is_nothing(value: str) -> None:
    assert read_retry_after({"retry-after": value}) is None
