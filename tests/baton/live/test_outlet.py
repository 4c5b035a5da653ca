"""What waits for one socket: bounded, in order, never lost without being said."""

import asyncio

from baton.live import frames
from baton.live.bus import RunNews
from baton.live.changes import MOST_RUNS, Changes
from baton.live.frames import Frame
from baton.live.outlet import MAX_BYTES, MAX_FRAMES, Outlet
from baton.live.pace import Pace


def event(seq: int, size: int = 10) -> Frame:
    return Frame("events", "x" * size, "r", seq, seq)


def test_it_takes_so_many_frames_and_no_more() -> None:
    outlet = Outlet()

    taken = [outlet.put(event(seq)) for seq in range(MAX_FRAMES + 2)]

    assert taken == [True] * MAX_FRAMES + [False] * 2


def test_it_takes_so_many_bytes_and_an_empty_one_any_frame() -> None:
    outlet = Outlet()

    assert outlet.put(event(1, 3 * MAX_BYTES))
    assert not outlet.put(event(2, 1))


def test_what_nobody_would_say_again_stays() -> None:
    outlet = Outlet()
    for frame in (event(1), frames.pong(), event(2), frames.changed([], approvals=False, everything=True)):
        outlet.put(frame)

    dropped = outlet.drop()

    assert [frame.kind for frame in dropped] == ["events", "events", "changed"]
    assert (len(outlet), asyncio.run(outlet.take())) == (1, frames.pong())


def test_there_is_room_once_it_is_nearly_empty() -> None:
    async def scene() -> list[bool]:
        outlet = Outlet()
        for seq in range(4):
            outlet.put(event(seq))
        waiting = asyncio.create_task(outlet.room())
        seen = []
        for _ in range(4):
            await outlet.take()
            await asyncio.sleep(0)
            seen.append(waiting.done())
        return seen

    assert asyncio.run(scene()) == [False, False, True, True]


def test_a_closed_one_gives_nothing_and_waits_for_nobody() -> None:
    async def scene() -> tuple[object, bool]:
        outlet = Outlet()
        taking = asyncio.create_task(outlet.take())
        await asyncio.sleep(0)
        outlet.close()
        await outlet.room()
        return await taking, outlet.put(event(1))

    assert asyncio.run(scene()) == (None, True)


def news(run: str, last: int, *, approvals: bool = False) -> RunNews:
    return RunNews("o", "p", run, last, last, "running", approvals=approvals)


def test_many_changes_in_a_moment_are_one_frame() -> None:
    changes = Changes()
    for seq in range(1, 9):
        changes.note(news("a", seq, approvals=seq == 3))
    changes.note(news("b", 1))

    [(project, frame)] = changes.take_due(100.0)

    assert project == "p"
    assert frame == frames.changed(
        [
            {"id": "a", "status": "running", "waiting_for": [], "seq": 8},
            {"id": "b", "status": "running", "waiting_for": [], "seq": 1},
        ],
        approvals=True,
        everything=False,
    )
    assert (changes.take_due(200.0), changes.next_due()) == ([], None)


def test_the_next_frame_comes_a_quarter_of_a_second_later() -> None:
    changes = Changes()
    changes.note(news("a", 1))
    changes.take_due(100.0)
    changes.note(news("a", 2))

    assert changes.take_due(100.2) == []
    assert changes.next_due() == 100.25
    assert len(changes.take_due(100.25)) == 1


def test_too_many_changes_are_said_to_be_everything() -> None:
    changes = Changes()
    for number in range(MOST_RUNS + 1):
        changes.note(news(f"r{number}", 1))

    [(_, frame)] = changes.take_due(100.0)

    assert frame == frames.changed([], approvals=True, everything=True)


def test_a_pace_lets_so_many_by_in_any_second() -> None:
    pace = Pace(3)

    allowed = [pace.allows(now) for now in (0.0, 0.1, 0.2, 0.9, 1.05, 1.06, 1.15, 5.0)]

    assert allowed == [True, True, True, False, True, False, True, True]
