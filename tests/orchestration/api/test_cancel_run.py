"""POST /runs/{id}/cancel: acknowledged once, repeated without harm, never for somebody else's run."""

from typing import Any
from uuid import UUID

import pytest
from django.test import Client
from people import People, hashes
from rest_world import EVERY_TABLE, Card, assert_described, code_of, decide, error_of, post
from world import World, reply, running, script

from baton.core.ids import new_id


def cancel(client: Client, run: object, **body: Any) -> Any:
    return post(client, f"/api/v1/runs/{run}/cancel", body)


@pytest.mark.requirement("promise P13")
def test_a_queued_run_is_cancelled_and_never_starts(people: People, north: World) -> None:
    run = north.start(north.add_agent())

    response = cancel(people.with_key(people.alice), run, reason="Wrong customer.")

    assert response.status_code == 202
    assert_described(response)
    assert response.json()["status"] == "cancelling"
    with running(north.database):
        north.supervise()
        north.wait_for(run, "cancelled")
    assert north.kinds(run) == ["run_created", "run_cancelling", "run_cancelled"]
    assert north.events(run)[1]["payload"]["reason"] == "Wrong customer."


@pytest.mark.requirement("promise P13")
def test_cancelling_closes_the_card_that_was_waiting(people: People, north: World, card: Card) -> None:
    response = cancel(people.signed_in(people.bob), card.run)

    assert response.status_code == 202
    (approval,) = north.approvals(card.run)
    assert approval["state"] == "cancelled"
    assert code_of(decide(people.with_key(people.alice), card)) == (409, "run_not_waiting")
    shown = people.with_key(people.alice).get(f"/api/v1/runs/{card.run}")
    assert_described(shown)
    assert shown.json()["cancel"]["by"]["name"] == "Bob"


def test_cancelling_twice_is_cancelling_once(people: People, north: World) -> None:
    run = north.start(north.add_agent())
    client = people.with_key(people.alice)
    cancel(client, run)
    before = hashes(people.database, *EVERY_TABLE, "audit_auditentry")

    again = cancel(client, run, reason="again")

    assert (again.status_code, again.json()["status"]) == (202, "cancelling")
    assert hashes(people.database, *EVERY_TABLE, "audit_auditentry") == before
    assert north.owner("select action, detail from audit_auditentry") == [
        {"action": "runs:cancel", "detail": {"reason": ""}}
    ]


def test_a_run_that_has_ended_is_not_cancelled(people: People, north: World) -> None:
    run = north.start(north.add_agent(connection=north.add_connection(script=script(reply(text="Done.")))))
    with running(north.database):
        north.wait_for(run, "completed")
    before = hashes(people.database, *EVERY_TABLE)

    response = cancel(people.with_key(people.alice), run)

    assert code_of(response) == (409, "run_ended")
    assert error_of(response)["details"] == {"status": "completed"}
    assert hashes(people.database, *EVERY_TABLE) == before


@pytest.mark.requirement("promises 7.19")
@pytest.mark.parametrize("name", ["rita", "vera"])
def test_whoever_only_reads_or_decides_cancels_nothing(people: People, north: World, name: str) -> None:
    run = north.start(north.add_agent())
    client = people.signed_in(getattr(people, name))
    before = hashes(people.database, *EVERY_TABLE)

    assert code_of(cancel(client, run)) == (403, "insufficient_scope")
    assert hashes(people.database, *EVERY_TABLE) == before


def test_a_key_that_only_reads_cancels_nothing(people: People, north: World) -> None:
    run = north.start(north.add_agent())
    client = people.with_key(people.alice, ["runs:read", "runs:start"])
    before = hashes(people.database, *EVERY_TABLE)

    assert code_of(cancel(client, run)) == (403, "insufficient_scope")
    assert hashes(people.database, *EVERY_TABLE) == before


@pytest.mark.requirement("promise P24")
@pytest.mark.requirement("promises 7.12")
def test_a_run_of_another_organization_or_project_is_as_a_missing_one(
    people: People, north: World, south: World
) -> None:
    run = north.start(north.add_agent())
    other = World(north.database, organization=north.organization, people=north.people)
    other.project = people.add_project(people.north, "second")
    elsewhere = other.start(other.add_agent())
    client, key = people.with_key(people.charlie), people.with_key(people.alice)
    before = hashes(people.database, *EVERY_TABLE, "audit_auditentry")

    answers = [cancel(client, run), cancel(client, new_id()), cancel(key, elsewhere), cancel(key, new_id())]

    assert {each.status_code for each in answers} == {404}
    assert [error_of(each) for each in answers] == [{"code": "not_found", "message": "Not found."}] * 4
    assert hashes(people.database, *EVERY_TABLE, "audit_auditentry") == before


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"reason": 5}, 422, "invalid_value"),
        ({"reason": None}, 422, "invalid_value"),
        ({"reason": "x" * 1001}, 422, "invalid_value"),
        ({"why": "x"}, 400, "unknown_field"),
        ([], 422, "invalid_value"),
    ],
)
def test_a_body_that_says_nothing_sensible_cancels_nothing(
    people: People, north: World, body: Any, status: int, code: str
) -> None:
    run = north.start(north.add_agent())
    client = people.with_key(people.alice)
    before = hashes(people.database, *EVERY_TABLE)

    assert code_of(post(client, f"/api/v1/runs/{run}/cancel", body)) == (status, code)
    assert hashes(people.database, *EVERY_TABLE) == before


def test_a_cancel_without_a_body_needs_no_reason(people: People, north: World) -> None:
    run = north.start(north.add_agent())

    response = people.with_key(people.alice).generic("POST", f"/api/v1/runs/{run}/cancel")

    assert response.status_code == 202
    assert north.run(UUID(response.json()["id"]))["status"] == "cancelling"
