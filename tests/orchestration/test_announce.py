"""Facts from outside are told to the bus: after their commit, and only then."""

from collections.abc import Iterator
from uuid import UUID

import psycopg
import pytest
from bus import CHANNEL, Bus, open_bus
from people import People
from world import World, reply, running, script

from baton.core.errors import BatonError
from baton.core.ids import new_id
from baton.live import sending
from baton.live.bus import RunNews
from baton.live.publisher import ThreadPublisher
from baton.outbox.loops import registered
from baton.tenancy.scope import organization_scope
from orchestration.approvals.services import Decision, decide_approval, undo_decision
from orchestration.services.cancel_run import cancel_run
from orchestration.services.start_run import start_run
from orchestration.supervision import register_loops


@pytest.fixture(scope="module")
def shared_bus() -> Iterator[Bus]:
    with open_bus() as bus:
        yield bus


@pytest.fixture
def bus(shared_bus: Bus, monkeypatch: pytest.MonkeyPatch) -> Bus:
    """What this process publishes goes there."""
    publisher = ThreadPublisher(shared_bus.url, CHANNEL)
    monkeypatch.setattr(sending, "the_publisher", lambda: publisher)
    shared_bus.heard.clear()
    return shared_bus


def last_word(bus: Bus, run: UUID) -> RunNews:
    bus.until(lambda: bus.news(run), f"news of {run}")
    return bus.news(run)[-1]


def said_of(world: World, run: UUID, *, approvals: bool, first: int | None = None) -> RunNews:
    """The hint that describes the run as it stands."""
    row = world.run(run)
    return RunNews(
        str(world.organization),
        str(world.project),
        str(run),
        row["last_seq"] if first is None else first,
        row["last_seq"],
        row["status"],
        tuple(row["waiting_for"]),
        None,
        approvals,
    )


def ask_person(north: World, grace: int = 0) -> tuple[UUID, UUID]:
    tool = north.add_tool("pay")
    north.set_policy([{"tool": "pay", "outcome": "ask", "grace_seconds": grace}])
    replies = script(reply(("pay", {})), reply(text="Paid."))
    run = north.start(north.add_agent(tools=[tool], connection=north.add_connection(script=replies)))
    with running(north.database):
        north.wait_for(run, "waiting")
    return run, north.pending(run)


@pytest.mark.requirement("promises 4.16")
def test_a_start_and_a_cancel_are_told(people: People, north: World, bus: Bus) -> None:
    north.add_agent("desk one")

    run = start_run(actor=people.alice.actor, agent="desk one", text="hello").id
    started = last_word(bus, run)
    expected = said_of(north, run, approvals=False)
    cancel_run(actor=people.alice.actor, run_id=run)
    bus.until(lambda: len(bus.news(run)) == 2, "the cancel")

    assert started == expected
    assert (started.status, started.last) == ("queued", 1)
    assert bus.news(run)[1] == said_of(north, run, approvals=True)
    assert bus.news(run)[1].status == "cancelling"


@pytest.mark.requirement("promises 4.16")
def test_a_decision_is_told_with_its_cards(people: People, north: World, bus: Bus) -> None:
    run, approval = ask_person(north)
    (row,) = north.approvals(run)

    decide_approval(
        actor=people.rita.actor,
        approval_id=approval,
        decision=Decision.REJECT,
        digest=row["digest"],
        version=row["version"],
    )

    assert last_word(bus, run) == said_of(north, run, approvals=True)
    assert last_word(bus, run).status == "queued"


@pytest.mark.requirement("promises 4.16")
def test_a_held_decision_that_counts_by_an_undo_that_came_too_late_is_told(
    people: People, north: World, bus: Bus
) -> None:
    run, approval = ask_person(north, grace=60)
    (row,) = north.approvals(run)
    decide_approval(
        actor=people.rita.actor,
        approval_id=approval,
        decision=Decision.REJECT,
        digest=row["digest"],
        version=row["version"],
    )
    assert last_word(bus, run).status == "waiting"
    north.owner("update orchestration_helddecision set starts_at = now() - interval '1 second'")

    with pytest.raises(BatonError, match="counts already"):
        undo_decision(actor=people.rita.actor, approval_id=approval)
    bus.until(lambda: len(bus.news(run)) == 2, "what the undo has found")

    assert last_word(bus, run) == said_of(north, run, approvals=True)
    assert last_word(bus, run).status == "queued"


def test_what_is_rolled_back_or_refused_is_not_told(people: People, north: World, bus: Bus) -> None:
    north.add_agent("desk one")
    run = start_run(actor=people.alice.actor, agent="desk one", text="hello").id
    last_word(bus, run)

    def cancel_and_fail() -> None:
        with organization_scope(north.organization):
            cancel_run(actor=people.alice.actor, run_id=run)
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        cancel_and_fail()
    with pytest.raises(BatonError):
        start_run(actor=people.alice.actor, agent="nobody", text="hello")
    with pytest.raises(BatonError):
        cancel_run(actor=people.charlie.actor, run_id=run)
    cancel_run(actor=people.alice.actor, run_id=run)
    bus.until(lambda: len(bus.news(run)) == 2, "the cancel that counts")

    assert [each.status for each in bus.news()] == ["queued", "cancelling"]


def test_a_bus_that_is_away_holds_up_no_request(
    people: People, north: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    publisher = ThreadPublisher("redis://127.0.0.1:1/0", CHANNEL)
    monkeypatch.setattr(sending, "the_publisher", lambda: publisher)
    north.add_agent("desk one")

    run = start_run(actor=people.alice.actor, agent="desk one", text="hello").id

    assert north.run(run)["status"] == "queued"


# Sweeps


def sweep(world: World, name: str) -> int:
    register_loops()
    (loop,) = [each for each in registered() if each.name == name]
    with psycopg.connect(world.database.url("super"), autocommit=True) as connection:
        return loop.load()(connection)


def held_by_the_dead(world: World) -> UUID:
    run, worker = world.start(world.add_agent()), new_id()
    world.owner(
        "insert into orchestration_worker (id, host, pid, until) values (%s, 'x', 1, now() - interval '1 s')",
        [worker],
    )
    world.owner(
        "update orchestration_run set status = 'running', worker_id = %s where id = %s", [worker, run]
    )
    return run


@pytest.mark.requirement("promises 4.16")
def test_a_run_that_is_taken_back_from_a_dead_worker_is_told(world: World, bus: Bus) -> None:
    run = held_by_the_dead(world)

    assert sweep(world, "reap") == 1

    assert last_word(bus, run) == said_of(world, run, approvals=False, first=2)
    assert (last_word(bus, run).status, last_word(bus, run).last) == ("queued", 1)


@pytest.mark.requirement("promises 4.16")
def test_a_run_that_ends_by_a_sweep_is_told(world: World, bus: Bus) -> None:
    cancelled, late = world.start(world.add_agent()), world.start(world.add_agent(), deadline_seconds=60)
    world.cancel(cancelled)
    assert sweep(world, "finish cancelling") == 1
    world.pass_time(61)
    assert sweep(world, "end overdue") == 1

    assert last_word(bus, cancelled) == said_of(world, cancelled, approvals=True, first=3)
    assert last_word(bus, late) == said_of(world, late, approvals=True, first=2)
    assert [last_word(bus, run).status for run in (cancelled, late)] == ["cancelled", "timed_out"]


@pytest.mark.requirement("promises 4.16")
def test_a_card_that_expires_is_told(world: World, bus: Bus) -> None:
    run, _ = ask_person(world)
    world.owner("update orchestration_approval set expires_at = now() - interval '1 second'")

    assert sweep(world, "expire approvals") == 1

    assert last_word(bus, run) == said_of(world, run, approvals=True)
    assert last_word(bus, run).status == "queued"


def test_a_sweep_that_moves_nothing_tells_nothing(world: World, bus: Bus) -> None:
    world.start(world.add_agent())

    for name in ("reap", "finish cancelling", "end overdue", "expire approvals"):
        assert sweep(world, name) == 0

    sending.the_publisher().flush(5)
    assert bus.heard == []
