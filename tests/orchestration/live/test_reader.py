"""What the hub reads of runs: pages as REST shows them, and marks that move whenever a list would."""

from collections.abc import Callable
from uuid import UUID

import orjson
import pytest
from database import TestDatabase
from journal_world import Desk, event
from world import World

from baton.core.ids import new_id
from baton.live.reading import Place, Stand
from orchestration.live.reader import TraceReader

READER = TraceReader()


@pytest.fixture
def desk(database: TestDatabase, world: World) -> Desk:
    return Desk(world)


def place(world: World) -> Place:
    return Place(str(world.organization), str(world.project))


def test_pages_join_and_know_the_last_seq(desk: Desk) -> None:
    worker = desk.enlist()
    held = desk.hold(worker)
    assert desk.outcome(worker, held.entry(events=[event(text="é\u2028") for _ in range(6)])) == "done"
    where, run = place(desk.world), str(held.run)

    first, second = READER.page(where, run, 0, 4), READER.page(where, run, 4, 4)

    assert first is not None
    assert second is not None
    seqs = [[each["seq"] for each in orjson.loads(b"[" + page.body + b"]")] for page in (first, second)]
    assert seqs == [[1, 2, 3, 4], [5, 6, 7]]
    assert [(page.first, page.last, page.last_seq) for page in (first, second)] == [(1, 4, 7), (5, 7, 7)]


def test_a_page_beyond_the_last_is_empty(desk: Desk) -> None:
    run = str(desk.hold(desk.enlist()).run)

    page = READER.page(place(desk.world), run, 1, 100)

    assert page is not None
    assert (page.first, page.last, page.body, page.last_seq) == (2, 1, b"", 1)


def test_a_run_is_read_in_its_own_project_only(desk: Desk, database: TestDatabase) -> None:
    run = desk.hold(desk.enlist()).run
    other = World(database).build()

    for where in (place(other), Place(str(desk.world.organization), str(other.project))):
        assert READER.page(where, str(run), 0, 100) is None
    assert READER.page(place(desk.world), str(new_id()), 0, 100) is None
    assert READER.look(str(other.organization), [str(run)], [str(desk.world.project)]).runs == {}


def test_a_look_says_where_runs_stand(desk: Desk) -> None:
    runs = [desk.hold(desk.enlist()).run for _ in range(2)]

    look = READER.look(str(desk.world.organization), [*map(str, runs), str(new_id())], [])

    assert look.runs == {str(run): Stand(str(desk.world.project), 1) for run in runs}


def _record(desk: Desk, worker: UUID) -> Callable[[], object]:
    held = desk.hold(worker)
    return lambda: desk.outcome(worker, held.entry(events=[event()]))


def _end(desk: Desk, worker: UUID) -> Callable[[], object]:
    run = desk.world.start(desk.version)
    return lambda: desk.world.cancel(run)


def _start(desk: Desk, worker: UUID) -> Callable[[], object]:
    return lambda: desk.world.start(desk.version)


def _ask(desk: Desk, worker: UUID) -> Callable[[], object]:
    held = desk.hold(worker)
    return lambda: desk.ask_person(worker, held)


def _decide(desk: Desk, worker: UUID) -> Callable[[], object]:
    _, card = desk.ask_person(worker, desk.hold(worker))
    return lambda: desk.world.owner(
        "update orchestration_approval set state = 'superseded', version = version + 1 where id = %s", [card]
    )


def _hold(desk: Desk, worker: UUID) -> Callable[[], object]:
    """A decision in its grace; it writes no event."""
    _, card = desk.ask_person(worker, desk.hold(worker), card={"grace_seconds": 60})
    row = desk.approval(card)
    rita = desk.world.people["rita"]

    def decide() -> None:
        with desk.world.as_web() as web:
            web.execute(
                "select kernel.decide_approval(%s, 'approve', %s, %s, '', 'user', %s, 'rita')",
                [card, row["digest"], row["version"], rita.id],
            )

    return decide


@pytest.mark.parametrize("arrange", [_hold, _record, _end, _start, _ask, _decide])
def test_the_mark_of_a_project_moves_with_its_runs_and_approvals(
    desk: Desk, arrange: Callable[[Desk, UUID], Callable[[], object]]
) -> None:
    organization, project = str(desk.world.organization), str(desk.world.project)
    act = arrange(desk, desk.enlist())
    before = READER.look(organization, [], [project]).marks
    assert READER.look(organization, [], [project]).marks == before

    act()

    after = READER.look(organization, [], [project]).marks
    assert before.keys() == after.keys() == {project}
    assert before != after


def test_steps_that_write_are_named_by_the_latest_model_calls(desk: Desk) -> None:
    worker = desk.enlist()
    held = desk.hold(worker)
    steps = [str(new_id()) for _ in range(5)]
    desk.outcome(worker, held.entry(events=[event("model_call_started", step=step) for step in steps]))

    assert READER.writing_steps(place(desk.world), str(held.run)) == steps[:1:-1]
