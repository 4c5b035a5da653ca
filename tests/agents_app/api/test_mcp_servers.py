"""MCP servers over REST: an address and a key as of a connection, and trust that only an admin gives."""

from collections.abc import Iterator
from typing import Any

import pytest
from conftest import point_django_at
from database import Cluster
from people import hashes
from places_world import CANARY, Places, send, shared_places
from rest_world import assert_described, code_of, error_of, queries_of

from baton.core.ids import new_id
from baton.tenancy.roles import Role

PATH = "/api/v1/mcp-servers"
TABLES = ("agents_mcpserver", "agents_credential")
LISTED = "mcp.internal:8080"
URL = "https://docs.example/mcp"
pytestmark = pytest.mark.requirement("promises 4.14")


@pytest.fixture(scope="module")
def places(cluster: Cluster, django_db_blocker: Any) -> Iterator[Places]:
    with shared_places(cluster, point_django_at, django_db_blocker) as places:
        yield places


@pytest.fixture(autouse=True)
def _listed(settings: Any) -> None:
    settings.BATON = settings.BATON.model_copy(update={"baton_egress_allow": LISTED})


def create(places: Places, **changes: Any) -> dict[str, Any]:
    response = send(places.alice, "POST", PATH, {"name": f"s {new_id().hex[-8:]}", "url": URL, **changes})
    assert response.status_code == 201, response.content
    assert_described(response)
    made: dict[str, Any] = response.json()
    return made


def credential(places: Places, host: str = "docs.example") -> dict[str, Any]:
    body = {"name": f"key {new_id().hex[-8:]}", "host": host, "prefix": "Bearer ", "value": CANARY}
    made: dict[str, Any] = send(places.alice, "POST", "/api/v1/credentials", body).json()
    return made


def builder_of(places: Places) -> Any:
    person = places.people.add_person(f"Bea {new_id().hex[-6:]}", places.people.north, Role.BUILDER)
    return places.people.with_key(person)


def test_a_server_is_made_edited_and_deleted_by_its_version(places: Places) -> None:
    key = credential(places)
    made = create(places, credential=key["id"], is_trusted=True)

    assert made["credential"] == {"id": key["id"], "name": key["name"]}
    assert (made["key"], made["is_trusted"], made["timeout_seconds"]) == ("stored", True, 30)
    assert (made["version"], made["used_by"]) == (1, [])
    path = f"{PATH}/{made['id']}"
    edited = send(places.alice, "PATCH", path, {"timeout_seconds": 5, "name": "renamed"}, seen=1)
    assert (edited.json()["timeout_seconds"], edited.json()["name"], edited["ETag"]) == (5, "renamed", '"2"')
    assert code_of(send(places.alice, "PATCH", path, {"timeout_seconds": 6}, seen=1)) == (
        412,
        "version_conflict",
    )
    assert code_of(send(places.alice, "DELETE", path)) == (428, "precondition_required")
    assert send(places.alice, "DELETE", path, seen=2).status_code == 204
    assert code_of(places.alice.get(path)) == (404, "not_found")
    actions = places.people.database.rows(
        "select action, detail from audit_auditentry where object_id = %s order by id", [made["id"]]
    )
    assert [row["action"] for row in actions] == [
        "mcp_servers:create",
        "mcp_servers:edit",
        "mcp_servers:delete",
    ]
    assert actions[0]["detail"]["is_trusted"] is True
    assert CANARY not in str(actions)


@pytest.mark.requirement("promises 7.62")
@pytest.mark.parametrize("transport", ["stdio", "sse", "websocket", "STREAMABLE_HTTP", "x" * 40])
def test_any_other_transport_is_refused(places: Places, transport: str) -> None:
    before = hashes(places.people.database, *TABLES)

    refused = send(places.alice, "POST", PATH, {"name": "local", "url": URL, "transport": transport})

    assert (code_of(refused), error_of(refused)["field"]) == ((422, "transport_not_allowed"), "transport")
    assert hashes(places.people.database, *TABLES) == before
    assert create(places, transport="streamable_http")["url"] == URL


@pytest.mark.requirement("promises 4.12")
@pytest.mark.parametrize(
    ("url", "code"),
    [
        ("https://10.0.0.1/mcp", "blocked_address"),
        ("https://169.254.169.254/mcp", "blocked_address"),
        ("https://localhost/mcp", "blocked_address"),
        ("https://2130706433/mcp", "blocked_address"),
        ("http://docs.example/mcp", "host_not_allowed"),
        ("https://docs.example:9000/mcp", "host_not_allowed"),
        ("https://user:pass@docs.example/mcp", "invalid_url"),
        ("stdio:npx server", "invalid_url"),
        ("https://docs.example/mcp#x", "invalid_url"),
    ],
)
def test_an_address_is_judged_when_it_is_written(places: Places, url: str, code: str) -> None:
    known = create(places)
    before = hashes(places.people.database, *TABLES)

    new = send(places.alice, "POST", PATH, {"name": "private", "url": url})
    edited = send(places.alice, "PATCH", f"{PATH}/{known['id']}", {"url": url}, seen=1)

    assert code_of(new) == code_of(edited) == (422, code)
    assert error_of(new)["field"] == "url"
    assert hashes(places.people.database, *TABLES) == before


def test_a_host_of_the_platforms_list_may_be_private_and_plain(places: Places) -> None:
    assert create(places, url=f"http://{LISTED}/mcp")["url"] == f"http://{LISTED}/mcp"


def test_a_key_goes_to_its_own_host_only(places: Places) -> None:
    other, own = credential(places, "other.example"), credential(places)
    made = create(places, credential=own["id"])

    refused = send(places.alice, "POST", PATH, {"name": "walks", "url": URL, "credential": other["id"]})
    moved = send(places.alice, "PATCH", f"{PATH}/{made['id']}", {"url": "https://other.example/mcp"}, seen=1)
    key_moved = send(
        places.alice,
        "PATCH",
        f"/api/v1/credentials/{own['id']}",
        {"host": "x.example", "value": CANARY},
        seen=1,
    )
    deleted = send(places.alice, "DELETE", f"/api/v1/credentials/{own['id']}", seen=1)

    assert (code_of(refused), error_of(refused)["field"]) == ((422, "host_not_allowed"), "credential")
    assert code_of(moved) == (422, "host_not_allowed")
    for answer in (key_moved, deleted):
        assert code_of(answer) == (409, "in_use")
        assert error_of(answer)["details"]["used_by"] == [
            {"kind": "mcp_server", "id": made["id"], "name": made["name"]}
        ]


def test_a_credential_of_nowhere_or_of_another_organization_is_no_reference(places: Places) -> None:
    foreign = send(places.charlie, "POST", "/api/v1/credentials", {"name": "f", "host": "docs.example"})

    answers = [
        send(places.alice, "POST", PATH, {"name": "x", "url": URL, "credential": str(which)})
        for which in (foreign.json()["id"], new_id())
    ]

    assert [code_of(each) for each in answers] == [(422, "invalid_reference")] * 2
    assert error_of(answers[0]) == error_of(answers[1])


@pytest.mark.parametrize(
    ("body", "status", "field"),
    [
        ({"url": URL, "timeout_seconds": 0}, 422, "timeout_seconds"),
        ({"url": URL, "timeout_seconds": 121}, 422, "timeout_seconds"),
        ({"url": URL, "is_trusted": "yes"}, 422, "is_trusted"),
        ({"url": URL, "name": "two\u2028lines"}, 422, "name"),
        ({"url": "https://docs.example/" + "x" * 500}, 422, "url"),
        ({}, 422, "url"),
        ({"url": URL, "command": "npx"}, 400, "command"),
        ({"url": URL, "headers": {"Authorization": "x"}}, 400, "headers"),
    ],
)
def test_what_is_no_server_is_refused(places: Places, body: dict[str, Any], status: int, field: str) -> None:
    response = send(places.alice, "POST", PATH, {"name": "odd", **body})

    assert (response.status_code, error_of(response)["field"]) == (status, field)


def test_a_builder_registers_servers_and_neither_trusts_one_nor_gives_or_moves_a_key(places: Places) -> None:
    builder = builder_of(places)
    key = credential(places)
    plain, with_key = create(places), create(places, credential=key["id"])
    trusted = create(places, is_trusted=True)
    before = hashes(places.people.database, *TABLES)

    refused = [
        send(builder, "POST", PATH, {"name": "t", "url": URL, "is_trusted": True}),
        send(builder, "POST", PATH, {"name": "k", "url": URL, "credential": key["id"]}),
        send(builder, "PATCH", f"{PATH}/{plain['id']}", {"is_trusted": True}, seen=1),
        send(builder, "PATCH", f"{PATH}/{plain['id']}", {"credential": key["id"]}, seen=1),
        send(builder, "PATCH", f"{PATH}/{with_key['id']}", {"credential": None}, seen=1),
        send(builder, "PATCH", f"{PATH}/{with_key['id']}", {"url": "https://docs.example/v2"}, seen=1),
        send(builder, "PATCH", f"{PATH}/{trusted['id']}", {"url": "https://evil.example/mcp"}, seen=1),
    ]

    assert [code_of(each) for each in refused] == [(403, "insufficient_scope")] * 7
    assert hashes(places.people.database, *TABLES) == before
    allowed = [
        send(builder, "PATCH", f"{PATH}/{plain['id']}", {"url": "https://docs.example/v2"}, seen=1),
        send(builder, "PATCH", f"{PATH}/{trusted['id']}", {"is_trusted": False}, seen=1),
        send(builder, "DELETE", f"{PATH}/{plain['id']}", seen=2),
    ]
    assert [each.status_code for each in allowed] == [200, 200, 204]


def test_nobody_else_sees_or_changes_one(places: Places) -> None:
    made = create(places)
    path = f"{PATH}/{made['id']}"
    reader = places.people.with_key(places.people.alice, ["tools:read"])
    before = hashes(places.people.database, *TABLES)

    assert reader.get(path).json() == made
    assert code_of(send(reader, "PATCH", path, {"timeout_seconds": 9}, seen=1)) == (403, "insufficient_scope")
    assert code_of(send(reader, "DELETE", path, seen=1)) == (403, "insufficient_scope")
    missing = places.charlie.get(f"{PATH}/{new_id()}")
    for answer in (
        places.charlie.get(path),
        send(places.charlie, "PATCH", path, {"timeout_seconds": 9}, seen=1),
        send(places.charlie, "DELETE", path, seen=1),
    ):
        assert (code_of(answer), error_of(answer)) == ((404, "not_found"), error_of(missing))
    assert made["id"] not in str(places.charlie.get(PATH).json())
    assert hashes(places.people.database, *TABLES) == before


def test_a_list_takes_the_same_statements_however_many_there_are(places: Places) -> None:
    create(places)
    few = queries_of(lambda: places.alice.get(PATH))
    for _ in range(3):
        create(places, credential=credential(places)["id"])

    assert queries_of(lambda: places.alice.get(PATH)) == few <= 4
