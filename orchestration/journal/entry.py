"""What one run has to record at once, and what the journal answers. Pure data; `writer` sends it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from orchestration.engine.events import NewEvent

_PARTS = ("rows", "calls", "approvals", "intents", "tasks", "patch")


@dataclass(slots=True)
class Entry:
    """Everything of one turn: committed whole, in one transaction, or not at all.

    `rows` holds new rows by table (task, step, attempt, toolcall, approval, runbody); run, organization and
    seq are filled in by the kernel. `intents` are calls that start: each must pass `kernel.may_start`.
    """

    run: str
    epoch: int
    events: list[NewEvent] = field(default_factory=list)
    rows: dict[str, list[dict[str, Any]]] = field(default_factory=dict)
    calls: list[dict[str, Any]] = field(default_factory=list)
    approvals: list[dict[str, Any]] = field(default_factory=list)
    intents: list[dict[str, Any]] = field(default_factory=list)
    tasks: list[dict[str, Any]] = field(default_factory=list)
    patch: dict[str, Any] = field(default_factory=dict)
    expect_signal: int | None = None
    seen_signal: int | None = None

    @property
    def is_empty(self) -> bool:
        return not any(getattr(self, name) for name in ("events", *_PARTS))

    def to_json(self) -> dict[str, Any]:
        """The entry as `kernel.commit` reads it; absent means nothing."""
        entry: dict[str, Any] = {"run": self.run, "epoch": self.epoch}
        entry["events"] = [{"kind": event.kind.value, "payload": event.payload} for event in self.events]
        for name in _PARTS:
            if value := getattr(self, name):
                entry[name] = value
        for name in ("expect_signal", "seen_signal"):
            if (value := getattr(self, name)) is not None:
                entry[name] = value
        return entry


@dataclass(frozen=True, slots=True)
class Answer:
    """What became of an entry.

    `outcome`: done; fenced (the run is somebody else's: stop); moved (a fact came that was not known);
    cancelling (results and an end may still be recorded); refused (`refused` names the calls that may not
    start, and why; the empty name stands for the model). After anything but `done` nothing of the entry is
    recorded.
    """

    outcome: str
    base_seq: int
    last_seq: int
    status: str
    signal: int
    refused: Mapping[str, str] = field(default_factory=dict)


class JournalLost(Exception):
    """The connection broke while an entry was under way: it may be recorded or not. Read the record again."""


class EntryRefused(Exception):
    """The database refused this entry itself (a constraint, a bad value): sending it again cannot help."""
