"""The journal writer: one connection and one commit for many runs, and what it does when something is wrong."""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from typing import Any
from uuid import UUID

import psycopg
import pytest
from journal_world import Desk, Held

from baton.core.ids import new_id
from orchestration.engine.events import EventKind, NewEvent
from orchestration.journal.entry import Entry, EntryRefused, JournalLost
from orchestration.journal.writer import JournalWriter

LIVENESS = 20.0


@asynccontextmanager
async def writing(desk: Desk, worker: UUID) -> AsyncIterator[JournalWriter]:
    writer = JournalWriter(desk.world.database.url("worker"), str(worker))
    writer.start()
    try:
        yield writer
    finally:
        await writer.stop()


def entry(held: Held, **parts: Any) -> Entry:
    event = NewEvent(EventKind.MODEL_ATTEMPT_FAILED, {"n": 1})
    return Entry(run=str(held.run), epoch=held.epoch, events=parts.pop("events", [event]), **parts)


def bad(held: Held) -> Entry:
    return entry(held, patch={"status": "cancelled"})


def run(main: Callable[[], Awaitable[None]]) -> None:
    async def bounded() -> None:
        await asyncio.wait_for(main(), LIVENESS)

    asyncio.run(bounded())


def backends(desk: Desk) -> list[int]:
    rows = desk.world.owner(
        "select pid from pg_stat_activity where application_name = 'baton journal' and datname = current_database()"
    )
    return [row["pid"] for row in rows]


def terminate(desk: Desk) -> int:
    """End the journal's connections on the side of the server."""
    with desk.world.database.connect("baton") as superuser:
        return sum(
            bool(superuser.execute("select pg_terminate_backend(%s)", [pid]).fetchone())
            for pid in backends(desk)
        )


def test_entries_that_wait_together_go_in_one_commit(desk: Desk) -> None:
    worker = desk.enlist()
    runs = [desk.hold(worker) for _ in range(20)]

    async def main() -> None:
        async with writing(desk, worker) as writer:
            answers = await asyncio.gather(*(writer.record(entry(held)) for held in runs))
            assert [answer.outcome for answer in answers] == ["done"] * 20
            assert writer.commits <= 2

    run(main)
    for held in runs:
        desk.world.assert_gapless(held.run)


def test_two_entries_of_one_run_never_share_a_batch_and_keep_their_order(desk: Desk) -> None:
    worker = desk.enlist()
    held, other = desk.hold(worker), desk.hold(worker)
    numbered = [entry(held, events=[NewEvent(EventKind.MODEL_ATTEMPT_FAILED, {"n": n})]) for n in range(5)]

    async def main() -> None:
        async with writing(desk, worker) as writer:
            tasks = [asyncio.create_task(writer.record(each)) for each in numbered]
            tasks.append(asyncio.create_task(writer.record(entry(other))))
            assert [answer.outcome for answer in await asyncio.gather(*tasks)] == ["done"] * 6

    run(main)
    assert [each["payload"]["n"] for each in desk.world.events(held.run)[1:]] == list(range(5))


def test_a_busy_row_goes_into_the_next_batch_and_stops_nobody_else(desk: Desk) -> None:
    worker = desk.enlist()
    held, *others = [desk.hold(worker) for _ in range(6)]

    async def main() -> None:
        async with writing(desk, worker) as writer:
            with desk.lock(held.run) as holder:
                slow = asyncio.create_task(writer.record(entry(held)))
                for _ in range(3):
                    answers = await asyncio.gather(*(writer.record(entry(other)) for other in others))
                    assert {answer.outcome for answer in answers} == {"done"}
                assert not slow.done()
                holder.rollback()
            assert (await slow).outcome == "done"

    run(main)
    assert desk.world.kinds(held.run) == ["run_created", "model_attempt_failed"]
    for other in others:
        assert len(desk.world.events(other.run)) == 4


@pytest.mark.parametrize("place", [0, 7, 20])
def test_a_bad_entry_fails_alone_while_its_neighbours_commit(desk: Desk, place: int) -> None:
    worker = desk.enlist()
    runs = [desk.hold(worker) for _ in range(20)]
    broken = desk.hold(worker)
    entries = [entry(held) for held in runs]
    entries.insert(place, bad(broken))

    async def main() -> None:
        async with writing(desk, worker) as writer:
            answers = await asyncio.gather(*(writer.record(each) for each in entries), return_exceptions=True)
            refused = answers.pop(place)
            assert isinstance(refused, EntryRefused)
            assert "illegal_transition" in str(refused)
            assert [getattr(answer, "outcome", answer) for answer in answers] == ["done"] * 20
            assert (await writer.record(entry(broken))).outcome == "done"

    run(main)
    assert desk.world.kinds(broken.run) == ["run_created", "model_attempt_failed"]
    for held in runs:
        assert desk.world.kinds(held.run) == ["run_created", "model_attempt_failed"]


def test_many_bad_entries_among_good_ones_each_fail_alone(desk: Desk) -> None:
    worker = desk.enlist()
    runs = [desk.hold(worker) for _ in range(12)]
    entries = [bad(held) if n % 3 == 0 else entry(held) for n, held in enumerate(runs)]

    async def main() -> None:
        async with writing(desk, worker) as writer:
            answers = await asyncio.gather(*(writer.record(each) for each in entries), return_exceptions=True)
            assert [isinstance(answer, EntryRefused) for answer in answers] == [n % 3 == 0 for n in range(12)]

    run(main)


def test_a_claim_goes_with_the_entries_and_a_bad_entry_does_not_take_it_along(desk: Desk) -> None:
    worker = desk.enlist()
    good, broken = desk.hold(worker), desk.hold(worker)
    queued = desk.world.start(desk.version)

    async def main() -> None:
        async with writing(desk, worker) as writer:
            first, second, rows = await asyncio.gather(
                writer.record(entry(good)),
                writer.record(bad(broken)),
                writer.claim(100, 5, patient=False),
                return_exceptions=True,
            )
            assert getattr(first, "outcome", first) == "done"
            assert isinstance(second, EntryRefused)
            assert isinstance(rows, list)
            claimed = [row["run_id"] for row in rows]
            claimed += [row["run_id"] for row in await writer.claim(100, 5, patient=False)]
            assert queued in claimed

    run(main)


def test_a_claim_is_answered_while_entries_come_all_the_time(desk: Desk) -> None:
    worker = desk.enlist()
    runs = [desk.hold(worker) for _ in range(5)]

    async def main() -> None:
        async with writing(desk, worker) as writer:
            busy = [asyncio.create_task(_write_on(writer, held)) for held in runs]
            for _ in range(10):
                wanted = desk.world.start(desk.version)
                rows: list[dict[str, Any]] = []
                while wanted not in [row["run_id"] for row in rows]:
                    rows += await writer.claim(100, 5, patient=True)
            for task in busy:
                task.cancel()

    run(main)


async def _write_on(writer: JournalWriter, held: Held) -> None:
    while True:
        assert (await writer.record(entry(held))).outcome == "done"


@pytest.mark.requirement("promise P4")
def test_a_connection_that_is_killed_loses_what_was_under_way_and_nothing_is_written_twice(
    desk: Desk,
) -> None:
    worker = desk.enlist()
    runs = [desk.hold(worker) for _ in range(8)]
    held = runs[0]
    written = dict.fromkeys((each.run for each in runs), 0)
    lost = 0

    async def write(writer: JournalWriter, each: Held) -> None:
        """As a driver does: after a loss the record says what became of the entry."""
        nonlocal lost
        for number in range(1, 40):
            while desk.world.run(each.run)["last_seq"] == number:
                with suppress(JournalLost):
                    await writer.record(entry(each))
                    continue
                lost += 1
            written[each.run] += 1

    async def main() -> None:
        async with writing(desk, worker) as writer:
            tasks = [asyncio.create_task(write(writer, each)) for each in runs]
            killed = 0
            while killed < 5:
                await asyncio.sleep(0.03)
                killed += await asyncio.to_thread(terminate, desk)
            await asyncio.gather(*tasks)

    run(main)
    for each in runs:
        assert len(desk.world.events(each.run)) == 40
        desk.world.assert_gapless(each.run)
    assert held.run in written


@pytest.mark.requirement("promise P4")
def test_an_entry_whose_connection_dies_while_the_server_works_on_it_is_lost_and_not_recorded(
    desk: Desk,
) -> None:
    """The row is locked inside the same statement by a trigger of the test, so that the kill comes in the middle."""
    worker = desk.enlist()
    held = desk.hold(worker)
    _slow_down(desk, held)

    async def main() -> None:
        async with writing(desk, worker) as writer:
            task = asyncio.create_task(writer.record(entry(held)))
            await _until(lambda: _is_sleeping(desk))
            assert terminate(desk) == 1
            with pytest.raises(JournalLost):
                await task
            assert len(desk.world.events(held.run)) == 1
            _hurry_up(desk)
            assert (await writer.record(entry(held))).outcome == "done"

    try:
        run(main)
    finally:
        _hurry_up(desk)
    desk.world.assert_gapless(held.run)


@pytest.mark.requirement("promises 7.75")
def test_a_database_that_takes_no_writes_for_a_while_fails_no_run(desk: Desk) -> None:
    worker = desk.enlist()
    runs = [desk.hold(worker) for _ in range(3)]

    async def main() -> None:
        async with writing(desk, worker) as writer:
            _read_only(desk, True)
            answers = await asyncio.gather(
                *(writer.record(entry(held)) for held in runs),
                writer.claim(100, 5, patient=False),
                return_exceptions=True,
            )
            claimed = answers.pop()
            assert [type(answer) for answer in answers] == [JournalLost] * 3
            assert isinstance(claimed, psycopg.Error)
            _read_only(desk, False)
            answers = await asyncio.gather(*(writer.record(entry(held)) for held in runs))
            assert {answer.outcome for answer in answers} == {"done"}

    try:
        run(main)
    finally:
        _read_only(desk, False)


def test_a_writer_that_stops_tells_those_who_wait(desk: Desk) -> None:
    worker = desk.enlist()
    held = desk.hold(worker)

    async def main() -> None:
        async with writing(desk, worker) as writer:
            with desk.lock(held.run):
                waiting = asyncio.create_task(writer.record(entry(held)))
                await asyncio.sleep(0.1)
                await writer.stop()
                with pytest.raises(JournalLost):
                    await waiting

    run(main)


def test_an_entry_that_is_no_json_is_the_callers_fault_alone(desk: Desk) -> None:
    worker = desk.enlist()
    held, other = desk.hold(worker), desk.hold(worker)

    async def main() -> None:
        async with writing(desk, worker) as writer:
            deep: Any = {}
            for _ in range(1000):
                deep = {"d": deep}
            for payload in ({"x": "\ud800"}, {"x": object()}, deep):
                with pytest.raises(TypeError):
                    await writer.record(entry(held, events=[NewEvent(EventKind.RUN_WAITING, payload)]))
            with pytest.raises(EntryRefused):
                await writer.record(entry(held, events=[NewEvent(EventKind.RUN_WAITING, {"x": "\0"})]))
            assert (await writer.record(entry(other))).outcome == "done"

    run(main)
    assert len(desk.world.events(held.run)) == 1


def test_a_body_of_megabytes_is_recorded_and_a_batch_is_bounded(
    desk: Desk, caplog: pytest.LogCaptureFixture
) -> None:
    worker = desk.enlist()
    runs = [desk.hold(worker) for _ in range(4)]
    content = "x" * 600_000

    async def main() -> None:
        async with writing(desk, worker) as writer:
            rows = [{"runbody": [{"id": str(new_id()), "content": content}]} for _ in runs]
            answers = await asyncio.gather(
                *(writer.record(entry(held, rows=each)) for held, each in zip(runs, rows, strict=True))
            )
            assert {answer.outcome for answer in answers} == {"done"}
            assert writer.commits >= 2

    with caplog.at_level(logging.WARNING):
        run(main)
    assert caplog.records == []


async def _until(found: Callable[[], bool]) -> None:
    while not found():
        await asyncio.sleep(0.01)


def _slow_down(desk: Desk, held: Held) -> None:
    desk.world.owner(
        "create function public.nap() returns trigger language plpgsql as"
        f" $$ begin if new.run_id = '{held.run}' then perform pg_sleep(10); end if; return new; end $$"
    )
    desk.world.owner(
        "create trigger nap before insert on orchestration_traceevent for each row execute function nap()"
    )


def _hurry_up(desk: Desk) -> None:
    desk.world.owner("drop function if exists public.nap() cascade")


def _is_sleeping(desk: Desk) -> bool:
    asleep = "select 1 from pg_stat_activity where wait_event = 'PgSleep' and datname = current_database()"
    return bool(desk.world.database.rows(asleep, role="baton"))


def _read_only(desk: Desk, on: bool) -> None:
    """As after a failover to a replica: every new transaction of the worker's role may only read."""
    database = desk.world.database
    database.rows(
        f"alter role baton_worker in database {database.name} set default_transaction_read_only = {on}",
        role="baton",
    )
    terminate(desk)
