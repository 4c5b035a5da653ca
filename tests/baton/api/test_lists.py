"""Filters and pages: named filters only, cursors that nobody can forge, no row lost or twice."""

import json
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from people import People

URL = "/api/v1/projects"


def code_of(response: Any) -> tuple[int, str]:
    return response.status_code, json.loads(response.content)["error"]["code"]


@pytest.fixture
def alice(people: People) -> Client:
    return people.with_key(people.alice)


@pytest.mark.requirement("promises 7.14")
def test_a_filter_that_is_not_named_or_not_readable_is_refused(alice: Client) -> None:
    tries: list[dict[str, Any]] = [
        {"organization__slug": "south"},
        {"ordering": "password"},
        {"name": "x"},
        {"limit": "0"},
        {"limit": "201"},
        {"limit": "-1"},
        {"limit": "1e3"},
        {"limit": "\u0663"},
        {"limit": "9" * 5000},
        {"limit": ["1", "2"]},
        {"role": "king"},
        {"role": ""},
        {"role": "owner,"},
        {"number": "11"},
        {"project": "x"},
        {"slug": ""},
        {"slug": "a\x00b"},
        {"slug": "x" * 201},
        {"cursor": ""},
    ]

    with CaptureQueriesContext(connection) as queries:
        answers = [alice.get(URL, query) for query in tries]

    assert {code_of(answer) for answer in answers} == {(400, "invalid_filter")}
    assert [answer.json()["error"]["field"] for answer in answers] == [next(iter(query)) for query in tries]
    assert not [query for query in queries if "tenancy_project" in query["sql"]]


def test_a_named_filter_is_applied(people: People, alice: Client) -> None:
    people.add_project(people.north, "other")

    answer = alice.get(URL, {"slug": "other", "role": "owner,viewer", "number": "10"})

    assert [item["slug"] for item in answer.json()["items"]] == ["other"]


def test_pages_hold_every_row_once_in_order(people: People, alice: Client) -> None:
    for number in range(7):
        people.add_project(people.north, f"p{number}")
    people.database.rows("update tenancy_project set name = 'Same'")
    seen: list[str] = []
    cursor: str | None = ""

    while cursor is not None:
        page = alice.get(URL, {"limit": "3", **({"cursor": cursor} if cursor else {})}).json()
        seen += [item["id"] for item in page["items"]]
        cursor = page["next_cursor"]

    rows = people.database.rows(
        "select id from tenancy_project where organization_id = %s order by name, id",
        [people.north.organization_id],
    )
    assert seen == [str(row["id"]) for row in rows]


def test_a_row_that_comes_between_pages_shifts_nothing(people: People, alice: Client) -> None:
    for number in range(4):
        people.add_project(people.north, f"p{number}")
    first = alice.get(URL, {"limit": "2"}).json()

    people.add_project(people.north, "a-new-one")
    second = alice.get(URL, {"limit": "2", "cursor": first["next_cursor"]}).json()

    assert [item["slug"] for item in first["items"]] == ["p0", "p1"]
    assert [item["slug"] for item in second["items"]] == ["p2", "p3"]


@pytest.mark.requirement("promises 7.15")
def test_a_cursor_that_was_touched_or_belongs_elsewhere_is_refused(people: People, alice: Client) -> None:
    for number in range(3):
        people.add_project(people.north, f"p{number}")
    cursor = alice.get(URL, {"limit": "1"}).json()["next_cursor"]
    tampered = [cursor[:at] + ("A" if cursor[at] != "A" else "B") + cursor[at + 1 :] for at in (0, 5, -1)]

    answers = [alice.get(URL, {"cursor": each}) for each in (*tampered, cursor[:-1], "x", "a:b", "e30:x")]
    answers.append(alice.get(URL, {"cursor": cursor, "slug": "p1"}))

    assert {code_of(answer) for answer in answers} == {(400, "invalid_cursor")}


def test_a_list_costs_the_same_for_one_row_and_for_many(people: People, alice: Client) -> None:
    with CaptureQueriesContext(connection) as few:
        alice.get(URL)
    for number in range(60):
        people.add_project(people.north, f"p{number}")

    with CaptureQueriesContext(connection) as many:
        answer = alice.get(URL)

    assert len(answer.json()["items"]) == 50
    assert len(few) == len(many)
    assert not [query for query in many if "count(" in query["sql"].lower()]


@pytest.mark.requirement("promises 7.35")
def test_a_change_without_the_current_version_is_refused(people: People, alice: Client) -> None:
    url = f"{URL}/{people.north.project_id}"
    tries = ['"6"', "*", 'W/"7"', "", '"7", "8"']

    without = alice.patch(url)
    stale = [alice.patch(url, headers={"If-Match": each}) for each in tries]

    assert code_of(without) == (428, "precondition_required")
    assert {code_of(answer) for answer in stale} == {(412, "version_conflict")}
    assert stale[0].json()["error"]["details"] == {"version": 7}


def test_a_change_with_the_version_of_the_etag_is_made(people: People, alice: Client) -> None:
    url = f"{URL}/{people.north.project_id}"

    version = alice.get(url)["ETag"]
    response = alice.patch(url, headers={"If-Match": version})

    assert response.status_code == 200
