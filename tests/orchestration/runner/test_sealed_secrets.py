"""Stored secrets at work: they reach their own hosts, and stand nowhere that anybody reads.

A real run on real servers: a provider that knows one key and a shop that knows another, both of which repeat
whatever secret they have heard of.
"""

import io
import json
import logging
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest
from conftest import point_django_at
from database import Cluster, TestDatabase
from django.conf import settings as django_settings
from django.db import connections
from django.test import Client
from people import People
from places_world import send
from rest_world import world_of
from world import World, running

from agents_app.definition import read_definition
from agents_app.services.publish_definition import publish_definition
from agents_app.tools.http.runner import HttpToolRunner
from baton.audit.logs import RequestIdFilter
from baton.egress.allow import AllowList
from baton.secrets.logs import HidingFormatter
from baton.secrets.sealing import NO_KEYS

CANARIES = [f"canary-{n:02d}-q7Wd2kZr9Lx4" for n in range(12)]
MODEL_KEY, SHOP_KEY, *_ = CANARIES
DEFINITION = """
baton: 1
variables: {SHOP_URL: "http://HOST"}
credentials:
  model key: {host: HOST, prefix: "Bearer "}
  shop key: {host: HOST, header: X-Shop-Key, prefix: "Shop "}
connections:
  real: {provider: openai_chat, base_url: "http://HOST/v1", credential: model key}
profiles:
  refunds: {specialization: Refunds, instructions: Answer customers.}
tools:
  find_order:
    description: Look an order up
    effect: read_only
    arguments: {order: {type: string}}
    request: "GET {SHOP_URL}/orders/{order}"
    credential: shop key
agents:
  desk: {profile: refunds, connection: real, model: small, tools: [find_order]}
"""


@dataclass
class Outside:
    """What the two servers heard."""

    host: str = ""
    prompts: list[tuple[str, str]] = field(default_factory=list)
    orders: list[str] = field(default_factory=list)
    secrets: list[str] = field(default_factory=lambda: list(CANARIES))
    """Whatever it has heard of, it says."""

    def completion(self, key: str, body: str) -> tuple[int, Any]:
        self.prompts.append((key, body))
        if key != f"Bearer {self.secrets[0]}":
            return 401, {"error": {"message": f"Incorrect API key provided: {key}"}}
        message: dict[str, Any] = {"role": "assistant", "content": f"Done. {' '.join(self.secrets)}"}
        if "tool_call_id" not in body:
            call = {"name": "find_order", "arguments": json.dumps({"order": "NL-1"})}
            message["tool_calls"] = [{"id": "c1", "type": "function", "function": call}]
        return 200, {
            "id": "r",
            "model": "small-1",
            "choices": [{"index": 0, "message": message, "finish_reason": "stop"}],
        }

    def order(self, key: str) -> tuple[int, Any]:
        self.orders.append(key)
        return 200, {"order": "NL-1", "heard": self.secrets, "header": key}


@pytest.fixture(scope="module")
def outside() -> Iterator[Outside]:
    heard = Outside()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["content-length"])).decode()
            self.answer(*heard.completion(self.headers.get("authorization", ""), body))

        def do_GET(self) -> None:
            self.answer(*heard.order(self.headers.get("x-shop-key", "")))

        def answer(self, status: int, content: Any) -> None:
            data = json.dumps(content).encode()
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

        def log_message(self, *args: Any) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    heard.host = f"127.0.0.1:{server.server_address[1]}"
    threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True).start()
    yield heard
    server.shutdown()
    server.server_close()


@dataclass
class Desk:
    """North with twelve secrets, and its agent."""

    people: People
    world: World
    client: Client
    version: Any

    @property
    def database(self) -> TestDatabase:
        return self.people.database

    def credential(self, name: str) -> dict[str, Any]:
        items = self.client.get("/api/v1/credentials").json()["items"]
        found: dict[str, Any] = next(item for item in items if item["name"] == name)
        return found

    def give(self, name: str, value: str) -> None:
        at = self.credential(name)
        path = f"/api/v1/credentials/{at['id']}"
        assert send(self.client, "PATCH", path, {"value": value}, seen=at["version"]).status_code == 200

    def finish(self, allow: AllowList, **settings: Any) -> Any:
        """A run from its start to its end, by a worker of its own."""
        run = self.world.start(self.version)
        given = {"key_ring": django_settings.BATON_KEY_RING, **settings}
        with running(self.database, HttpToolRunner(allow), allow=str(allow), **given):
            self.world.wait_for(run, "completed", "failed")
        return run


@pytest.fixture(scope="module")
def desk(cluster: Cluster, django_db_blocker: Any, outside: Outside) -> Iterator[Desk]:
    with cluster.copy() as database:
        point_django_at(database, "web")
        with django_db_blocker.unblock():
            people = People(database).arrange()
            published = publish_definition(
                actor=people.alice.actor,
                project_id=people.north.project_id,
                definition=read_definition(DEFINITION.replace("HOST", outside.host)),
                allow=AllowList.parse(outside.host),
            )
            world = world_of(database, people.north, people.alice)
            desk = Desk(people, world, people.with_key(people.alice), published.agents["desk"])
            for name, value in (("model key", MODEL_KEY), ("shop key", SHOP_KEY)):
                desk.give(name, value)
            for n, value in enumerate(CANARIES[2:]):
                body = {"name": f"other {n}", "host": "other.example", "value": value}
                assert send(desk.client, "POST", "/api/v1/credentials", body).status_code == 201
            yield desk
            connections.close_all()


@pytest.fixture
def allow(outside: Outside) -> AllowList:
    outside.prompts.clear()
    outside.orders.clear()
    return AllowList.parse(outside.host)


@pytest.fixture
def log() -> Iterator[io.StringIO]:
    """What this process logs, written as the settings say."""
    written = io.StringIO()
    formatter = next(
        handler.formatter
        for handler in logging.getLogger().handlers
        if isinstance(handler.formatter, HidingFormatter)
    )
    handler = logging.StreamHandler(written)
    handler.setFormatter(formatter)
    handler.addFilter(RequestIdFilter())
    logging.getLogger().addHandler(handler)
    yield written
    logging.getLogger().removeHandler(handler)


def dump(database: TestDatabase) -> str:
    """Every row of every table, as the owner reads it; bytes as text too."""
    tables = database.rows(
        "select quote_ident(table_name) as name from information_schema.tables"
        " where table_schema = 'public' and table_type = 'BASE TABLE'"
    )
    rows = [database.rows(f"select t::text as row from {each['name']} t") for each in tables]
    return "\n".join(row["row"] for table in rows for row in table)


@pytest.mark.requirement("promise P30")
@pytest.mark.requirement("promises 4.11")
def test_no_canary_is_in_the_database_the_events_the_prompts_the_api_or_the_logs(
    desk: Desk, outside: Outside, allow: AllowList, log: io.StringIO
) -> None:
    run = desk.finish(allow)
    logging.getLogger("baton.tests").error("leaked %s", CANARIES, stack_info=True)

    assert desk.world.run(run)["status"] == "completed", desk.world.events(run)
    assert {key for key, _ in outside.prompts} == {f"Bearer {MODEL_KEY}"}
    assert outside.orders == [f"Shop {SHOP_KEY}"]
    read = {
        "database": dump(desk.database),
        "events": str(desk.world.events(run)),
        "prompts": "\n".join(body for _, body in outside.prompts),
        "api": "".join(
            desk.client.get(f"/api/v1/{path}").text
            for path in ("credentials", "connections", f"runs/{run}", f"runs/{run}/events", "agents", "tools")
        ),
        "logs": log.getvalue(),
    }
    hits = [
        (place, n)
        for place, text in read.items()
        for n, canary in enumerate(CANARIES)
        for spelt in (canary, canary.encode().hex())
        if spelt in text
    ]
    print(f"SECRET canaries={len(CANARIES)} hits={len(hits)}")
    assert hits == []
    assert all(len(text) > 100 for text in read.values())
    assert "[secret]" in read["events"]
    assert "leaked" in read["logs"]
    assert len(outside.prompts) == 2


def test_the_next_call_has_the_new_value_without_a_restart(
    desk: Desk, outside: Outside, allow: AllowList
) -> None:
    given = {"key_ring": django_settings.BATON_KEY_RING, "allow": str(allow)}
    with running(desk.database, HttpToolRunner(allow), **given):
        first = desk.world.start(desk.version)
        assert desk.world.wait_for(first, "completed", "failed")["status"] == "completed"
        outside.secrets[0] = "canary-new-model-key-01"
        desk.give("model key", "canary-new-model-key-01")
        desk.give("shop key", "canary-new-shop-key-02")
        second = desk.world.start(desk.version)
        assert desk.world.wait_for(second, "completed", "failed")["status"] == "completed"

    assert [key for key, _ in outside.prompts] == [
        f"Bearer {MODEL_KEY}",
        f"Bearer {MODEL_KEY}",
        "Bearer canary-new-model-key-01",
        "Bearer canary-new-model-key-01",
    ]
    assert outside.orders == [f"Shop {SHOP_KEY}", "Shop canary-new-shop-key-02"]


def test_a_wrong_key_ends_the_run_with_a_message_that_does_not_hold_it(
    desk: Desk, outside: Outside, allow: AllowList
) -> None:
    desk.give("model key", "canary-wrong-key-03")

    run = desk.finish(allow)

    row = desk.world.run(run)
    assert (row["status"], row["error_code"]) == ("failed", "authentication")
    assert "Incorrect API key provided: Bearer [secret]" in row["error_message"]
    assert "canary-wrong-key-03" not in dump(desk.database)


def test_a_worker_without_the_kek_sends_nothing(desk: Desk, outside: Outside, allow: AllowList) -> None:
    run = desk.finish(allow, key_ring=NO_KEYS)

    row = desk.world.run(run)
    assert (row["status"], row["error_code"]) == ("failed", "authentication")
    assert "'model key' has no value on this worker" in row["error_message"]
    assert outside.prompts == []


@pytest.mark.requirement("promise P30")
def test_a_value_that_was_moved_to_another_row_opens_on_no_worker(
    desk: Desk, outside: Outside, allow: AllowList
) -> None:
    desk.database.rows(
        "update agents_credential set sealed = (select sealed from agents_credential where name = 'other 1')"
        " where name = 'model key'"
    )

    run = desk.finish(allow)

    assert desk.world.run(run)["error_code"] == "authentication"
    assert outside.prompts == []


def test_a_key_whose_host_was_changed_behind_our_back_is_not_sent(
    desk: Desk, outside: Outside, allow: AllowList
) -> None:
    desk.give("model key", "canary-moved-key-04")
    desk.database.rows("update agents_credential set host = 'evil.example' where name = 'model key'")

    run = desk.finish(allow)

    assert desk.world.run(run)["error_code"] == "host_not_allowed"
    assert outside.prompts == []
