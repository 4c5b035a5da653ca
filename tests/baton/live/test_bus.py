"""The bus: messages say what they were made of, and whoever sends them is never held up (promises 4.16)."""

import asyncio
import logging
import time
from collections.abc import Iterator
from typing import Any

import pytest
from bus import CHANNEL, Bus, open_bus

from baton.live.bus import (
    MAX_EVENTS_BYTES,
    Message,
    PartialText,
    Revoked,
    RunNews,
    channel_of,
    decode,
    encode,
)
from baton.live.publisher import AsyncPublisher, ThreadPublisher

EVENT = {"seq": 4, "at": "2026-11-30T14:31:52.004Z", "kind": "run_waiting", "payload": {"waiting_for": ["é"]}}
NEWS = RunNews("o", "p", "r", 4, 4, "waiting", ("approval",), (EVENT,), approvals=True)
MESSAGES: tuple[Message, ...] = (
    NEWS,
    RunNews("o", "p", "r", 5, 4, "queued"),
    PartialText("o", "p", "r", "s", 2, 7, "Ünïcødé 🙂"),
    Revoked(user="u"),
    Revoked(organization="o"),
)


@pytest.fixture(scope="module")
def shared_bus() -> Iterator[Bus]:
    with open_bus() as bus:
        yield bus


@pytest.fixture
def bus(shared_bus: Bus) -> Bus:
    shared_bus.heard.clear()
    return shared_bus


def news(number: int, **more: Any) -> RunNews:
    return RunNews("o", "p", "r", number, number, "running", **more)


@pytest.mark.parametrize("message", MESSAGES)
def test_a_message_says_what_it_was_made_of(message: Message) -> None:
    assert decode(encode(message)) == message


@pytest.mark.parametrize(
    "body",
    [b"", b"7", b"[]", b"null", b"{}", b'{"revoked": 7}', b'{"organization": "o", "project": "p", "run": "r"}',
     b'{"organization": "o", "project": "p", "run": "r", "partial": {}}', b"\xff"],
)  # fmt: skip
def test_what_is_no_message_is_none(body: bytes) -> None:
    assert decode(body) is None


def test_events_that_are_too_large_are_left_to_the_record() -> None:
    event = {**EVENT, "payload": {"text": "x" * MAX_EVENTS_BYTES}}
    told = decode(encode(RunNews("o", "p", "r", 4, 4, "running", (), (event,))))

    assert told == RunNews("o", "p", "r", 4, 4, "running", (), None)


def test_each_deployment_has_a_channel_of_its_own() -> None:
    assert (channel_of("baton"), channel_of("other")) == ("baton.live.baton", "baton.live.other")


def test_a_thread_publishes_in_order(bus: Bus) -> None:
    publisher = ThreadPublisher(bus.url, CHANNEL)
    for number in range(1, 301):
        publisher.publish(news(number))

    assert publisher.flush(10)
    bus.until(lambda: len(bus.heard) == 300, "300 messages")
    assert [each.last for each in bus.news()] == list(range(1, 301))


def test_a_loop_publishes_in_order_and_sends_the_rest_when_it_stops(bus: Bus) -> None:
    async def main() -> None:
        publisher = AsyncPublisher(bus.url, CHANNEL)
        publisher.start()
        for number in range(1, 301):
            publisher.publish(news(number))
        publisher.send("SET", "after", "them")
        await publisher.stop()

    asyncio.run(main())

    bus.until(lambda: len(bus.heard) == 300, "300 messages")
    assert [each.last for each in bus.news()] == list(range(1, 301))
    assert bus.client.get("after") == b"them"


def test_a_loop_knows_which_keys_are_there(bus: Bus) -> None:
    bus.client.set("here", 1)

    async def main() -> list[bool]:
        publisher = AsyncPublisher(bus.url, CHANNEL)
        try:
            return await publisher.are_there(["gone", "here"])
        finally:
            await publisher.stop()

    assert asyncio.run(main()) == [False, True]


@pytest.mark.requirement("promise P6")
def test_while_valkey_is_away_nobody_is_held_up_and_afterwards_it_goes_on(
    caplog: pytest.LogCaptureFixture,
) -> None:
    with open_bus() as bus:
        publisher = ThreadPublisher(bus.url, CHANNEL)
        publisher.publish(news(1))
        bus.until(lambda: bus.news(), "the first")
        bus.server.kill()
        started = time.monotonic()
        for number in range(2, 6):
            publisher.publish(news(number))
        took = time.monotonic() - started
        publisher.flush(10)

        bus.server.start()
        bus.listen_anew()
        bus.until(lambda: publisher.publish(news(9)) is None and bus.news()[-1].last == 9, "the last")

    assert took < 0.5
    assert [each.last for each in bus.news() if each.last < 9] == [1]
    warnings = [r.message for r in caplog.records if r.name == "baton.live.publisher"]
    assert (warnings[0].startswith("bus: nothing can be sent"), warnings[-1]) == (
        True,
        "bus: messages are sent again",
    )
    assert len(warnings) == 2


@pytest.mark.requirement("promise P6")
def test_while_valkey_is_away_a_loop_goes_on(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.WARNING)

    async def main(bus: Bus) -> float:
        publisher = AsyncPublisher(bus.url, CHANNEL)
        publisher.start()
        bus.server.kill()
        started = time.monotonic()
        for number in range(5):
            publisher.publish(news(number))
            await asyncio.sleep(0)
        assert await publisher.are_there(["a", "b"]) == [False, False]
        took = time.monotonic() - started
        await asyncio.to_thread(bus.server.start)
        await asyncio.to_thread(bus.listen_anew)
        while not bus.news() or bus.news()[-1].last != 99:
            publisher.publish(news(99))
            await asyncio.sleep(0.05)
        await publisher.stop()
        return took

    with open_bus() as bus:
        took = asyncio.run(asyncio.wait_for(main(bus), 30))

    assert took < 2


@pytest.mark.requirement("promise P6")
def test_a_valkey_that_hangs_holds_nobody_up_and_the_oldest_is_dropped() -> None:
    with open_bus() as bus:
        publisher = ThreadPublisher(bus.url, CHANNEL)
        publisher.publish(news(1))
        bus.until(lambda: bus.news(), "the first")
        bus.heard.clear()
        with bus.hanging():
            started = time.monotonic()
            for number in range(2, 10_002):
                publisher.publish(news(number))
            took = time.monotonic() - started
        bus.until(lambda: bus.news() and bus.news()[-1].last == 10_001, "the newest")

    assert took < 5
    seqs = [each.last for each in bus.news()]
    assert seqs == sorted(seqs)
    assert len(seqs) < 3_000


def test_many_bytes_drop_the_oldest_too() -> None:
    big = tuple({**EVENT, "payload": {"text": "x" * 20_000}} for _ in range(1))
    with open_bus() as bus:
        publisher = ThreadPublisher(bus.url, CHANNEL)
        with bus.hanging():
            for number in range(1, 1_501):
                publisher.publish(news(number, events=big))
        bus.until(lambda: bus.news() and bus.news()[-1].last == 1_500, "the newest")

    assert len(bus.news()) < 700
