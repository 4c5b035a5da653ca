"""Identifiers: UUIDv7 (RFC 9562 section 5.7), made in Python because the embedded PostgreSQL has no pgcrypto.

The first 48 bits are milliseconds, so ids sort by creation and tables can be partitioned by id.
"""

import os
import time
import uuid
from datetime import UTC, datetime

_TIMESTAMP_SHIFT = 80
_VERSION_7 = 0x7 << 76
_VARIANT_RFC = 0x2 << 62


def new_id(milliseconds: int | None = None) -> uuid.UUID:
    """A fresh UUIDv7; `milliseconds` since the epoch may be given where a test needs a fixed month."""
    at = time.time_ns() // 1_000_000 if milliseconds is None else milliseconds
    noise = int.from_bytes(os.urandom(10), "big")
    random_a = (noise >> 64) & 0x0FFF
    random_b = noise & 0x3FFF_FFFF_FFFF_FFFF
    return uuid.UUID(int=(at << _TIMESTAMP_SHIFT) | _VERSION_7 | (random_a << 64) | _VARIANT_RFC | random_b)


def created_at(identifier: uuid.UUID) -> datetime:
    """The instant (UTC) inside a UUIDv7; raises ValueError for another version."""
    if identifier.version != 7:
        raise ValueError(f"{identifier} is not a UUIDv7")
    return datetime.fromtimestamp((identifier.int >> _TIMESTAMP_SHIFT) / 1000, tz=UTC)


def lowest_id(at: datetime) -> uuid.UUID:
    """The smallest UUIDv7-shaped value of an instant: the lower bound of a partition."""
    return uuid.UUID(int=int(at.timestamp() * 1000) << _TIMESTAMP_SHIFT)
