"""Identifiers: UUIDv7 (RFC 9562 section 5.7), made in Python because the embedded PostgreSQL has no pgcrypto.

The first 48 bits are milliseconds, so ids sort by creation and tables can be partitioned by id. The next 12
are the part of the millisecond, counted on where two would be equal (method 3 of section 6.2), so that ids of
one process sort in the order in which they were made.
"""

import os
import threading
import time
import uuid
from datetime import UTC, datetime

_TIMESTAMP_SHIFT = 80
_VERSION_7 = 0x7 << 76
_VARIANT_RFC = 0x2 << 62
_PARTS = 1 << 12
"""Steps of a millisecond that fit beside it."""
_MILLISECOND = 1_000_000
_LEAD = 1000 * _PARTS
"""A second: a clock that is further behind the last id was set back, and ids follow it."""

_lock = threading.Lock()
_last = 0


def new_id(milliseconds: int | None = None) -> uuid.UUID:
    """A fresh UUIDv7; `milliseconds` since the epoch may be given where a test needs a fixed month."""
    noise = int.from_bytes(os.urandom(10), "big")
    at, part = _next_instant() if milliseconds is None else (milliseconds, noise >> 68)
    random = noise & 0x3FFF_FFFF_FFFF_FFFF
    return uuid.UUID(int=(at << _TIMESTAMP_SHIFT) | _VERSION_7 | (part << 64) | _VARIANT_RFC | random)


def _next_instant() -> tuple[int, int]:
    """Milliseconds and the part of one, later than the last ones, also if the clock is put right a little."""
    global _last
    whole, rest = divmod(time.time_ns(), _MILLISECOND)
    now = whole * _PARTS + rest * _PARTS // _MILLISECOND
    with _lock:
        _last = now if now > _last or now < _last - _LEAD else _last + 1
        return divmod(_last, _PARTS)


def created_at(identifier: uuid.UUID) -> datetime:
    """The instant (UTC) inside a UUIDv7; raises ValueError for another version."""
    if identifier.version != 7:
        raise ValueError(f"{identifier} is not a UUIDv7")
    return datetime.fromtimestamp((identifier.int >> _TIMESTAMP_SHIFT) / 1000, tz=UTC)


def lowest_id(at: datetime) -> uuid.UUID:
    """The smallest UUIDv7-shaped value of an instant: the lower bound of a partition."""
    return uuid.UUID(int=int(at.timestamp() * 1000) << _TIMESTAMP_SHIFT)
