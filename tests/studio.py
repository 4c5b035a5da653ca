"""Drafts, versions and publishing over REST, for tests: a project with one of everything, and short requests."""

import json
from dataclasses import dataclass
from typing import Any

from django.test import Client
from people import People
from rest_world import assert_described

from agents_app.definition import read_definition
from agents_app.services.publish_definition import publish_definition

TEXT = """
baton: 1
variables: {SHOP_URL: "https://shop.example"}
credentials:
  shop_key: {host: shop.example, header: X-Shop-Key, from_environment: BATON_SECRET_SHOP}
connections:
  main: {provider: scripted, script: refund_desk}
profiles:
  refunds: {specialization: Refunds, skills: [Be quick], instructions: Answer customers.}
  checks: {specialization: Checks, instructions: Check it.}
tools:
  refund:
    description: Pay money back
    arguments: {order: {type: string}, amount: {type: number}}
    sentence: "Refund {amount} for {order}"
    request: "POST {SHOP_URL}/refunds"
    body: all
    credential: shop_key
policy:
  - ask: refund
    when: {amount: "> 50"}
agents:
  refund-desk: {profile: refunds, connection: main, model: scripted, tools: [refund], tags: [money]}
  writer: {profile: checks, connection: main, model: scripted}
  checker: {profile: checks, connection: main, model: scripted}
orchestrations:
  office: {members: [writer, {agent: checker, roles: [review]}]}
"""
FIND: dict[str, Any] = {
    "description": "Find an order",
    "effect": "read_only",
    "arguments": {"order": {"type": "string"}},
    "request": "GET {SHOP_URL}/orders/{order}",
}
CONTENT: dict[str, dict[str, Any]] = {
    "tools": FIND,
    "profiles": {"specialization": "Orders", "instructions": "Find orders."},
    "agents": {"profile": "refunds", "connection": "main", "model": "scripted", "tools": ["refund"]},
    "orchestrations": {"members": ["writer", "checker"], "review": {"max_reviews": 1}},
    "policy": {"rules": [{"ask": "refund"}]},
    "prices": {
        "prices": [
            {
                "provider": "openai_chat",
                "model": "m",
                "from": "2026-11-01",
                "currency": "USD",
                "input": "2.5",
                "output": "10",
            }
        ]
    },
}
"""Of each kind, something that can be published in that project and is not live there."""


def publish_all(people: People) -> None:
    """North has one of everything, published by Alice from a file."""
    publish_definition(
        actor=people.alice.actor, project_id=people.north.project_id, definition=read_definition(TEXT)
    )


@dataclass(frozen=True)
class Studio:
    """Requests about objects, each held to the document."""

    client: Client

    def get(self, path: str, **query: Any) -> Any:
        return self._checked(self.client.get(f"/api/v1/{path}", query))

    def send(self, method: str, path: str, body: Any = None, *, seen: int | str | None = None) -> Any:
        headers = {} if seen is None else {"If-Match": f'"{seen}"'}
        response = self.client.generic(
            method,
            f"/api/v1/{path}",
            "" if body is None else json.dumps(body),
            content_type="application/json",
            headers=headers,
        )
        return self._checked(response)

    def post(self, path: str, body: Any = None, *, seen: int | None = None) -> Any:
        return self.send("POST", path, {} if body is None else body, seen=seen)

    def put(self, path: str, body: Any, *, seen: int | None = None) -> Any:
        return self.send("PUT", path, body, seen=seen)

    def path_of(self, kind: str, name: str) -> str:
        """`tools/<id>` of the object with this name; a single object is its kind."""
        if kind in ("policy", "prices"):
            return kind
        (item,) = [each for each in self.get(kind, q=name).json()["items"] if each["name"] == name]
        return f"{kind}/{item['id']}"

    def create(self, kind: str, name: str, content: Any = None) -> str:
        """The path of a new object."""
        body = {"name": name, "content": CONTENT[kind] if content is None else content}
        response = self.post(kind, body)
        assert response.status_code == 201, response.content
        return f"{kind}/{response.json()['id']}"

    def publish(self, path: str, *, notes: str = "", **more: Any) -> Any:
        """Publish whatever draft there is."""
        revision = self.get(path).json()["draft"]["revision"]
        return self.post(f"{path}/publish", {"notes": notes, **more}, seen=revision)

    def edit(self, path: str, **changes: Any) -> Any:
        """Save the live content with these changes as the draft."""
        shown = self.get(path).json()
        seen = shown["draft"]["revision"] if shown["draft"] else 0
        return self.put(f"{path}/draft", {"content": {**shown["content"], **changes}}, seen=seen)

    @staticmethod
    def _checked(response: Any) -> Any:
        if response.status_code != 204:
            assert_described(response)
        return response
