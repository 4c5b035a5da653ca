"""A client that reads slowly or not at all: it costs a fixed amount, holds up nobody and loses nothing."""

import socket

from live_server import Browser, Live
from trace_writer import TraceWriter
from web_server import WebServer

EVENTS, SIZE = 350, 30_000


def test_who_falls_behind_is_told_from_where_to_ask_and_loses_nothing(
    alice: Browser, writer: TraceWriter, live: WebServer
) -> None:
    run = writer.start()
    slow = [_slow(alice) for _ in range(4)]
    quick = alice.open(max_size=None)
    for each in (*slow, quick):
        each.watch(run)
        each.until("watching")
    before = live.resident_kilobytes()

    for _ in range(EVENTS):
        last = writer.append(run, size=SIZE)
        if last % 50 == 0:
            quick.until_seq(run, last)
    quick.until_seq(run, EVENTS + 1)
    grown = live.resident_kilobytes() - before
    for each in slow:
        each.until_seq(run, EVENTS + 1, 60)
    writer.append(run)
    for each in (*slow, quick):
        each.until_seq(run, EVENTS + 2)

    for each in (*slow, quick):
        assert [event["seq"] for event in each.events[str(run)]] == list(range(1, EVENTS + 3))
    assert quick.resyncs == 0
    assert all(each.resyncs for each in slow)
    assert grown < 30_000, f"{grown} kB for what four slow clients have not read of {EVENTS * SIZE} bytes"


def _slow(browser: Browser) -> Live:
    """It reads only when it is asked for the next frame, and its machine keeps little for it."""
    narrow = socket.socket()
    narrow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 262_144)
    narrow.connect(("127.0.0.1", browser.port))
    return browser.open(sock=narrow, max_queue=1, max_size=None, ping_interval=None)
