"""What only a real server shows: doubled headers, bodies without end, a database or broker that goes away.

The same of `web` behind granian and of `live`, which has `web` behind it.
"""

import http.client
import json
import socket
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from database import Cluster, TestDatabase
from live_server import live_server
from people import People
from web_server import WebServer, web_server

from baton.ops.embedded.valkey import EmbeddedValkey

RUNS = "/api/v1/runs"


@pytest.fixture
def own_cluster() -> Iterator[Cluster]:
    """A server of this test's own: it is killed, which no other test must notice."""
    cluster = Cluster()
    cluster.start()
    yield cluster
    cluster.server.stop()


@pytest.fixture
def people(own_cluster: Cluster) -> Iterator[People]:
    with own_cluster.copy() as database:
        yield People(database).arrange()


@pytest.fixture
def valkey() -> Iterator[EmbeddedValkey]:
    with EmbeddedValkey() as server:
        yield server


@pytest.fixture(params=["web", "live"])
def server(
    request: pytest.FixtureRequest, people: People, valkey: EmbeddedValkey, tmp_path: Path
) -> Iterator[WebServer]:
    start = {"web": web_server, "live": live_server}[request.param]
    with start(people.database, valkey.url, tmp_path) as server:
        yield server


def ask(
    server: WebServer, method: str, path: str, body: bytes | None = None, **headers: str
) -> tuple[int, Any]:
    connection = server.connect()
    try:
        sent = {name.replace("_", "-"): value for name, value in headers.items()}
        connection.request(method, path, body, sent)
        answer = connection.getresponse()
        return answer.status, json.loads(answer.read())
    finally:
        connection.close()


def code_of(answer: tuple[int, Any]) -> tuple[int, str]:
    return answer[0], answer[1]["error"]["code"]


def send_chunks(server: WebServer, key: str, megabytes: int) -> bytes:
    """A chunked body that never ends by itself; the answer, or nothing when the server hung up."""
    head = f"POST {RUNS} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {key}\r\n"
    head += "Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"
    piece = b"100000\r\n" + b" " * 0x100000 + b"\r\n"
    with socket.create_connection(("127.0.0.1", server.port), timeout=30) as client:
        client.sendall(head.encode())
        try:
            for _ in range(megabytes):
                client.sendall(piece)
        except OSError:
            pass
        try:
            return client.recv(4096)
        except OSError:
            return b""


@pytest.mark.requirement("promises 7.8", "promises 7.18", "promises 7.75", "promises 7.76", "promise P10")
def test_a_server_in_bad_company(
    people: People, server: WebServer, own_cluster: Cluster, valkey: EmbeddedValkey
) -> None:
    key = people.key(people.alice)
    bearer = {"Authorization": f"Bearer {key}"}
    assert ask(server, "GET", RUNS, **bearer)[0] == 200

    # Two headers, as they come over a socket.
    connection = server.connect()
    connection.putrequest("GET", RUNS)
    for _ in range(2):
        connection.putheader("Authorization", f"Bearer {key}")
    connection.endheaders()
    answer = connection.getresponse()
    assert (answer.status, json.loads(answer.read())["error"]["code"]) == (400, "ambiguous_credentials")

    # Bodies without end are cut, and leave no memory behind.
    send_chunks(server, key, 12)
    before = server.resident_kilobytes()
    answers = [send_chunks(server, key, 40) for _ in range(5)]
    assert any(b" 413 " in each for each in answers)
    assert server.resident_kilobytes() - before < 60_000
    assert ask(server, "GET", RUNS, **bearer)[0] == 200

    # A database that takes no writes: nothing half-written, and the same words for it.
    name = people.database.name
    people.database.rows(f"alter database {name} set default_transaction_read_only = on", role="baton")
    disconnect(people.database)
    refused = ask(
        server, "POST", RUNS, b'{"agent":"x","input":"y"}', Content_Type="application/json", **bearer
    )
    assert code_of(refused) == (503, "unavailable")
    assert people.database.value("select count(*) from orchestration_run") == 0
    people.database.rows(f"alter database {name} set default_transaction_read_only = off", role="baton")
    people.database.rows("checkpoint", role="baton")  # this server keeps its last commits in memory
    disconnect(people.database)

    # A database that is away: said so, quickly, and over when it is back.
    own_cluster.server.kill()
    begun = time.monotonic()
    away = ask(server, "GET", RUNS, **bearer)
    assert code_of(away) == (503, "unavailable")
    assert time.monotonic() - begun < 15
    assert server.get("/healthz") == 200
    assert server.get("/readyz") == 503
    assert server.get("/sign-in/") == 200
    own_cluster.server.start()
    assert recovered(server, bearer) < 15

    # A broker that is away: requests are answered as ever.
    valkey.stop()
    assert ask(server, "GET", RUNS, **bearer)[0] == 200


def disconnect(database: TestDatabase) -> None:
    """A setting of a database holds for new connections only."""
    database.rows(
        "select pg_terminate_backend(pid) from pg_stat_activity where datname = %s and usename = 'baton_web'",
        [database.name],
        role="baton",
    )


def recovered(server: WebServer, bearer: dict[str, str]) -> float:
    """Seconds until the first answer that is none of a missing database."""
    begun = time.monotonic()
    while time.monotonic() - begun < 30:
        try:
            if ask(server, "GET", RUNS, **bearer)[0] == 200:
                return time.monotonic() - begun
        except (OSError, http.client.HTTPException):
            pass
        time.sleep(0.1)
    return 30.0
