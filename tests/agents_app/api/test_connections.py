"""Connections over REST: an address is judged when it is written, and a key stays with its host."""

from collections.abc import Iterator
from typing import Any

import pytest
from conftest import point_django_at
from database import Cluster
from people import hashes
from places_world import CANARY, TABLES, Places, send, shared_places
from rest_world import assert_described, code_of, error_of, queries_of

from baton.core.ids import new_id
from baton.tenancy.roles import Role

PATH = "/api/v1/connections"
LISTED = "model.internal:8080"
pytestmark = pytest.mark.requirement("promises 4.12")


@pytest.fixture(scope="module")
def places(cluster: Cluster, django_db_blocker: Any) -> Iterator[Places]:
    with shared_places(cluster, point_django_at, django_db_blocker) as places:
        yield places


@pytest.fixture(autouse=True)
def _listed(settings: Any) -> None:
    settings.BATON = settings.BATON.model_copy(update={"baton_egress_allow": LISTED})


def create(places: Places, name: str, **changes: Any) -> dict[str, Any]:
    body = {"name": name, "provider": "openai_chat", **changes}
    response = send(places.alice, "POST", PATH, body)
    assert response.status_code == 201, response.content
    assert_described(response)
    made: dict[str, Any] = response.json()
    return made


def credential(places: Places, name: str, host: str = "api.openai.com") -> dict[str, Any]:
    body = {"name": name, "host": host, "prefix": "Bearer ", "value": CANARY}
    made: dict[str, Any] = send(places.alice, "POST", "/api/v1/credentials", body).json()
    return made


def test_a_connection_is_made_and_shown_with_its_key_by_name(places: Places) -> None:
    key = credential(places, "first key")

    made = create(places, "first", credential=key["id"], capabilities={"usage": False})

    assert made["credential"] == {"id": key["id"], "name": "first key"}
    assert (made["key"], made["version"], made["used_by"]) == ("stored", 1, 0)
    assert (made["base_url"], made["script"], made["capabilities"]) == ("", None, {"usage": False})
    one = places.alice.get(f"{PATH}/{made['id']}")
    assert_described(one)
    assert (one.json(), one["ETag"]) == (made, '"1"')


def test_a_list_says_where_each_key_is_and_how_many_agents_use_it(places: Places) -> None:
    main, real = places.listed("connections", "main"), places.listed("connections", "real")

    assert (main["key"], main["used_by"], main["script"]) == ("none", 1, "refund_desk")
    assert (real["key"], real["used_by"]) == ("missing", 0)


@pytest.mark.requirement("promises 7.59")
@pytest.mark.parametrize(
    ("base_url", "code"),
    [
        ("https://10.0.0.1/v1", "host_not_allowed"),
        ("https://169.254.169.254/latest", "host_not_allowed"),
        ("https://localhost/v1", "host_not_allowed"),
        ("https://models.example/v1", "host_not_allowed"),
        ("http://api.openai.com/v1", "host_not_allowed"),
        ("https://2130706433/v1", "blocked_address"),
        ("https://127.1/v1", "blocked_address"),
        ("https://user:pass@api.openai.com/v1", "invalid_url"),
        ("ftp://api.openai.com/v1", "invalid_url"),
    ],
)
def test_an_address_is_judged_when_it_is_written(places: Places, base_url: str, code: str) -> None:
    key = credential(places, f"key {new_id().hex[-6:]}")
    known = create(places, f"known {new_id().hex[-6:]}", credential=key["id"])
    before = hashes(places.people.database, *TABLES)

    new = send(
        places.alice, "POST", PATH, {"name": "private", "provider": "openai_chat", "base_url": base_url}
    )
    edited = send(places.alice, "PATCH", f"{PATH}/{known['id']}", {"base_url": base_url}, seen=1)

    assert code_of(new) == code_of(edited) == (422, code)
    assert error_of(new)["field"] == "base_url"
    assert hashes(places.people.database, *TABLES) == before


def test_a_list_takes_the_same_statements_however_many_there_are(places: Places) -> None:
    few = queries_of(lambda: places.alice.get(PATH))
    for n in range(3):
        create(places, f"many {n}", credential=credential(places, f"many {n}")["id"])

    assert queries_of(lambda: places.alice.get(PATH)) == few <= 4


def test_a_host_of_the_platforms_list_may_be_private_and_plain(places: Places) -> None:
    made = create(places, "listed", base_url=f"http://{LISTED}/v1")

    assert made["base_url"] == f"http://{LISTED}/v1"


@pytest.mark.parametrize(
    ("host", "base_url"),
    [("other.example", ""), ("api.openai.com:8443", ""), ("api.openai.com", f"http://{LISTED}/v1")],
)
def test_a_key_of_another_host_is_refused(places: Places, host: str, base_url: str) -> None:
    key = credential(places, f"of {new_id().hex[-6:]}", host)
    before = hashes(places.people.database, *TABLES)

    refused = send(
        places.alice,
        "POST",
        PATH,
        {"name": "walks", "provider": "openai_chat", "base_url": base_url, "credential": key["id"]},
    )

    assert (code_of(refused), error_of(refused)["field"]) == ((422, "host_not_allowed"), "credential")
    assert hashes(places.people.database, *TABLES) == before


def test_an_address_that_the_key_does_not_belong_to_is_refused(places: Places) -> None:
    key = credential(places, "stays")
    made = create(places, "stays", credential=key["id"])
    path = f"{PATH}/{made['id']}"

    refused = send(places.alice, "PATCH", path, {"base_url": f"http://{LISTED}/v1"}, seen=1)
    without = send(
        places.alice, "PATCH", path, {"base_url": f"http://{LISTED}/v1", "credential": None}, seen=1
    )

    assert code_of(refused) == (422, "host_not_allowed")
    assert (without.json()["key"], without.json()["version"]) == ("none", 2)


@pytest.mark.requirement("promises 7.13")
def test_a_credential_of_nowhere_or_of_another_organization_is_no_reference(places: Places) -> None:
    body = {"name": "foreign", "host": "api.openai.com"}
    foreign = send(places.charlie, "POST", "/api/v1/credentials", body).json()["id"]

    answers = [
        send(places.alice, "POST", PATH, {"name": "x", "provider": "openai_chat", "credential": str(which)})
        for which in (foreign, new_id())
    ]

    assert [code_of(each) for each in answers] == [(422, "invalid_reference")] * 2
    assert error_of(answers[0]) == error_of(answers[1])


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"provider": "scripted"}, "script"),
        ({"provider": "scripted", "script": "echo", "base_url": "https://api.openai.com"}, "base_url"),
        ({"provider": "openai_chat", "script": "echo"}, "script"),
        ({"provider": "scripted", "script": 7}, "script"),
        ({"provider": "gemini"}, "provider"),
        ({"provider": "scripted", "script": {"replies": ["x" * 300_000]}}, "script"),
        ({"provider": "openai_chat", "capabilities": {"x" * 9_000: False}}, "capabilities"),
        ({"provider": "openai_chat", "name": "\u0007"}, "name"),
        ({"provider": "openai_chat", "name": "two\u2028lines"}, "name"),
    ],
)
def test_what_does_not_go_together_is_refused(places: Places, body: dict[str, Any], field: str) -> None:
    response = send(places.alice, "POST", PATH, {"name": "odd", **body})

    assert (response.status_code, error_of(response)["field"]) == (422, field)


def test_a_builder_edits_what_has_no_key_and_neither_gives_one_nor_moves_one(places: Places) -> None:
    person = places.people.add_person("Bob B", places.people.north, Role.BUILDER)
    builder = places.people.with_key(person)
    key = credential(places, "not hers")
    with_key = create(places, "with key", credential=key["id"])
    plain = create(places, "plain")
    before = hashes(places.people.database, *TABLES)

    refused = [
        send(builder, "PATCH", f"{PATH}/{plain['id']}", {"credential": key["id"]}, seen=1),
        send(builder, "PATCH", f"{PATH}/{with_key['id']}", {"base_url": f"http://{LISTED}/v1"}, seen=1),
        send(builder, "PATCH", f"{PATH}/{with_key['id']}", {"credential": None}, seen=1),
        send(builder, "POST", PATH, {"name": "x", "provider": "openai_chat", "credential": key["id"]}),
    ]

    assert [code_of(each) for each in refused] == [(403, "insufficient_scope")] * 4
    assert hashes(places.people.database, *TABLES) == before
    allowed = [
        send(builder, "PATCH", f"{PATH}/{plain['id']}", {"base_url": f"http://{LISTED}/v1"}, seen=1),
        send(builder, "PATCH", f"{PATH}/{with_key['id']}", {"capabilities": {"usage": False}}, seen=1),
        send(builder, "DELETE", f"{PATH}/{plain['id']}", seen=2),
    ]
    assert [each.status_code for each in allowed] == [200, 200, 204]


def test_what_an_agent_uses_is_not_deleted_and_says_by_whom(places: Places) -> None:
    main, real = places.listed("connections", "main"), places.listed("connections", "real")

    refused = send(places.alice, "DELETE", f"{PATH}/{main['id']}", seen=main["version"])
    deleted = send(places.alice, "DELETE", f"{PATH}/{real['id']}", seen=real["version"])

    assert code_of(refused) == (409, "in_use")
    used_by = error_of(refused)["details"]["used_by"]
    assert [(user["kind"], user["name"]) for user in used_by] == [("agent", "refund-desk")]
    assert (deleted.status_code, places.alice.get(f"{PATH}/{real['id']}").status_code) == (204, 404)


@pytest.mark.requirement("promises 4.7")
def test_a_change_names_the_version_it_was_made_from(places: Places) -> None:
    made = create(places, "versioned")
    path = f"{PATH}/{made['id']}"

    unseen = send(places.alice, "PATCH", path, {"name": "other"})
    renamed = send(places.alice, "PATCH", path, {"name": "renamed"}, seen=1)
    stale = send(places.alice, "PATCH", path, {"name": "again"}, seen=1)

    assert (code_of(unseen), code_of(stale)) == ((428, "precondition_required"), (412, "version_conflict"))
    assert (renamed.json()["name"], renamed.json()["version"]) == ("renamed", 2)


@pytest.mark.requirement("promise P24")
def test_another_organization_hears_the_same_as_of_nothing(places: Places) -> None:
    main = places.listed("connections", "main")
    before = hashes(places.people.database, *TABLES)
    for method, body in (("GET", None), ("PATCH", {"name": "mine"}), ("DELETE", None)):
        foreign, missing = (
            send(places.charlie, method, f"{PATH}/{which}", body, seen=1) for which in (main["id"], new_id())
        )
        assert foreign.status_code == missing.status_code == 404
        assert error_of(foreign) == error_of(missing)

    assert places.charlie.get(PATH).json()["items"] == []
    assert hashes(places.people.database, *TABLES) == before


def test_a_viewer_reads_and_changes_nothing(places: Places) -> None:
    viewer = places.people.with_key(places.people.vera)
    main = places.listed("connections", "main")
    before = hashes(places.people.database, *TABLES)

    assert viewer.get(PATH).status_code == 200
    refused = [
        send(viewer, "POST", PATH, {"name": "x", "provider": "openai_chat"}),
        send(viewer, "PATCH", f"{PATH}/{main['id']}", {"name": "x"}, seen=1),
        send(viewer, "DELETE", f"{PATH}/{main['id']}", seen=1),
    ]

    assert [code_of(each) for each in refused] == [(403, "insufficient_scope")] * 3
    assert hashes(places.people.database, *TABLES) == before
