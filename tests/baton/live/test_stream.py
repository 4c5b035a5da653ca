"""What a socket shows of a run: everything, once, in order, whatever becomes of messages and connections."""

import random
import threading
import time
from itertools import pairwise
from uuid import UUID

import pytest
import redis
from live_server import Browser, Live
from people import People
from psycopg.types.json import Jsonb
from trace_writer import TraceWriter

from baton.core.ids import new_id
from baton.live.bus import partial_key, watched_key
from baton.ops.embedded.valkey import EmbeddedValkey


def seqs(socket: Live, run: UUID) -> list[int]:
    return [event["seq"] for event in socket.events[str(run)]]


def test_a_socket_gets_what_was_and_then_what_comes(alice: Browser, writer: TraceWriter) -> None:
    run = writer.start()
    writer.append(run, 3)
    socket = alice.open()

    socket.watch(run)
    assert socket.until("watching")["last"] == 4
    writer.append(run, 2)
    socket.until_seq(run, 6)

    assert seqs(socket, run) == [1, 2, 3, 4, 5, 6]


def test_events_on_the_socket_are_those_of_rest(alice: Browser, writer: TraceWriter) -> None:
    run = writer.start()
    socket = alice.open()
    socket.watch(run, 0)
    socket.until("watching")
    writer.append(run, 2)
    socket.until_seq(run, 3)

    status, page = alice.ask("GET", f"/api/v1/runs/{run}/events", Baton_Project=alice.project)

    assert status == 200
    assert socket.events[str(run)] == page["events"]


def test_more_than_a_page_behind_is_streamed_whole(alice: Browser, writer: TraceWriter) -> None:
    run = writer.start()
    writer.append(run, 1700, tell=False)
    socket = alice.open()

    socket.watch(run, 100)
    assert socket.until("watching")["last"] == 1701

    assert seqs(socket, run) == list(range(101, 1702))


@pytest.mark.requirement("case S05")
def test_a_burst_of_three_hundred_events_is_seen_whole(alice: Browser, writer: TraceWriter) -> None:
    run = writer.start()
    socket = alice.open()
    socket.watch(run)
    socket.until("watching")

    for _ in range(300):
        writer.append(run)
    socket.until_seq(run, 301)

    assert seqs(socket, run) == list(range(1, 302))


def test_nobody_misses_an_event_while_others_write_and_half_of_the_messages_are_lost(
    alice: Browser, writer: TraceWriter
) -> None:
    run = writer.start()
    chance = random.Random(7)
    sockets = [alice.open() for _ in range(4)]

    def write() -> None:
        for _ in range(150):
            writer.append(run, chance.randint(1, 4), tell=chance.random() < 0.5)

    threads = [threading.Thread(target=write) for _ in range(2)]
    for thread in threads:
        thread.start()
    for socket in sockets:
        time.sleep(0.1)
        socket.watch(run, 0)
    for thread in threads:
        thread.join()
    last = writer.append(run)
    for socket in sockets:
        socket.until_seq(run, last)

    for socket in sockets:
        assert seqs(socket, run) == list(range(1, last + 1))


def test_messages_that_come_twice_late_or_without_events_change_nothing(
    alice: Browser, writer: TraceWriter
) -> None:
    run = writer.start()
    socket = alice.open()
    socket.watch(run)
    socket.until("watching")
    rows = [
        {"seq": n, "at": "2026-01-01T00:00:00.000Z", "kind": "run_waiting", "payload": {"for": ["timer"]}}
        for n in range(1, 9)
    ]
    writer.append(run, 7, tell=False)

    writer.tell(run, rows[1:3])
    writer.tell(run, rows[0:5])
    writer.tell(run, rows[5:7], with_events=False)
    writer.tell(run, rows[2:4])
    writer.tell(run, rows[6:8])
    socket.until_seq(run, 8)
    time.sleep(0.3)
    writer.append(run)
    socket.until_seq(run, 9)

    assert seqs(socket, run) == list(range(1, 10))


def test_a_message_that_promises_what_is_not_there_is_no_event(alice: Browser, writer: TraceWriter) -> None:
    run = writer.start()
    socket = alice.open()
    socket.watch(run)
    socket.until("watching")

    writer.tell(run, [{"seq": 50}, {"seq": 60}], with_events=False)
    writer.append(run, 2)
    socket.until_seq(run, 3)

    assert seqs(socket, run) == [1, 2, 3]


@pytest.mark.requirement("case S04")
def test_who_comes_back_gets_the_gap_and_nothing_twice(alice: Browser, writer: TraceWriter) -> None:
    run = writer.start()
    first = alice.open()
    first.watch(run)
    writer.append(run, 4)
    first.until_seq(run, 5)
    first.connection.socket.close()  # as a cable that is pulled

    writer.append(run, 700, tell=False)
    again = alice.open()
    again.watch(run, first.last[str(run)])
    writer.append(run, 3)
    again.until_seq(run, 708)

    assert seqs(first, run) + seqs(again, run) == list(range(1, 709))


def test_who_watches_again_on_the_same_socket_begins_where_they_say(
    alice: Browser, writer: TraceWriter
) -> None:
    run = writer.start()
    writer.append(run, 9)
    socket = alice.open()
    socket.watch(run)
    socket.until("watching")

    socket.watch(run, 7)
    assert socket.until("watching")["last"] == 10

    assert seqs(socket, run) == [*range(1, 11), 8, 9, 10]


def test_a_run_that_is_not_watched_any_more_is_silent(alice: Browser, writer: TraceWriter) -> None:
    run, other = writer.start(), writer.start()
    socket = alice.open()
    socket.watch(run)
    socket.watch(other)
    socket.until("watching", run=str(other))

    socket.until_seq(run, 1)
    socket.send(type="unwatch", run=str(run))
    socket.send(type="ping")
    socket.until("pong")
    writer.append(run)
    writer.append(other)
    socket.until_seq(other, 2)

    assert seqs(socket, run) == [1]


@pytest.mark.requirement("promises 7.29")
def test_a_run_of_others_is_as_missing_as_no_run(
    alice: Browser, writer: TraceWriter, southern: TraceWriter, people: People
) -> None:
    foreign, nothing = southern.start("charlie"), new_id()
    sibling = people.add_project(people.north, f"sales-{nothing.hex[-6:]}")
    elsewhere = writer.start()
    people.database.rows("update orchestration_run set project_id = %s where id = %s", [sibling, elsewhere])
    socket = alice.open()

    answers = []
    for run in (foreign, nothing, elsewhere):
        socket.watch(run)
        answers.append(socket.until("refused"))
    southern.append(foreign)
    run = writer.start()
    socket.watch(run)
    socket.until("watching")

    assert answers == [
        {"type": "refused", "run": str(run), "code": "not_found"} for run in (foreign, nothing, elsewhere)
    ]
    assert set(socket.events) == {str(run)}


def test_a_run_that_its_own_people_watch_is_as_missing_for_others(
    alice: Browser, charlie: Browser, writer: TraceWriter, southern: TraceWriter
) -> None:
    theirs, ours = southern.start("charlie"), writer.start()
    southern.append(theirs, 2)
    at_home = {theirs: charlie.open(), ours: alice.open()}
    abroad = {theirs: alice.open(), ours: charlie.open()}

    for run, last in ((theirs, 3), (ours, 1)):
        at_home[run].watch(run)
        at_home[run].until("watching", last=last)
        abroad[run].watch(run)
        assert abroad[run].until("refused", run=str(run))["code"] == "not_found"
    southern.append(theirs)
    writer.append(ours)

    for run, last in ((theirs, 4), (ours, 2)):
        at_home[run].until_seq(run, last)
        abroad[run].send(type="ping")
        abroad[run].until("pong")
        assert abroad[run].events == {}


def test_a_message_of_others_cannot_speak_for_a_run(
    alice: Browser, writer: TraceWriter, southern: TraceWriter
) -> None:
    run = writer.start()
    socket = alice.open()
    socket.watch(run)
    socket.until("watching")

    southern.tell(run, [{"seq": 2, "at": "x", "kind": "forged", "payload": {}}])
    writer.append(run)
    socket.until_seq(run, 2)

    assert socket.events[str(run)][1]["kind"] == "run_waiting"


@pytest.mark.requirement("promises 7.31")
@pytest.mark.parametrize("after", [5, -1, 2**31, 2**53 - 1])
def test_a_seq_that_is_none_or_still_to_come_is_refused_and_the_socket_stays(
    alice: Browser, writer: TraceWriter, after: int
) -> None:
    run = writer.start()
    socket = alice.open()

    socket.watch(run, after)

    assert socket.until("refused") == {"type": "refused", "run": str(run), "code": "bad_cursor"}
    socket.watch(run)
    assert socket.until("watching")["last"] == 1


def test_large_events_come_whole(alice: Browser, writer: TraceWriter) -> None:
    run = writer.start()
    socket = alice.open(max_size=None)
    socket.watch(run)
    socket.until("watching")

    writer.append(run, 5, size=100_000)
    writer.append(run, 300, size=8_000)
    socket.until_seq(run, 306)

    assert [len(event["payload"]["text"]) for event in socket.events[str(run)][1:]] == [
        *[100_000] * 5,
        *[8_000] * 300,
    ]


def test_what_is_being_written_is_seen_as_it_is_written(
    alice: Browser, writer: TraceWriter, valkey: EmbeddedValkey
) -> None:
    run, step = writer.start(), str(new_id())
    client = redis.Redis.from_url(valkey.url)
    writer.database.rows(
        "with moved as (update orchestration_run set last_seq = 2 where id = %s returning organization_id)"
        " insert into orchestration_traceevent (run_id, seq, organization_id, kind, payload)"
        " select %s, 2, organization_id, 'model_call_started', %s from moved",
        [run, run, Jsonb({"step": step})],
    )
    client.set(partial_key(str(run), step), '{"attempt":1,"offset":0,"text":"It is "}', ex=60)
    socket = alice.open()

    socket.watch(run)
    kept = socket.until("partial")
    writer.write_text(run, step, 6, "a nice ")
    writer.write_text(run, step, 13, "day 🌞")
    parts = [kept]
    while sum(len(part["text"]) for part in parts) < 18:
        parts.append(socket.until("partial"))

    assert 0 < client.ttl(watched_key(str(run))) <= 10
    assert "".join(part["text"] for part in parts) == "It is a nice day 🌞"
    assert all(two["offset"] == one["offset"] + len(one["text"]) for one, two in pairwise(parts))
    assert {(part["run"], part["step"], part["attempt"]) for part in parts} == {(str(run), step, 1)}


def test_a_run_stays_watched_as_long_as_it_is_open(
    alice: Browser, writer: TraceWriter, valkey: EmbeddedValkey
) -> None:
    run = writer.start()
    client = redis.Redis.from_url(valkey.url)
    socket = alice.open()
    socket.watch(run)
    socket.until("watching")

    client.expire(watched_key(str(run)), 3)
    time.sleep(5)

    assert client.ttl(watched_key(str(run))) > 3


def test_lists_are_told_what_has_changed_and_nobody_elses_are(
    alice: Browser, writer: TraceWriter, southern: TraceWriter
) -> None:
    run = writer.start()
    socket = alice.open()
    socket.seen.clear()

    southern.append(southern.start("charlie"))
    for _ in range(20):
        writer.append(run)
    told = socket.until("changed")
    while told["runs"][0]["seq"] < 21:
        told = socket.until("changed")

    assert told["runs"] == [{"id": str(run), "status": "queued", "waiting_for": [], "seq": 21}]
    assert told["approvals"] is False
    changes = [frame for frame in socket.seen if frame["type"] == "changed" and not frame["all"]]
    assert {each["id"] for frame in changes for each in frame["runs"]} == {str(run)}
    assert len(changes) < 20


def test_a_message_of_others_cannot_speak_for_a_list(
    alice: Browser, writer: TraceWriter, southern: TraceWriter
) -> None:
    foreign, run = southern.start("charlie"), writer.start()
    socket = alice.open()
    socket.seen.clear()

    southern.tell(foreign, [{"seq": 2}], with_events=False, project=str(writer.world.project))
    writer.append(run)
    socket.until("changed", all=False)
    socket.send(type="ping")
    socket.until("pong")

    told = [each["id"] for frame in socket.seen if frame["type"] == "changed" for each in frame["runs"]]
    assert set(told) == {str(run)}


def test_a_change_of_an_approval_is_told(alice: Browser, writer: TraceWriter) -> None:
    run = writer.start()
    socket = alice.open()

    writer.tell(
        run, [{"seq": 2}], with_events=False, status="waiting", waiting_for=["approval"], approvals=True
    )
    told = socket.until("changed", approvals=True, all=False)

    assert told["runs"] == [{"id": str(run), "status": "waiting", "waiting_for": ["approval"], "seq": 2}]
