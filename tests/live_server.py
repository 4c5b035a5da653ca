"""A real `live` process on a test's database, and browsers that speak to it: sign-in, tickets, sockets, streams."""

import http.client
import json
import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from database import ROOT, TestDatabase
from people import PASSWORD, Person
from web_server import WebServer, until_ready
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from baton.ops.embedded.ports import free_port

LIVENESS = 30.0
"""Seconds to wait for what should take a moment: a bound, never a goal."""
QUEUE = "live-tests"
_CONNECTIONS: list[ClientConnection] = []


def hang_up() -> None:
    """Close every connection that a test has left open."""
    while _CONNECTIONS:
        _CONNECTIONS.pop().close_socket()


@contextmanager
def live_server(
    database: TestDatabase, redis_url: str, folder: Path, *, port: int | None = None, **environment: str
) -> Iterator[WebServer]:
    """The server, from the moment it is ready until the end of the block."""
    port = port or free_port()
    env: dict[str, Any] = {
        **os.environ,
        **database.environment(),
        "DJANGO_SETTINGS_MODULE": "baton.settings.dev",
        "PYTHONPATH": os.pathsep.join([str(ROOT / "platform"), str(ROOT)]),
        "BATON_ROLE": "web",
        "BATON_URL": f"http://127.0.0.1:{port}",
        "BATON_INSTANCE": f"t{port}",
        "BATON_SECRET_KEY": "shared-by-the-servers-of-one-test" * 2,
        "BATON_QUEUE": QUEUE,
        "REDIS_URL": redis_url,
        **environment,
    }
    log = folder / f"live-{port}.log"
    with log.open("ab") as out:
        process = subprocess.Popen(
            [sys.executable, "-P", "-m", "baton.live.serve", "--port", str(port)],
            env=env,
            stdout=out,
            stderr=out,
            start_new_session=True,
        )
        server = WebServer(port, process, log)
        try:
            until_ready(server, "/livez")
            yield server
        finally:
            process.terminate()
            try:
                process.wait(20)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


@dataclass
class Browser:
    """One person's browser: its cookies, requests and sockets."""

    port: int
    project: str = ""
    cookies: dict[str, str] = field(default_factory=dict)

    @property
    def origin(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def cookie_header(self) -> str:
        return "; ".join(f"{name}={value}" for name, value in self.cookies.items())

    @property
    def session_cookie(self) -> str:
        return f"baton_session_t{self.port}"

    def sign_in(self, person: Person) -> "Browser":
        self.project = str(person.place.project_id)
        self.ask("GET", "/sign-in/")
        form = {"email": person.email, "password": PASSWORD, "csrfmiddlewaretoken": self._csrf}
        status, _ = self.ask(
            "POST", "/sign-in/", urlencode(form), Content_Type="application/x-www-form-urlencoded"
        )
        assert (status, self.session_cookie in self.cookies) == (302, True)
        return self

    def ask(self, method: str, path: str, body: str | None = None, **headers: str) -> tuple[int, Any]:
        """Status and body of one request; cookies are kept."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        sent = {name.replace("_", "-"): value for name, value in headers.items()}
        try:
            connection.request(method, path, body, {"Cookie": self.cookie_header, **sent})
            answer = connection.getresponse()
            content = answer.read()
        finally:
            connection.close()
        for line in answer.headers.get_all("Set-Cookie") or ():
            match = re.match(r"([^=]+)=([^;]*)", line)
            assert match
            self.cookies[match[1]] = match[2]
        is_json = answer.headers.get("Content-Type", "").startswith("application/json")
        return answer.status, json.loads(content) if is_json else content

    def ask_ticket(self, **headers: str) -> tuple[int, Any]:
        given = {"Baton_Project": self.project, "X_CSRFToken": self._csrf, **headers}
        return self.ask("POST", "/api/v1/live/tickets", **given)

    def ticket(self) -> str:
        status, body = self.ask_ticket()
        assert status == 201, body
        return str(body["ticket"])

    def handshake(self, path: str = "/ws/", host: str = "127.0.0.1", **changes: Any) -> ClientConnection:
        """A connection on which nothing has been said."""
        headers = {"Cookie": self.cookie_header, **changes.pop("headers", {})}
        connection = connect(
            f"ws://{host}:{self.port}{path}",
            **{"origin": self.origin, "additional_headers": headers, "compression": None, **changes},
            close_timeout=1,
            legacy=True,
        )
        _CONNECTIONS.append(connection)
        return connection

    def open(self, ticket: str | None = None, **changes: Any) -> "Live":
        """A socket that is welcome."""
        live = Live(self.handshake(**changes))
        live.send(type="hello", ticket=ticket or self.ticket())
        assert live.next()["type"] == "welcome"
        return live

    @property
    def _csrf(self) -> str:
        return self.cookies.get(f"baton_csrf_t{self.port}", "")


@dataclass
class Live:
    """An open socket as the client of the application uses it: it keeps its seqs and asks for what is missing."""

    connection: ClientConnection
    events: dict[str, list[dict[str, Any]]] = field(default_factory=dict)
    last: dict[str, int] = field(default_factory=dict)
    """The seq each run was watched from, then its newest."""
    seen: list[dict[str, Any]] = field(default_factory=list)
    """Every frame but `events`."""
    resyncs: int = 0

    def send(self, **frame: Any) -> None:
        self.connection.send(json.dumps(frame))

    def watch(self, run: Any, after: int = 0) -> None:
        self.last[str(run)] = after
        self.send(type="watch", run=str(run), after=after)

    def next(self, seconds: float = LIVENESS) -> dict[str, Any]:
        """The next frame; events are checked to join what came before."""
        frame: dict[str, Any] = json.loads(self.connection.recv(timeout=seconds))
        if frame["type"] == "events":
            self._take_events(frame)
        else:
            self.seen.append(frame)
        if frame["type"] == "resync":
            self.resyncs += 1
            self.watch(frame["run"], self.last[frame["run"]])
        return frame

    def until(
        self, kind: str, seconds: float = LIVENESS, since: int | None = None, **fields: Any
    ) -> dict[str, Any]:
        """The next frame of a kind with these fields, or one of those `seen` since."""
        end = time.monotonic() + seconds
        for frame in self.seen[since:] if since is not None else ():
            if frame["type"] == kind and fields.items() <= frame.items():
                return frame
        while True:
            frame = self.next(max(0.01, end - time.monotonic()))
            if frame["type"] == kind and fields.items() <= frame.items():
                return frame

    def until_seq(self, run: Any, seq: int, seconds: float = LIVENESS) -> None:
        end = time.monotonic() + seconds
        while self.last[str(run)] < seq:
            self.next(max(0.01, end - time.monotonic()))

    def close_code(self, seconds: float = LIVENESS) -> int | None:
        """Read until it is closed, and say with which code."""
        end = time.monotonic() + seconds
        try:
            while True:
                self.next(max(0.01, end - time.monotonic()))
        except ConnectionClosed as error:
            return error.rcvd.code if error.rcvd else None

    def _take_events(self, frame: dict[str, Any]) -> None:
        run, last = frame["run"], self.last[frame["run"]]
        seqs = [event["seq"] for event in frame["events"]]
        assert seqs == list(range(frame["first"], frame["last"] + 1))
        assert seqs[0] == last + 1, f"{run}: {seqs[0]} after {last}"
        self.last[run] = frame["last"]
        self.events.setdefault(run, []).extend(frame["events"])


@contextmanager
def stream(
    port: int, path: str, **headers: str
) -> Iterator[tuple[int, Iterator[dict[str, Any]], http.client.HTTPResponse]]:
    """A stream below /sse/: its status, the objects it sends, and the answer itself."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=LIVENESS)
    try:
        connection.request("GET", path, headers={name.replace("_", "-"): v for name, v in headers.items()})
        answer = connection.getresponse()
        yield answer.status, _objects(answer), answer
    finally:
        connection.close()


def _objects(answer: http.client.HTTPResponse) -> Iterator[dict[str, Any]]:
    for line in answer:
        if line.startswith(b"data: "):
            yield json.loads(line[6:])
