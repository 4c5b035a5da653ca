"""GET /me: who asks, where, and what they may do; nobody sees more than their own places."""

from collections.abc import Callable
from typing import Any

import pytest
from django.conf import LazySettings
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from people import People
from rest_world import Card, assert_described, code_of, decide
from world import World

from baton.core.ids import new_id
from baton.tenancy.roles import SCOPES_OF_ROLE, Role

PATH = "/api/v1/me"


@pytest.fixture
def demo(settings: LazySettings) -> None:
    """North is the demo's organization."""
    settings.BATON = settings.BATON.model_copy(update={"baton_demo_organization": "north"})


def me(client: Client, **headers: str) -> dict[str, Any]:
    response = client.get(PATH, headers=headers)
    assert response.status_code == 200, response.content
    assert_described(response)
    told: dict[str, Any] = response.json()
    return told


def place_of(people: People) -> dict[str, Any]:
    north = people.north
    return {
        "organization": {"id": str(north.organization_id), "name": "North", "slug": "north"},
        "project": {"id": str(north.project_id), "name": "Support", "slug": "support"},
    }


@pytest.mark.parametrize("name", ["alice", "bob", "rita", "vera"])
def test_a_member_is_told_who_they_are_and_what_their_role_allows(people: People, name: str) -> None:
    person = getattr(people, name)

    assert me(people.signed_in(person)) == {
        **place_of(people),
        "person": {"id": str(person.id), "name": person.name, "email": person.email},
        "key": None,
        "role": person.role,
        "scopes": sorted(SCOPES_OF_ROLE[Role(person.role)]),
        "projects": [{**place_of(people), "role": person.role}],
        "demo": False,
        "first_decision": False,
    }


def test_a_key_is_told_its_own_project_and_scopes_whatever_they_are(people: People) -> None:
    told = me(people.with_key(people.alice, ["agents:read"]))

    assert (told["person"], told["role"], told["scopes"]) == (None, None, ["agents:read"])
    assert told["key"].keys() == {"id", "name"}
    assert told["projects"] == [{**place_of(people), "role": None}]


def test_a_key_made_by_somebody_whose_role_shrank_is_told_less(people: People) -> None:
    client = people.with_key(people.alice, ["runs:read", "runs:start"])
    people.database.rows(
        "update tenancy_membership set role = 'viewer' where user_id = %s", [people.alice.id]
    )

    assert me(client)["scopes"] == ["runs:read"]


@pytest.mark.requirement("promise P24")
def test_whoever_is_outside_finds_no_project(people: People) -> None:
    charlie = people.signed_in(people.charlie)

    foreign, missing = (
        charlie.get(PATH, headers={"Baton-Project": str(project)})
        for project in (people.north.project_id, new_id())
    )

    assert code_of(foreign) == code_of(missing) == (404, "not_found")
    assert [each["organization"]["name"] for each in me(charlie)["projects"]] == ["South"]


def test_without_a_credential_or_a_project_nothing_is_told(people: People) -> None:
    alice = people.signed_in(people.alice)

    assert code_of(Client().get(PATH)) == (401, "invalid_api_key")
    assert code_of(alice.get(PATH, headers={"Baton-Project": ""})) == (400, "project_required")
    assert code_of(alice.get(f"{PATH}?user={people.bob.id}")) == (400, "invalid_filter")
    assert alice.post(PATH).status_code == 405


def test_every_project_of_every_organization_is_listed_but_of_suspended_ones(people: People) -> None:
    people.add_project(people.north, "returns")
    people.database.rows(
        "insert into tenancy_membership (id, organization_id, user_id, role) values (%s, %s, %s, 'viewer')",
        [new_id(), people.south.organization_id, people.alice.id],
    )
    alice = people.signed_in(people.alice)

    def places() -> list[tuple[str, str, str]]:
        found = me(alice)["projects"]
        return [(each["organization"]["slug"], each["project"]["slug"], each["role"]) for each in found]

    assert set(places()) == {
        ("north", "support", "owner"), ("north", "returns", "owner"), ("south", "support", "viewer"),
    }  # fmt: skip
    people.database.rows("update tenancy_organization set suspended_at = now() where slug = 'south'")
    assert set(places()) == {("north", "support", "owner"), ("north", "returns", "owner")}


@pytest.mark.usefixtures("demo")
def test_in_the_demo_a_person_is_shown_how_to_decide_until_they_have(people: People, card: Card) -> None:
    alice, rita = people.signed_in(people.alice), people.signed_in(people.rita)
    before = [me(client)["first_decision"] for client in (alice, rita)]

    assert decide(rita, card).status_code == 200

    assert before == [True, True]
    assert [me(client)["first_decision"] for client in (alice, rita)] == [True, False]
    assert me(alice)["demo"]


@pytest.mark.usefixtures("demo")
def test_a_decision_in_its_grace_is_one_that_was_made(
    people: People, north: World, ask_person: Callable[..., Card]
) -> None:
    alice, rita = people.signed_in(people.alice), people.signed_in(people.rita)

    assert decide(rita, ask_person(north, grace_seconds=60)).json()["state"] == "pending"

    assert [me(client)["first_decision"] for client in (alice, rita)] == [True, False]


@pytest.mark.usefixtures("demo")
def test_a_key_and_another_organization_are_not_shown_how_to_decide(people: People) -> None:
    told = [me(people.with_key(people.alice)), me(people.signed_in(people.charlie))]

    assert [(each["demo"], each["first_decision"]) for each in told] == [(True, False), (False, False)]


def test_more_projects_take_no_more_queries(people: People) -> None:
    alice = people.signed_in(people.alice)

    def queries() -> int:
        with CaptureQueriesContext(connection) as captured:
            me(alice)
        return len(captured)

    few = queries()
    for number in range(10):
        people.add_project(people.north, f"project-{number}")

    assert queries() == few
    assert len(me(alice)["projects"]) == 11


def test_nothing_is_changed_by_asking(people: People, north: World) -> None:
    before = people.database.value("select count(*) from audit_auditentry")

    me(people.signed_in(people.alice))

    assert people.database.value("select count(*) from audit_auditentry") == before


@pytest.mark.usefixtures("demo")
def test_who_may_not_decide_is_not_shown_how(people: People) -> None:
    told = [me(people.signed_in(person)) for person in (people.bob, people.vera)]

    assert [(each["demo"], each["first_decision"]) for each in told] == [(True, False), (True, False)]
