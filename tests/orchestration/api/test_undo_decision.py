"""DELETE /approvals/{id}/decision: a decision in its grace is taken back, by whoever made it and nobody else."""

import threading
from typing import Any

import pytest
from django.db import connections
from django.test import Client
from people import People, hashes
from rest_world import EVERY_TABLE, Card, assert_described, code_of, decide, error_of
from world import Ledger, World, running

from baton.core.clock import from_rfc3339
from baton.core.ids import new_id
from baton.tenancy.roles import DEFAULT_KEY_SCOPES, Role

GRACE = 30


@pytest.fixture
def card(north: World, ask_person: Any) -> Card:
    """A card whose rule gives half a minute."""
    return ask_person(north, grace_seconds=GRACE)


def undo(client: Client, card: Card, **headers: str) -> Any:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return client.delete(f"{card.path}/decision", headers=named)


def audited(world: World) -> list[tuple[str, str]]:
    rows = world.owner("select action, actor_name from audit_auditentry order by id")
    return [(row["action"], row["actor_name"]) for row in rows]


def let_grace_end(world: World) -> None:
    world.owner("update orchestration_helddecision set starts_at = clock_timestamp() - interval '1 ms'")


def test_a_decision_with_a_grace_is_held_and_says_until_when(
    people: People, north: World, card: Card
) -> None:
    before = north.run(card.run)
    bells = north.database.value("select count(*) from outbox_outboxmessage", role="baton")

    response = decide(people.signed_in(people.rita), card)

    assert response.status_code == 200
    assert_described(response)
    shown = response.json()
    assert (shown["state"], shown["decision"], shown["grace_seconds"]) == ("pending", None, GRACE)
    held = shown["held"]
    assert (held["decision"], held["reason"], held["by"]["name"]) == ("approve", "Looks right.", "Rita")
    length = from_rfc3339(held["starts_at"]) - from_rfc3339(held["at"])
    assert length.total_seconds() == GRACE
    assert response["ETag"] == f'"{shown["version"]}"' == f'"{card.version + 1}"'
    assert audited(north) == [("approvals:hold", "Rita")]
    assert north.run(card.run) == before
    assert north.database.value("select count(*) from outbox_outboxmessage", role="baton") == bells
    (line,) = people.signed_in(people.vera).get("/api/v1/approvals").json()["items"]
    assert line["held"] == held


@pytest.mark.requirement("promise P18")
def test_taken_back_the_card_is_as_before_and_another_decision_counts(
    people: People, north: World, card: Card
) -> None:
    rita = people.signed_in(people.rita)
    decide(rita, card)

    response = undo(rita, card)

    assert response.status_code == 200
    assert_described(response)
    shown = response.json()
    assert (shown["state"], shown["held"], shown["decision"]) == ("pending", None, None)
    assert response["ETag"] == f'"{shown["version"]}"'
    assert audited(north) == [("approvals:hold", "Rita"), ("approvals:undo", "Rita")]
    assert undo(rita, card).status_code == 200
    assert audited(north) == [("approvals:hold", "Rita"), ("approvals:undo", "Rita")]
    again = Card(card.run, card.approval, card.digest, shown["version"], card.tool)
    assert decide(people.signed_in(people.alice), again, "reject").json()["held"]["decision"] == "reject"
    let_grace_end(north)
    north.supervise()
    ledger = Ledger()
    with running(north.database, ledger):
        north.wait_for(card.run, "completed")
    assert ledger.executed == []


def test_a_key_holds_and_takes_back_as_itself(people: People, north: World, card: Card) -> None:
    one, other = people.with_key(people.alice), people.with_key(people.alice)

    assert decide(one, card).json()["held"]["by"]["kind"] == "api_key"

    assert code_of(undo(other, card)) == (403, "not_your_decision")
    assert code_of(undo(people.signed_in(people.alice), card)) == (403, "not_your_decision")
    assert undo(one, card).json()["held"] is None


def test_after_the_grace_it_is_too_late(people: People, north: World, card: Card) -> None:
    rita = people.signed_in(people.rita)
    held = decide(rita, card).json()["held"]
    let_grace_end(north)

    response = undo(rita, card)

    assert response.status_code == 409
    error = error_of(response)
    assert error["code"] == "too_late_to_undo"
    assert error["details"] == {"by": "Rita", "at": held["at"], "decision": "approve"}
    shown = rita.get(card.path).json()
    assert (shown["state"], shown["held"], shown["decision"]["at"]) == ("approved", None, held["at"])
    assert audited(north) == [("approvals:hold", "Rita"), ("approvals:decide", "Rita")]


def test_without_a_grace_it_is_always_too_late(people: People, north: World, ask_person: Any) -> None:
    card = ask_person(north)
    rita = people.signed_in(people.rita)
    assert decide(rita, card).json()["state"] == "approved"
    before = hashes(people.database, *EVERY_TABLE, "audit_auditentry")

    assert code_of(undo(rita, card)) == (409, "too_late_to_undo")
    assert hashes(people.database, *EVERY_TABLE, "audit_auditentry") == before


@pytest.mark.requirement("promise P19")
def test_others_hear_who_decided_and_when_also_in_the_grace(people: People, north: World, card: Card) -> None:
    rita, alice = people.signed_in(people.rita), people.signed_in(people.alice)
    held = decide(rita, card).json()["held"]
    before = hashes(people.database, *EVERY_TABLE, "audit_auditentry")

    answers = [decide(alice, card), decide(alice, card, "reject"), decide(rita, card, "reject")]

    for answer in answers:
        error = error_of(answer)
        assert (answer.status_code, error["code"]) == (409, "approval_already_decided")
        assert error["details"] == {"by": "Rita", "at": held["at"], "decision": "approve"}
    assert decide(rita, card).status_code == 200
    assert code_of(undo(alice, card)) == (403, "not_your_decision")
    assert hashes(people.database, *EVERY_TABLE, "audit_auditentry") == before


def test_what_is_over_in_another_way_says_so(people: People, north: World, card: Card) -> None:
    rita = people.signed_in(people.rita)
    decide(rita, card)
    north.cancel(card.run)

    assert code_of(undo(rita, card)) == (409, "run_not_waiting")
    assert rita.get(card.path).json()["held"] is None


@pytest.mark.requirement("promises 7.41")
@pytest.mark.parametrize("role", [Role.OPERATOR, Role.BUILDER, Role.VIEWER])
def test_a_member_who_is_no_reviewer_takes_nothing_back(
    people: People, north: World, card: Card, role: Role
) -> None:
    decide(people.signed_in(people.rita), card)
    client = people.signed_in(people.add_person("Olaf", people.north, role))
    before = hashes(people.database, *EVERY_TABLE)

    assert code_of(undo(client, card)) == (403, "not_a_reviewer")
    assert hashes(people.database, *EVERY_TABLE) == before


@pytest.mark.requirement("promises 7.19")
@pytest.mark.parametrize("scopes", [DEFAULT_KEY_SCOPES, {"approvals:read"}, set()])
def test_a_key_that_may_not_decide_takes_nothing_back(
    people: People, north: World, card: Card, scopes: set[str]
) -> None:
    decide(people.signed_in(people.rita), card)
    client = people.with_key(people.alice, scopes)
    before = hashes(people.database, *EVERY_TABLE)

    assert code_of(undo(client, card)) == (403, "insufficient_scope")
    assert hashes(people.database, *EVERY_TABLE) == before


@pytest.mark.requirement("case H16")
def test_a_reviewer_who_lost_the_role_in_the_grace_has_decided_nothing(
    people: People, north: World, card: Card
) -> None:
    rita = people.signed_in(people.rita)
    decide(rita, card)
    north.owner("update tenancy_membership set role = 'viewer' where user_id = %s", [people.rita.id])
    assert code_of(undo(rita, card)) == (403, "not_a_reviewer")
    let_grace_end(north)

    north.supervise()

    shown = people.signed_in(people.alice).get(card.path).json()
    assert (shown["state"], shown["held"], shown["decision"]) == ("pending", None, None)
    assert north.run(card.run)["status"] == "waiting"
    assert [action for action, _ in audited(north)] == [
        "approvals:hold",
        "approvals:decide:refused",
        "approvals:decide:refused",
    ]


@pytest.mark.requirement("promise P24")
@pytest.mark.requirement("promises 7.12")
def test_an_approval_of_another_organization_or_project_is_as_a_missing_one(
    people: People, north: World, card: Card
) -> None:
    decide(people.signed_in(people.rita), card)
    outside, inside = people.with_key(people.charlie), people.signed_in(people.rita)
    second = str(people.add_project(people.north, "second"))
    missing = Card(card.run, new_id(), card.digest, 1, card.tool)
    before = hashes(people.database, *EVERY_TABLE, "audit_auditentry")

    answers = [
        undo(client, each, **headers)
        for client, headers in ((outside, {}), (inside, {"Baton_Project": second}))
        for each in (card, missing)
    ]

    assert [each.status_code for each in answers] == [404] * 4
    assert [error_of(each) for each in answers] == [{"code": "not_found", "message": "Not found."}] * 4
    assert Client().delete(f"{card.path}/decision").status_code == 401
    assert hashes(people.database, *EVERY_TABLE, "audit_auditentry") == before


def test_a_browser_needs_its_token_to_take_back(people: People, north: World, card: Card) -> None:
    rita = people.signed_in(people.rita)
    decide(rita, card)
    del rita.defaults["HTTP_X_CSRFTOKEN"]
    before = hashes(people.database, *EVERY_TABLE)

    assert code_of(undo(rita, card)) == (403, "csrf_failed")
    assert hashes(people.database, *EVERY_TABLE) == before


def test_a_body_with_anything_in_it_is_as_for_every_request(people: People, card: Card) -> None:
    rita = people.signed_in(people.rita)
    decide(rita, card)

    response = rita.delete(f"{card.path}/decision", "{", content_type="application/json")

    assert code_of(response) == (400, "invalid_json")
    assert rita.get(card.path).json()["held"] is not None


@pytest.mark.requirement("promise P19")
def test_of_undo_and_the_end_of_the_grace_one_comes_first(people: People, north: World, card: Card) -> None:
    """Eight rounds over HTTP, with a sweep beside it: what was answered is what the record says."""
    rita = people.signed_in(people.rita)
    for _ in range(8):
        shown = rita.get(card.path).json()
        if shown["state"] != "pending":
            break
        now = Card(card.run, card.approval, card.digest, shown["version"], card.tool)
        assert decide(rita, now).status_code == 200
        north.owner("update orchestration_helddecision set starts_at = clock_timestamp() + interval '8 ms'")
        answers: list[Any] = []

        def take_back(answers: list[Any] = answers) -> None:
            answers.append(undo(rita, card))
            connections.close_all()

        thread = threading.Thread(target=take_back)
        thread.start()
        north.supervise()
        thread.join()
        decided = north.kinds(card.run).count("approval_decided")
        (answer,) = answers
        if answer.status_code == 200:
            assert (decided, answer.json()["held"]) == (0, None)
        else:
            assert (decided, code_of(answer)) == (1, (409, "too_late_to_undo"))
    north.assert_gapless(card.run)
