"""Each route of the URL conf as member, outsider, other organization, read-only key and nobody (P24)."""

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from conftest import point_django_at
from database import Cluster
from django.db import connections
from django.test import Client
from rest_world import assert_described
from route_world import RouteWorld, arrange, fill, plain, send, version_seen
from routes import ROOT, STORY, Route, Step, routes

from baton.api.pagination import PAGE_FILTERS
from baton.api.permissions import ANY_SCOPE
from baton.core.ids import new_id
from baton.tenancy.roles import SCOPES, SCOPES_OF_ROLE, Role

READ = [scope for scope in SCOPES if scope.endswith(":read")]
ROUTES = routes()
STEPS: dict[str, Step] = {step.name: step for step in reversed(STORY)}
"""The first step of each route."""
KEY_OF = {"api-keys": "key_id", "mcp-servers": "mcp_server_id"}
"""What addresses call an object that they do not call by its list."""


@pytest.fixture(scope="module")
def world(cluster: Cluster, django_db_blocker: Any) -> Iterator[RouteWorld]:
    """Every test but the last leaves it as it was."""
    with cluster.copy() as database:
        point_django_at(database, "web")
        with django_db_blocker.unblock():
            yield arrange(database)
            connections.close_all()


def each() -> Iterator[tuple[Route, Step]]:
    for name in ROUTES.keys() & STEPS.keys():
        yield ROUTES[name], STEPS[name]


def refusals(
    world: RouteWorld, client: Client, chosen: Callable[[Route], bool] = lambda route: True
) -> dict[str, tuple[int, str]]:
    """The code of each route's answer. Nothing may change, wherever."""
    before = world.state()
    answers = {route.name: send(client, route, step, world.ids) for route, step in each() if chosen(route)}
    assert world.state() == before
    for answer in answers.values():
        assert_described(answer)
    return {name: (answer.status_code, answer.json()["error"]["code"]) for name, answer in answers.items()}


def test_every_route_has_an_example_and_every_example_a_route() -> None:
    assert set(STEPS) == set(ROUTES)


@pytest.mark.requirement("promises 7.16")
def test_nobody_without_a_key_is_answered(world: RouteWorld) -> None:
    found = refusals(world, Client(raise_request_exception=False))

    assert found == {name: (401, "invalid_api_key") for name in found}
    assert len(found) > 80


@pytest.mark.requirement("promises 7.19")
def test_a_key_that_only_reads_changes_nothing(world: RouteWorld) -> None:
    client = world.people.with_key(world.people.alice, READ)

    found = refusals(world, client, lambda route: not route.only_reads)
    assert found == {name: (403, "insufficient_scope") for name in found}

    assert_only_read(world, client)


def test_a_member_who_only_looks_changes_nothing(world: RouteWorld) -> None:
    scopes = SCOPES_OF_ROLE[Role.VIEWER]
    client = world.people.signed_in(world.people.vera)

    found = refusals(world, client, lambda route: route.scope not in {ANY_SCOPE, *scopes})
    assert found == {
        name: (403, "not_a_reviewer" if name.endswith("/decision") else "insufficient_scope")
        for name in found
    }

    assert_only_read(world, client)


def assert_only_read(world: RouteWorld, client: Client) -> None:
    """What is allowed is answered, and changes nothing either."""
    before = world.state()
    statuses = {
        route.name: send(client, route, step, world.ids).status_code
        for route, step in each()
        if route.only_reads
    }
    assert world.state() == before
    refused = {name: status for name, status in statuses.items() if status != 200}
    assert set(refused) <= {"POST live/tickets", "POST import"}, refused


@pytest.mark.requirement("promise P24", "promises 7.12")
def test_whoever_is_no_member_is_told_of_nothing(world: RouteWorld) -> None:
    client = world.people.signed_in(world.people.charlie)
    client.defaults["HTTP_BATON_PROJECT"] = str(world.people.north.project_id)

    found = refusals(world, client)

    assert found == {name: (404, "not_found") for name in found}


@pytest.mark.requirement("promise P24", "promises 7.12", "promises 7.13")
def test_a_foreign_id_is_as_a_random_one_wherever_it_stands(world: RouteWorld) -> None:
    """In addresses, bodies and filters, asked by whoever may do everything in another organization."""
    client = world.people.with_key(world.people.charlie)
    north = world.people.north.organization_id
    before, compared = world.state(north), 0

    for route, step, query in probes(world):
        answers = [
            plain(send(client, route, step, ids, query=query.format(**ids)))
            for ids in (world.ids, world.random())
        ]
        assert answers[0] == answers[1], (route.name, query)
        if "_id}" in route.path:
            assert answers[0] == (404, {"error": {"code": "not_found", "message": "Not found."}}), route.name
        else:
            assert answers[0][0] in (200, 404, 422), (route.name, answers[0])
        compared += 1

    assert world.state(north) == before
    print(f"IDOR probes={compared} leaks=0 distinguishable=0")
    assert compared > len([route for route in ROUTES.values() if "_id}" in route.path])


def probes(world: RouteWorld) -> Iterator[tuple[Route, Step, str]]:
    """One for each place in which an id can stand."""
    for route, step in each():
        if "_id}" in route.path or "_id}" in str(step.body):
            yield route, step, ""
        filters = {} if route.method != "GET" else route.view.filters
        for name, each_filter in filters.items():
            if name in PAGE_FILTERS:
                continue
            try:
                each_filter.read(str(new_id()))
            except ValueError:
                continue
            kind = f"{name}_id" if f"{name}_id" in world.ids else "run_id"
            yield route, step, f"?{name}={{{kind}}}"


@pytest.mark.requirement("promise P24")
def test_what_another_organization_reads_of_its_own_names_nothing_of_ours(world: RouteWorld) -> None:
    client = world.people.with_key(world.people.charlie)
    ours = [str(value) for name, value in world.ids.items() if name.endswith("_id")]
    ours += [str(world.people.north.project_id), str(world.people.north.organization_id)]

    for route, _ in each():
        if route.method == "GET" and "{" not in route.path:
            answer = client.get(f"/{ROOT}{route.path}")
            assert answer.status_code == 200, route.name
            assert not [each for each in ours if each.encode() in answer.content], route.name


@pytest.mark.requirement("promises 7.1", "promises 7.2", "promises 7.3", "promises 7.5", "promises 7.6")
@pytest.mark.requirement("promises 7.9", "promises 7.10", "promise P32")
def test_no_route_takes_a_body_that_is_not_what_it_says(world: RouteWorld) -> None:
    client, before = world.people.with_key(world.people.alice), world.state()

    for route, step in each():
        if not isinstance(step.body, dict):
            continue
        good = json.dumps(fill(step.body, world.ids)).encode()
        inside = good[1:-1] + b"," if step.body else b""
        for code, (body, kind) in {
            (400, "invalid_json"): (good[:-1], "application/json"),
            (400, "duplicate_key"): (b'{"a":1,"a":1}', "application/json"),
            (400, "invalid_number"): (b'{"a":NaN}', "application/json"),
            (400, "too_deep"): (b"[" * 3000 + b"]" * 3000, "application/json"),
            (422, "invalid_character"): (b'{"a":"\\u0000"}', "application/json"),
            (422, "invalid_value"): (b"[1]", "application/json"),
            (415, "unsupported_media_type"): (good, "text/plain"),
            (400, "unknown_field"): (b"{" + inside + b'"organization_id":"x"}', "application/json"),
        }.items():
            answer = client.generic(
                route.method, f"/{ROOT}{fill(route.path, world.ids)}", body, content_type=kind,
                headers={"If-Match": '"1"', "Idempotency-Key": str(new_id())},
            )  # fmt: skip
            assert (answer.status_code, answer.json()["error"]["code"]) == code, (route.name, answer.content)

    assert world.state() == before


@pytest.mark.requirement("promises 7.34", "promises 7.35")
def test_no_route_changes_what_its_sender_has_not_seen(world: RouteWorld) -> None:
    client, before = world.people.with_key(world.people.alice), world.state()

    for route, step in each():
        body, path = json.dumps(fill(step.body, world.ids)), f"/{ROOT}{fill(route.path, world.ids)}"
        tries: list[tuple[dict[str, str], tuple[int, str]]] = []
        if route.says("if_match"):
            tries += [
                ({}, (428, "precondition_required")),
                ({"If-Match": '"999"'}, (412, "version_conflict")),
                ({"If-Match": "*"}, (412, "version_conflict")),
            ]
        if route.says("idempotent"):
            tries += [
                ({"Idempotency-Key": key}, (400, "invalid_idempotency_key")) for key in ("k" * 300, "é", "")
            ]
        for headers, code in tries:
            answer = client.generic(
                route.method, path, body if step.body is not None else "", content_type="application/json",
                headers=headers,
            )  # fmt: skip
            shown = (route.name, headers, answer.content)
            assert answer.status_code == code[0], shown
            assert answer.json()["error"]["code"] == code[1], shown

    assert world.state() == before


def test_whoever_may_do_everything_does_all_of_it(world: RouteWorld) -> None:
    """So the requests that are refused above are refused for who sends them. Last: it changes the world."""
    client = world.people.signed_in(world.people.alice)
    made: dict[str, Any] = {}

    for step in STORY:
        route = ROUTES[step.name]
        ids = {**world.ids, **made} if step.new else world.ids
        seen = version_seen(client, route, ids) if route.says("if_match") else None
        answer = send(client, route, step, ids, seen=seen)
        assert_described(answer) if answer.status_code != 204 else None
        if step.refused:
            assert (answer.status_code, answer.json()["error"]["code"]) == step.refused
        else:
            assert answer.status_code < 300, (step.name, answer.content)
        if answer.status_code == 201 and "id" in answer.json() and "{" not in route.path:
            made[KEY_OF.get(route.path) or f"{route.path.removesuffix('s')}_id"] = answer.json()["id"]
