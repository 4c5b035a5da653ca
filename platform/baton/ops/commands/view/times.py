"""Times and durations as people read them: clock times in their zone, durations short, ages in words."""

from datetime import datetime, timedelta

from baton.core.clock import from_rfc3339

_A_MOMENT = timedelta(seconds=5)
_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")


def duration(milliseconds: int) -> str:
    """`0.02 s`, `0.8 s`, `15.7 s`, `3:11`, `1 h 40`, `3 days`."""
    seconds = milliseconds / 1000
    if seconds < 0.1:
        return f"{max(seconds, 0.01):.2f} s"
    if seconds < 59.95:
        return f"{seconds:.1f} s"
    whole = round(seconds)
    if whole < 3600:
        return f"{whole // 60}:{whole % 60:02}"
    minutes = round(seconds / 60)
    if minutes < 24 * 60:
        return f"{minutes // 60} h {minutes % 60:02}"
    return _of(round(minutes / (24 * 60)), "day")


def clock(at: str) -> str:
    """`14:31:52` in the zone of this machine."""
    return f"{_here(at):%H:%M:%S}"


def day(at: str) -> str:
    """`28 Nov 2026` in the zone of this machine."""
    here = _here(at)
    return f"{here.day} {_MONTHS[here.month - 1]} {here.year}"


def moment(at: str, now: datetime) -> str:
    """`14:31` today, `tomorrow 14:31`, `28 Nov 14:31`, with the year where it is another one."""
    here, today = _here(at), now.astimezone()
    time = f"{here:%H:%M}"
    days = (here.date() - today.date()).days
    if days == 0:
        return time
    if abs(days) == 1:
        return f"{'tomorrow' if days > 0 else 'yesterday'} {time}"
    year = f" {here.year}" if here.year != today.year else ""
    return f"{here.day} {_MONTHS[here.month - 1]}{year} {time}"


def span(length: timedelta) -> str:
    """In words: seconds only under a minute, two units under a day, one from there on."""
    seconds = max(0, int(length.total_seconds()))
    if seconds < 60:
        return _of(seconds, "second")
    minutes = seconds // 60
    if minutes < 60:
        return _of(minutes, "minute")
    if minutes < 24 * 60:
        hours, rest = divmod(minutes, 60)
        return f"{_of(hours, 'hour')} {_of(rest, 'minute')}" if rest else _of(hours, "hour")
    return _of(minutes // (24 * 60), "day")


def ago(at: str, now: datetime) -> str:
    """How long since then, in words."""
    passed = now - from_rfc3339(at)
    return "just now" if passed < _A_MOMENT else f"{span(passed)} ago"


def left(at: str, now: datetime) -> timedelta:
    """How long until then; never negative."""
    return max(from_rfc3339(at) - now, timedelta())


def _here(at: str) -> datetime:
    return from_rfc3339(at).astimezone()


def _of(number: int, unit: str) -> str:
    return f"{number} {unit}" if number == 1 else f"{number} {unit}s"
