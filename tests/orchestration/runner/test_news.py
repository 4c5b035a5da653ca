"""What a runner tells the bus: every event of every run, as the record holds it, after the commit."""

import threading
import time
from collections.abc import Iterator
from itertools import pairwise
from typing import Any
from uuid import UUID

import psycopg
import pytest
from bus import CHANNEL, Bus, open_bus
from world import World, reply, running, script

from baton.core.clock import to_rfc3339
from baton.live.bus import RunNews, partial_key, watched_key
from orchestration.engine.ports import ModelError, ModelReply, ModelRequest
from orchestration.runner import models

WORDS = "One two three four five six seven eight nine ten."


@pytest.fixture(scope="module")
def shared_bus() -> Iterator[Bus]:
    with open_bus() as bus:
        yield bus


@pytest.fixture
def bus(shared_bus: Bus) -> Bus:
    shared_bus.heard.clear()
    return shared_bus


def on(bus: Bus) -> dict[str, Any]:
    """What makes a runner publish."""
    return {"bus_url": bus.url, "bus_channel": CHANNEL}


def recorded(world: World, run: UUID) -> list[dict[str, Any]]:
    """The record in the form of messages, without the first event, which the start wrote."""
    rows = world.owner(
        "select seq, at, kind, payload from orchestration_traceevent where run_id = %s and seq > 1 order by seq",
        [run],
    )
    return [{**row, "at": to_rfc3339(row["at"])} for row in rows]


def told(bus: Bus, run: UUID) -> list[dict[str, Any]]:
    return [dict(event) for news in bus.news(run) for event in news.events or ()]


def ask_before_paying(world: World) -> UUID:
    tool = world.add_tool("pay")
    world.set_policy([{"tool": "pay", "outcome": "ask"}])
    replies = script(reply(("pay", {"amount": 5})), reply(text="Paid."))
    return world.start(world.add_agent(tools=[tool], connection=world.add_connection(script=replies)))


@pytest.mark.requirement("promises 4.16")
def test_every_event_is_told_as_it_is_recorded(world: World, bus: Bus) -> None:
    run = ask_before_paying(world)

    with running(world.database, **on(bus)):
        world.wait_for(run, "waiting")
        world.decide(world.pending(run))
        world.wait_for(run, "completed")
    bus.until(lambda: bus.news(run)[-1].status == "completed", "the end")

    fact = next(event["seq"] for event in recorded(world, run) if event["kind"] == "approval_decided")
    assert told(bus, run) == [event for event in recorded(world, run) if event["seq"] != fact]
    news = bus.news(run)
    assert {(each.organization, each.project) for each in news} == {
        (str(world.organization), str(world.project))
    }
    for each in news:
        assert each.events is not None
        assert [event["seq"] for event in each.events] == list(range(each.first, each.last + 1))
    parked = next(each for each in news if each.status == "waiting")
    assert (parked.waiting_for, parked.approvals) == (("approval",), True)
    assert (news[-1].waiting_for, news[-1].approvals) == ((), False)


def test_a_run_that_is_given_back_is_told_without_an_event(world: World, bus: Bus) -> None:
    slow = {**script(reply(text="Late.")), "latency_ms": 30_000}
    run = world.start(world.add_agent(connection=world.add_connection(script=slow)))

    with running(world.database, **on(bus)):
        world.wait(lambda: "model_call_started" in world.kinds(run), "the model call")
    bus.until(lambda: bus.news(run)[-1].status == "queued", "the release")

    last = bus.news(run)[-1]
    assert (last.events, last.last, last.first) == ((), len(world.events(run)), len(world.events(run)) + 1)


@pytest.mark.requirement("promise P6")
def test_what_was_not_recorded_is_not_told(world: World, bus: Bus) -> None:
    """Nothing can be committed for a while: nothing is told, and afterwards everything."""
    run = world.start(world.add_agent())
    with psycopg.connect(world.database.url("baton")) as other:
        other.execute("lock table orchestration_traceevent in exclusive mode")
        with running(world.database, **on(bus)):
            world.wait(lambda: world.run(run)["status"] == "running", "the claim")
            time.sleep(0.5)
            before = bus.news(run)
            other.rollback()
            world.wait_for(run, "completed")
    bus.until(lambda: told(bus, run) == recorded(world, run), "all of it")

    assert before == []


@pytest.mark.requirement("promise P6")
@pytest.mark.parametrize("trouble", ["away", "hanging"])
def test_runs_go_on_while_the_bus_does_not(world: World, trouble: str) -> None:
    with open_bus() as bus:
        if trouble == "away":
            bus.server.kill()
        with running(world.database, **on(bus)):
            if trouble == "hanging":
                with bus.hanging():
                    first = world.start(world.add_agent())
                    world.wait_for(first, "completed")
            else:
                first = world.start(world.add_agent())
                world.wait_for(first, "completed")
                bus.server.start()
                bus.listen_anew()
            time.sleep(1.1)
            second = world.start(world.add_agent())
            world.wait_for(second, "completed")
            bus.until(lambda: told(bus, second) == recorded(world, second), "the second run")


def test_events_too_large_for_a_message_are_left_to_the_record(world: World, bus: Bus) -> None:
    long = {"text": "x" * 7000}
    tool = world.add_tool("note")
    world.set_policy([{"tool": "note", "outcome": "allow"}])
    replies = script(reply(*[("note", long)] * 6), reply(text="Noted."))
    run = world.start(world.add_agent(tools=[tool], connection=world.add_connection(script=replies)))

    with running(world.database, **on(bus)):
        world.wait_for(run, "completed")
    bus.until(lambda: bus.news(run)[-1].status == "completed", "the end")

    news = bus.news(run)
    assert any(each.events is None for each in news)
    assert any(each.events is not None for each in news)
    assert all(one.last + 1 == following.first for one, following in pairwise(news))


# Text while it is written


def watch(bus: Bus, run: UUID) -> threading.Event:
    """Say that somebody has the run open, as the hub does, until the answer is set."""
    stop = threading.Event()

    def renew() -> None:
        while not stop.is_set():
            bus.client.set(watched_key(str(run)), 1, ex=10)
            stop.wait(1)

    threading.Thread(target=renew, daemon=True).start()
    return stop


def writing(world: World, gap_ms: int = 60) -> UUID:
    replies = {**script(reply(text=WORDS)), "gap_ms": gap_ms}
    return world.start(world.add_agent(connection=world.add_connection(script=replies)))


def step_of(world: World, run: UUID) -> str:
    return next(e["payload"]["step"] for e in world.events(run) if e["kind"] == "model_call_started")


@pytest.mark.requirement("promises 4.16")
def test_a_text_is_seen_while_it_is_written_and_gone_once_it_is_recorded(world: World, bus: Bus) -> None:
    run = writing(world)
    watching = watch(bus, run)

    with running(world.database, **on(bus)):
        bus.until(lambda: len(bus.partials(run)) >= 2, "two pieces")
        kept = bus.client.get(partial_key(str(run), step_of(world, run)))
        world.wait_for(run, "completed")
    watching.set()

    pieces = bus.partials(run)
    assert len(pieces) >= 3
    assert {(piece.step, piece.attempt) for piece in pieces} == {(step_of(world, run), 1)}
    assert "".join(piece.text for piece in pieces) == WORDS[: len("".join(piece.text for piece in pieces))]
    assert [piece.offset for piece in pieces] == [
        len("".join(before.text for before in pieces[:place])) for place in range(len(pieces))
    ]
    assert kept is not None
    bus.until(lambda: not bus.client.keys("baton.partial:*"), "the end of what was kept")
    order = [type(each).__name__ for each in bus.heard]
    assert "PartialText" not in order[len(order) - order[::-1].index("PartialText") :]
    assert isinstance(bus.heard[-1], RunNews)


def test_a_text_that_nobody_watches_is_not_sent(world: World, bus: Bus) -> None:
    run = writing(world)

    with running(world.database, **on(bus)):
        world.wait_for(run, "completed")

    assert bus.partials(run) == []
    assert bus.client.keys("baton.partial:*") == []


def test_who_opens_the_run_in_the_middle_gets_the_text_from_its_beginning(world: World, bus: Bus) -> None:
    run = writing(world, gap_ms=300)

    with running(world.database, **on(bus)):
        world.wait(lambda: "model_call_started" in world.kinds(run), "the model call")
        time.sleep(0.8)
        watching = watch(bus, run)
        bus.until(lambda: bus.partials(run), "a piece")
        world.wait_for(run, "completed")
        watching.set()

    first = bus.partials(run)[0]
    assert first.offset == 0
    assert first.text.startswith("One two three ")


def test_a_new_try_begins_a_new_text(world: World, bus: Bus, monkeypatch: pytest.MonkeyPatch) -> None:
    """The first try breaks off in the middle of its text."""
    tries: list[int] = []

    class Stumbling:
        async def complete(self, request: ModelRequest, on_text: Any = None) -> ModelReply:
            tries.append(1)
            said = "Firs" if len(tries) == 1 else "Second, whole."
            for letter in said:
                on_text(letter)
                await models.asyncio.sleep(0.05)
            if len(tries) == 1:
                raise ModelError("provider_unavailable", "It broke off.", retryable=True, retry_after=0.0)
            return ModelReply(said)

        async def close(self) -> None:
            pass

    monkeypatch.setattr(models, "open_client", lambda *_: Stumbling())
    run = world.start(world.add_agent())
    watching = watch(bus, run)

    with running(world.database, **on(bus)):
        world.wait_for(run, "completed")
    watching.set()

    by_attempt: dict[int, str] = {}
    for piece in bus.partials(run):
        assert piece.offset == len(by_attempt.get(piece.attempt, ""))
        by_attempt[piece.attempt] = by_attempt.get(piece.attempt, "") + piece.text
    assert list(by_attempt) == [1, 2]
    assert "Firs".startswith(by_attempt[1])
    assert "Second, whole.".startswith(by_attempt[2])
    assert bus.client.keys("baton.partial:*") == []
