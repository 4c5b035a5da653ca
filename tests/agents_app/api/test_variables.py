"""Variables over REST: judged as the addresses they become, and missed by the tools that use them."""

from collections.abc import Iterator
from typing import Any

import pytest
from conftest import point_django_at
from database import Cluster
from people import hashes
from places_world import TABLES, Places, send, shared_places
from rest_world import assert_described, code_of, error_of

from baton.core.ids import new_id

PATH = "/api/v1/variables"


@pytest.fixture(scope="module")
def places(cluster: Cluster, django_db_blocker: Any) -> Iterator[Places]:
    with shared_places(cluster, point_django_at, django_db_blocker) as places:
        yield places


def create(places: Places, name: str, value: str = "x") -> dict[str, Any]:
    response = send(places.alice, "POST", PATH, {"name": name, "value": value})
    assert response.status_code == 201, response.content
    assert_described(response)
    made: dict[str, Any] = response.json()
    return made


def test_a_variable_is_made_listed_and_edited(places: Places) -> None:
    made = create(places, "REGION", "eu")

    edited = send(places.alice, "PATCH", f"{PATH}/{made['id']}", {"value": "us"}, seen=1)

    assert_described(edited)
    assert (edited.json()["value"], edited["ETag"]) == ("us", '"2"')
    assert places.listed("variables", "REGION") == edited.json()


def test_a_list_names_the_tools_that_use_each(places: Places) -> None:
    assert places.listed("variables", "SHOP_URL")["used_by"] == ["refund"]
    assert places.listed("variables", "SPARE")["used_by"] == []


@pytest.mark.parametrize(
    ("value", "code"),
    [
        ("https://10.0.0.1", "blocked_address"),
        ("http://shop.example", "host_not_allowed"),
        ("https://shop.example:22", "host_not_allowed"),
        ("nothing", "invalid_url"),
    ],
)
def test_a_value_at_which_a_tool_reaches_nothing_is_refused(places: Places, value: str, code: str) -> None:
    used = places.listed("variables", "SHOP_URL")
    before = hashes(places.people.database, *TABLES)

    refused = send(places.alice, "PATCH", f"{PATH}/{used['id']}", {"value": value}, seen=used["version"])

    assert (code_of(refused), error_of(refused)["field"]) == ((422, code), "value")
    assert "refund" in error_of(refused)["message"]
    assert hashes(places.people.database, *TABLES) == before


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"name": "lower"}, "name"),
        ({"name": "A" * 61}, "name"),
        ({"value": "x" * 1001}, "value"),
        ({"value": "line\nbreak"}, "value"),
    ],
)
def test_what_cannot_be_a_variable_is_refused(places: Places, body: dict[str, Any], field: str) -> None:
    response = send(places.alice, "POST", PATH, {"name": "BAD", "value": "x", **body})

    assert (response.status_code, error_of(response)["field"]) == (422, field)


def test_what_a_tool_uses_is_neither_deleted_nor_renamed(places: Places) -> None:
    used = places.listed("variables", "SHOP_URL")
    path = f"{PATH}/{used['id']}"

    refused = [
        send(places.alice, "DELETE", path, seen=used["version"]),
        send(
            places.alice,
            "PATCH",
            path,
            {"name": "OTHER_URL", "value": "https://shop.example"},
            seen=used["version"],
        ),
    ]

    assert [code_of(each) for each in refused] == [(409, "in_use")] * 2
    assert [user["name"] for user in error_of(refused[0])["details"]["used_by"]] == ["refund"]


def test_an_archived_tool_still_uses_what_it_would_need_again(places: Places) -> None:
    used = places.listed("variables", "SHOP_URL")
    places.people.database.rows("update agents_tool set archived_at = now()")
    try:
        refused = send(places.alice, "DELETE", f"{PATH}/{used['id']}", seen=used["version"])
    finally:
        places.people.database.rows("update agents_tool set archived_at = null")

    assert code_of(refused) == (409, "in_use")


@pytest.mark.requirement("promises 4.7")
def test_a_change_names_the_version_it_was_made_from(places: Places) -> None:
    made = create(places, "VERSIONED")
    path = f"{PATH}/{made['id']}"

    answers = [
        send(places.alice, "PATCH", path, {"value": "y"}),
        send(places.alice, "PATCH", path, {"value": "y"}, seen=2),
        send(places.alice, "DELETE", path),
        send(places.alice, "DELETE", path, seen=2),
    ]

    assert [code_of(each) for each in answers] == [
        (428, "precondition_required"),
        (412, "version_conflict"),
        (428, "precondition_required"),
        (412, "version_conflict"),
    ]
    assert send(places.alice, "DELETE", path, seen=1).status_code == 204


@pytest.mark.requirement("promise P24")
def test_another_organization_hears_the_same_as_of_nothing(places: Places) -> None:
    used = places.listed("variables", "SHOP_URL")
    before = hashes(places.people.database, *TABLES)
    for method, body in (("GET", None), ("PATCH", {"value": "mine"}), ("DELETE", None)):
        foreign, missing = (
            send(places.charlie, method, f"{PATH}/{which}", body, seen=1) for which in (used["id"], new_id())
        )
        assert foreign.status_code == missing.status_code == 404
        assert error_of(foreign) == error_of(missing)

    assert places.charlie.get(PATH).json()["items"] == []
    assert hashes(places.people.database, *TABLES) == before


def test_a_viewer_reads_and_changes_nothing(places: Places) -> None:
    viewer = places.people.with_key(places.people.vera)
    made = create(places, "GUARDED")
    before = hashes(places.people.database, *TABLES)

    assert viewer.get(f"{PATH}/{made['id']}").json()["value"] == "x"
    refused = [
        send(viewer, "POST", PATH, {"name": "NEW", "value": "x"}),
        send(viewer, "PATCH", f"{PATH}/{made['id']}", {"value": "y"}, seen=1),
        send(viewer, "DELETE", f"{PATH}/{made['id']}", seen=1),
    ]

    assert [code_of(each) for each in refused] == [(403, "insufficient_scope")] * 3
    assert hashes(places.people.database, *TABLES) == before
