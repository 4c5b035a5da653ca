"""The WSGI application behind `live`: neither who sends slowly nor who reads slowly holds one of its threads."""

import asyncio
import http.client
import json
import socket
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
import uvicorn

from baton.core.errors import BatonError
from baton.core.strict_json import MAX_BYTES
from baton.live import bridge
from baton.live import http as patient
from baton.live.bridge import Bridge
from baton.live.http import PatientProtocol

LIVENESS = 20.0
HUGE = 32 * 1024 * 1024
"""More than the system's buffers of a connection hold."""


def application(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
    """Says what it was given; `/huge` is long, `/break` fails."""
    if environ["PATH_INFO"] == "/huge":
        start_response("200 OK", [("Content-Length", str(HUGE))])
        return [b"x" * HUGE]
    if environ["PATH_INFO"] == "/break":
        raise ZeroDivisionError
    try:
        body = environ["wsgi.input"].read(MAX_BYTES + 1)
        told = {"size": len(body), "whole": True}
    except BatonError as error:
        told = {"code": error.code, "whole": False}
    told["thread"] = threading.current_thread().name
    start_response("200 OK", [("Content-Type", "application/json")])
    return [json.dumps(told).encode()]


class Serving:
    """uvicorn as `live` sets it up, around an application, on a thread of this process."""

    def __init__(self, threads: int) -> None:
        self._wsgi = Bridge(application, threads)
        self._server = uvicorn.Server(
            uvicorn.Config(
                self._wsgi, http=PatientProtocol, lifespan="off", log_config=None, server_header=False
            )
        )
        self._socket = socket.create_server(("127.0.0.1", 0))
        self.port = int(self._socket.getsockname()[1])
        self._thread = threading.Thread(target=lambda: self._server.run([self._socket]), daemon=True)
        self._thread.start()

    def stop(self) -> None:
        self._server.should_exit = self._server.force_exit = True
        self._thread.join(LIVENESS)
        self._wsgi.stop()
        assert not self._thread.is_alive()

    def connect(self, text: str = "") -> socket.socket:
        connection = socket.create_connection(("127.0.0.1", self.port), timeout=LIVENESS)
        connection.sendall(text.encode())
        return connection

    def ask(self, body: bytes | None = None, path: str = "/") -> dict[str, Any]:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=LIVENESS)
        try:
            connection.request("POST" if body is not None else "GET", path, body)
            return dict(json.loads(connection.getresponse().read()))
        finally:
            connection.close()


@contextmanager
def serving(threads: int = 2) -> Iterator[Serving]:
    server = Serving(threads)
    try:
        yield server
    finally:
        server.stop()


@pytest.fixture
def server() -> Iterator[Serving]:
    with serving() as server:
        yield server


def answer_on(connection: socket.socket) -> bytes:
    """What comes until the answer's JSON is whole."""
    told = b""
    while b"}" not in told and (piece := connection.recv(65536)):
        told += piece
    return told


def rest_of(connection: socket.socket) -> bytes:
    """What comes until the server hangs up."""
    told = b""
    while piece := connection.recv(65536):
        told += piece
    return told


def head(length: str) -> str:
    return f"POST / HTTP/1.1\r\nHost: localhost\r\n{length}\r\n\r\n"


@pytest.mark.parametrize("size", [0, 1, 70_000, MAX_BYTES])
def test_a_body_arrives_whole(server: Serving, size: int) -> None:
    told = server.ask(b"x" * size)

    assert (told["size"], told["whole"]) == (size, True)
    assert told["thread"].startswith("WSGI")


@pytest.mark.requirement("promises 7.8")
def test_a_body_that_is_stated_too_large_is_not_read(server: Serving) -> None:
    with server.connect(head(f"Content-Length: {MAX_BYTES + 1}")) as connection:
        told = answer_on(connection)

    assert b'"code": "body_too_large"' in told


@pytest.mark.requirement("promises 7.8")
def test_a_body_without_an_end_is_read_no_further_than_the_limit(server: Serving) -> None:
    piece = b"100000\r\n" + b" " * 0x100000 + b"\r\n"
    with server.connect(head("Transfer-Encoding: chunked")) as connection:
        for _ in range(11):
            connection.sendall(piece)
        told = answer_on(connection)
        connection.sendall(piece + b"0\r\n\r\n" + head("Content-Length: 0").encode())
        after = answer_on(connection)

    assert b'"code": "body_too_large"' in told
    assert b'"size": 0' in after


@pytest.mark.requirement("promises 7.18")
def test_who_sends_slowly_holds_no_thread_and_is_told_so(
    server: Serving, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bridge, "BODY_SECONDS", 1.0)
    slow = [server.connect(head(f"Content-Length: {size}") + "x") for size in (5, 500_000) for _ in range(10)]

    during = server.ask(b"quick")
    told = [answer_on(connection) for connection in slow]

    assert during["size"] == 5
    assert all(b'"code": "timeout"' in each for each in told)
    assert server.ask(b"again")["size"] == 5


@pytest.mark.requirement("promises 7.18")
def test_only_so_many_long_bodies_are_received_at_once(
    server: Serving, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server._wsgi, "_turns", asyncio.Semaphore(2))
    slow = [server.connect(head("Content-Length: 500000") + "x") for _ in range(2)]
    time.sleep(0.3)

    with server.connect(head("Content-Length: 500000") + "x") as third:
        told = answer_on(third)
    short = server.ask(b"short")
    for connection in slow:
        connection.close()

    assert b'"code": "unavailable"' in told
    assert short["size"] == 5


def test_who_reads_slowly_holds_no_thread(server: Serving) -> None:
    slow = [server.connect("GET /huge HTTP/1.1\r\nHost: localhost\r\n\r\n") for _ in range(6)]
    for connection in slow:
        assert connection.recv(12) == b"HTTP/1.1 200"

    begun = time.monotonic()
    assert server.ask(b"quick")["size"] == 5
    took = time.monotonic() - begun
    for connection in slow:
        connection.close()

    assert took < 5


def test_who_reads_nothing_is_let_go(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(patient, "READ_SECONDS", 1.0)
    with serving() as server, server.connect("GET /huge HTTP/1.1\r\nHost: localhost\r\n\r\n") as slow:
        time.sleep(2.5)
        try:
            told = rest_of(slow)
        except ConnectionResetError:
            told = b""
        assert server.ask(b"next")["size"] == 4

    assert len(told) < HUGE


def test_who_leaves_in_the_middle_of_a_body_is_forgotten(server: Serving) -> None:
    for _ in range(20):
        server.connect(head("Content-Length: 100") + "half").close()

    assert server.ask(b"next")["size"] == 4


def test_an_application_that_breaks_is_an_answer_and_not_the_end(server: Serving) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=LIVENESS)
    connection.request("GET", "/break")

    assert connection.getresponse().status == 500
    assert server.ask(b"next")["size"] == 4


@pytest.mark.requirement("promises 7.18")
@pytest.mark.parametrize("said", ["", "GET / HT", "GET / HTTP/1.1\r\nHost: localhost\r\nX-Long: "])
def test_who_connects_and_asks_nothing_is_let_go(said: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(patient, "HEAD_SECONDS", 1.0)
    with serving() as server, server.connect(said) as idle:
        drip = threading.Event()

        def trickle() -> None:
            while said and not drip.wait(0.2):
                try:
                    idle.sendall(b"y")
                except OSError:
                    return

        threading.Thread(target=trickle, daemon=True).start()
        try:
            told = rest_of(idle)
        except ConnectionResetError:
            told = b""
        drip.set()

    assert told == b""


def test_a_connection_serves_one_request_after_another(monkeypatch: pytest.MonkeyPatch) -> None:
    """The patience begins anew with each answer, and asks nothing of a request that is under way."""
    monkeypatch.setattr(patient, "HEAD_SECONDS", 1.0)
    with serving() as server:
        connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=LIVENESS)
        sizes = []
        for _ in range(4):
            connection.request("POST", "/", b"four")
            sizes.append(json.loads(connection.getresponse().read())["size"])
            time.sleep(0.4)

    assert sizes == [4, 4, 4, 4]


def test_pipelined_requests_are_answered_in_order(server: Serving) -> None:
    one = "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: {}\r\n{}\r\n{}"
    with server.connect(one.format(1, "", "a") + one.format(2, "Connection: close\r\n", "ab")) as connection:
        told = rest_of(connection)

    assert told.index(b'"size": 1') < told.index(b'"size": 2')


def test_the_thread_of_an_answer_closes_what_the_application_left_open() -> None:
    closed: list[str] = []

    class Pieces(list[bytes]):
        def close(self) -> None:
            closed.append(threading.current_thread().name)

    def leaves_something(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        start_response("200 OK", [])
        return Pieces([b"a", b"b"])

    sent: list[Any] = []

    async def main() -> None:
        wsgi = Bridge(leaves_something, 1)
        scope = {
            "type": "http", "method": "GET", "path": "/", "query_string": b"", "headers": [],
            "http_version": "1.1", "scheme": "http", "server": ("h", 1), "client": ("c", 2),
        }  # fmt: skip

        async def receive() -> Any:
            raise AssertionError

        async def send(message: Any) -> None:
            sent.append(message)

        await wsgi(scope, receive, send)
        wsgi.stop()

    asyncio.run(main())

    assert closed
    assert closed[0].startswith("WSGI")
    assert b"".join(message.get("body", b"") for message in sent) == b"ab"
