"""`live` restarted, Valkey restarted, the database away, silence: the page shows the same truth in seconds."""

import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from live_server import Browser, live_server
from people import People
from trace_writer import TraceWriter
from world import World

from baton.ops.embedded.ports import free_port
from baton.ops.embedded.valkey import EmbeddedValkey

RESTART = 1012


@pytest.fixture
def own_valkey(tmp_path: Path) -> Iterator[EmbeddedValkey]:
    with EmbeddedValkey(tmp_path / "valkey") as server:
        yield server


@pytest.mark.requirement("case S09")
def test_when_live_is_restarted_the_sequence_goes_on(
    people: People, writer: TraceWriter, valkey: EmbeddedValkey, tmp_path: Path
) -> None:
    port = free_port()
    run = writer.start()
    with live_server(people.database, valkey.url, tmp_path, port=port) as server:
        browser = Browser(port).sign_in(people.alice)
        socket = browser.open()
        socket.watch(run)
        writer.append(run, 3)
        socket.until_seq(run, 4)
        begun = time.monotonic()
        server.process.terminate()
        assert socket.close_code() == RESTART
        assert server.process.wait(20) is not None
        assert time.monotonic() - begun < 10
    writer.append(run, 3)

    with live_server(people.database, valkey.url, tmp_path, port=port):
        again = browser.open()
        again.watch(run, socket.last[str(run)])
        writer.append(run, 3)
        again.until_seq(run, 10)

    seqs = [event["seq"] for each in (socket, again) for event in each.events[str(run)]]
    assert seqs == list(range(1, 11))


def test_what_happens_while_valkey_is_away_is_seen_within_seconds(
    people: People, north: World, own_valkey: EmbeddedValkey, tmp_path: Path
) -> None:
    writer = TraceWriter(north, own_valkey.url)
    run = writer.start()
    with live_server(people.database, own_valkey.url, tmp_path) as server:
        socket = Browser(server.port).sign_in(people.alice).open()
        socket.watch(run)
        socket.until("watching")
        own_valkey.stop()
        socket.until("changed", all=True)

        since = len(socket.seen)
        writer.append(run, 700, tell=False)
        socket.until_seq(run, 701)
        socket.until("changed", since=since, all=True)

        since = len(socket.seen)
        own_valkey.start()
        writer.append(run, 5, tell=False)
        socket.until_seq(run, 706)
        socket.until("changed", since=since, all=True)
        again = TraceWriter(north, own_valkey.url)
        begun = time.monotonic()
        for seq in range(707, 727):
            again.append(run)
            socket.until_seq(run, seq)
        took = time.monotonic() - begun

    assert [event["seq"] for event in socket.events[str(run)]] == list(range(1, 727))
    assert took < 20 * 2, "the bus is not heard again: each event waited for the sweep"


def test_what_was_said_of_a_list_and_lost_is_noticed(alice: Browser, writer: TraceWriter) -> None:
    run = writer.start()
    socket = alice.open()
    time.sleep(5)  # two looks at the record
    socket.send(type="ping")
    socket.until("pong")

    writer.append(run, tell=False)

    assert socket.until("changed", all=True)["runs"] == []


def test_silence_does_not_end_a_socket(
    people: People, north: World, own_valkey: EmbeddedValkey, tmp_path: Path
) -> None:
    writer = TraceWriter(north, own_valkey.url)
    run = writer.start()
    with live_server(people.database, own_valkey.url, tmp_path) as server:
        socket = Browser(server.port).sign_in(people.alice).open()
        socket.watch(run)
        socket.until("watching")
        time.sleep(13)  # beyond redis-py's limit of five seconds, and beyond our own question and its answer

        begun = time.monotonic()
        writer.append(run)
        socket.until_seq(run, 2)
        took = time.monotonic() - begun
        log = server.log.read_text()

    assert took < 1.5, "the push came from the sweep"
    assert "bus is lost" not in log


def test_a_database_that_is_away_ends_nothing(people: People, writer: TraceWriter, alice: Browser) -> None:
    run = writer.start()
    socket = alice.open()
    socket.watch(run)
    socket.until("watching")
    with people.database.connect("baton") as superuser:
        superuser.execute("alter role baton_web nologin")
        try:
            superuser.execute(
                "select pg_terminate_backend(pid) from pg_stat_activity where usename = 'baton_web'"
            )
            writer.append(run, 2, tell=False)
            writer.append(run, 2)
            time.sleep(4)
        finally:
            superuser.execute("alter role baton_web login")

    socket.until_seq(run, 5)

    assert [event["seq"] for event in socket.events[str(run)]] == [1, 2, 3, 4, 5]


def test_while_it_waits_live_holds_no_connection_in_use(
    people: People, writer: TraceWriter, alice: Browser
) -> None:
    sockets = [alice.open() for _ in range(20)]
    for socket in sockets:
        socket.watch(writer.start())
        socket.until("watching")

    found = people.database.rows(
        "select count(*) filter (where usename = 'baton_web') as held,"
        " count(*) filter (where usename = 'baton_web' and xact_start < now() - interval '1 second') as busy"
        " from pg_stat_activity where datname = current_database()",
        role="baton",
    )

    assert found[0]["held"] <= 4 + 8 + 2
    assert found[0]["busy"] == 0
