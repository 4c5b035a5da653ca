"""Server-sent events: the same objects as on the socket, for keys and for people."""

import json
import time
from pathlib import Path

import pytest
from live_server import Browser, live_server, stream
from people import People
from trace_writer import TraceWriter
from web_server import WebServer

from baton.core.ids import new_id
from baton.ops.embedded.valkey import EmbeddedValkey


@pytest.fixture
def key(people: People) -> str:
    """Of somebody who may read and nothing else."""
    return f"Bearer {people.key(people.alice, ['runs:read'])}"


def refusal(server: WebServer, path: str, **headers: str) -> tuple[int, str]:
    with stream(server.port, path, **headers) as (status, _, answer):
        error = json.loads(answer.read())["error"]
        assert error["request_id"] == answer.headers["X-Request-ID"]
        return status, error["code"]


def test_a_key_that_may_read_follows_a_run(live: WebServer, writer: TraceWriter, key: str) -> None:
    run = writer.start()
    with stream(live.port, f"/sse/runs/{run}", Authorization=key) as (status, objects, answer):
        assert status == 200
        assert answer.headers["Content-Type"] == "text/event-stream; charset=utf-8"
        assert answer.headers["Cache-Control"] == "no-store"
        assert next(objects)["type"] == "welcome"
        events = next(objects)
        assert (events["run"], events["first"], events["last"]) == (str(run), 1, 1)
        assert next(objects) == {"type": "watching", "run": str(run), "last": 1}

        writer.append(run, 2)

        assert [event["seq"] for event in next(objects)["events"]] == [2, 3]


def test_who_begins_again_gets_what_comes_after_the_last_id(
    live: WebServer, writer: TraceWriter, key: str
) -> None:
    run = writer.start()
    writer.append(run, 9, tell=False)
    path = f"/sse/runs/{run}?after=2"

    with stream(live.port, path, Authorization=key) as (_, objects, _):
        next(objects)
        assert next(objects)["first"] == 3
    with stream(live.port, path, Authorization=key, Last_Event_ID="7") as (_, _, answer):
        lines = [answer.readline().decode().strip() for _ in range(5)]

    assert lines[2] == "id: 10"
    assert [event["seq"] for event in json.loads(lines[3].removeprefix("data: "))["events"]] == [8, 9, 10]


def test_a_person_follows_with_their_session(alice: Browser, writer: TraceWriter) -> None:
    run = writer.start()
    path = f"/sse/runs/{run}?project={alice.project}"

    with stream(alice.port, path, Cookie=alice.cookie_header, Origin=alice.origin) as (status, objects, _):
        assert (status, next(objects)["type"]) == (200, "welcome")


def test_lists_of_a_project_are_followed(live: WebServer, writer: TraceWriter, key: str) -> None:
    run = writer.start()
    with stream(live.port, "/sse/changes", Authorization=key) as (_, objects, _):
        assert next(objects)["type"] == "welcome"
        writer.append(run)
        changed = next(each for each in objects if each["type"] == "changed" and each["runs"])

    assert changed["runs"] == [{"id": str(run), "status": "queued", "waiting_for": [], "seq": 2}]


def test_a_run_of_others_is_as_missing_as_no_run(live: WebServer, southern: TraceWriter, key: str) -> None:
    foreign = southern.start("charlie")

    for run in (foreign, new_id(), str(foreign).upper(), "x", "../changes"):
        assert refusal(live, f"/sse/runs/{run}", Authorization=key) == (404, "not_found")


def test_each_refusal_has_its_code(
    live: WebServer, writer: TraceWriter, alice: Browser, people: People, key: str
) -> None:
    run = writer.start()
    path, cookie = f"/sse/runs/{run}", alice.cookie_header
    nothing = people.key(people.alice, ["agents:read"])

    assert refusal(live, path) == (401, "invalid_api_key")
    assert refusal(live, path, Authorization="Bearer x") == (401, "invalid_api_key")
    assert refusal(live, f"{path}?key={key.removeprefix('Bearer ')}") == (401, "invalid_api_key")
    assert refusal(live, path, Authorization=f"Bearer {nothing}") == (403, "insufficient_scope")
    assert refusal(live, path, Cookie=cookie) == (400, "project_required")
    assert refusal(live, f"{path}?project={people.south.project_id}", Cookie=cookie) == (404, "not_found")
    assert refusal(live, f"{path}?project={alice.project}", Cookie=cookie, Origin="https://evil.example") == (
        403,
        "forbidden",
    )
    assert refusal(live, f"{path}?after=-1", Authorization=key) == (400, "invalid_filter")
    assert refusal(live, f"{path}?after=99", Authorization=key) == (400, "invalid_filter")
    assert refusal(live, "/sse/other", Authorization=key) == (404, "not_found")
    assert refusal(live, path, Authorization=key, Host="evil.example") == (400, "bad_host")


def test_a_stream_is_only_read(live: WebServer, key: str) -> None:
    connection = live.connect()
    connection.request("POST", "/sse/changes", headers={"Authorization": key})
    answer = connection.getresponse()

    assert (answer.status, json.loads(answer.read())["error"]["code"]) == (405, "method_not_allowed")
    connection.close()


def test_who_reads_a_stream_slowly_loses_nothing(live: WebServer, writer: TraceWriter, key: str) -> None:
    run = writer.start()
    with stream(live.port, f"/sse/runs/{run}", Authorization=key) as (_, objects, _):
        next(objects)
        for _ in range(700):
            writer.append(run, size=20_000)

        seqs: list[int] = []
        while len(seqs) < 701:
            seqs += [event["seq"] for event in next(objects).get("events", [])]

    assert seqs == list(range(1, 702))


def test_a_busy_second_opens_no_stream_and_ends_none(
    people: People, valkey: EmbeddedValkey, tmp_path: Path, writer: TraceWriter, key: str
) -> None:
    busy = {"BATON_REQUESTS_PER_SECOND": "1", "BATON_LIVE_RECHECK_SECONDS": "0.2"}
    with (
        live_server(people.database, valkey.url, tmp_path, **busy) as server,
        stream(server.port, "/sse/changes", Authorization=key) as (status, objects, _),
    ):
        answers = set()
        end = time.monotonic() + 3
        while time.monotonic() < end:
            answers.add(refusal(server, "/sse/runs/x", Authorization=key))
            answers.add(refusal(server, f"/sse/runs/{new_id()}", Authorization=key))

        assert answers == {(404, "not_found"), (429, "rate_limited")}
        run = writer.start()
        writer.append(run)
        told = next(each for each in objects if each["type"] == "closed" or each.get("runs"))
        assert (status, told["type"], told["runs"][0]["id"]) == (200, "changed", str(run))


def test_streams_are_limited_by_organization_and_by_process(
    people: People, valkey: EmbeddedValkey, tmp_path: Path, key: str
) -> None:
    limits = {"BATON_LIVE_SOCKETS": "3", "BATON_LIVE_SOCKETS_PER_ORGANIZATION": "2"}
    south = f"Bearer {people.key(people.charlie)}"
    with live_server(people.database, valkey.url, tmp_path, **limits) as server:
        browser = Browser(server.port).sign_in(people.alice)
        first = browser.open()
        with stream(server.port, "/sse/changes", Authorization=key) as (status, _, _):
            assert status == 200
            assert refusal(server, "/sse/changes", Authorization=key) == (429, "too_many_streams")
            third = browser.handshake()
            third.send(json.dumps({"type": "hello", "ticket": browser.ticket()}))
            with pytest.raises(Exception, match="1013"):
                third.recv(timeout=30)
            with stream(server.port, "/sse/changes", Authorization=south) as (status, _, _):
                assert status == 200
                assert refusal(server, "/sse/changes", Authorization=south) == (429, "too_many_streams")
        first.send(type="ping")
        first.until("pong")

        _again(server, key)


def _again(server: WebServer, key: str) -> None:
    """A stream that has ended makes room, as soon as the server has noticed."""
    for _ in range(100):
        with stream(server.port, "/sse/changes", Authorization=key) as (status, _, _):
            if status == 200:
                return
    raise AssertionError("no room was made")


def test_a_stream_ends_when_the_server_does(
    people: People, valkey: EmbeddedValkey, tmp_path: Path, key: str
) -> None:
    with live_server(people.database, valkey.url, tmp_path) as server:
        with stream(server.port, "/sse/changes", Authorization=key) as (_, objects, _):
            next(objects)
            server.process.terminate()

            assert list(objects)[-1] == {"type": "closed", "code": 1012, "reason": "restart"}
        assert server.process.wait(20) == -15 or server.process.returncode == 0
