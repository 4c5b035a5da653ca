"""The days of a usage report: days of an organization's time zone, and the instants between them. Pure.

Days come from one place, so that a day and the sum of days can never count an attempt differently.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from baton.core.errors import BadInput

MOST_DAYS = 400
USUAL_DAYS = 30
FIRST_DAY, LAST_DAY = date(2000, 1, 1), date(2999, 12, 31)
"""Days outside are no days of any run; with them, every instant has an id and a place in every calendar."""


@dataclass(frozen=True, slots=True)
class UsagePeriod:
    """From the first day to the last, both whole, in a time zone."""

    first: date
    last: date
    time_zone: str

    @property
    def days(self) -> Sequence[date]:
        return [self.first + timedelta(days=n) for n in range((self.last - self.first).days + 1)]

    @property
    def bounds(self) -> Sequence[datetime]:
        """The beginning of each day, and the end of the last. A day may have 23 or 25 hours."""
        zone = ZoneInfo(self.time_zone)
        beginnings = [*self.days, self.last + timedelta(days=1)]
        return [datetime.combine(day, time(), zone).astimezone(UTC) for day in beginnings]


def read_period(first: date | None, last: date | None, time_zone: str, at: datetime) -> UsagePeriod:
    """What was asked for; 30 days up to the day of `at` where nothing was said. Raises BadInput."""
    if last is None:
        today = at.astimezone(ZoneInfo(time_zone)).date()
        last = today if first is None or first <= today else first
    if first is None:
        first = max(FIRST_DAY, last - timedelta(days=USUAL_DAYS - 1))
    if first > last:
        raise BadInput("invalid_filter", "The first day is after the last one.", field="from")
    if (last - first).days >= MOST_DAYS:
        raise BadInput("invalid_filter", f"At most {MOST_DAYS} days at once.", field="from")
    return UsagePeriod(first, last, time_zone)
