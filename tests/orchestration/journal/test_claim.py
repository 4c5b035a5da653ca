"""`kernel.claim`: whose runs a worker gets, in which order, and which it does not (P12, P33)."""

import threading
from collections import Counter
from collections.abc import Iterator
from uuid import UUID

import pytest
from database import Cluster
from journal_world import Desk, Held, event
from world import World

from baton.core.ids import new_id


@pytest.fixture
def desk(cluster: Cluster) -> Iterator[Desk]:
    """A database for each test: a claim looks at the runs of all organizations."""
    with cluster.copy() as database:
        yield Desk(World(database).build())


def start_many(desk: Desk, count: int) -> list[UUID]:
    """Queued runs, each a millisecond after the one before."""
    first = desk.world.start(desk.version)
    ids = [new_id() for _ in range(count - 1)]
    with desk.world.database.connect("owner") as owner:
        owner.execute(
            "insert into orchestration_run select (jsonb_populate_record(r, jsonb_build_object('id', x.id,"
            " 'available_at', r.available_at + x.place * interval '1 us'))).* from orchestration_run r,"
            " unnest(%s::uuid[]) with ordinality x(id, place) where r.id = %s",
            [ids, first],
        )
        owner.execute(
            "insert into orchestration_task (id, organization_id, run_id, kind, agent_version_id, contract)"
            " select gen_random_uuid(), organization_id, id, 'converse', agent_version_id, '{}' from orchestration_run"
            " where id = any(%s)",
            [ids],
        )
    return [first, *ids]


def owners(desk: Desk, claimed: list[Held]) -> Counter[UUID]:
    rows = desk.world.owner(
        "select id, organization_id from orchestration_run where id = any(%s)",
        [[held.run for held in claimed]],
    )
    return Counter(row["organization_id"] for row in rows)


def organization_of(desk: Desk, held: Held) -> UUID:
    return UUID(str(desk.world.run(held.run)["organization_id"]))


def end(desk: Desk, worker: UUID, held: Held) -> None:
    assert (
        desk.outcome(worker, held.entry(events=[event("run_completed")], patch={"status": "completed"}))
        == "done"
    )


def other_desk(desk: Desk) -> Desk:
    return Desk(World(desk.world.database).build())


def test_a_claim_takes_the_oldest_first_and_tells_everything_of_the_run(desk: Desk) -> None:
    runs = start_many(desk, 5)
    worker = desk.enlist()

    assert [held.run for held in desk.claim(worker, 2)] == runs[:2]
    [row] = desk.ask("select * from kernel.claim(%s, 1, 5, null)", [worker])

    assert row["run_id"] == runs[2]
    assert (row["organization_id"], row["project_id"]) == (desk.world.organization, desk.world.project)
    assert row["agent_version_id"] == desk.version
    assert row["epoch"] == 1
    assert 3500 < row["deadline_seconds"] <= 3600
    stored = desk.world.run(runs[2])
    assert (stored["status"], stored["worker_id"], stored["lease_epoch"], stored["claims"]) == (
        "running",
        worker,
        1,
        1,
    )


def test_a_claim_brings_the_whole_record(desk: Desk) -> None:
    worker = desk.enlist()
    held = desk.hold(worker)
    desk.commit(worker, held.entry(events=[event(n=n) for n in range(30)], patch={"status": "queued"}))

    [row] = desk.ask("select * from kernel.claim(%s, 1, 5, null)", [worker])

    assert [record["seq"] for record in row["records"]] == list(range(1, 32))
    assert row["records"][0]["kind"] == "run_created"
    assert row["last_seq"] == 31
    assert row["epoch"] == held.epoch + 1


@pytest.mark.requirement("promise P33")
def test_five_hundred_runs_of_one_organization_do_not_keep_ten_of_another_waiting(desk: Desk) -> None:
    other = other_desk(desk)
    start_many(desk, 500)
    late = start_many(other, 10)
    worker = desk.enlist()

    claimed = desk.claim(worker, 20)

    assert owners(desk, claimed) == {desk.world.organization: 10, other.world.organization: 10}
    assert {held.run for held in claimed} >= set(late)
    assert owners(desk, desk.claim(worker, 1000)) == {desk.world.organization: 490}


@pytest.mark.requirement("promise P33")
@pytest.mark.parametrize("slots", [1, 2, 3])
def test_free_slots_that_come_one_by_one_go_round(desk: Desk, slots: int) -> None:
    """A worker that is full takes one run at a time: the older queue of another must not always be first."""
    others = [other_desk(desk), other_desk(desk)]
    start_many(desk, 60)
    for other in others:
        start_many(other, 6)
    worker = desk.enlist()

    after: UUID | None = None
    order: list[UUID] = []
    while len(order) < 24:
        claimed = desk.claim(worker, slots, after=after)
        assert len(claimed) == slots
        for held in claimed:
            order.append(organization_of(desk, held))
            end(desk, worker, held)
        after = order[-1]

    small = [other.world.organization for other in others]
    assert sum(order[:18].count(each) for each in small) == 12, "each of three got a third while it had runs"


@pytest.mark.requirement("promise P33")
def test_the_order_within_an_organization_stays_first_come_first_served(desk: Desk) -> None:
    other = other_desk(desk)
    ours, theirs = start_many(desk, 9), start_many(other, 4)
    worker = desk.enlist()

    after: UUID | None = None
    order: list[Held] = []
    while claimed := desk.claim(worker, 1, after=after):
        order += claimed
        after = organization_of(desk, claimed[-1])
        end(desk, worker, claimed[0])

    assert [held.run for held in order if held.run in ours] == ours
    assert [held.run for held in order if held.run in theirs] == theirs


def test_an_organization_holds_no_more_runs_than_it_may(desk: Desk) -> None:
    desk.world.owner("update tenancy_organization set max_running = 3")
    start_many(desk, 10)
    workers = [desk.enlist(), desk.enlist()]

    first = desk.claim(workers[0], 2)
    assert len(first) == 2
    assert len(desk.claim(workers[1], 100)) == 1
    assert desk.claim(workers[0], 100) == desk.claim(workers[1], 100) == []
    end(desk, workers[0], first[0])
    assert len(desk.claim(workers[1], 100)) == 1
    desk.world.owner("update tenancy_organization set max_running = 0")
    assert desk.claim(workers[0], 100) == []


def test_two_workers_that_claim_at_once_do_not_exceed_it_together(desk: Desk) -> None:
    """The second claim must not count only what it can see: the first has taken its runs and not committed."""
    desk.world.owner("update tenancy_organization set max_running = 3")
    other = other_desk(desk)
    desk.world.owner(
        "update tenancy_organization set max_running = 1000 where id = %s", [other.world.organization]
    )
    start_many(desk, 10)
    start_many(other, 2)
    first, second = desk.enlist(), desk.enlist()

    with desk.world.database.connect("worker", autocommit=False) as claiming:
        taken = claiming.execute("select run_id from kernel.claim(%s, 2, 5, null)", [first]).fetchall()
        assert len(taken) == 2
        meanwhile = desk.claim(second, 100)
        assert owners(desk, meanwhile)[other.world.organization] >= 1, "nobody else is held up"
        claiming.commit()

    desk.claim(second, 100)
    running = Counter(
        row["organization_id"]
        for row in desk.world.owner("select organization_id from orchestration_run where status = 'running'")
    )
    assert running == {desk.world.organization: 3, other.world.organization: 2}


def test_many_workers_share_a_queue_without_taking_a_run_twice(desk: Desk) -> None:
    desk.world.owner("update tenancy_organization set max_running = 40")
    runs = start_many(desk, 60)
    workers = [desk.enlist() for _ in range(6)]
    claimed: list[UUID] = []

    def work(worker: UUID) -> None:
        for _ in range(10):
            claimed.extend(held.run for held in desk.claim(worker, 3))

    threads = [threading.Thread(target=work, args=[worker]) for worker in workers]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    claimed += [held.run for held in desk.claim(workers[0], 100)]
    assert len(claimed) == len(set(claimed)) == 40
    assert set(claimed) <= set(runs)


@pytest.mark.requirement("promises 4.6")
@pytest.mark.parametrize("switch", ["organization paused", "organization suspended", "platform paused"])
def test_nothing_is_claimed_while_a_kill_switch_is_set(desk: Desk, switch: str) -> None:
    other = other_desk(desk)
    start_many(desk, 3), start_many(other, 3)
    worker = desk.enlist()
    where, column = switch.split()
    table = "tenancy_platform" if where == "platform" else "tenancy_organization"
    stop = f"update {table} set {column}_at = %s" + (" where id = %s" if where != "platform" else "")
    arguments = [desk.world.organization] if where != "platform" else []

    desk.world.owner(stop, ["2026-01-01T00:00:00Z", *arguments])
    expected = {} if where == "platform" else {other.world.organization: 3}
    assert owners(desk, desk.claim(worker)) == expected

    desk.world.owner(stop, [None, *arguments])
    assert owners(desk, desk.claim(worker))[desk.world.organization] == 3


def test_what_is_not_due_is_not_claimed(desk: Desk) -> None:
    run, late = start_many(desk, 2)
    desk.world.owner(
        "update orchestration_run set available_at = now() + interval '1 h' where id = %s", [late]
    )
    worker = desk.enlist()

    assert [held.run for held in desk.claim(worker)] == [run]
    desk.world.owner(
        "update orchestration_run set available_at = now(), deadline_at = now() where id = %s", [late]
    )
    assert desk.claim(worker) == []


def test_a_worker_that_is_not_alive_claims_nothing(desk: Desk) -> None:
    start_many(desk, 2)
    worker = desk.enlist(lease=0.0)

    assert desk.claim(worker) == desk.claim(new_id()) == []


@pytest.mark.requirement("promise P12")
def test_a_run_that_five_workers_could_not_bring_forward_is_set_aside(desk: Desk) -> None:
    [poison] = start_many(desk, 1)
    for _ in range(5):
        worker = desk.enlist()
        [held] = desk.claim(worker)
        assert held.run == poison
        desk.ask("select kernel.retire(%s)", [worker])
        desk.world.supervise()
        assert desk.world.run(poison)["status"] == "queued"

    fine = desk.world.start(desk.version)
    assert [held.run for held in desk.claim(desk.enlist())] == [fine]

    row = desk.world.run(poison)
    assert (row["status"], row["error_code"], row["claims"]) == ("needs_attention", "no_progress", 5)
    assert desk.world.events(poison)[-1]["payload"]["code"] == "no_progress"
    desk.world.assert_gapless(poison)


@pytest.mark.requirement("promise P4")
def test_a_worker_lets_go_of_what_it_does_not_drive(desk: Desk) -> None:
    """A claim whose answer was lost: the row says that a living worker has the run, and the worker knows nothing."""
    worker, other = desk.enlist(), desk.enlist()
    driven, lost, cancelled = desk.hold(worker), desk.hold(worker), desk.hold(worker)
    theirs = desk.hold(other)
    desk.world.cancel(cancelled.run)

    assert desk.ask("select kernel.let_go(%s, %s) as n", [worker, [driven.run]]) == [{"n": 2}]

    assert desk.world.run(driven.run)["status"] == desk.world.run(theirs.run)["status"] == "running"
    row = desk.world.run(lost.run)
    assert (row["status"], row["worker_id"], row["claims_since_progress"]) == ("queued", None, 1)
    assert desk.outcome(worker, lost.entry(events=[event()])) == "fenced"
    desk.world.supervise()
    assert desk.world.run(cancelled.run)["status"] == "cancelled"
    assert desk.ask("select kernel.let_go(%s, %s) as n", [worker, [driven.run]]) == [{"n": 0}]


def test_rows_of_many_organizations_are_passed_in_one_walk(desk: Desk) -> None:
    others = [other_desk(desk) for _ in range(8)]
    for each in (desk, *others):
        start_many(each, 3)
    worker = desk.enlist()

    claimed = desk.claim(worker, 9)

    assert set(owners(desk, claimed).values()) == {1}
    assert len(owners(desk, claimed)) == 9


@pytest.mark.requirement("promise P12")
def test_the_fewer_claims_a_run_has_left_the_fewer_like_it_a_worker_holds(desk: Desk) -> None:
    runs = start_many(desk, 200)
    for lost, some in ((4, runs[:10]), (3, runs[10:30]), (2, runs[30:110]), (0, runs[110:])):
        desk.world.owner(
            "update orchestration_run set claims_since_progress = %s where id = any(%s)", [lost, some]
        )
    first, second = desk.enlist(), desk.enlist()

    def lost_of(claimed: list[Held]) -> Counter[int]:
        rows = desk.world.owner(
            "select claims_since_progress - 1 as lost from orchestration_run where id = any(%s)",
            [[held.run for held in claimed]],
        )
        return Counter(row["lost"] for row in rows)

    claimed: list[Held] = []
    while more := desk.claim(first, 1000):
        claimed += more

    assert lost_of(claimed) == {0: 90, 2: 56, 3: 7, 4: 1}
    assert lost_of(desk.claim(second, 1000))[4] == 1, "another worker takes another one"
    [last] = [each for each in claimed if each.run in runs[:10]]
    assert desk.outcome(first, last.entry(events=[event()])) == "done"
    assert lost_of(desk.claim(first, 1000))[4] == 1, "it has made progress, and the next one has its turn"


@pytest.mark.requirement("promise P12")
def test_a_poisonous_run_takes_no_other_with_it(desk: Desk) -> None:
    """Every worker that holds it dies at once, with everything it holds; the others end when they are let."""
    poison, *others = start_many(desk, 40)
    ended: set[UUID] = set()
    for _ in range(80):
        worker = desk.enlist()
        claimed = desk.claim(worker, 1000)
        if not claimed:
            break
        if poison not in [held.run for held in claimed]:
            for held in claimed:
                end(desk, worker, held)
                ended.add(held.run)
        desk.ask("select kernel.retire(%s)", [worker])
        desk.world.supervise()

    assert desk.world.run(poison)["status"] == "needs_attention"
    assert desk.world.run(poison)["claims"] == 5
    assert ended == set(others)
