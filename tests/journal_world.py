"""The kernel by hand: workers that enlist, claim and commit as baton_worker does, without a runner.

For tests of single entries: what is drafted here is exactly what the journal gets.
"""

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

import psycopg
from psycopg.types.json import Jsonb
from world import World

from agents_app.spec import ToolSpec
from baton.core.ids import new_id

ARGUMENTS = '{"amount":80}'
TABLES = ("run", "traceevent", "toolcall", "approval", "helddecision", "step", "attempt", "runbody", "task")


@dataclass
class Held:
    """A run as its claim returned it."""

    run: UUID
    epoch: int
    signal: int
    task: UUID
    last_seq: int

    def entry(self, **parts: Any) -> dict[str, Any]:
        return {"run": str(self.run), "epoch": self.epoch, "events": [], **parts}


@dataclass
class Desk:
    """A world, and one agent in it whose runs are claimed by hand."""

    world: World
    version: UUID = field(init=False)
    tool: ToolSpec = field(init=False)

    def __post_init__(self) -> None:
        self.tool = self.world.add_tool("refund")
        self.version = self.world.add_agent(tools=[self.tool])

    # As a worker

    def enlist(self, lease: float = 600.0) -> UUID:
        worker = new_id()
        self.ask("select kernel.enlist(%s, 'here', 1, %s)", [worker, lease])
        return worker

    def claim(self, worker: UUID, slots: int = 100, *, after: UUID | None = None) -> list[Held]:
        rows = self.ask("select * from kernel.claim(%s, %s, 5, %s)", [worker, slots, after])
        return [
            Held(row["run_id"], row["epoch"], row["run_signal"], row["task_id"], row["last_seq"])
            for row in rows
        ]

    def commit(self, worker: UUID, *entries: dict[str, Any]) -> list[dict[str, Any]]:
        return self.ask("select * from kernel.commit(%s, %s)", [worker, Jsonb(list(entries))])

    def outcome(self, worker: UUID, entry: dict[str, Any]) -> str:
        [answer] = self.commit(worker, entry)
        return str(answer["outcome"])

    def ask(self, statement: str, arguments: Sequence[Any] = ()) -> list[dict[str, Any]]:
        return self.world.database.rows(statement, arguments, role="worker")

    # Arranging

    def hold(self, worker: UUID, **run: Any) -> Held:
        """A new run, claimed by the worker."""
        run_id = self.world.start(self.version, **run)
        [held] = [held for held in self.claim(worker) if held.run == run_id]
        return held

    def new_call(self, held: Held, state: str = "awaiting", **changes: Any) -> dict[str, Any]:
        row = {
            "id": str(new_id()),
            "step_id": str(new_id()),
            "task_id": str(held.task),
            "index": 0,
            "tool_name": "refund",
            "tool_version_id": self.tool.version_id,
            "provider_call_id": "p0",
            "effect_class": "at_most_once",
            "arguments": ARGUMENTS,
            "state": state,
        }
        return row | changes

    def new_card(self, call: str, **changes: Any) -> dict[str, Any]:
        row = {
            "id": str(new_id()),
            "project_id": str(self.world.project),
            "call_id": call,
            "revision": 1,
            "digest": "d" * 64,
            "binding": {},
            "card": {},
            "expires_at": "2099-01-01T00:00:00Z",
            "execute_within_seconds": 3600,
        }
        return row | changes

    def ask_person(self, worker: UUID, held: Held, **changes: Any) -> tuple[str, UUID]:
        """A call with a pending card; returns both ids."""
        call = self.new_call(held)
        card = self.new_card(call["id"], **changes)
        assert self.outcome(worker, held.entry(rows={"toolcall": [call], "approval": [card]})) == "done"
        return call["id"], UUID(card["id"])

    def decide_by_key(self, approval: UUID, key: UUID) -> None:
        row = self.world.owner(
            "select digest, version from orchestration_approval where id = %s", [approval]
        )[0]
        with self.world.as_web() as web:
            answer = web.execute(
                "select kernel.decide_approval(%s, 'approve', %s, %s, '', 'api_key', %s, 'a key') ->> 'outcome' as o",
                [approval, row["digest"], row["version"], key],
            ).fetchone()
        assert answer == {"o": "decided"}

    def start_of(self, call: str, approval: UUID | str | None = None, **changes: Any) -> dict[str, Any]:
        """The parts of an entry that start a call: its intent, and the line of the ledger that moves."""
        intent: dict[str, Any] = {"call": call, "tool_version": self.tool.version_id}
        if approval is not None:
            sha = hashlib.sha256(ARGUMENTS.encode()).hexdigest()
            intent |= {"approval": str(approval), "digest": "d" * 64, "arguments_sha256": sha}
        intent |= changes
        intent = {name: value for name, value in intent.items() if value is not None}
        return {"intents": [intent], "calls": [{"id": call, "state": "executing"}]}

    def lock(self, run: UUID) -> psycopg.Connection[dict[str, Any]]:
        """Somebody who holds the run's row, until the connection is rolled back or closed."""
        holder = self.world.database.connect("owner", autocommit=False)
        holder.execute("select 1 from orchestration_run where id = %s for no key update", [run])
        return holder

    # Looking

    def everything(self) -> str:
        """A digest of the whole record, of every organization."""
        rows = {
            name: self.world.owner(
                f"select to_jsonb(t) as row from orchestration_{name} t order by to_jsonb(t)::text"
            )
            for name in TABLES
        }
        return hashlib.sha256(json.dumps(rows, default=str, sort_keys=True).encode()).hexdigest()

    def call(self, identifier: str) -> dict[str, Any]:
        return self.world.owner("select * from orchestration_toolcall where id = %s", [identifier])[0]

    def approval(self, identifier: UUID) -> dict[str, Any]:
        return self.world.owner("select * from orchestration_approval where id = %s", [identifier])[0]


def event(kind: str = "model_attempt_failed", **payload: Any) -> dict[str, Any]:
    return {"kind": kind, "payload": payload}
