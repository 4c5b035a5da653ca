"""Promise P24, from the document: whatever takes an id takes a foreign one as it takes a random one."""

import json
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest
from django.test import Client
from people import People, hashes
from rest_world import EVERY_TABLE, Card
from world import World

from baton.core.ids import new_id
from baton.tenancy.roles import SCOPES

DOCUMENT: dict[str, Any] = json.loads(
    (Path(__file__).resolve().parents[3] / "docs" / "openapi.json").read_text()
)
BODIES: dict[str, dict[str, Any]] = {
    "start_run": {"agent": "{agent_id}", "input": "hello"},
    "cancel_run": {},
    "decide_approval": {"decision": "approve", "digest": "{digest}"},
}
"""A body that would be accepted for one's own; an operation that is not here has none."""
KIND_OF_FILTER = {"run": "run_id", "agent": "agent_id"}


def operations() -> list[tuple[str, str, dict[str, Any]]]:
    return [
        (path, method, operation)
        for path, methods in DOCUMENT["paths"].items()
        for method, operation in methods.items()
        if not path.startswith("/sse/")  # of `live`: tests/baton/live/test_sse.py
    ]


def probes() -> list[tuple[str, str, str]]:
    """(method, path with query, body), an id's name in braces: one for each place an id can stand."""
    found = []
    for path, method, operation in operations():
        body = json.dumps(BODIES.get(operation["operationId"])) if "requestBody" in operation else ""
        if "{" in path or "_id}" in body:
            found.append((method, path, body))
        for parameter in operation["parameters"]:
            kind = KIND_OF_FILTER.get(parameter.get("name", ""))
            if parameter.get("in") == "query" and kind:
                found.append((method, f"{path}?{parameter['name']}={{{kind}}}", body))
    return found


def fill(text: str, ids: dict[str, object]) -> str:
    for name, value in ids.items():
        text = text.replace(f"{{{name}}}", str(value))
    return text


def test_every_writing_operation_is_probed_with_a_body() -> None:
    writing = {each["operationId"] for _, _, each in operations() if "requestBody" in each}

    assert writing == set(BODIES)


@pytest.mark.requirement("promise P24")
@pytest.mark.requirement("promises 7.12")
@pytest.mark.requirement("promises 7.13")
def test_a_foreign_id_is_as_a_random_one_wherever_it_stands(people: People, north: World, card: Card) -> None:
    long = north.start(north.add_agent(), "x" * 9000)
    body = north.owner("select id from orchestration_runbody where run_id = %s", [long])[0]["id"]
    foreign: list[dict[str, object]] = [
        {
            "run_id": run,
            "approval_id": card.approval,
            "agent_id": north.run(card.run)["agent_id"],
            "body_id": body,
            "digest": card.digest,
        }
        for run in (card.run, long)
    ]
    outside = people.with_key(people.charlie, SCOPES)
    tables = (*EVERY_TABLE, "agents_agent", "agents_agentversion")
    before = hashes(people.database, *tables)

    compared = 0
    for method, path, content in probes():
        for ids in foreign:
            random = {name: new_id() if isinstance(value, UUID) else value for name, value in ids.items()}
            answers = [
                _send(outside, method, fill(path, each), fill(content, each)) for each in (ids, random)
            ]
            assert answers[0] == answers[1], (method, path)
            assert answers[0][0] in (404, 422) or _is_nothing(answers[0][1])
            compared += 1

    assert hashes(people.database, *tables) == before
    print(f"IDOR probes={compared} leaks=0 distinguishable=0")
    assert compared >= 2 * len([path for path in DOCUMENT["paths"] if "{" in path and "/sse/" not in path])


def _is_nothing(answer: dict[str, Any]) -> bool:
    """An empty list, or counts that count nothing."""
    return answer == {"items": [], "next_cursor": None} or answer.get("total") == 0


def _send(client: Client, method: str, path: str, body: str) -> tuple[int, Any]:
    response = client.generic(
        method.upper(), path, body, content_type="application/json", headers={"If-Match": '"1"'}
    )
    answer = response.json()
    answer.get("error", {}).pop("request_id", None)
    return response.status_code, answer
