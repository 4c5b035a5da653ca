"""Time as the record writes it: RFC 3339, UTC, milliseconds. Deciding times come from the database clock."""

from datetime import UTC, datetime


def now() -> datetime:
    """The instant by this machine's clock, for what decides nothing (logs, file names, display)."""
    return datetime.now(UTC)


def to_rfc3339(at: datetime) -> str:
    """`2026-11-30T14:31:52.004Z`; a naive datetime is refused, since its zone would be a guess."""
    if at.tzinfo is None:
        raise ValueError("a naive datetime has no place in the record")
    return at.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def from_rfc3339(text: str) -> datetime:
    """The reverse of `to_rfc3339`; any RFC 3339 offset is read."""
    at = datetime.fromisoformat(text)
    if at.tzinfo is None:
        raise ValueError(f"{text!r} has no offset")
    return at.astimezone(UTC)
