"""Promise P32, for every route that takes a body: one that is right but for one place is no failure of the server."""

import json
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
from change_ledger import ChangeLedger
from conftest import point_django_at
from database import Cluster
from django.db import connections
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st
from rest_world import assert_described
from route_world import RouteWorld, arrange, fill, send, version_seen
from routes import STORY, Route, Step, routes

ROUTES = routes()
TOOLKIT = (
    "forbidden", "idempotency_key_reused", "insufficient_scope", "invalid_character", "invalid_json",
    "invalid_number", "invalid_value", "missing_field", "not_found", "precondition_required", "too_deep",
    "unknown_field", "unsafe_integer", "version_conflict",
)  # fmt: skip
"""What every operation may refuse with; each describes the other codes as its own."""
WITH_BODY = [step for step in STORY if step.body]
_TEXTS = st.text(max_size=12) | st.sampled_from(
    [
        "", " ", "{X}", "{", "*", "../..", "\x00", "\ud800", "\u202e", "1e999", "null", "[]", "a: [", "&a *a",
        "x" * 70_000, "0" * 64, "2026-02-30", "2026-11-30T00:00:00Z", "GET", "POST http://[", "> 1", "in []",
        "https://127.1/", "exists",
    ]
)  # fmt: skip
_NUMBERS = st.sampled_from([0, -1, 1, 1.5, 2**31, 2**53 + 1, 2**64, -(2**70), 1e300])
VALUES = st.recursive(
    st.none() | st.booleans() | _NUMBERS | _TEXTS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(_TEXTS, inner, max_size=3),
    max_leaves=6,
)


@pytest.fixture(scope="module")
def world(cluster: Cluster, django_db_blocker: Any) -> Iterator[RouteWorld]:
    with cluster.copy() as database:
        point_django_at(database, "web")
        with django_db_blocker.unblock():
            yield arrange(database)
            connections.close_all()


def places(body: Any) -> Iterator[tuple[str | int, ...]]:
    """Where something stands in a body, at any depth."""
    inside = body.items() if isinstance(body, dict) else enumerate(body) if isinstance(body, list) else ()
    for key, value in inside:
        yield (key,)
        yield from ((key, *rest) for rest in places(value))


def put(body: Any, place: tuple[Any, ...], value: Any) -> Any:
    """The body with another value in that place."""
    key, *rest = place
    other: Any = dict(body) if isinstance(body, dict) else list(body)
    other[key] = put(body[key], tuple(rest), value) if rest else value
    return other


@pytest.mark.requirement("promise P32")
def test_a_body_that_is_right_but_for_one_place_is_no_failure(world: RouteWorld) -> None:
    client = world.people.with_key(world.people.alice)
    ledger, statuses = ChangeLedger(world.people.database), Counter[int]()
    wrong: list[tuple[int, Any]] = []

    def one(route: Route, step: Step, body: Any) -> None:
        seen = version_seen(client, route, world.ids) if route.says("if_match") else None
        ledger.take()
        answer = send(client, route, Step(step.name, body), world.ids, seen=seen)
        statuses[answer.status_code] += 1
        changed = ledger.take()
        if answer.status_code >= 500 or (answer.status_code >= 400 and changed):
            wrong.append((answer.status_code, (step.name, body, changed, answer.content[:300])))
        elif answer.status_code != 204:
            assert_described(answer)
        if answer.status_code >= 400:
            own = getattr(route.view, route.method.lower())._baton["errors"]
            assert answer.json()["error"]["code"] in {*TOOLKIT, *own}, (step.name, answer.content)

    def try_some(step: Step) -> None:
        body = fill(step.body, world.ids)
        everywhere = sorted(places(body), key=str)

        @seed(20261130)
        @settings(max_examples=16, deadline=None, database=None, phases=[Phase.generate],
                  suppress_health_check=list(HealthCheck))  # fmt: skip
        @given(st.sampled_from(everywhere), VALUES)
        def send_one(place: tuple[Any, ...], value: Any) -> None:
            one(ROUTES[step.name], step, put(body, place, value))

        send_one()

    for step in {step.name: step for step in WITH_BODY}.values():
        try_some(step)
    ledger.close()

    print(f"NEAR MISSES requests={statuses.total()} {dict(sorted(statuses.items()))}")
    assert not wrong, json.dumps(wrong[:20], default=str, indent=1)
    assert statuses.total() > 500
