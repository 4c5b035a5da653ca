"""GET /outages: the providers of a project that answer nobody, and how many of its runs wait for each."""

from typing import Any
from uuid import UUID

import pytest
from django.test import Client
from journal_world import Desk, event
from people import People
from rest_world import assert_described, queries_of
from world import World

PATH = "/api/v1/outages"


@pytest.fixture
def client(people: People) -> Client:
    return people.with_key(people.alice, ["runs:read"])


def listed(client: Client) -> list[dict[str, Any]]:
    response = client.get(PATH)
    assert response.status_code == 200, response.content
    assert_described(response)
    items: list[dict[str, Any]] = response.json()["items"]
    return items


def note(world: World, worker: UUID, connection: UUID, message: str = "No connection.") -> None:
    world.database.rows(
        "select kernel.note_outage(%s, %s, %s, 'provider_unavailable', %s, 5, 8)",
        [worker, world.organization, connection, message],
        role="worker",
    )


def fail(desk: Desk, worker: UUID, connection: UUID, **more: Any) -> None:
    """A run of the desk that waits after a try over the connection."""
    held = desk.hold(worker, requester=next(iter(desk.world.people)))
    payload = {"step": "s", "attempt": 1, "connection_id": str(connection), "retry_in_ms": 8000, **more}
    assert desk.outcome(worker, held.entry(events=[event(**payload)])) == "done"


def test_a_project_whose_providers_answer_has_none(client: Client) -> None:
    assert listed(client) == []


@pytest.mark.requirement("agents 18")
def test_an_outage_says_what_is_out_since_when_why_and_how_many_runs_wait(
    north: World, client: Client
) -> None:
    desk, connection = Desk(north), north.add_connection("openai_chat", base_url="http://model.example/v1")
    worker = desk.enlist()
    fail(desk, worker, connection)
    fail(desk, worker, connection)
    fail(desk, worker, connection, next={"target": 1, "provider": "scripted", "model": "m"})
    fail(desk, worker, connection, retry_in_ms=None)
    fail(desk, worker, north.add_connection())
    note(north, worker, connection)

    [item] = listed(client)

    name = north.owner("select name from agents_modelconnection where id = %s", [connection])[0]["name"]
    assert item["connection"] == {"id": str(connection), "name": name}
    assert (item["provider"], item["code"], item["message"], item["waiting_runs"]) == (
        "openai_chat",
        "provider_unavailable",
        "No connection.",
        2,
    )
    assert item["since"] < item["next_try_at"]


def test_what_is_said_of_an_outage_again_keeps_its_beginning(north: World, client: Client) -> None:
    desk, connection = Desk(north), north.add_connection()
    note(north, desk.enlist(), connection)
    [before] = listed(client)

    note(north, desk.enlist(), connection, "Still none.")

    [after] = listed(client)
    assert (after["since"], after["message"]) == (before["since"], "Still none.")
    assert after["next_try_at"] > before["next_try_at"]


@pytest.mark.requirement("promise P25")
def test_another_organization_sees_nothing_and_its_worker_cannot_write_here(
    people: People, north: World, south: World, client: Client
) -> None:
    connection, worker = north.add_connection(), Desk(north).enlist()
    note(north, worker, connection)
    note(south, worker, connection, "as if it were South's")

    assert listed(people.with_key(people.charlie, ["runs:read"])) == []
    assert [item["message"] for item in listed(client)] == ["No connection."]


def test_a_worker_that_lost_its_lease_says_nothing_any_more(north: World, client: Client) -> None:
    desk, connection = Desk(north), north.add_connection()
    worker = desk.enlist()
    note(north, worker, connection)
    desk.ask("select kernel.retire(%s)", [worker])
    end = "select kernel.end_outage(%s, %s, %s)"

    note(north, worker, connection, "too late")
    desk.ask(end, [worker, north.organization, connection])
    assert [item["message"] for item in listed(client)] == ["No connection."]

    desk.ask(end, [desk.enlist(), north.organization, connection])
    assert listed(client) == []


def test_the_list_costs_the_same_however_much_is_out(north: World, client: Client) -> None:
    worker = Desk(north).enlist()
    note(north, worker, north.add_connection())
    one = queries_of(lambda: client.get(PATH))
    for _ in range(3):
        note(north, worker, north.add_connection())

    assert queries_of(lambda: client.get(PATH)) == one
