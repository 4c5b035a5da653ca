"""A turn being written: events and rows of one journal entry, and the state they lead to.

The state runs ahead of the record while the draft grows, so that one commit can hold a reply, the judgement
of its calls, their start and the parking of the run. If the journal refuses it, the draft is thrown away.
"""

from collections.abc import Mapping
from typing import Any

from baton.core.canonical import canonical_text
from baton.core.ids import new_id
from baton.core.text import clean_json, clean_text
from orchestration.engine.events import EventKind, NewEvent, Record
from orchestration.engine.kinds.converse import State
from orchestration.engine.run import ROOT, RunState, evolve
from orchestration.journal.entry import Entry

MAX_INLINE = 8 * 1024
_HEAD = 512


class Draft:
    """Starts from a state and the seq it was folded to."""

    def __init__(self, entry: Entry, state: RunState, seq: int) -> None:
        self.entry = entry
        self.state = state
        self.seq = seq
        self._new_calls: dict[str, dict[str, Any]] = {}

    @property
    def is_closed(self) -> bool:
        """The run is left with this draft: parked, set aside or ended. Nothing may start in it any more."""
        return "status" in self.entry.patch

    def of(self, task: str) -> "TaskDraft":
        """The same draft, as one task of the run sees it."""
        return TaskDraft(self, task)

    def add(self, kind: EventKind, payload: Mapping[str, Any], task: str = ROOT) -> None:
        clean = clean_json(dict(payload) if task == ROOT else {"task": task, **payload})
        self.entry.events.append(NewEvent(kind, clean))
        self.seq += 1
        self.state = evolve(self.state, Record(self.seq, kind.value, clean))

    def row(self, table: str, row: dict[str, Any]) -> None:
        self.entry.rows.setdefault(table, []).append(row)

    def text(self, text: str) -> str | dict[str, Any]:
        """A text for a payload: itself, or a reference to a body kept beside the event."""
        text = clean_text(text)
        if len(text) <= MAX_INLINE:
            return text
        body = str(new_id())
        self.row("runbody", {"id": body, "content": text})
        return {"ref": body, "size": len(text), "head": text[:_HEAD]}

    def new_call(self, row: dict[str, Any]) -> None:
        """A line of the ledger for a call that is judged in this draft."""
        self._new_calls[row["id"]] = row
        self.row("toolcall", row)

    def is_new(self, call: str) -> bool:
        """Whether its ledger line is written by this very draft."""
        return call in self._new_calls

    def arguments_of(self, call: str) -> str:
        """The canonical arguments of a call that is new in this draft."""
        return str(self._new_calls[call]["arguments"])

    def move_call(
        self, call: str, state: str, *, result_kind: str | None = None, result_code: str | None = None
    ) -> None:
        """Set the state of a ledger line: in place where it is written by this very draft."""
        change = {"state": state}
        if result_kind is not None:
            change["result_kind"] = result_kind
        if result_code is not None:
            change["result_code"] = result_code[:60]
        if call in self._new_calls:
            self._new_calls[call].update(change)
            return
        for known in self.entry.calls:  # one row for each call: of two, the database would take either
            if known["id"] == call:
                known.update(change)
                return
        self.entry.calls.append({"id": call, **change})

    def note_usage(self, before: RunState) -> None:
        """Keep the run's counters of steps and tokens with the record that moved them."""
        for name in ("steps_used", "tokens_used"):
            if (used := getattr(self.state, name)) != getattr(before, name):
                self.entry.patch[name] = used

    def move_approval(self, approval: str, state: str) -> None:
        self.entry.approvals.append({"id": approval, "state": state})

    def move_task(self, task: str, *, is_processing: bool) -> None:
        """Say that its agent works on it, or no longer does: in place where this draft has started it."""
        for row in self.entry.rows.get("task", ()):
            if row["id"] == task:
                row["is_processing"] = is_processing
                return
        self.entry.tasks.append({"id": task, "is_processing": is_processing})


class TaskDraft:
    """A draft for whoever writes about one task: its events name the task, its state is that conversation."""

    def __init__(self, run: Draft, task: str) -> None:
        self.run = run
        self.task = task

    @property
    def state(self) -> State:
        return self.run.state.tasks[self.task]

    @property
    def entry(self) -> Entry:
        return self.run.entry

    @property
    def is_closed(self) -> bool:
        return self.run.is_closed

    def add(self, kind: EventKind, payload: Mapping[str, Any]) -> None:
        self.run.add(kind, payload, self.task)

    def row(self, table: str, row: dict[str, Any]) -> None:
        self.run.row(table, row)

    def text(self, text: str) -> str | dict[str, Any]:
        return self.run.text(text)

    def new_call(self, row: dict[str, Any]) -> None:
        self.run.new_call(row)

    def is_new(self, call: str) -> bool:
        return self.run.is_new(call)

    def arguments_of(self, call: str) -> str:
        return self.run.arguments_of(call)

    def move_call(
        self, call: str, state: str, *, result_kind: str | None = None, result_code: str | None = None
    ) -> None:
        self.run.move_call(call, state, result_kind=result_kind, result_code=result_code)

    def move_approval(self, approval: str, state: str) -> None:
        self.run.move_approval(approval, state)


def ledger_row(
    *,
    call: str,
    step: str,
    task: str,
    index: int,
    tool: str,
    tool_version: str | None,
    provider_id: str | None,
    effect_class: str | None,
    arguments: Mapping[str, Any] | None,
    state: str,
) -> dict[str, Any]:
    """A line of the ledger; arguments are stored in their canonical form, the one that is executed."""
    return {
        "id": call,
        "step_id": step,
        "task_id": task,
        "index": index,
        "tool_name": tool[:128],
        "tool_version_id": tool_version,
        "provider_call_id": None if provider_id is None else provider_id[:200],
        "effect_class": effect_class,
        "arguments": None if arguments is None else canonical_text(arguments),
        "state": state,
    }
