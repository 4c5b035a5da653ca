"""GET /approvals: the inbox and the card, for members of the project alone."""

from typing import Any

import pytest
from django.test import Client
from people import People
from rest_world import Card, assert_described, code_of, decide, error_of, queries_of
from world import Ledger, World, running

from baton.core.canonical import canonical_digest
from baton.core.ids import new_id

PATH = "/api/v1/approvals"


@pytest.fixture
def client(people: People) -> Client:
    return people.with_key(people.alice, ["approvals:read"])


def listed(client: Client, **filters: Any) -> list[str]:
    response = client.get(PATH, filters)
    assert response.status_code == 200, response.content
    assert_described(response)
    return [item["id"] for item in response.json()["items"]]


def copy_approval(world: World, card: Card, number: int) -> list[str]:
    """More approvals of the same call, superseded, as rows; their ids in order."""
    ids = sorted(str(new_id()) for _ in range(number))
    for revision, identifier in enumerate(ids, start=2):
        world.owner(
            "insert into orchestration_approval (id, organization_id, project_id, run_id, call_id, revision,"
            " digest, binding, card, state, version, created_at, expires_at, execute_within_seconds)"
            " select %s, organization_id, project_id, run_id, call_id, %s, digest, binding, card,"
            " 'superseded', 2, created_at, expires_at, execute_within_seconds"
            " from orchestration_approval where id = %s",
            [identifier, revision, card.approval],
        )
    return ids


@pytest.mark.requirement("promise P17")
def test_the_card_shows_exactly_what_its_digest_binds(north: World, client: Client, card: Card) -> None:
    response = client.get(card.path)

    assert response.status_code == 200
    assert_described(response)
    shown = response.json()
    assert response["ETag"] == f'"{shown["version"]}"' == '"1"'
    assert canonical_digest(shown["binding"]) == shown["digest"] == card.digest
    assert (shown["arguments"], shown["host"]) == (shown["binding"]["args"], shown["binding"]["dest_host"])
    assert (shown["arguments"], shown["host"]) == ({"order": "A-1", "amount": 5}, "shop.example")
    assert (shown["sentence"], shown["tool"], shown["credential"]) == (
        "Refund 5 of order A-1.",
        "refund",
        None,
    )
    assert (shown["state"], shown["decision"], shown["consumed_at"]) == ("pending", None, None)
    assert shown["rule"] == {"id": "r0", "text": "Refunds are looked at."}
    assert shown["run"]["id"] == str(card.run)
    assert shown["run"]["requester"]["name"] == "alice"
    assert shown["call"]["state"] == "awaiting"


def test_a_card_that_was_altered_shows_what_is_bound(north: World, client: Client, card: Card) -> None:
    north.owner(
        "update orchestration_approval set card = jsonb_set(card, '{arguments,amount}', '1') where id = %s",
        [card.approval],
    )

    assert client.get(card.path).json()["arguments"] == {"order": "A-1", "amount": 5}


def test_a_decided_and_executed_card_says_by_whom_and_when(people: People, north: World, card: Card) -> None:
    client = people.with_key(people.alice)
    decide(people.signed_in(people.rita), card)
    with running(north.database, Ledger()):
        north.wait_for(card.run, "completed")

    response = client.get(card.path)

    assert_described(response)
    shown = response.json()
    assert (shown["state"], shown["version"]) == ("approved", north.approvals(card.run)[0]["version"])
    assert shown["decision"]["by"] == {"kind": "user", "id": str(people.rita.id), "name": "Rita"}
    assert (shown["decision"]["decision"], shown["decision"]["reason"]) == ("approve", "Looks right.")
    assert shown["consumed_at"] >= shown["decision"]["at"]
    assert shown["call"] == {"id": shown["call_id"], "state": "succeeded", "result": "ok"}


def test_the_inbox_is_filtered_and_paged(people: People, north: World, client: Client, card: Card) -> None:
    more = copy_approval(north, card, 5)

    assert listed(client) == [*reversed(more), str(card.approval)]
    assert listed(client, state="pending") == [str(card.approval)]
    assert listed(client, state="superseded,expired") == list(reversed(more))
    assert listed(client, run=str(card.run), state="pending") == [str(card.approval)]
    assert listed(client, run=str(new_id())) == []
    first = client.get(PATH, {"limit": 4}).json()
    second = client.get(PATH, {"limit": 4, "cursor": first["next_cursor"]}).json()
    assert [item["id"] for item in first["items"] + second["items"]] == listed(client)
    assert second["next_cursor"] is None


def test_the_inbox_holds_no_digest_so_that_the_card_is_read_first(client: Client, card: Card) -> None:
    (item,) = client.get(PATH).json()["items"]

    assert card.digest not in str(item)
    assert (item["sentence"], item["host"]) == ("Refund 5 of order A-1.", "shop.example")


@pytest.mark.requirement("promises 7.14")
@pytest.mark.parametrize(
    "query", ["state=open", "run=x", "run__status=waiting", "limit=1000", "digest=a", "state=pending&state=x"]
)
def test_a_filter_that_is_not_named_or_not_readable_is_refused(client: Client, query: str) -> None:
    assert code_of(client.get(f"{PATH}?{query}")) == (400, "invalid_filter")


@pytest.mark.requirement("promise P24")
@pytest.mark.requirement("promises 7.12")
def test_an_approval_of_another_organization_is_as_a_missing_one(
    people: People, north: World, south: World, card: Card
) -> None:
    client = people.with_key(people.charlie)

    answers = [client.get(f"{PATH}/{identifier}") for identifier in (card.approval, new_id())]

    assert [each.status_code for each in answers] == [404, 404]
    assert error_of(answers[0]) == error_of(answers[1])
    assert listed(client) == []
    assert listed(client, run=str(card.run)) == []
    outside = people.signed_in(people.charlie)
    assert outside.get(PATH, headers={"Baton-Project": str(people.north.project_id)}).status_code == 404


def test_an_approval_of_another_project_is_as_a_missing_one(people: People, north: World, card: Card) -> None:
    second = people.add_project(people.north, "second")
    browser = people.signed_in(people.alice)
    elsewhere = {"Baton-Project": str(second)}

    assert browser.get(card.path, headers=elsewhere).status_code == 404
    assert browser.get(PATH, headers=elsewhere).json()["items"] == []
    assert browser.get(card.path).status_code == 200


@pytest.mark.parametrize("name", ["alice", "bob", "rita", "vera"])
def test_every_member_reads_approvals(people: People, card: Card, name: str) -> None:
    browser = people.signed_in(getattr(people, name))

    assert listed(browser) == [str(card.approval)]
    assert browser.get(card.path).status_code == 200


@pytest.mark.requirement("promises 7.19")
def test_a_key_without_the_scope_reads_no_approval(people: People, card: Card) -> None:
    client = people.with_key(people.alice, ["runs:read", "approvals:decide"])

    assert code_of(client.get(PATH)) == (403, "insufficient_scope")
    assert code_of(client.get(card.path)) == (403, "insufficient_scope")


def test_reading_takes_a_fixed_number_of_queries(north: World, client: Client, card: Card) -> None:
    few = queries_of(lambda: client.get(PATH))
    copy_approval(north, card, 30)

    assert few == queries_of(lambda: client.get(PATH)) == 1
    assert queries_of(lambda: client.get(card.path)) == 1
