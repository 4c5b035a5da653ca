"""The database is there and its answer is not: whatever was or was not written, the run ends right and once."""

import time
from collections import Counter
from collections.abc import Callable
from typing import Any

import psycopg
import pytest
from world import LIVENESS, Ledger, World, reply, running, script

from baton.core.ids import new_id
from orchestration.journal.entry import Entry, JournalLost
from orchestration.journal.writer import JournalWriter
from orchestration.runner.store import Store

APPLICATIONS = ("baton journal", "baton runner", "baton heartbeat")


class Desk:
    """An agent that looks up, pays without being asked, refunds after an approval, and answers."""

    def __init__(self, world: World) -> None:
        self.world, self.ledger = world, Ledger()
        tools = [
            world.add_tool("lookup", effect_class="read_only"),
            world.add_tool("pay", effect_class="at_most_once"),
            world.add_tool("refund", effect_class="at_most_once"),
        ]
        world.set_policy([{"tool": "refund", "outcome": "ask"}, {"tool": "*", "outcome": "allow"}])
        replies = script(
            reply(("lookup", {"q": 1}), ("pay", {"n": 1})), reply(("refund", {"n": 2})), reply(text="Done.")
        )
        self.version = world.add_agent(tools=tools, connection=world.add_connection(script=replies))

    def start(self, count: int) -> list[Any]:
        return [self.world.start(self.version) for _ in range(count)]

    def approve_all(self, runs: list[Any]) -> None:
        """Decide every card, once, until all runs have ended."""
        open_runs = list(runs)
        end = time.monotonic() + 60
        while open_runs:
            assert time.monotonic() < end, [
                (self.world.run(run)["status"], self.world.kinds(run)) for run in open_runs
            ]
            for run in list(open_runs):
                status = self.world.run(run)["status"]
                assert status in ("queued", "running", "waiting", "completed"), (
                    status,
                    self.world.kinds(run),
                )
                if status == "completed":
                    open_runs.remove(run)
                for card in self.world.approvals(run) if status == "waiting" else ():
                    if card["state"] == "pending":
                        assert self.world.decide(card["id"])["outcome"] == "decided"
            time.sleep(0.02)

    def check(self, runs: list[Any]) -> None:
        kinds = [self.world.kinds(run) for run in runs]
        assert len({tuple(sorted(each)) for each in kinds}) == 1, "the records differ"
        executed = Counter(key for _, key, _ in self.ledger.executed)
        for run in runs:
            self.world.assert_gapless(run)
            for call in self.world.calls(run):
                assert executed[f"tc_{call['id'].hex}"] == 1, call["tool_name"]
                assert call["state"] == "succeeded"


@pytest.fixture
def world(shared_world: World) -> World:
    return shared_world


@pytest.fixture
def desk(world: World) -> Desk:
    return Desk(world)


@pytest.mark.requirement("promise P4")
@pytest.mark.requirement("promise P2")
@pytest.mark.parametrize("written", [True, False], ids=["written", "not written"])
def test_the_answer_to_any_entry_may_be_lost(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, written: bool
) -> None:
    """The n-th entry of run n is lost: the runs differ in nothing from one whose entries were all answered."""
    counts: Counter[str] = Counter()
    lost: dict[str, int] = {}
    original = JournalWriter.record

    async def record(self: JournalWriter, entry: Entry) -> Any:
        counts[entry.run] += 1
        if counts[entry.run] != lost.get(entry.run):
            return await original(self, entry)
        if written:
            assert (await original(self, entry)).outcome == "done"
        raise JournalLost("as if the line had broken")

    [control] = desk.start(1)
    monkeypatch.setattr(JournalWriter, "record", record)
    with running(desk.world.database, desk.ledger):
        desk.approve_all([control])
        entries = counts[str(control)]
        runs = [new_id() for _ in range(entries)]
        lost.update({str(run): number for number, run in enumerate(runs, 1)})
        for run in runs:
            desk.world.start(desk.version, run=run)
        desk.approve_all(runs)

    assert entries >= 5
    desk.check([control, *runs])
    assert all(counts[str(run)] > lost[str(run)] for run in runs[: entries - 1])


@pytest.mark.requirement("promise P4")
def test_the_answer_to_a_claim_may_be_lost(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """The record says that a living worker holds the runs, and the worker knows of none."""
    original = JournalWriter.claim
    lost: list[int] = []

    async def claim(self: JournalWriter, *arguments: Any, **named: Any) -> Any:
        rows = await original(self, *arguments, **named)
        if rows and len(lost) < 2:
            lost.append(len(rows))
            raise psycopg.OperationalError("as if the line had broken")
        return rows

    monkeypatch.setattr(JournalWriter, "claim", claim)
    runs = desk.start(3)
    with running(desk.world.database, desk.ledger, lease=60.0):
        desk.approve_all(runs)

    assert lost
    desk.check(runs)


@pytest.mark.requirement("promise P4")
@pytest.mark.parametrize(
    "read",
    [
        "load_agent",
        "load_project",
        "load_records",
        "load_signal",
        "load_calls",
        "load_tools",
        "load_arguments",
    ],
)
def test_any_read_may_fail_for_a_while(desk: Desk, monkeypatch: pytest.MonkeyPatch, read: str) -> None:
    original: Callable[..., Any] = getattr(Store, read)
    failures: list[str] = []

    async def load(self: Store, *arguments: Any) -> Any:
        if len(failures) < 3:
            failures.append(read)
            raise psycopg.OperationalError("as if the database were away")
        return await original(self, *arguments)

    monkeypatch.setattr(Store, read, load)
    runs = desk.start(2)
    with running(desk.world.database, desk.ledger):
        desk.approve_all(runs)

    desk.check(runs)


@pytest.mark.requirement("promise P4")
@pytest.mark.requirement("promise P2")
def test_connections_that_are_killed_all_the_time_lose_no_run_and_repeat_no_call(desk: Desk) -> None:
    runs = desk.start(12)
    killed: Counter[str] = Counter()
    with desk.world.database.connect("baton") as superuser, running(desk.world.database, desk.ledger):
        end = time.monotonic() + 2
        while time.monotonic() < end or killed["baton journal"] < 3:
            rows = superuser.execute(
                "select application_name as name, pg_terminate_backend(pid) from pg_stat_activity"
                " where application_name = any(%s) and datname = current_database() order by random() limit 1",
                [list(APPLICATIONS)],
            ).fetchall()
            killed.update(row["name"] for row in rows)
            # Once all runs wait there is one connection at a time, and killed each 50 ms none does anything.
            time.sleep(0.05 if time.monotonic() < end else 0.5)
            assert time.monotonic() < end + LIVENESS, killed
        desk.approve_all(runs)

    desk.check(runs)
    print(f"KILLED {dict(killed)} runs={len(runs)} lost=0 repeated=0")
    assert killed["baton journal"] >= 3


def test_a_run_row_that_a_web_transaction_holds_for_two_seconds_stops_no_other_run(desk: Desk) -> None:
    held, *others = desk.start(12)
    with running(desk.world.database, desk.ledger):
        for run in (held, *others):
            desk.world.wait_for(run, "waiting")
        with desk.world.as_web() as web:
            web.execute(
                "select kernel.signal(%s, 'tool_changed', jsonb_build_object('tool', 'none'))", [held]
            )
            began = time.monotonic()
            desk.approve_all(others)
            took = time.monotonic() - began
            assert desk.world.run(held)["status"] == "waiting", "still held: nothing of it is to be seen"
            time.sleep(max(0.0, 2.0 - took))
        desk.approve_all([held])

    desk.check(others)
    desk.world.assert_gapless(held)


def test_a_claim_passes_by_a_queued_run_whose_row_is_held(desk: Desk) -> None:
    held, *others = desk.start(8)
    with desk.world.database.connect("owner", autocommit=False) as holder:
        holder.execute("select 1 from orchestration_run where id = %s for no key update", [held])
        with running(desk.world.database, desk.ledger):
            desk.approve_all(others)
            assert desk.world.run(held)["status"] == "queued"
            holder.rollback()
            desk.approve_all([held])

    desk.check([held, *others])
