"""Promise P32: whatever a body holds, the answer is a refusal with a code, and nothing has changed."""

import json
from typing import Any

import pytest
from django.test import Client
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from people import People, hashes
from rest_world import EVERY_TABLE, Card
from world import World

TEXTS = st.text(max_size=20) | st.sampled_from(
    ["approve", "reject", "desk", "0" * 64, "\x00", "\ud800", "1e999"]
)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | TEXTS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXTS, inner, max_size=3),
    max_leaves=8,
)
NAMES = st.sampled_from(
    [
        "agent",
        "input",
        "deadline_seconds",
        "step_limit",
        "token_limit",
        "decision",
        "digest",
        "reason",
        "id",
        "",
    ]
)
BODIES = st.dictionaries(NAMES, VALUES, max_size=5) | VALUES
JUNK = st.binary(max_size=40) | BODIES.map(lambda value: json.dumps(value).encode("utf-8", "surrogatepass"))


@pytest.fixture
def client(people: People) -> Client:
    return people.with_key(people.alice)


@pytest.mark.requirement("promise P32")
def test_no_body_is_answered_with_a_failure_or_changes_anything(
    people: People, north: World, client: Client, card: Card
) -> None:
    paths = ["/api/v1/runs", f"/api/v1/runs/{card.run}/cancel", f"{card.path}/decision"]
    before = hashes(people.database, *EVERY_TABLE)
    statuses: dict[int, int] = {}

    @settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)
    @given(JUNK, st.sampled_from(paths), st.sampled_from(['"1"', "", "x", '"' + "9" * 18 + '"']))
    def send(body: bytes, path: str, version: str) -> None:
        if path.endswith("/cancel") and _is_cancel(body):
            return
        response = client.generic(
            "POST", path, body, content_type="application/json", headers={"If-Match": version}
        )
        statuses[response.status_code] = statuses.get(response.status_code, 0) + 1
        assert 400 <= response.status_code < 500, (path, body, response.content)
        assert response.json()["error"]["code"]

    send()

    assert hashes(people.database, *EVERY_TABLE) == before
    print(f"FUZZ req={sum(statuses.values())} 5xx=0 {statuses}")


def _is_cancel(body: bytes) -> bool:
    """The bodies that a cancel rightly accepts."""
    try:
        value: Any = json.loads(body or b"{}")
    except ValueError:
        return False
    return isinstance(value, dict) and set(value) <= {"reason"}
