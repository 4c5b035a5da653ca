"""Every status with its one word, one shape and one colour, as the design system draws it for the terminal.

A shape stands for nothing but its status, and no status is told by colour alone.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from orchestration.engine.states import ApprovalState, RunStatus, WaitingFor


@dataclass(frozen=True, slots=True)
class Shape:
    """One sign, one cell wide, and a colour that can be read on a light and on a dark terminal."""

    sign: str
    colour: str


@dataclass(frozen=True, slots=True)
class Status:
    word: str
    shape: Shape


QUEUED = Shape("◌", "color(244)")
RUNNING = Shape("◕", "blue")
APPROVAL = Shape("◈", "yellow")
REVIEW = Shape("▤", "magenta")
INPUT = Shape("❝", "cyan")
SUCCEEDED = Shape("✓", "green")
FAILED = Shape("✗", "red")
CANCELLED = Shape("⊘", "color(103)")
TIMED_OUT = Shape("⧖", "color(166)")
ATTENTION = Shape("⚠", "bright_magenta")

_RUNS = {
    RunStatus.QUEUED: Status("Queued", QUEUED),
    RunStatus.RUNNING: Status("Running", RUNNING),
    RunStatus.CANCELLING: Status("Cancelling", CANCELLED),
    RunStatus.NEEDS_ATTENTION: Status("Needs attention", ATTENTION),
    RunStatus.COMPLETED: Status("Completed", SUCCEEDED),
    RunStatus.FAILED: Status("Failed", FAILED),
    RunStatus.CANCELLED: Status("Cancelled", CANCELLED),
    RunStatus.TIMED_OUT: Status("Timed out", TIMED_OUT),
    RunStatus.REJECTED: Status("Rejected", FAILED),
}

_WAITS = {
    WaitingFor.APPROVAL: Status("Waiting for approval", APPROVAL),
    WaitingFor.REVIEW: Status("Waiting for review", REVIEW),
    WaitingFor.INPUT: Status("Waiting for input", INPUT),
    WaitingFor.CHILD: Status("Waiting for a task", RUNNING),
    WaitingFor.PEER: Status("Waiting for a peer", RUNNING),
    WaitingFor.TIMER: Status("Waiting for a time", QUEUED),
    WaitingFor.BUDGET: Status("Waiting for budget", APPROVAL),
}

_APPROVALS = {
    ApprovalState.PENDING: Status("Waiting for approval", APPROVAL),
    ApprovalState.APPROVED: Status("Approved", SUCCEEDED),
    ApprovalState.REJECTED: Status("Rejected", FAILED),
    ApprovalState.EXPIRED: Status("Expired", TIMED_OUT),
    ApprovalState.SUPERSEDED: Status("Superseded", CANCELLED),
    ApprovalState.CANCELLED: Status("Cancelled", CANCELLED),
}


def run_status(status: str, waiting_for: Sequence[str] = ()) -> Status:
    """How a run's status is shown; of several waits the first in order of precedence."""
    if status == RunStatus.WAITING:
        first = next((word for word in WaitingFor if word in waiting_for), None)
        return _WAITS[first] if first else Status("Waiting", RUNNING)
    return _RUNS[RunStatus(status)]


def approval_status(state: str) -> Status:
    return _APPROVALS[ApprovalState(state)]
