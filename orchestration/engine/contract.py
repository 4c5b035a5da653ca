"""The task contract: what one agent is asked to do inside a run, and how much it may use for it."""

from dataclasses import dataclass

from agents_app.spec import Limits
from orchestration.engine.bodies import Text, read_text
from orchestration.engine.events import EventKind, Record
from orchestration.engine.limits import MAX_OUTPUT_ATTEMPTS

_DEFAULT = Limits()


@dataclass(frozen=True, slots=True)
class TaskContract:
    input: Text
    steps: int = _DEFAULT.steps
    """Effects: model calls and started tool calls."""
    tokens: int | None = None
    """None: no token budget."""
    output_attempts: int = MAX_OUTPUT_ATTEMPTS
    """Answers in a row that may miss their form before the task fails."""


def contract_of(record: Record) -> TaskContract:
    """The contract of a run's root task, from its first record."""
    if record.kind != EventKind.RUN_CREATED:
        raise ValueError(f"a run begins with run_created, not with {record.kind} at seq {record.seq}")
    limits = record.payload.get("limits") or {}
    steps = limits.get("steps")
    return TaskContract(
        input=read_text(record.payload["input"]),
        steps=_DEFAULT.steps if steps is None else steps,
        tokens=limits.get("tokens"),
    )
