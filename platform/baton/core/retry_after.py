"""How long another server asks to be left alone, as its headers say it. Pure."""

import re
from collections.abc import Mapping
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

from baton.core.clock import now


def read_retry_after(headers: Mapping[str, str]) -> float | None:
    """Seconds to wait: from milliseconds, seconds or a date; None where nothing readable is said."""
    if (milliseconds := _number(headers.get("retry-after-ms"))) is not None:
        return milliseconds / 1000
    value = headers.get("retry-after")
    if (seconds := _number(value)) is not None:
        return seconds
    date, sent = _date(value), _date(headers.get("date"))
    # Counted from the provider's own clock where it says it: ours may be minutes off.
    return max(0.0, (date - (sent or now())).total_seconds()) if date else None


def _number(text: str | None) -> float | None:
    return float(text) if text and re.fullmatch(r"\d{1,9}(\.\d{1,9})?", text.strip()) else None


def _date(text: str | None) -> datetime | None:
    try:
        date = parsedate_to_datetime(text or "")
    except ValueError:
        return None
    return date if date.tzinfo else date.replace(tzinfo=UTC)
