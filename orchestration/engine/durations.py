"""Durations between two instants of the record, in whole milliseconds."""

from datetime import timedelta

from baton.core.clock import from_rfc3339

_MILLISECOND = timedelta(milliseconds=1)


def milliseconds_between(start: str | None, end: str | None) -> int | None:
    """None where one of them is not known. Never negative: two events of one commit share their instant."""
    if not start or not end:
        return None
    return max(0, (from_rfc3339(end) - from_rfc3339(start)) // _MILLISECOND)
