"""What the client makes of servers that restart, break off, or are not Baton at all."""

import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest

from baton.ops.client.api import Api
from baton.ops.client.connection import Connection
from baton.ops.client.errors import ExitCode, NoServer, Refused, ServerAway
from baton.ops.client.feed import Feed
from baton.ops.client.patience import Patience
from baton.ops.client.server import Server

type Answer = tuple[int, str, bytes]


class Scenery:
    """A server that gives the answers of a test, one after the other, and keeps what it was sent."""

    def __init__(self) -> None:
        self.answers: list[Answer | None] = []
        self.asked: list[tuple[str, str, str]] = []
        scenery = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self) -> None:
                length = int(self.headers.get("Content-Length") or 0)
                scenery.asked.append((self.command, self.path, self.rfile.read(length).decode()))
                answer = scenery.answers.pop(0)
                if answer is None:  # break off without a word
                    self.close_connection = True
                    return
                status, kind, content = answer
                self.send_response(status)
                self.send_header("Content-Type", kind)
                self.send_header("Content-Length", str(len(content)))
                self.end_headers()
                self.wfile.write(content)

            do_POST = do_GET

            def log_message(self, format: str, *args: Any) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, args=(0.05,), daemon=True).start()

    def api(self, base: str = "") -> Api:
        return Api(Connection(Server(self.url + base, "btn_1"), timeout=5))

    def json(self, content: bytes, status: int = 200) -> None:
        self.answers.append((status, "application/json", content))


@pytest.fixture
def scenery() -> Iterator[Scenery]:
    scenery = Scenery()
    yield scenery
    scenery.server.shutdown()
    scenery.server.server_close()


@pytest.mark.parametrize(
    ("answer", "error", "sentence"),
    [
        ((200, "text/html", b"<h1>Hello</h1>"), NoServer, "is not Baton's API \\(200, text/html\\)"),
        ((404, "text/html", b"nothing"), NoServer, "is not Baton's API \\(404, text/html\\)"),
        ((302, "text/html", b""), NoServer, "is not Baton's API \\(302"),
        ((404, "application/json", b'{"detail": "no"}'), NoServer, "is not Baton's API \\(404\\)"),
        ((502, "text/html", b"bad gateway"), ServerAway, "is starting or stopping \\(502\\)"),
        ((503, "application/json", b'{"error": {"message": "No database."}}'), ServerAway, "No database."),
        ((200, "application/json", b'{"items": ['), ServerAway, "broke off in the middle"),
        (None, ServerAway, "cannot be reached \\(the connection broke\\)"),
        ((403, "application/json", b'{"error": {"code": "forbidden", "message": "No."}}'), Refused, "No."),
    ],
)
def test_an_answer_that_cannot_be_used_is_told_apart(
    scenery: Scenery, answer: Answer | None, error: type[Exception], sentence: str
) -> None:
    scenery.answers = [answer]

    with pytest.raises(error, match=sentence):
        scenery.api().run("r1")


@pytest.mark.parametrize(
    ("status", "code"),
    [(400, ExitCode.USAGE), (401, ExitCode.NO_SERVER), (403, ExitCode.NO_SERVER), (404, ExitCode.USAGE),
     (409, ExitCode.NOT_COMPLETED), (422, ExitCode.USAGE), (429, ExitCode.NOT_COMPLETED)],
)  # fmt: skip
def test_refusals_have_their_exit_code(status: int, code: ExitCode) -> None:
    assert Refused(status, {"code": "x", "message": "y"}).exit_code == code


def test_a_kept_connection_that_was_closed_meanwhile_costs_nothing(scenery: Scenery) -> None:
    api = scenery.api()
    scenery.json(b'{"id": "r1"}')
    api.run("r1")
    scenery.answers.append(None)
    scenery.json(b'{"id": "r1"}')

    assert api.run("r1") == {"id": "r1"}
    assert len(scenery.asked) == 3


def test_a_post_is_never_sent_twice_by_itself(scenery: Scenery) -> None:
    api = scenery.api()
    scenery.json(b"{}")
    api.run("r1")
    scenery.answers.append(None)

    with pytest.raises(ServerAway):
        api.cancel_run("r1", "")

    assert [method for method, _, _ in scenery.asked] == ["GET", "POST"]


def test_an_address_may_hold_a_path_and_an_id_anything(scenery: Scenery) -> None:
    scenery.json(b"{}")

    scenery.api("/team").run("../x?y")

    assert scenery.asked == [("GET", "/team/api/v1/runs/..%2Fx%3Fy", "")]


def test_lists_are_read_page_after_page(scenery: Scenery) -> None:
    scenery.json(b'{"items": [{"id": 1}], "next_cursor": "c 1"}')
    scenery.json(b'{"items": [{"id": 2}], "next_cursor": null}')

    assert [row["id"] for row in scenery.api().approvals(state="pending", run=None)] == [1, 2]
    assert scenery.asked[1][1] == "/api/v1/approvals?limit=200&state=pending&cursor=c+1"


def test_events_are_given_out_once_whatever_the_server_repeats(scenery: Scenery) -> None:
    event = b'{"seq": %d, "at": "2026-11-30T14:31:00.000Z", "kind": "k", "payload": {}}'
    tail = b'], "last_seq": 3, "status": "running", "waiting_for": []}'
    scenery.json(b'{"events": [' + event % 1 + b"," + event % 2 + tail)
    scenery.json(b'{"events": [' + event % 2 + b"," + event % 3 + tail)
    feed = Feed(scenery.api(), "r1")

    first, second = feed.poll(), feed.poll()

    assert [item["seq"] for item in (*first.items, *second.items)] == [1, 2, 3]
    assert (first.caught_up, second.caught_up) == (False, True)
    assert scenery.asked[1][1] == "/api/v1/runs/r1/events?after=2&limit=500"


def patience_over(errors: list[Exception], said: list[str], slept: list[float]) -> Callable[[], str]:
    patience = Patience(60, said.append, lambda: said.append("back"), slept.append)

    def request() -> str:
        if errors:
            raise errors.pop(0)
        return "answer"

    return lambda: patience.call(request)


def test_patience_tells_once_and_waits_longer_each_time() -> None:
    said: list[str] = []
    slept: list[float] = []
    call = patience_over([ServerAway("Away.")] * 8, said, slept)

    assert call() == "answer"
    assert said == ["Away.", "back"]
    assert slept == sorted(slept)
    assert (slept[0], slept[-1]) == (0.2, 2.0)


def test_patience_waits_as_long_as_a_busy_server_says() -> None:
    slept: list[float] = []
    busy = Refused(429, {"code": "rate_limited", "message": "Slowly.", "retry_after": 7})

    assert patience_over([busy], [], slept)() == "answer"
    assert slept == [7.0]


def test_patience_does_not_outlast_its_time_nor_a_clear_no() -> None:
    away, refused = ServerAway("Away."), Refused(404, {"code": "not_found", "message": "Not found."})

    for error in (away, refused):
        patience = Patience(0)
        with pytest.raises(type(error)):
            patience.call(lambda error=error: _raise(error))


def _raise(error: Exception) -> None:
    raise error
