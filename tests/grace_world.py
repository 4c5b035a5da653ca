"""Cards with a grace, by hand: who decides, takes back, sweeps, cancels and replaces, each on a connection of
their own, and what must be true of the record whatever came first."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

import psycopg
from database import TestDatabase
from journal_world import Desk, Held, event
from psycopg.types.json import Jsonb
from world import LIVENESS, World

from baton.core.ids import new_id
from baton.ops.supervisor import supervise
from baton.outbox.loops import registered
from orchestration.supervision import register_loops

DIGEST = "d" * 64
GRACE = 6
type Connection = psycopg.Connection[dict[str, Any]]
type Act = Callable[[], str]


@dataclass
class Case:
    """A run with one pending card, held by a worker that is alive."""

    desk: Desk
    worker: UUID
    held: Held
    call: str
    approval: UUID

    @property
    def world(self) -> World:
        return self.desk.world

    def card(self) -> dict[str, Any]:
        return self.desk.approval(self.approval)

    def holding(self) -> dict[str, Any] | None:
        """The held decision, if there is one."""
        rows = self.world.owner(
            "select * from orchestration_helddecision where approval_id = %s", [self.approval]
        )
        return rows[0] if rows else None

    def audited(self) -> list[tuple[str, str, str | None]]:
        """(action, actor, code) of what the kernel wrote down."""
        rows = self.world.owner(
            "select action, actor_name, detail ->> 'code' as code from audit_auditentry"
            " where object_id = %s order by id",
            [str(self.approval)],
        )
        return [(row["action"], row["actor_name"], row["code"]) for row in rows]

    def facts(self) -> list[dict[str, Any]]:
        """What the run was told of the card, in order."""
        return [
            event
            for event in self.world.events(self.held.run)
            if event["kind"].startswith(("approval_", "run_"))
        ]

    def kinds(self) -> list[str]:
        return [fact["kind"] for fact in self.facts()]

    def bells(self) -> int:
        found = self.world.database.value(
            "select count(*) from outbox_outboxmessage where payload ->> 'run' = %s and kind = 'doorbell'",
            [str(self.held.run)],
            role="baton",
        )
        return int(found)

    # Time

    def let_grace_end(self, milliseconds: float = -1.0) -> None:
        """So many milliseconds from now."""
        self._set("helddecision", "starts_at", milliseconds, "approval_id", self.approval)

    def let_card_expire(self, milliseconds: float = -1.0) -> None:
        self._set("approval", "expires_at", milliseconds, "id", self.approval)

    def let_deadline_pass(self, milliseconds: float = -1.0) -> None:
        self._set("run", "deadline_at", milliseconds, "id", self.held.run)

    def _set(self, table: str, column: str, milliseconds: float, key: str, value: UUID) -> None:
        self.world.owner(
            f"update orchestration_{table} set {column} = clock_timestamp() + make_interval(secs => %s)"
            f" where {key} = %s",
            [milliseconds / 1000, value],
        )

    # Acts, each on the connection that is given

    def decide(
        self, web: Connection, decision: str = "approve", by: str = "rita", version: int | None = None
    ) -> dict[str, Any]:
        person = self.world.people[by]
        known = self.card()["version"] if version is None else version
        return self._as_web(
            web,
            "kernel.decide_approval(%s, %s, %s, %s, %s, 'user', %s, %s)",
            [self.approval, decision, DIGEST, known, f"{by} says", person.id, person.name],
        )

    def undo(self, web: Connection, by: str = "rita", kind: str = "user") -> dict[str, Any]:
        person = self.world.people[by]
        return self._as_web(web, "kernel.undo_decision(%s, %s, %s)", [self.approval, kind, person.id])

    def cancel(self, web: Connection) -> dict[str, Any]:
        alice = self.world.people["alice"]
        return self._as_web(
            web, "kernel.cancel_run(%s, '', 'user', %s, %s)", [self.held.run, alice.id, alice.name]
        )

    def sweep(self, supervisor: Connection, name: str = "settle_decisions()") -> list[dict[str, Any]]:
        """The runs of this world that it moved."""
        rows = supervisor.execute(f"select * from kernel.{name}").fetchall()
        return [row for row in rows if row["organization_id"] == self.world.organization]

    def supersede(self, worker: Connection) -> str:
        """What a runner records when the tool has changed: the card is void, a new one asks."""
        card = self.desk.new_card(self.call, revision=2, card={"grace_seconds": GRACE})
        entry = self.held.entry(
            approvals=[{"id": str(self.approval), "state": "superseded"}],
            rows={"approval": [card]},
            events=[event("approval_superseded", approval=str(self.approval))],
        )
        while True:
            rows = worker.execute(
                "select * from kernel.commit(%s, %s)", [self.worker, Jsonb([entry])]
            ).fetchall()
            if rows[0]["outcome"] != "busy":
                return str(rows[0]["outcome"])

    def park(self) -> None:
        entry = self.held.entry(
            events=[event("run_waiting")], patch={"status": "waiting", "waiting_for": ["approval"]}
        )
        assert self.desk.outcome(self.worker, entry) == "done"

    def _as_web(self, web: Connection, call: str, values: list[Any]) -> dict[str, Any]:
        with web.transaction():
            web.execute("select set_config('app.organization', %s, true)", [str(self.world.organization)])
            row = web.execute(f"select {call} as answer", values).fetchone()
        assert row is not None
        return dict(row["answer"])

    # What must hold

    def assert_sound(self) -> None:
        """The record after any race: at most one decision, told once, and nothing of it left over."""
        card, told = self.card(), [fact for fact in self.facts() if fact["kind"] == "approval_decided"]
        self.world.assert_gapless(self.held.run)
        assert len(told) <= 1
        assert (card["decision"] is not None) == bool(told)
        if told:
            payload = told[0]["payload"]
            assert (payload["decision"], payload["reason"]) == (card["decision"], card["reason"])
            assert payload["by"]["name"] == card["decided_by_name"]
        else:
            assert card["state"] in ("pending", "expired", "superseded", "cancelled")
        if card["state"] in ("approved", "rejected"):
            assert card["state"] == {"approve": "approved", "reject": "rejected"}[card["decision"]]
        assert self.kinds().count("approval_expired") == (card["state"] == "expired")
        assert self.desk.call(self.call)["executions"] == 0


@dataclass
class Counter:
    """Makes cases in one world, all of whose runs one worker holds."""

    world: World
    desk: Desk = field(init=False)
    worker: UUID = field(init=False)

    def __post_init__(self) -> None:
        self.desk = Desk(self.world)
        self.worker = self.desk.enlist()

    def case(self, grace: int | None = GRACE, **run: Any) -> Case:
        held = self.desk.hold(self.worker, **run)
        card = {} if grace is None else {"grace_seconds": grace}
        call, approval = self.desk.ask_person(self.worker, held, card=card, id=str(new_id()))
        return Case(self.desk, self.worker, held, call, approval)


@contextmanager
def supervisors(database: TestDatabase, number: int) -> Iterator[None]:
    """So many supervisors, with the loops over the record; the relay has nowhere to ring here."""
    register_loops()
    loops = tuple(loop for loop in registered() if not isinstance(loop.run, str))
    stopping = threading.Event()
    threads = [
        threading.Thread(target=supervise, args=(loops, database.url("super"), stopping, lambda: None))
        for _ in range(number)
    ]
    for thread in threads:
        thread.start()
    try:
        yield
    finally:
        stopping.set()
        for thread in threads:
            thread.join(LIVENESS)
