"""Credentials, connections and variables over REST: a project with tools that use some of them."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from database import Cluster
from django.db import connections
from django.test import Client
from people import People
from rest_world import assert_described

from agents_app.definition import read_definition
from agents_app.services.publish_definition import publish_definition

CANARY = "live-canary-7781-abcd"
TABLES = ("agents_credential", "agents_modelconnection", "agents_variable", "secrets_datakey")
TEXT = """
baton: 1
variables: {SHOP_URL: "https://shop.example", SPARE: nothing}
credentials:
  shop_key: {host: shop.example, header: X-Shop-Key}
  spare: {host: spare.example, prefix: "Bearer "}
  model_key: {host: api.openai.com, prefix: "Bearer "}
connections:
  main: {provider: scripted, script: refund_desk}
  real: {provider: openai_chat, credential: model_key}
profiles:
  refunds: {specialization: Refunds, skills: [Be quick], instructions: Answer customers.}
tools:
  refund:
    description: Pay money back
    request: "POST {SHOP_URL}/refunds"
    credential: shop_key
agents:
  refund-desk: {profile: refunds, connection: main, model: scripted, tools: [refund]}
"""


@dataclass
class Places:
    """North with its places, as Alice sees them; Charlie is outside."""

    people: People
    alice: Client
    charlie: Client

    def listed(self, kind: str, name: str) -> dict[str, Any]:
        """One of a list, by its name."""
        response = self.alice.get(f"/api/v1/{kind}")
        assert response.status_code == 200, response.content
        assert_described(response)
        found: dict[str, Any] = next(item for item in response.json()["items"] if item["name"] == name)
        return found


def send(
    client: Client, method: str, path: str, body: Any = None, *, seen: int | None = None, **headers: str
) -> Any:
    """A request with a JSON body and, where a version was seen, `If-Match`."""
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    if seen is not None:
        named["If-Match"] = f'"{seen}"'
    data = "" if body is None else json.dumps(body)
    return client.generic(method, path, data, content_type="application/json", headers=named)


def arrange(people: People) -> Places:
    """Publish the project of North."""
    publish_definition(
        actor=people.alice.actor, project_id=people.north.project_id, definition=read_definition(TEXT)
    )
    return Places(people, people.with_key(people.alice), people.with_key(people.charlie))


@contextmanager
def shared_places(cluster: Cluster, point: Any, blocker: Any) -> Iterator[Places]:
    """One database for all tests of a module."""
    with cluster.copy() as database:
        point(database, "web")
        with blocker.unblock():
            yield arrange(People(database).arrange())
            connections.close_all()
