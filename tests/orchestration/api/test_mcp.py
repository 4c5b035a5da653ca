"""Looking at an MCP server and importing from it over REST, with a real server behind it."""

from collections.abc import Iterator
from typing import Any

import pytest
from conftest import point_django_at
from database import Cluster
from mcp_world import Script, Served, listed, serving
from people import hashes
from places_world import CANARY, Places, send, shared_places
from rest_world import assert_described, code_of, error_of

from agents_app.kinds import Kind
from agents_app.services.drafts.publish_draft import publish_draft
from baton.core.ids import new_id

PATH = "/api/v1/mcp-servers"
TABLES = ("agents_tool", "agents_draft", "agents_toolversion")
QUERY = {"type": "object", "properties": {"query": {"type": "string"}}, "required": ["query"]}
READS = {"readOnlyHint": True}
pytestmark = pytest.mark.requirement("promises 4.14")


@pytest.fixture(scope="module")
def places(cluster: Cluster, django_db_blocker: Any) -> Iterator[Places]:
    with shared_places(cluster, point_django_at, django_db_blocker) as places:
        yield places


@pytest.fixture
def script() -> Script:
    return Script(
        pages=[
            [
                listed("search", QUERY, description="Search", annotations=READS),
                listed("drop.all", annotations={"destructiveHint": True}),
                listed("a b"),
            ]
        ]
    )


@pytest.fixture
def served(script: Script, settings: Any) -> Iterator[Served]:
    with serving(script) as served:
        settings.BATON = settings.BATON.model_copy(update={"baton_egress_allow": served.host})
        yield served


def register(places: Places, served: Served, **changes: Any) -> dict[str, Any]:
    body = {"name": f"docs {new_id().hex[-6:]}", "url": served.url, **changes}
    made: dict[str, Any] = send(places.alice, "POST", PATH, body).json()
    return made


def look(places: Places, server: dict[str, Any]) -> dict[str, Any]:
    response = send(places.alice, "POST", f"{PATH}/{server['id']}/look")
    assert response.status_code == 200, response.content
    assert_described(response)
    found: dict[str, Any] = response.json()
    return found


def take(places: Places, server: dict[str, Any], *tools: dict[str, Any], **changes: Any) -> Any:
    wanted = [
        {
            "tool": tool["tool"],
            "name": tool["name"],
            "definition_digest": tool["definition_digest"],
            **changes,
        }
        for tool in tools
    ]
    path = f"{PATH}/{server['id']}/import"
    return send(places.alice, "POST", path, {"tools": wanted}, Idempotency_Key=str(new_id()))


def publish(places: Places, tool: dict[str, Any]) -> None:
    shown = places.alice.get(f"/api/v1/tools/{tool['id']}").json()
    publish_draft(
        actor=places.people.alice.actor,
        kind=Kind.TOOL,
        object_id=tool["id"],
        seen=shown["draft"]["revision"],
        notes="",
    )


def test_a_look_proposes_each_tool_and_believes_only_a_trusted_server(places: Places, served: Served) -> None:
    stranger, trusted = register(places, served), register(places, served, is_trusted=True)

    of_stranger, of_trusted = look(places, stranger), look(places, trusted)

    slug = stranger["name"].replace(" ", "_")
    assert [tool["name"] for tool in of_stranger["tools"]] == [f"{slug}_search", f"{slug}_drop_all"]
    assert [(tool["effect"], tool["risk"]) for tool in of_stranger["tools"]] == [("at_most_once", "high")] * 2
    assert [(tool["effect"], tool["risk"]) for tool in of_trusted["tools"]] == [
        ("read_only", "low"),
        ("at_most_once", "high"),
    ]
    assert [(each["tool"], each["code"]) for each in of_stranger["dropped"]] == [("a b", "invalid_name")]
    assert (of_stranger["gone"], of_stranger["is_complete"]) == ([], True)


def test_what_is_chosen_becomes_drafts_that_can_be_published(places: Places, served: Served) -> None:
    server = register(places, served)
    search, drop = look(places, server)["tools"]

    made = take(places, server, search, drop)

    assert made.status_code == 201, made.content
    assert_described(made)
    assert [tool["is_new"] for tool in made.json()["tools"]] == [True, True]
    shown = places.alice.get(f"/api/v1/tools/{made.json()['tools'][0]['id']}").json()
    assert shown["draft"]["problems"] == []
    assert shown["draft"]["content"]["mcp"] == {
        "server": server["name"],
        "tool": "search",
        "definition": search["definition_digest"],
    }
    publish(places, made.json()["tools"][0])
    live = places.alice.get(f"/api/v1/tools/{made.json()['tools'][0]['id']}").json()
    assert (live["method"], live["url"], live["effect_class"]) == (
        "MCP",
        f"{server['name']}#search",
        "at_most_once",
    )
    assert look(places, server)["tools"][0]["imported"] == [
        {"id": live["id"], "name": live["name"], "version": 1, "is_current": True}
    ]
    assert places.alice.get(f"{PATH}/{server['id']}").json()["used_by"] == [
        {"kind": "tool", "id": live["id"], "name": live["name"]}
    ]


def test_a_changed_tool_is_imported_again_as_a_draft_and_keeps_what_a_person_said(
    places: Places, served: Served, script: Script
) -> None:
    server = register(places, served)
    tool = take(places, server, look(places, server)["tools"][0], effect="keyed", risk="low").json()["tools"][
        0
    ]
    publish(places, tool)
    script.pages[0][0] = listed("search", QUERY, description="Search everything", annotations={})
    changed = look(places, server)["tools"][0]
    assert changed["imported"][0]["is_current"] is False

    again = take(places, server, changed)

    assert again.json()["tools"] == [{**tool, "is_new": False}]
    draft = places.alice.get(f"/api/v1/tools/{tool['id']}").json()["draft"]
    assert (draft["content"]["description"], draft["content"]["effect"], draft["content"]["risk"]) == (
        "Search everything",
        "keyed",
        "low",
    )
    assert code_of(take(places, server, changed)) == (412, "version_conflict")


def test_a_tool_that_is_gone_is_told(places: Places, served: Served, script: Script) -> None:
    server = register(places, served)
    tool = take(places, server, look(places, server)["tools"][0]).json()["tools"][0]
    publish(places, tool)
    del script.pages[0][0]

    assert look(places, server)["gone"] == [{"id": tool["id"], "name": tool["name"], "tool": "search"}]


def test_nothing_is_imported_that_was_not_looked_at_or_cannot_be(
    places: Places, served: Served, script: Script
) -> None:
    server = register(places, served)
    search, drop = look(places, server)["tools"]
    first = take(places, server, search).json()["tools"][0]
    before = hashes(places.people.database, *TABLES)

    refused = [
        take(places, server, drop, {**drop, "name": first["name"]}),
        take(places, server, drop, {**drop, "tool": "none"}),
        take(places, server, drop, {**drop, "tool": "a b"}),
        take(places, server, drop, {**drop, "name": "a b"}),
    ]
    script.pages[0][1] = listed("drop.all", description="Other")
    refused.append(take(places, server, drop))

    assert [code_of(each) for each in refused] == [
        (409, "already_exists"),
        (422, "invalid_reference"),
        (422, "invalid_reference"),
        (422, "invalid_name"),
        (409, "digest_mismatch"),
    ]
    assert [error_of(each)["field"] for each in refused] == [
        "tools.1.name",
        "tools.1.tool",
        "tools.1.tool",
        "tools.1.name",
        "tools.0.definition_digest",
    ]
    assert hashes(places.people.database, *TABLES) == before


def test_what_a_server_refuses_is_an_answer_without_its_key(
    places: Places, served: Served, script: Script
) -> None:
    key = send(
        places.alice,
        "POST",
        "/api/v1/credentials",
        {"name": f"k {new_id().hex[-6:]}", "host": served.host, "prefix": "Bearer ", "value": CANARY},
    ).json()
    server = register(places, served, credential=key["id"])
    assert look(places, server)["ok"]
    assert script.heard[-1][1]["authorization"] == f"Bearer {CANARY}"
    script.pages[0][0] = listed("search", QUERY, description=f"echo {CANARY}")
    assert CANARY not in str(look(places, server))
    search = {"tool": "search", "name": "x", "definition_digest": "a" * 64}
    script.status = 401

    refused = look(places, server)

    assert (refused["ok"], refused["code"]) == (False, "mcp_error")
    assert (code_of(take(places, server, search)), error_of(take(places, server, search))["details"]) == (
        (422, "mcp_failed"),
        {"code": "mcp_error"},
    )
    entries = places.people.database.rows(
        "select detail from audit_auditentry where action = 'mcp_servers:look' and object_id = %s order by id",
        [server["id"]],
    )
    assert [entry["detail"]["code"] for entry in entries] == ["ok", "ok", *["mcp_error"] * 3]
    assert CANARY not in str(entries)


def test_only_who_edits_tools_of_this_project_looks(places: Places, served: Served, script: Script) -> None:
    server = register(places, served)
    reader = places.people.with_key(places.people.alice, ["tools:read"])
    body = {"tools": [{"tool": "search", "name": "x", "definition_digest": "a" * 64}]}
    heard = len(script.heard)

    for client, refusal in ((reader, (403, "insufficient_scope")), (places.charlie, (404, "not_found"))):
        assert code_of(send(client, "POST", f"{PATH}/{server['id']}/look")) == refusal
        path = f"{PATH}/{server['id']}/import"
        assert code_of(send(client, "POST", path, body, Idempotency_Key=str(new_id()))) == refusal
    assert len(script.heard) == heard


def test_a_quarantine_is_shown_and_ended_by_an_import_of_what_was_imported(
    places: Places, served: Served, script: Script
) -> None:
    server = register(places, served)
    tool = take(places, server, look(places, server)["tools"][0]).json()["tools"][0]
    publish(places, tool)
    path = f"/api/v1/tools/{tool['id']}"
    places.people.database.rows(
        "insert into agents_toolquarantine select id, organization_id, 'Other.', now() from agents_toolversion"
        " where tool_id = %s",
        [tool["id"]],
    )

    shown, in_list = places.alice.get(path).json(), places.listed("tools", tool["name"])
    again = take(places, server, look(places, server)["tools"][0])

    assert (shown["quarantine"], in_list["quarantine"], shown["server"]) == (
        "Other.",
        "Other.",
        server["name"],
    )
    assert again.json()["tools"] == [{**tool, "is_new": False, "is_changed": False}]
    after = places.alice.get(path).json()
    assert (after["quarantine"], after["draft"]) == (None, None)
    (entry,) = places.people.database.rows(
        "select action from audit_auditentry where object_id = %s and action like '%%quarantine'",
        [tool["id"]],
    )
    assert entry["action"] == "tools:end_quarantine"


def test_a_published_import_has_no_quarantine_of_the_version_before(
    places: Places, served: Served, script: Script
) -> None:
    server = register(places, served)
    tool = take(places, server, look(places, server)["tools"][0]).json()["tools"][0]
    publish(places, tool)
    places.people.database.rows(
        "insert into agents_toolquarantine select id, organization_id, 'Other.', now() from agents_toolversion"
        " where tool_id = %s",
        [tool["id"]],
    )
    script.pages[0][0] = listed("search", QUERY, description="Search everything")
    take(places, server, look(places, server)["tools"][0])

    publish(places, tool)

    assert places.alice.get(f"/api/v1/tools/{tool['id']}").json()["quarantine"] is None
