"""A client that reads slowly or not at all: it costs a fixed amount, holds up nobody and loses nothing."""

import asyncio
import socket
import threading
import time
from collections.abc import Callable
from typing import Any

import pytest
import uvicorn
from live_server import LIVENESS, Browser, Live
from trace_writer import TraceWriter
from web_server import WebServer

from baton.live import http
from baton.live.http import PatientProtocol, PatientSocket

EVENTS, SIZE = 350, 30_000
HANDSHAKE = (
    b"GET /ws/ HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)


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


def test_a_socket_that_reads_nothing_is_let_go_also_after_it_was_closed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(http, "READ_SECONDS", 1.0)
    listening = socket.create_server(("127.0.0.1", 0))
    config = uvicorn.Config(
        _talk, http=PatientProtocol, ws=PatientSocket, lifespan="off", log_config=None, ws_ping_interval=None
    )
    server = uvicorn.Server(config)
    thread = threading.Thread(target=lambda: server.run([listening]), daemon=True)
    thread.start()

    with socket.create_connection(listening.getsockname()) as deaf:
        deaf.sendall(HANDSHAKE)
        assert _until(lambda: bool(server.server_state.connections))
        is_let_go = _until(lambda: not server.server_state.connections)
    server.should_exit = server.force_exit = True
    thread.join(LIVENESS)

    assert is_let_go


async def _talk(_scope: Any, receive: Any, send: Any) -> None:
    """Says more than anybody could keep, and is done."""
    await receive()
    await send({"type": "websocket.accept"})
    try:
        async with asyncio.timeout(0.5):
            while True:
                await send({"type": "websocket.send", "text": "x" * 1_000_000})
    except TimeoutError:
        pass


def _until(is_so: Callable[[], bool]) -> bool:
    end = time.monotonic() + LIVENESS
    while not is_so() and time.monotonic() < end:
        time.sleep(0.05)
    return is_so()


def _slow(browser: Browser) -> Live:
    """It reads only when it is asked for the next frame, and its machine keeps little for it."""
    narrow = socket.socket()
    narrow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 262_144)
    narrow.connect(("127.0.0.1", browser.port))
    return browser.open(sock=narrow, max_queue=1, max_size=None, ping_interval=None)
