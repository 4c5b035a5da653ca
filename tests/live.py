"""The whole platform as strangers meet it: spoken to over sockets, and looked at from behind.

Beside the demo it holds the people of `people.py`, an agent of North that answers, and one that asks a person.
"""

import http.client
import json
import socket
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import Any
from uuid import UUID

import redis
from database import TestDatabase
from people import People, hashes
from rest_world import EVERY_TABLE, Card, world_of
from stack import Stack, stack
from web_server import set_real_password
from world import World, reply, script

from baton.ops.embedded.places import servers_home
from baton.ops.embedded.postgres import EmbeddedPostgres
from baton.ops.embedded.valkey import EmbeddedValkey

TABLES = (
    *EVERY_TABLE, "tenancy_organization", "tenancy_project", "tenancy_membership", "accounts_user",
    "agents_agent", "agents_agentversion", "agents_tool", "agents_toolpolicy", "agents_trainingprofile",
    "agents_pricetable", "agents_draft", "agents_credential", "agents_modelconnection", "agents_variable",
)  # fmt: skip
"""What a refused request must leave as it was, in every organization."""


@dataclass(frozen=True)
class Answer:
    status: int
    headers: Mapping[str, str]
    body: Any

    @property
    def error(self) -> dict[str, Any]:
        """The refusal without the id of its request."""
        error: dict[str, Any] = dict(self.body["error"])
        assert error.pop("request_id") == self.headers["x-request-id"]
        return error

    @property
    def code(self) -> tuple[int, str]:
        return self.status, self.error["code"]


@dataclass
class Live:
    stack: Stack
    database: TestDatabase
    people: People
    north: World
    card: Card
    """Of a run of North that waits."""
    key: str
    """Of Alice, who may do everything in North."""
    port: int
    queue: "redis.Redis[bytes]"

    def ask(
        self, method: str, path: str, body: Any = None, *, key: str | None = "", **headers: str
    ) -> Answer:
        """One request below /api/v1 on a connection of its own; `key=None` sends none."""
        sent = {"Content-Type": "application/json"} if body is not None else {}
        if key is not None:
            sent["Authorization"] = f"Bearer {key or self.key}"
        sent |= {name.replace("_", "-"): value for name, value in headers.items()}
        data = body if body is None or isinstance(body, bytes) else json.dumps(body).encode()
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        try:
            connection.request(method, f"/api/v1{path}", data, sent)
            answer = connection.getresponse()
            content = answer.read()
        finally:
            connection.close()
        kept = {name.lower(): value for name, value in answer.getheaders()}
        return Answer(answer.status, kept, json.loads(content) if content else None)

    def send(self, head: str, body: bytes = b"") -> bytes:
        """A request written by hand, its lines separated by one newline each; the answer as it came."""
        lines = f"{head.strip()}\nConnection: close\n\n".replace("\n", "\r\n")
        answer = b""
        with socket.create_connection(("127.0.0.1", self.port), timeout=60) as client:
            with suppress(OSError):  # it has heard enough, and what it says is what counts
                client.sendall(lines.encode("latin-1") + body)
            with suppress(OSError):
                while piece := client.recv(65536):
                    answer += piece
        return answer

    def state(self) -> dict[str, Any]:
        return hashes(self.database, *TABLES)

    def audited(self) -> list[tuple[str, str]]:
        """What the audit log holds of refusals: action and code, oldest first."""
        rows = self.database.rows(
            "select action, detail->>'code' as code from audit_auditentry where action like '%%:refused'"
            " order by id"
        )
        return [(row["action"], row["code"]) for row in rows]

    def processes(self) -> dict[str, int]:
        return {name: self.stack.pid(name) for name in ("live", "worker", "supervisor")}

    def log(self, name: str) -> str:
        return (self.stack.data / "logs" / f"{name}.log").read_text()


@contextmanager
def live_platform() -> Iterator[Live]:
    """Until the end of the block, by which no process may have had to be started again."""
    with stack() as running:
        # The demo's own run: once it waits for a person, nothing changes but by what a test does.
        running.until(lambda: running.request("GET", "/runs?status=waiting")["items"], "the demo's first run")
        home = servers_home(running.data)
        ports = json.loads((running.data / "ports.json").read_text())
        passwords = json.loads((running.data / "passwords.json").read_text())
        database = TestDatabase("baton", EmbeddedPostgres(home, port=ports["postgres"]), passwords)
        people = People(database).arrange()
        set_real_password(database)
        north = world_of(database, people.north, people.alice, people.bob, people.rita, people.vera)
        north.add_agent("greeter", connection=north.add_connection(script=script(reply(text="Hello."))))
        live = Live(
            running,
            database,
            people,
            north,
            _ask_person(north),
            people.key(people.alice),
            ports["web"],
            redis.Redis.from_url(EmbeddedValkey(home, port=ports["valkey"]).url),
        )
        processes = live.processes()
        try:
            yield live
            assert live.processes() == processes
        finally:
            database.close()


def _ask_person(north: World) -> Card:
    """A run of North that the platform's own worker has driven to its card."""
    tool = north.add_tool("refund", sentence="Refund {amount} of order {order}.")
    north.set_policy([{"tool": "refund", "outcome": "ask", "text": "Refunds are looked at."}])
    replies = script(reply(("refund", {"order": "A-1", "amount": 5})), reply(text="Refunded."))
    run: UUID = north.start(
        north.add_agent("refunds", tools=[tool], connection=north.add_connection(script=replies))
    )
    north.wait_for(run, "waiting")
    (row,) = north.approvals(run)
    return Card(run, row["id"], row["digest"], row["version"], tool)
