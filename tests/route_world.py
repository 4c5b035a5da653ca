"""North with one of everything that an address can name, and a way to send any request of `routes.STORY`."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from database import TestDatabase
from django.test import Client
from people import People
from rest_world import world_of
from routes import ROOT, Route, Step
from studio import TEXT
from world import World, reply, running, script

from agents_app.definition import read_definition
from agents_app.services.publish_definition import publish_definition
from baton.core.ids import new_id

PROJECT = (
    TEXT.replace("credentials:\n", 'credentials:\n  model_key: {host: api.openai.com, prefix: "Bearer "}\n')
    + 'prices: [{provider: openai_chat, model: m, from: "2026-11-01", currency: USD, input: "1", output: "2"}]\n'
)
"""One of everything, and a key of a model."""

NOT_COMPARED = ("audit_auditentry", "django_session", "accounts_signinattempt")
"""What refused and reading requests may write: that they were made."""
_TABLES = """
select c.relname as name, exists (select from pg_attribute a where a.attrelid = c.oid
    and a.attname = 'organization_id') as of_organization
  from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
  order by 1
"""
_HASH = """
select md5(coalesce(string_agg(t::text, '|' order by t::text), ''))
  from (select to_jsonb(x) - 'last_used_at' - 'last_login' as t from {table} x {where}) rows
"""


@dataclass
class RouteWorld:
    people: People
    north: World
    ids: dict[str, Any]
    """By the names that stand in addresses and bodies: North's own."""

    def state(self, organization: UUID | None = None) -> dict[str, Any]:
        """Hashes of all tables, or of an organization's rows; when a key was last used does not count."""
        database = self.people.database
        return {
            table["name"]: database.value(
                _HASH.format(table=table["name"], where="where organization_id = %s" if organization else ""),
                [organization] if organization else [],
            )
            for table in database.rows(_TABLES)
            if table["name"] not in NOT_COMPARED and (table["of_organization"] or organization is None)
        }

    def random(self) -> dict[str, Any]:
        """The same names with ids that nobody has."""
        return {name: new_id() if isinstance(value, UUID) else value for name, value in self.ids.items()}


def arrange(database: TestDatabase) -> RouteWorld:
    """One of everything, a draft of each kind, and a run that waits for its card, whose decisions have a grace."""
    people = People(database).arrange()
    north = world_of(database, people.north, people.alice, people.bob, people.rita, people.vera)
    run = _waiting_run(north)
    publish_definition(
        actor=people.alice.actor, project_id=people.north.project_id, definition=read_definition(PROJECT)
    )
    people.key(people.alice)
    # Its key has no value, so that nothing is sent to it.
    docs_key = new_id()
    north.owner(
        "insert into agents_credential (id, organization_id, project_id, name, host, header, secret_variable)"
        " values (%s, %s, %s, 'docs_key', 'docs.example', 'Authorization', '')",
        [docs_key, north.organization, north.project],
    )
    north.owner(
        "insert into agents_mcpserver (id, organization_id, project_id, name, url, credential_id)"
        " values (%s, %s, %s, 'docs', 'https://docs.example/mcp', %s)",
        [new_id(), north.organization, north.project, docs_key],
    )
    (card,) = north.approvals(run)
    (body,) = north.owner("select id from orchestration_runbody where run_id = %s limit 1", [run])
    named = {
        f"{name}_id": north.owner(f"select id from {table} where name = %s", [called])[0]["id"]
        for name, table, called in (
            ("agent", "agents_agent", "refund-desk"),
            ("orchestration", "agents_orchestration", "office"),
            ("tool", "agents_tool", "refund"),
            ("profile", "agents_trainingprofile", "refunds"),
            ("variable", "agents_variable", "SHOP_URL"),
            ("credential", "agents_credential", "shop_key"),
            ("model_key", "agents_credential", "model_key"),
            ("connection", "agents_modelconnection", "main"),
            ("mcp_server", "agents_mcpserver", "docs"),
        )
    }
    (key,) = north.owner("select id from tenancy_apikey where organization_id = %s", [north.organization])
    ids = {
        **named,
        "run_id": run,
        "approval_id": card["id"],
        "body_id": body["id"],
        "digest": card["digest"],
        "number": 1,
        "key_id": key["id"],
        "bundle": PROJECT,
    }
    return RouteWorld(people, north, ids)


def _waiting_run(north: World) -> UUID:
    tool = north.add_tool("refund-by-hand", sentence="Refund {amount} of order {order}.")
    north.set_policy([{"tool": tool.name, "outcome": "ask", "text": "Looked at.", "grace_seconds": 60}])
    replies = script(reply((tool.name, {"order": "A-1", "amount": 5})), reply(text="Refunded."))
    version = north.add_agent("by-hand", tools=[tool], connection=north.add_connection(script=replies))
    run = north.start(version, "x" * 9000)
    with running(north.database):
        north.wait_for(run, "waiting")
    return run


def fill(value: Any, ids: Mapping[str, Any]) -> Any:
    """The value with every name in braces replaced; a text that is nothing but a name, as it is in a body."""
    if isinstance(value, dict):
        return {key: fill(inner, ids) for key, inner in value.items()}
    if isinstance(value, list):
        return [fill(inner, ids) for inner in value]
    if isinstance(value, str):
        for name, known in ids.items():
            value = value.replace("{" + name + "}", str(known))
    return value


def send(
    client: Client, route: Route, step: Step, ids: Mapping[str, Any], *, query: str = "", seen: object = 1
) -> Any:
    """One request of a route, with the headers that it reads."""
    headers = {}
    if route.says("if_match"):
        headers["If-Match"] = f'"{seen}"'
    if route.says("idempotent"):
        headers["Idempotency-Key"] = str(new_id())
    body = "" if step.body is None else json.dumps(fill(step.body, ids))
    path = f"/{ROOT}{fill(route.path, ids)}{query}"
    return client.generic(route.method, path, body, content_type="application/json", headers=headers)


def plain(response: Any) -> tuple[int, Any]:
    """The answer without the id of its request."""
    answer = response.json() if response.content else None
    if isinstance(answer, dict) and "error" in answer:
        answer["error"].pop("request_id")
    return response.status_code, answer


def version_seen(client: Client, route: Route, ids: dict[str, Any]) -> object:
    """What the page of the object says: the number of the live version, or its `ETag`."""
    parts = route.path.split("/")
    whole = "/".join(parts[: 2 if "_id}" in route.path else 1])
    answer = client.get(f"/{ROOT}{whole}".format(**ids))
    return answer.json()["version"] if parts[-1] == "restore" else answer["ETag"].strip('"')
