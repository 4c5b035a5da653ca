"""One database and one shop for all tries: North with tools of that shop, and requests held to the document."""

import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest
from conftest import point_django_at
from database import Cluster, TestDatabase
from django.db import connections
from people import People
from rest_world import world_of
from tries import DEFINITION, Shop, Trying
from world import World

from agents_app.definition import read_definition
from agents_app.services.publish_definition import publish_definition
from baton.egress.allow import AllowList
from baton.tenancy.roles import Role


@pytest.fixture(scope="module")
def open_shop() -> Iterator[Shop]:
    shop = Shop()

    class Handler(BaseHTTPRequestHandler):
        def answer(self) -> None:
            body = self.rfile.read(int(self.headers.get("content-length") or 0)).decode()
            headers = {name.lower(): value for name, value in self.headers.items()}
            shop.requests.append((self.command, self.path, headers, body))
            status, text = shop.answer(headers)
            data = text.encode()
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

        do_GET = do_POST = do_DELETE = answer

        def log_message(self, *args: Any) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    shop.port = server.server_address[1]
    threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True).start()
    yield shop
    server.shutdown()
    server.server_close()


@pytest.fixture(scope="module")
def people(cluster: Cluster, django_db_blocker: Any, open_shop: Shop) -> Iterator[People]:
    with cluster.copy() as database:
        point_django_at(database, "web")
        with django_db_blocker.unblock():
            people = People(database).arrange()
            publish_definition(
                actor=people.alice.actor,
                project_id=people.north.project_id,
                definition=read_definition(DEFINITION.replace("HOST", open_shop.host)),
                allow=AllowList.parse(open_shop.host),
            )
            yield people
            connections.close_all()


@pytest.fixture(scope="module")
def database(people: People) -> TestDatabase:
    return people.database


@pytest.fixture(scope="module")
def north(people: People) -> World:
    return world_of(people.database, people.north, people.alice, people.bob, people.rita, people.vera)


@pytest.fixture(scope="module")
def bea(people: People) -> Any:
    """A builder: she may try, edit and publish, and decide nothing."""
    return people.add_person("Bea", people.north, Role.BUILDER)


@pytest.fixture
def shop(open_shop: Shop, settings: Any, north: World) -> Shop:
    """As at the beginning: nothing was sent, no rules, and requests may go there."""
    settings.BATON = settings.BATON.model_copy(update={"baton_egress_allow": open_shop.host})
    open_shop.requests.clear()
    open_shop.answer = lambda headers: (200, '{ "ok": true }')
    north.set_policy([])
    return open_shop


@pytest.fixture(scope="module")
def alice(people: People) -> Trying:
    return Trying(people.with_key(people.alice))


@pytest.fixture(scope="module")
def refund(people: People, alice: Trying) -> dict[str, Any]:
    """The body of a try of the published refund."""
    (tool,) = [each for each in alice.client.get("/api/v1/tools").json()["items"] if each["name"] == "refund"]
    content = alice.client.get(f"/api/v1/tools/{tool['id']}").json()["content"]
    return {"id": tool["id"], "content": content, "arguments": {"order": "A/1", "amount": 12.5, "note": "ü"}}
