"""Helpers of tests that speak REST: sending, reading refusals, and holding answers to the document."""

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any
from uuid import UUID

from database import TestDatabase
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from jsonschema import Draft202012Validator
from people import Person, Place
from world import World

from agents_app.spec import ToolSpec

EVERY_TABLE = (
    "orchestration_run", "orchestration_task", "orchestration_traceevent", "orchestration_toolcall",
    "orchestration_approval", "orchestration_helddecision", "orchestration_runbody", "outbox_outboxmessage",
    "api_idempotencykey",
)  # fmt: skip
"""What a refused request must leave as it was; the audit log is not among them."""
_DOCUMENT = Path(__file__).resolve().parents[1] / "docs" / "openapi.json"


@dataclass(frozen=True)
class Card:
    """A pending approval of a real run."""

    run: UUID
    approval: UUID
    digest: str
    version: int
    tool: ToolSpec

    @property
    def path(self) -> str:
        return f"/api/v1/approvals/{self.approval}"


def world_of(database: TestDatabase, place: Place, *members: Person) -> World:
    """The world of a place whose rows are there already."""
    world = World(database, organization=place.organization_id, project=place.project_id)
    for person in members:
        world.add_known(person.name.lower(), person.id, person.role.value)
    return world


def post(client: Client, path: str, body: Any, **headers: str) -> Any:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return client.post(path, json.dumps(body), content_type="application/json", headers=named)


def decide(client: Client, card: Card, decision: str = "approve", **changes: Any) -> Any:
    """Decide as whoever has read the card would; `changes` are put into the body."""
    body = {"decision": decision, "digest": card.digest, "reason": "Looks right.", **changes}
    return post(client, f"{card.path}/decision", body, If_Match=f'"{card.version}"')


def queries_of(send: Callable[[], Any]) -> int:
    """How many statements on tables of the domain a request takes, beside those of its transaction."""
    with CaptureQueriesContext(connection) as queries:
        assert send().status_code < 300
    return sum(
        1
        for each in queries.captured_queries
        if re.search(r"orchestration_|agents_|kernel\.open", each["sql"])
    )


def error_of(response: Any) -> dict[str, Any]:
    """The error of a refusal, without the id of its request."""
    error: dict[str, Any] = dict(response.json()["error"])
    assert error.pop("request_id") == response["X-Request-ID"]
    assert_described(response)
    return error


def code_of(response: Any) -> tuple[int, str]:
    return response.status_code, error_of(response)["code"]


def assert_described(response: Any) -> None:
    """The answer is what docs/openapi.json says of this operation and status: not a field more or less."""
    request = response.request
    template = _template(request["PATH_INFO"])
    _validator(template, request["REQUEST_METHOD"].lower(), response.status_code).validate(response.json())


@cache
def _validator(template: str, method: str, status: int) -> Draft202012Validator:
    """Made once for each answer: the document is long, and to walk through it takes longer than a request."""
    described = _document()["paths"][template][method]["responses"][str(status)]
    if "$ref" in described:
        described = _document()["components"]["responses"][described["$ref"].rsplit("/", 1)[1]]
    schema = described["content"]["application/json"]["schema"]
    whole = {**_closed(schema), "components": _components()}
    return Draft202012Validator(whole, format_checker=Draft202012Validator.FORMAT_CHECKER)


@cache
def _components() -> Any:
    return _closed(_document()["components"])


@cache
def _document() -> dict[str, Any]:
    document: dict[str, Any] = json.loads(_DOCUMENT.read_text())
    return document


def _template(path: str) -> str:
    parts = path.split("/")
    # One with a name in braces takes what another has as a word of its own: the more literal one is meant.
    for template in sorted(_document()["paths"], key=lambda each: each.count("{")):
        names = template.split("/")
        if len(names) == len(parts) and all(
            name.startswith("{") or name == part for name, part in zip(names, parts, strict=True)
        ):
            return str(template)
    raise AssertionError(f"{path} is not in the document")


def _closed(schema: Any) -> Any:
    """The same schema, in which an object with named fields has no others."""
    if isinstance(schema, Mapping):
        closed = {name: _closed(value) for name, value in schema.items()}
        if schema.get("type") == "object" and "properties" in schema:
            closed.setdefault("additionalProperties", False)
        return closed
    return [_closed(each) for each in schema] if isinstance(schema, list) else schema
