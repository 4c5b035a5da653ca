"""States and times as a person reads them. Pure."""

from dataclasses import dataclass
from datetime import datetime

from orchestration.engine.states import RunStatus, WaitingFor

MINUTE, HOUR, DAY = 60, 3600, 86400
SOON = 15 * MINUTE


@dataclass(frozen=True, slots=True)
class Look:
    """One word, one shape, one colour (both named after the status token)."""

    word: str
    shape: str


_STATUS: dict[RunStatus, Look] = {
    RunStatus.QUEUED: Look("Queued", "queued"),
    RunStatus.RUNNING: Look("Running", "running"),
    RunStatus.WAITING: Look("Waiting", "queued"),
    RunStatus.CANCELLING: Look("Cancelling", "cancelled"),
    RunStatus.NEEDS_ATTENTION: Look("Needs attention", "attention"),
    RunStatus.COMPLETED: Look("Completed", "succeeded"),
    RunStatus.FAILED: Look("Failed", "failed"),
    RunStatus.CANCELLED: Look("Cancelled", "cancelled"),
    RunStatus.TIMED_OUT: Look("Timed out", "timedout"),
    RunStatus.REJECTED: Look("Rejected", "failed"),
}

_WAITING: dict[WaitingFor, Look] = {
    WaitingFor.APPROVAL: Look("Waiting for approval", "approval"),
    WaitingFor.REVIEW: Look("Waiting for review", "review"),
    WaitingFor.INPUT: Look("Waiting for input", "input"),
    WaitingFor.CHILD: Look("Waiting for a task", "running"),
    WaitingFor.PEER: Look("Waiting for a peer", "running"),
    WaitingFor.TIMER: Look("Waiting for its time", "queued"),
    WaitingFor.BUDGET: Look("Waiting for budget", "approval"),
}


def look_of(status: RunStatus, waiting_for: WaitingFor | None = None) -> Look:
    """How a run's state is shown."""
    if status is RunStatus.WAITING and waiting_for is not None:
        return _WAITING[waiting_for]
    return _STATUS[status]


def span(seconds: float) -> str:
    """A length of time in one unit, two under a day: `12 s`, `40 min`, `3 h 5`, `2 days`."""
    whole = max(int(seconds), 0)
    if whole < MINUTE:
        return f"{whole} s"
    if whole < HOUR:
        return f"{whole // MINUTE} min"
    if whole < DAY:
        hours, minutes = whole // HOUR, whole % HOUR // MINUTE
        return f"{hours} h {minutes}" if minutes else f"{hours} h"
    days = whole // DAY
    return f"{days} days" if days > 1 else "1 day"


def ago(at: datetime, now: datetime) -> str:
    return f"{span((now - at).total_seconds())} ago"


def until(at: datetime, now: datetime) -> str:
    """How long until then, in words."""
    left = (at - now).total_seconds()
    return f"in {span(left)}" if left > 0 else "expired"
