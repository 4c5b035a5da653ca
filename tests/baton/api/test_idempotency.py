"""A creating request with a key happens once, whatever its twins, crashes and refusals do."""

import json
import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.db import connections
from django.test import Client
from people import People

URL = "/api/v1/projects"


def post(client: Client, key: str, **body: Any) -> Any:
    return client.post(
        URL,
        {"name": "New", "slug": "new", **body},
        content_type="application/json",
        headers={"Idempotency-Key": key},
    )


def count(people: People, table: str = "tenancy_project") -> int:
    return int(people.database.value(f"select count(*) from {table}"))


@pytest.fixture
def alice(people: People) -> Client:
    return people.with_key(people.alice)


@pytest.mark.requirement("promise P10", "promises 7.32")
def test_the_same_key_and_body_is_answered_the_same_and_done_once(people: People, alice: Client) -> None:
    before = count(people)

    first, second = post(alice, "k1"), post(alice, "k1")

    assert (first.status_code, second.status_code) == (201, 201)
    assert first.json() == second.json()
    assert (first.get("Idempotent-Replayed"), second["Idempotent-Replayed"]) == (None, "true")
    assert count(people) == before + 1


def test_the_same_key_in_another_project_is_another_request(people: People) -> None:
    other = people.add_project(people.north, "returns")
    alice = people.signed_in(people.alice)
    answers = [
        alice.post(
            URL,
            {"name": "New", "slug": "new"},
            content_type="application/json",
            headers={"Idempotency-Key": "k1", "Baton-Project": str(project)},
        )
        for project in (people.north.project_id, other)
    ]

    assert [answer.status_code for answer in answers] == [201, 422]
    assert answers[1].json()["error"]["code"] == "idempotency_key_reused"


def test_the_order_of_fields_makes_no_other_body(alice: Client) -> None:
    send = {"content_type": "application/json", "headers": {"Idempotency-Key": "k1"}}

    first = alice.post(URL, '{"name":"New","slug":"new"}', **send)
    second = alice.post(URL, ' {"slug": "new", "name": "New"}', **send)

    assert first.json() == second.json()


@pytest.mark.requirement("promise P10", "promises 7.32")
def test_the_same_key_with_another_body_is_refused(people: People, alice: Client) -> None:
    first = post(alice, "k1")
    before = count(people)

    second = post(alice, "k1", slug="other")

    assert (second.status_code, second.json()["error"]["code"]) == (422, "idempotency_key_reused")
    assert count(people) == before
    assert post(alice, "k1").json() == first.json()


def test_keys_of_two_credentials_do_not_meet(people: People, alice: Client) -> None:
    other_key, charlie = people.with_key(people.alice), people.with_key(people.charlie)

    answers = [post(alice, "k1", slug="a"), post(other_key, "k1", slug="b"), post(charlie, "k1", slug="c")]

    assert [answer.status_code for answer in answers] == [201, 201, 201]


@pytest.mark.requirement("promises 7.34")
@pytest.mark.parametrize("key", ["x" * 256, "x" * 300, "a\tb", "a\x7fb", "é", "", " "])
def test_a_key_that_is_no_plain_text_is_refused(people: People, alice: Client, key: str) -> None:
    before = count(people)

    answer = post(alice, key)

    assert (answer.status_code, answer.json()["error"]["code"]) == (400, "invalid_idempotency_key")
    assert count(people) == before


def test_an_expected_refusal_is_remembered_without_its_work(people: People, alice: Client) -> None:
    before = count(people)

    first, second = post(alice, "k1", name="refused"), post(alice, "k1", name="refused")

    for answer in (first, second):
        assert answer.status_code == 409
        assert answer.json()["error"]["code"] == "run_not_waiting"
        assert answer.json()["error"]["request_id"] == answer["X-Request-ID"]
    assert first["X-Request-ID"] != second["X-Request-ID"]
    assert second["Idempotent-Replayed"] == "true"
    assert count(people) == before
    assert count(people, "audit_auditentry") == 0


@pytest.mark.parametrize(("name", "status"), [("later", 429), ("broken", 500)])
def test_what_may_work_later_leaves_nothing_behind(
    people: People, alice: Client, name: str, status: int
) -> None:
    before = count(people)

    first, second = post(alice, "k1", name=name), post(alice, "k1", name=name)

    assert (first.status_code, second.status_code) == (status, status)
    assert count(people) == before
    assert count(people, "api_idempotencykey") == 0
    if status == 429:
        assert first["Retry-After"] == "3"


def test_input_that_is_refused_before_the_work_uses_up_no_key(people: People, alice: Client) -> None:
    refused = alice.post(URL, "{}", content_type="application/json", headers={"Idempotency-Key": "k1"})
    good = post(alice, "k1")

    assert (refused.status_code, good.status_code) == (422, 201)


@pytest.mark.requirement("promise P10", "promises 7.33")
def test_many_twins_at_once_make_one(people: People) -> None:
    key = people.key(people.alice)
    before = count(people)
    start = threading.Barrier(20)

    def send(_: int) -> tuple[int, str]:
        client = Client(headers={"Authorization": f"Bearer {key}"})
        start.wait()
        try:
            answer = post(client, "twins")
            return answer.status_code, answer.json().get("id", "")
        finally:
            connections.close_all()

    with ThreadPoolExecutor(20) as pool:
        answers = list(pool.map(send, range(20)))

    assert {status for status, _ in answers} <= {201, 409}
    assert len({identifier for status, identifier in answers if status == 201}) == 1
    assert count(people) == before + 1


@pytest.mark.requirement("promises 7.33")
def test_a_twin_of_slow_work_waits_two_seconds_and_is_told_to_come_back(people: People) -> None:
    key = people.key(people.alice)
    answers: dict[str, Any] = {}
    begun = threading.Event()

    def send(name: str) -> None:
        begun.set()
        try:
            answers[name] = post(Client(headers={"Authorization": f"Bearer {key}"}), "slow", slug="slow")
        finally:
            connections.close_all()

    first = threading.Thread(target=send, args=["first"])
    first.start()
    begun.wait()
    while not people.database.value(
        "select count(*) from pg_locks where locktype = 'transactionid' and granted"
    ):
        pass
    send("second")
    first.join()
    send("third")

    error = json.loads(answers["second"].content)["error"]
    assert (answers["second"].status_code, error["code"]) == (409, "idempotency_in_progress")
    assert answers["second"]["Retry-After"] == "2"
    assert answers["first"].status_code == 201
    assert answers["third"].json() == answers["first"].json()
