"""POST /approvals/{id}/decision: one decision counts, made by whoever may, about what was shown."""

import threading
from collections import Counter
from typing import Any

import pytest
from django.db import connections
from django.test import Client
from people import People, hashes
from rest_world import EVERY_TABLE, Card, assert_described, code_of, decide, error_of, post
from world import Ledger, World, running

from baton.core.ids import new_id
from baton.tenancy.roles import DEFAULT_KEY_SCOPES, Role


def audited(world: World) -> list[tuple[str, str]]:
    rows = world.owner("select action, actor_name from audit_auditentry order by id")
    return [(row["action"], row["actor_name"]) for row in rows]


@pytest.mark.requirement("promise P18")
def test_an_approved_call_runs_once(people: People, north: World, card: Card) -> None:
    response = decide(people.signed_in(people.rita), card)

    assert response.status_code == 200
    assert_described(response)
    shown = response.json()
    assert (shown["state"], shown["decision"]["by"]["name"]) == ("approved", "Rita")
    assert response["ETag"] == f'"{shown["version"]}"' == f'"{card.version + 1}"'
    assert audited(north) == [("approvals:decide", "Rita")]
    assert north.run(card.run)["status"] == "queued"
    ledger = Ledger()
    with running(north.database, ledger):
        north.wait_for(card.run, "completed")
    assert ledger.of("refund") == [{"order": "A-1", "amount": 5}]


@pytest.mark.requirement("case H08")
def test_a_rejected_call_never_runs(people: People, north: World, card: Card) -> None:
    response = decide(people.with_key(people.alice), card, "reject", reason="Wrong customer.")

    assert (response.status_code, response.json()["state"]) == (200, "rejected")
    ledger = Ledger()
    with running(north.database, ledger):
        north.wait_for(card.run, "completed")
    assert ledger.executed == []
    (call,) = people.with_key(people.alice).get(f"/api/v1/runs/{card.run}").json()["calls"]
    assert call["result"] == "rejected"
    assert "Wrong customer." in call["content"]


@pytest.mark.parametrize("role", [Role.OWNER, Role.ADMIN, Role.REVIEWER])
def test_owners_admins_and_reviewers_decide(people: People, card: Card, role: Role) -> None:
    person = people.add_person("Alma", people.north, role)

    assert decide(people.signed_in(person), card).status_code == 200


@pytest.mark.requirement("promises 7.41")
@pytest.mark.parametrize("role", [Role.OPERATOR, Role.BUILDER, Role.VIEWER])
def test_a_member_who_is_no_reviewer_decides_nothing(
    people: People, north: World, card: Card, role: Role
) -> None:
    client = people.signed_in(people.add_person("Olaf", people.north, role))
    before = hashes(people.database, *EVERY_TABLE)

    response = decide(client, card)

    assert code_of(response) == (403, "not_a_reviewer")
    assert hashes(people.database, *EVERY_TABLE) == before
    assert audited(north) == [("approvals:decide:refused", "Olaf")]


@pytest.mark.requirement("case H16")
def test_a_reviewer_who_lost_the_role_decides_nothing(people: People, north: World, card: Card) -> None:
    client = people.signed_in(people.rita)
    north.owner("update tenancy_membership set role = 'viewer' where user_id = %s", [people.rita.id])
    before = hashes(people.database, *EVERY_TABLE)

    assert code_of(decide(client, card)) == (403, "not_a_reviewer")
    north.owner("delete from tenancy_membership where user_id = %s", [people.rita.id])
    assert code_of(decide(client, card)) == (404, "not_found")
    assert hashes(people.database, *EVERY_TABLE) == before


@pytest.mark.requirement("promises 7.19")
@pytest.mark.parametrize("scopes", [DEFAULT_KEY_SCOPES, {"approvals:read"}, set()])
def test_a_key_that_may_not_decide_decides_nothing(
    people: People, north: World, card: Card, scopes: set[str]
) -> None:
    client = people.with_key(people.alice, scopes)
    before = hashes(people.database, *EVERY_TABLE)

    assert code_of(decide(client, card)) == (403, "insufficient_scope")
    assert hashes(people.database, *EVERY_TABLE) == before
    assert [action for action, _ in audited(north)] == ["approvals:decide:refused"]


@pytest.mark.requirement("promise P24")
@pytest.mark.requirement("promises 7.12")
@pytest.mark.requirement("promises 7.41")
def test_an_approval_of_another_organization_or_project_is_as_a_missing_one(
    people: People, north: World, card: Card
) -> None:
    outside, inside = people.with_key(people.charlie), people.signed_in(people.alice)
    second = str(people.add_project(people.north, "second"))
    body = {"decision": "approve", "digest": card.digest}
    before = hashes(people.database, *EVERY_TABLE, "audit_auditentry")

    answers = [
        post(client, f"/api/v1/approvals/{approval}/decision", body, If_Match='"1"', **headers)
        for client, headers in ((outside, {}), (inside, {"Baton_Project": second}))
        for approval in (card.approval, new_id())
    ]

    assert [each.status_code for each in answers] == [404] * 4
    assert [error_of(each) for each in answers] == [{"code": "not_found", "message": "Not found."}] * 4
    assert hashes(people.database, *EVERY_TABLE, "audit_auditentry") == before


@pytest.mark.requirement("case H11")
@pytest.mark.parametrize(
    "decision",
    [
        "false",
        "true",
        "approved",
        "Approve",
        " approve",
        "",
        "yes",
        True,
        False,
        1,
        0,
        None,
        [],
        {},
        ["approve"],
    ],
)
def test_what_is_no_decision_decides_nothing(people: People, card: Card, decision: Any) -> None:
    client = people.with_key(people.alice)
    before = hashes(people.database, *EVERY_TABLE)

    assert code_of(decide(client, card, decision)) == (400, "invalid_decision")
    assert hashes(people.database, *EVERY_TABLE) == before


def test_a_body_without_a_decision_is_no_decision(people: People, card: Card) -> None:
    client = people.with_key(people.alice)

    response = post(client, f"{card.path}/decision", {"digest": card.digest}, If_Match='"1"')

    assert code_of(response) == (400, "invalid_decision")


@pytest.mark.requirement("promises 7.37")
@pytest.mark.parametrize(
    "more", [{"arguments": {"amount": 1}}, {"approved": "false"}, {"organization_id": "x"}, {"version": 1}]
)
def test_a_decision_that_carries_more_is_refused(
    people: People, north: World, card: Card, more: dict[str, Any]
) -> None:
    before = hashes(people.database, *EVERY_TABLE)

    response = decide(people.with_key(people.alice), card, **more)

    assert (code_of(response), error_of(response)["field"]) == ((400, "unknown_field"), next(iter(more)))
    assert hashes(people.database, *EVERY_TABLE) == before
    assert [action for action, _ in audited(north)] == ["approvals:decide:refused"]


@pytest.mark.parametrize(
    ("more", "code", "field"),
    [
        ({"digest": None}, "invalid_value", "digest"),
        ({"digest": 5}, "invalid_value", "digest"),
        ({"digest": "x" * 65}, "invalid_value", "digest"),
        ({"reason": 5}, "invalid_value", "reason"),
        ({"reason": "x" * 4001}, "invalid_value", "reason"),
    ],
)
def test_a_field_of_another_type_decides_nothing(
    people: People, card: Card, more: dict[str, Any], code: str, field: str
) -> None:
    before = hashes(people.database, *EVERY_TABLE)

    response = decide(people.with_key(people.alice), card, **more)

    assert (code_of(response), error_of(response)["field"]) == ((422, code), field)
    assert hashes(people.database, *EVERY_TABLE) == before


@pytest.mark.requirement("promises 7.36")
def test_another_digest_than_the_stored_one_leaves_the_card_pending(
    people: People, north: World, card: Card
) -> None:
    before = hashes(people.database, *EVERY_TABLE)

    response = decide(people.with_key(people.alice), card, digest="0" * 64)

    assert code_of(response) == (409, "approval_digest_mismatch")
    assert hashes(people.database, *EVERY_TABLE) == before
    assert [action for action, _ in audited(north)] == ["approvals:decide:refused"]


@pytest.mark.requirement("promises 7.35")
@pytest.mark.parametrize("header", [None, '"2"', '"0"', '"999999999999999999"', "*", '"1x"', 'W/"1"'])
def test_a_decision_names_the_version_it_was_made_from(
    people: People, card: Card, header: str | None
) -> None:
    client = people.with_key(people.alice)
    before = hashes(people.database, *EVERY_TABLE)
    body = {"decision": "approve", "digest": card.digest}

    response = post(client, f"{card.path}/decision", body, **({"If_Match": header} if header else {}))

    missing = (428, "precondition_required")
    assert code_of(response) == (missing if header is None else (412, "version_conflict"))
    assert hashes(people.database, *EVERY_TABLE) == before


def test_a_stale_version_is_told_the_current_one(people: People, card: Card) -> None:
    client = people.with_key(people.alice)
    body = {"decision": "approve", "digest": card.digest}

    response = post(client, f"{card.path}/decision", body, If_Match='"7"')

    assert error_of(response)["details"] == {"version": 1}


@pytest.mark.requirement("promises 7.38")
@pytest.mark.requirement("case H06")
def test_the_same_decision_again_is_answered_and_does_nothing(
    people: People, north: World, card: Card
) -> None:
    client = people.signed_in(people.rita)
    first = decide(client, card)
    ledger = Ledger()
    with running(north.database, ledger):
        north.wait_for(card.run, "completed")
    before = hashes(people.database, *EVERY_TABLE, "audit_auditentry")

    again = decide(client, card)

    assert (first.status_code, again.status_code) == (200, 200)
    assert again.json()["decision"] == first.json()["decision"]
    assert hashes(people.database, *EVERY_TABLE, "audit_auditentry") == before
    assert len(ledger.executed) == 1


@pytest.mark.requirement("promise P19")
@pytest.mark.requirement("promises 7.38")
def test_a_later_decision_hears_who_decided_and_when(people: People, card: Card) -> None:
    first = decide(people.signed_in(people.rita), card, "reject")
    before = hashes(people.database, *EVERY_TABLE)

    answers = [
        decide(people.signed_in(people.alice), card, "reject"),
        decide(people.signed_in(people.alice), card, "approve"),
        decide(people.signed_in(people.rita), card, "approve"),
    ]

    assert [code_of(each) for each in answers] == [(409, "approval_already_decided")] * 3
    assert [error_of(each)["details"] for each in answers] == [
        {"by": "Rita", "at": first.json()["decision"]["at"], "decision": "reject"}
    ] * 3
    assert hashes(people.database, *EVERY_TABLE) == before


@pytest.mark.requirement("promises 7.39")
@pytest.mark.requirement("case H10")
@pytest.mark.parametrize("swept", [False, True])
def test_nobody_decides_after_the_expiry(people: People, north: World, card: Card, swept: bool) -> None:
    north.owner(
        "update orchestration_approval set expires_at = expires_at - interval '2 days' where id = %s",
        [card.approval],
    )
    if swept:
        north.supervise()
    before = hashes(people.database, *EVERY_TABLE)

    response = decide(people.with_key(people.alice), card)

    assert code_of(response) == (410, "approval_expired")
    assert hashes(people.database, *EVERY_TABLE) == before
    north.supervise()
    (approval,) = north.approvals(card.run)
    assert (approval["state"], approval["decision"], approval["decided_at"]) == ("expired", None, None)
    ledger = Ledger()
    with running(north.database, ledger):
        north.wait_for(card.run, "completed")
    assert ledger.executed == []


@pytest.mark.requirement("promises 7.39")
def test_nobody_decides_a_card_that_was_replaced(people: People, north: World, card: Card) -> None:
    assert decide(people.with_key(people.alice), card).status_code == 200
    north.change_tool(card.tool, description="Something else.")
    with running(north.database, Ledger()):
        north.wait(lambda: len(north.approvals(card.run)) == 2, "the second card")
        north.wait_for(card.run, "waiting")
    before = hashes(people.database, *EVERY_TABLE)

    response = decide(people.with_key(people.alice), card)

    assert code_of(response) == (409, "approval_superseded")
    assert hashes(people.database, *EVERY_TABLE) == before
    _, second = north.approvals(card.run)
    shown = people.with_key(people.alice).get(f"/api/v1/approvals/{second['id']}").json()
    assert (shown["state"], shown["revision"], shown["because"]) == ("pending", 2, ["tool_definition"])


@pytest.mark.requirement("promises 7.39")
def test_nobody_decides_for_a_run_that_needs_attention(people: People, north: World, card: Card) -> None:
    north.owner("update orchestration_run set status = 'queued' where id = %s", [card.run])
    north.owner("update orchestration_run set status = 'needs_attention' where id = %s", [card.run])
    before = hashes(people.database, *EVERY_TABLE)

    response = decide(people.with_key(people.alice), card)

    assert code_of(response) == (409, "run_not_waiting")
    assert error_of(response)["details"] == {"status": "needs_attention"}
    assert hashes(people.database, *EVERY_TABLE) == before


@pytest.mark.requirement("promise P19")
@pytest.mark.requirement("promises 7.43")
def test_of_eight_deciders_at_once_one_wins_and_the_others_hear_who(
    people: People, north: World, card: Card
) -> None:
    deciders = {
        f"Reviewer {n}": people.add_person(f"Reviewer {n}", people.north, Role.REVIEWER) for n in range(8)
    }
    clients = {name: people.with_key(person) for name, person in deciders.items()}
    barrier = threading.Barrier(8)
    answers: list[tuple[str, int, Any]] = []

    def race(name: str, decision: str) -> None:
        barrier.wait()
        response = decide(clients[name], card, decision)
        answers.append((name, response.status_code, response.json()))
        connections.close_all()

    threads = [
        threading.Thread(target=race, args=(name, "approve" if n % 2 else "reject"))
        for n, name in enumerate(deciders)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    winners = [answer for _, status, answer in answers if status == 200]
    losers = [answer["error"] for _, status, answer in answers if status == 409]
    assert (len(winners), len(losers)) == (1, 7)
    decision = winners[0]["decision"]
    assert {error["code"] for error in losers} == {"approval_already_decided"}
    assert {error["details"]["by"] for error in losers} == {decision["by"]["name"]}
    assert [event["kind"] for event in north.events(card.run)].count("approval_decided") == 1
    assert [action for action, _ in audited(north)] == ["approvals:decide"]
    print(f"RACE rounds=1 deciders=8 answers={dict(Counter(status for _, status, _ in answers))}")


@pytest.mark.requirement("promises 7.44")
def test_a_decision_is_not_replayed_for_an_equal_second_call(
    people: People, north: World, ask_person: Any
) -> None:
    first, second = ask_person(north), ask_person(north)
    assert decide(people.with_key(people.alice), first).status_code == 200
    ledger = Ledger()
    with running(north.database, ledger):
        north.wait_for(first.run, "completed")

    replayed = decide(people.with_key(people.alice), second, digest=first.digest)

    assert code_of(replayed) == (409, "approval_digest_mismatch")
    assert north.approvals(second.run)[0]["state"] == "pending"
    assert len(ledger.executed) == 1


@pytest.mark.requirement("case H05")
def test_a_decision_is_kept_although_no_worker_hears_of_it(people: People, north: World, card: Card) -> None:
    north.owner("delete from outbox_outboxmessage")

    assert decide(people.with_key(people.alice), card).status_code == 200

    assert north.owner("select payload from outbox_outboxmessage") == [{"payload": {"run": str(card.run)}}]
    with running(north.database, Ledger()):
        north.wait_for(card.run, "completed")


def test_a_browser_without_a_csrf_token_decides_nothing(people: People, card: Card) -> None:
    browser: Client = people.signed_in(people.rita)
    del browser.defaults["HTTP_X_CSRFTOKEN"]
    before = hashes(people.database, *EVERY_TABLE)

    assert code_of(decide(browser, card)) == (403, "csrf_failed")
    assert hashes(people.database, *EVERY_TABLE) == before
