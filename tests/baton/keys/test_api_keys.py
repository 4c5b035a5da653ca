"""API keys over REST: shown once, never above their maker, and at an end at once."""

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from conftest import point_django_at
from database import Cluster
from django.db import connections
from django.test import Client
from people import People
from places_world import send
from rest_world import assert_described, code_of, error_of

from baton.core.clock import now, to_rfc3339
from baton.core.ids import new_id
from baton.tenancy.roles import DEFAULT_KEY_SCOPES, Role

PATH = "/api/v1/api-keys"


@pytest.fixture(scope="module")
def people(cluster: Cluster, django_db_blocker: Any) -> Iterator[People]:
    with cluster.copy() as database:
        point_django_at(database, "web")
        with django_db_blocker.unblock():
            yield People(database).arrange()
            connections.close_all()


@pytest.fixture(scope="module")
def alice(people: People) -> Client:
    return people.with_key(people.alice)


def create(client: Client, name: str, **changes: Any) -> dict[str, Any]:
    response = send(client, "POST", PATH, {"name": name, "scopes": ["runs:read"], **changes})
    assert response.status_code == 201, response.content
    assert_described(response)
    made: dict[str, Any] = response.json()
    return made


def stored(people: People) -> list[dict[str, Any]]:
    """Every key but for when it was used, which each request notes."""
    return people.database.rows(
        "select id, name, scopes, secret_hash, expires_at, revoked_at, version from tenancy_apikey order by id"
    )


def holder(made: dict[str, Any]) -> Client:
    return Client(raise_request_exception=False, headers={"Authorization": f"Bearer {made['key']}"})


def in_days(days: float) -> str:
    return to_rfc3339(now() + timedelta(days=days))


def test_the_text_of_a_key_is_shown_once_and_opens_what_it_may(people: People, alice: Client) -> None:
    response = send(alice, "POST", PATH, {"name": "ci", "scopes": ["runs:read"]})

    made = response.json()
    assert response["Cache-Control"] == "no-store"
    assert (made["scopes"], made["created_by"]["name"], made["version"]) == (["runs:read"], "Alice", 1)
    assert made["key_id"] in made["key"]
    assert holder(made).get("/api/v1/runs").status_code == 200
    assert code_of(holder(made).get("/api/v1/agents")) == (403, "insufficient_scope")
    one = alice.get(f"{PATH}/{made['id']}")
    listed = alice.get(PATH)
    assert_described(one)
    assert_described(listed)
    assert (one["ETag"], "key" in one.json()) == ('"1"', False)
    secret = made["key"][-49:-6]
    assert secret not in listed.text + one.text
    assert secret not in str(people.database.rows("select k::text from tenancy_apikey k"))


def test_a_request_that_is_sent_again_tells_the_text_no_second_time(people: People, alice: Client) -> None:
    body = {"name": "twice", "scopes": ["runs:read"]}

    first, again = (send(alice, "POST", PATH, body, Idempotency_Key="key-1") for _ in range(2))

    assert (first.status_code, again.status_code) == (201, 201)
    assert (again.json()["id"], again.json()["key"]) == (first.json()["id"], None)
    kept = people.database.rows("select k::text from api_idempotencykey k where key = 'key-1'")
    assert first.json()["key"][-49:-6] not in str(kept)


def test_unless_said_a_key_starts_runs_and_decides_nothing(alice: Client) -> None:
    made = send(alice, "POST", PATH, {"name": "default"}).json()

    assert set(made["scopes"]) == DEFAULT_KEY_SCOPES


def test_nobody_makes_a_key_that_may_do_more_than_they(people: People) -> None:
    maker = people.with_key(people.alice, ["keys:manage", "runs:read"])
    before = stored(people)

    refused = send(maker, "POST", PATH, {"name": "up", "scopes": ["runs:read", "secrets:manage"]})

    assert code_of(refused) == (403, "insufficient_scope")
    assert "secrets:manage" in error_of(refused)["message"]
    assert stored(people) == before


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"name": " "}, "name"),
        ({"name": "x" * 121}, "name"),
        ({"name": "\u202eic"}, "name"),
        ({"scopes": []}, "scopes"),
        ({"scopes": ["everything"]}, "scopes.0"),
        ({"expires_at": "2020-01-01T00:00:00Z"}, "expires_at"),
        ({"expires_at": "tomorrow"}, "expires_at"),
    ],
)
def test_what_cannot_be_a_key_is_refused(
    people: People, alice: Client, body: dict[str, Any], field: str
) -> None:
    before = stored(people)

    response = send(alice, "POST", PATH, {"name": "bad", "scopes": ["runs:read"], **body})

    assert (response.status_code, error_of(response)["field"]) == (422, field)
    assert stored(people) == before


def test_a_name_is_given_once_in_the_organization(alice: Client) -> None:
    create(alice, "taken")

    response = send(alice, "POST", PATH, {"name": "taken"})

    assert (code_of(response), error_of(response)["field"]) == ((409, "already_exists"), "name")


def test_a_revoked_key_opens_nothing_from_then_on(people: People, alice: Client) -> None:
    made = create(alice, "revoked")
    client = holder(made)
    assert client.get("/api/v1/runs").status_code == 200

    first, again = (send(alice, "POST", f"{PATH}/{made['id']}/revoke") for _ in range(2))

    assert_described(first)
    assert first.json()["revoked_at"] == again.json()["revoked_at"] is not None
    assert (first.json()["version"], again.json()["version"]) == (2, 2)
    assert code_of(client.get("/api/v1/runs")) == (401, "invalid_api_key")
    actions = people.database.rows(
        "select action from audit_auditentry where object_id = %s order by id", [made["id"]]
    )
    assert [row["action"] for row in actions] == ["keys:create", "keys:revoke"]


@pytest.mark.requirement("promises 4.7")
def test_when_a_key_ends_is_set_by_the_version_that_was_seen(alice: Client) -> None:
    made = create(alice, "ends", expires_at=in_days(1))
    path, later = f"{PATH}/{made['id']}", {"expires_at": in_days(30)}

    unseen, stale = send(alice, "PATCH", path, later), send(alice, "PATCH", path, later, seen=9)
    edited = send(alice, "PATCH", path, later, seen=1)
    never = send(alice, "PATCH", path, {"expires_at": None}, seen=2)

    assert (code_of(unseen), code_of(stale)) == ((428, "precondition_required"), (412, "version_conflict"))
    assert_described(edited)
    assert (edited.json()["expires_at"], edited["ETag"]) == (later["expires_at"], '"2"')
    assert (never.json()["expires_at"], never.json()["version"]) == (None, 3)


def test_a_key_that_has_ended_stays_ended(people: People, alice: Client) -> None:
    revoked, expired = create(alice, "over 1"), create(alice, "over 2", expires_at=in_days(1))
    send(alice, "POST", f"{PATH}/{revoked['id']}/revoke")
    people.database.rows(
        "update tenancy_apikey set expires_at = now() - interval '1 second' where id = %s", [expired["id"]]
    )

    answers = [
        send(alice, "PATCH", f"{PATH}/{each['id']}", {"expires_at": in_days(2)}, seen=seen)
        for each, seen in ((revoked, 2), (expired, 1))
    ]

    assert [code_of(each) for each in answers] == [(409, "key_ended")] * 2
    assert holder(expired).get("/api/v1/runs").status_code == 401


def test_nobody_prolongs_a_key_that_may_do_more_than_they(people: People, alice: Client) -> None:
    made = create(alice, "strong", scopes=["secrets:manage"], expires_at=in_days(1))
    weaker = people.with_key(people.alice, ["keys:manage"])
    path = f"{PATH}/{made['id']}"

    longer = send(weaker, "PATCH", path, {"expires_at": None}, seen=1)
    shorter = send(weaker, "PATCH", path, {"expires_at": in_days(0.5)}, seen=1)

    assert (code_of(longer), shorter.status_code) == ((403, "insufficient_scope"), 200)


@pytest.mark.parametrize("role", [Role.BUILDER, Role.OPERATOR, Role.REVIEWER, Role.VIEWER])
def test_who_may_not_manage_keys_does_not_even_see_them(people: People, alice: Client, role: Role) -> None:
    made = create(alice, f"unseen by {role}")
    person = people.add_person(f"Bob {role}", people.north, role)
    client = people.with_key(person)
    before = stored(people)

    answers = [
        client.get(PATH),
        client.get(f"{PATH}/{made['id']}"),
        send(client, "POST", PATH, {"name": "x"}),
        send(client, "PATCH", f"{PATH}/{made['id']}", {"expires_at": None}, seen=1),
        send(client, "POST", f"{PATH}/{made['id']}/revoke"),
    ]

    assert [code_of(each) for each in answers] == [(403, "insufficient_scope")] * 5
    assert stored(people) == before


@pytest.mark.requirement("promise P24")
def test_another_organization_hears_the_same_as_of_nothing(people: People, alice: Client) -> None:
    made = create(alice, "foreign")
    charlie = people.with_key(people.charlie)
    before = stored(people)
    for method, tail, body in (
        ("GET", "", None),
        ("PATCH", "", {"expires_at": None}),
        ("POST", "/revoke", None),
    ):
        foreign, missing = (
            send(charlie, method, f"{PATH}/{which}{tail}", body, seen=1) for which in (made["id"], new_id())
        )
        assert foreign.status_code == missing.status_code == 404
        assert error_of(foreign) == error_of(missing)

    assert made["id"] not in charlie.get(PATH).text
    assert stored(people) == before


def test_a_signed_in_person_manages_keys_too(people: People) -> None:
    browser = people.signed_in(people.alice)

    made = create(browser, "from the browser")

    assert send(browser, "POST", f"{PATH}/{made['id']}/revoke").status_code == 200
    assert send(browser, "POST", PATH, {"name": "no"}, X_CSRFToken="wrong").status_code == 403
