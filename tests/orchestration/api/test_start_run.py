"""POST /runs: a 201 is a run on disk, once per key; everything else changes nothing."""

import threading
from collections import Counter
from typing import Any
from uuid import UUID

import pytest
from django.conf import settings
from django.db import connections
from django.test import Client
from people import People, hashes
from rest_world import EVERY_TABLE, assert_described, code_of, error_of, post, queries_of
from world import Ledger, World, reply, running, script

from agents_app.spec import Limits
from baton.core.ids import new_id
from baton.tenancy.roles import DEFAULT_KEY_SCOPES

PATH = "/api/v1/runs"


@pytest.fixture
def agent(north: World) -> UUID:
    """The id of an agent that answers at once."""
    version = north.add_agent("refunds", connection=north.add_connection(script=script(reply(text="Done."))))
    found: UUID = north.owner("select agent_id from agents_agentversion where id = %s", [version])[0][
        "agent_id"
    ]
    return found


def start(client: Client, agent: object = "refunds", text: str = "Refund A-1.", **more: Any) -> Any:
    return post(client, PATH, {"agent": str(agent), "input": text, **more})


@pytest.mark.requirement("promise P10")
def test_a_started_run_is_on_disk_and_promised_to_a_worker(people: People, north: World, agent: UUID) -> None:
    response = start(people.with_key(people.alice), agent)

    assert response.status_code == 201
    assert_described(response)
    shown = response.json()
    assert response["Location"] == f"{PATH}/{shown['id']}"
    assert (shown["status"], shown["waiting_for"], shown["last_seq"]) == ("queued", [], 1)
    assert (shown["agent"]["id"], shown["agent"]["name"], shown["agent"]["version"]) == (
        str(agent),
        "refunds",
        1,
    )
    run = UUID(shown["id"])
    assert north.kinds(run) == ["run_created"]
    assert north.run(run)["input"] == "Refund A-1."
    assert north.owner("select kind, payload from outbox_outboxmessage") == [
        {"kind": "doorbell", "payload": {"run": str(run)}}
    ]
    assert north.owner("select kind, contract from orchestration_task where run_id = %s", [run]) == [
        {"kind": "converse", "contract": {"input": "Refund A-1."}}
    ]
    with running(north.database, Ledger()):
        assert north.wait_for(run, "completed")["output"] == "Done."


def test_the_answer_is_the_run_as_lists_show_it(people: People, agent: UUID) -> None:
    client = people.with_key(people.alice)

    shown = start(client).json()

    assert client.get(PATH).json()["items"] == [shown]


def test_the_first_event_says_what_the_run_pins(people: People, north: World, agent: UUID) -> None:
    shown = start(people.with_key(people.alice), token_limit=500).json()

    (event,) = north.events(UUID(shown["id"]))
    payload = event["payload"]
    assert payload["agent"]["version_id"] == shown["agent"]["version_id"]
    assert payload["requester"] == shown["requester"]
    assert payload["requester"]["kind"] == "api_key"
    assert payload["deadline_at"] == shown["deadline_at"]
    assert payload["limits"] == {"steps": 200, "tokens": 500}
    assert payload["model"] == {"provider": "scripted", "name": "scripted", "scripted": True}


@pytest.mark.requirement("promise P14")
def test_the_deadline_is_told_by_the_clock_of_the_database(people: People, north: World, agent: UUID) -> None:
    shown = start(people.with_key(people.alice), deadline_seconds=60).json()

    (row,) = north.owner(
        "select extract(epoch from deadline_at - created_at) as seconds, length(trace_id) as trace"
        " from orchestration_run where id = %s",
        [shown["id"]],
    )
    assert 59.9 < float(row["seconds"]) < 60.1
    assert row["trace"] == 32


def test_an_operator_starts_and_is_the_requester(people: People, north: World, agent: UUID) -> None:
    response = start(people.signed_in(people.bob))

    assert response.status_code == 201
    assert response.json()["requester"] == {"kind": "user", "id": str(people.bob.id), "name": "Bob"}
    assert north.owner(
        "select actor_name, action, object_id from audit_auditentry where action like 'runs%%'"
    ) == [{"actor_name": "Bob", "action": "runs:start", "object_id": response.json()["id"]}]


@pytest.mark.requirement("promises 7.19")
@pytest.mark.parametrize("name", ["rita", "vera"])
def test_whoever_only_reads_or_decides_starts_nothing(people: People, agent: UUID, name: str) -> None:
    client = people.signed_in(getattr(people, name))
    before = hashes(people.database, *EVERY_TABLE)

    response = start(client)

    assert code_of(response) == (403, "insufficient_scope")
    assert hashes(people.database, *EVERY_TABLE) == before


@pytest.mark.requirement("promises 7.19")
def test_a_key_that_only_reads_starts_nothing(people: People, north: World, agent: UUID) -> None:
    client = people.with_key(people.alice, DEFAULT_KEY_SCOPES - {"runs:start"})
    before = hashes(people.database, *EVERY_TABLE)

    response = start(client)

    assert code_of(response) == (403, "insufficient_scope")
    assert hashes(people.database, *EVERY_TABLE) == before
    assert north.owner("select action from audit_auditentry") == [{"action": "runs:start:refused"}]


@pytest.mark.requirement("promise P24")
@pytest.mark.requirement("promises 7.13")
def test_an_agent_of_another_organization_is_as_a_missing_one(
    people: People, south: World, agent: UUID
) -> None:
    client = people.with_key(people.charlie)
    south.add_agent("helper")
    before = hashes(people.database, *EVERY_TABLE)

    foreign, random = start(client, agent), start(client, new_id())
    by_name = start(client, "refunds")

    assert code_of(foreign) == (422, "invalid_reference")
    assert error_of(foreign) == error_of(random)
    assert code_of(by_name) == (422, "invalid_reference")
    assert hashes(people.database, *EVERY_TABLE) == before


def test_a_person_of_another_organization_does_not_even_find_the_project(people: People, agent: UUID) -> None:
    client = people.signed_in(people.charlie)
    before = hashes(people.database, *EVERY_TABLE)

    body = {"agent": str(agent), "input": "x"}
    response = post(client, PATH, body, Baton_Project=str(people.north.project_id))

    assert response.status_code == 404
    assert hashes(people.database, *EVERY_TABLE) == before


def test_an_archived_or_unpublished_agent_does_not_start(people: People, north: World, agent: UUID) -> None:
    client = people.with_key(people.alice)
    north.owner("update agents_agent set archived_at = now() where id = %s", [agent])

    archived = start(client)
    north.owner("update agents_agent set archived_at = null, live_version_id = null where id = %s", [agent])
    unpublished = start(client)

    assert error_of(archived)["message"] == "The agent 'refunds' is archived."
    assert error_of(unpublished)["message"] == "The agent 'refunds' has no published version."


@pytest.mark.requirement("promises 7.10")
@pytest.mark.parametrize(
    "field", ["organization_id", "id", "created_at", "status", "deadline_at", "hop_count"]
)
def test_an_unknown_field_is_refused_and_audited(
    people: People, north: World, agent: UUID, field: str
) -> None:
    before = hashes(people.database, *EVERY_TABLE)

    response = start(people.with_key(people.alice), **{field: "x"})

    assert (code_of(response), error_of(response)["field"]) == ((400, "unknown_field"), field)
    assert hashes(people.database, *EVERY_TABLE) == before
    assert north.owner("select action, detail->>'field' as field from audit_auditentry") == [
        {"action": "runs:start:refused", "field": field}
    ]


@pytest.mark.requirement("promise P32")
@pytest.mark.parametrize(
    ("body", "code", "field"),
    [
        ({"input": "x"}, "missing_field", "agent"),
        ({"agent": "refunds"}, "missing_field", "input"),
        ({"agent": "refunds", "input": ""}, "invalid_value", "input"),
        ({"agent": "refunds", "input": " \n"}, "invalid_value", "input"),
        ({"agent": "refunds", "input": None}, "invalid_value", "input"),
        ({"agent": "refunds", "input": 7}, "invalid_value", "input"),
        ({"agent": "refunds", "input": ["x"]}, "invalid_value", "input"),
        ({"agent": 7, "input": "x"}, "invalid_value", "agent"),
        ({"agent": "refunds", "input": "x" * (1024 * 1024 + 1)}, "invalid_value", "input"),
        ({"agent": "refunds", "input": "é" * (512 * 1024 + 1)}, "invalid_value", "input"),
        ({"agent": "refunds", "input": "x", "deadline_seconds": "60"}, "invalid_value", "deadline_seconds"),
        ({"agent": "refunds", "input": "x", "deadline_seconds": True}, "invalid_value", "deadline_seconds"),
        ({"agent": "refunds", "input": "x", "deadline_seconds": 0}, "invalid_value", "deadline_seconds"),
        ({"agent": "refunds", "input": "x", "deadline_seconds": 1.5}, "invalid_value", "deadline_seconds"),
        ({"agent": "refunds", "input": "x", "step_limit": -1}, "invalid_value", "step_limit"),
        ({"agent": "refunds", "input": "x", "step_limit": 10**20}, "invalid_value", "step_limit"),
        ({"agent": "refunds", "input": "x", "token_limit": 2**31}, "invalid_value", "token_limit"),
    ],
)
def test_a_body_that_says_nothing_sensible_changes_nothing(
    people: People, agent: UUID, body: dict[str, Any], code: str, field: str
) -> None:
    before = hashes(people.database, *EVERY_TABLE)

    response = post(people.with_key(people.alice), PATH, body)

    assert (code_of(response), error_of(response)["field"]) == ((422, code), field)
    assert hashes(people.database, *EVERY_TABLE) == before


@pytest.mark.requirement("promises 7.6")
@pytest.mark.parametrize("text", ["a\\u0000b", "a\\ud800b", "\\udc00"])
def test_nul_and_halves_of_characters_are_refused(people: People, agent: UUID, text: str) -> None:
    body = f'{{"agent": "refunds", "input": "{text}"}}'
    before = hashes(people.database, *EVERY_TABLE)

    response = people.with_key(people.alice).post(PATH, body, content_type="application/json")

    assert code_of(response) == (422, "invalid_character")
    assert hashes(people.database, *EVERY_TABLE) == before


def test_a_limit_may_be_tighter_than_the_agents_and_not_wider(people: People, north: World) -> None:
    north.add_agent("limited", limits=Limits(steps=10, tokens=1000, deadline_seconds=600))
    client = people.with_key(people.alice)

    tighter = start(client, "limited", step_limit=9, token_limit=999, deadline_seconds=599)
    wider = [
        start(client, "limited", **{field: most + 1})
        for field, most in {"step_limit": 10, "token_limit": 1000, "deadline_seconds": 600}.items()
    ]

    assert tighter.json()["limits"] == {"steps": 9, "tokens": 999}
    assert [(code_of(each), error_of(each)["field"]) for each in wider] == [
        ((422, "invalid_value"), field) for field in ("step_limit", "token_limit", "deadline_seconds")
    ]


@pytest.mark.requirement("promise P10")
@pytest.mark.requirement("promises 7.32")
def test_the_same_key_is_the_same_run_and_another_body_is_refused(
    people: People, north: World, agent: UUID
) -> None:
    client = people.with_key(people.alice)
    body = {"agent": "refunds", "input": "one"}

    first = post(client, PATH, body, Idempotency_Key="k1")
    again = post(client, PATH, body, Idempotency_Key="k1")
    after = hashes(people.database, *EVERY_TABLE)
    other = post(client, PATH, {**body, "input": "two"}, Idempotency_Key="k1")

    assert (first.status_code, again.status_code) == (201, 201)
    assert again.json() == first.json()
    assert (again["Location"], again["Idempotent-Replayed"]) == (first["Location"], "true")
    assert code_of(other) == (422, "idempotency_key_reused")
    assert hashes(people.database, *EVERY_TABLE) == after
    assert len(north.owner("select id from orchestration_run")) == 1


def test_the_same_key_of_another_organization_is_another_key(
    people: People, north: World, south: World, agent: UUID
) -> None:
    south.add_agent("refunds")
    body = {"agent": "refunds", "input": "one"}

    first = post(people.with_key(people.alice), PATH, body, Idempotency_Key="k1")
    second = post(people.with_key(people.charlie), PATH, body, Idempotency_Key="k1")

    assert (first.status_code, second.status_code) == (201, 201)
    assert first.json()["id"] != second.json()["id"]


@pytest.mark.requirement("promise P10")
@pytest.mark.requirement("promises 7.33")
def test_twenty_twins_at_once_start_one_run(people: People, north: World, agent: UUID) -> None:
    key = people.key(people.alice)
    barrier = threading.Barrier(20)
    answers: list[tuple[int, str]] = []

    def send() -> None:
        client = Client(headers={"Authorization": f"Bearer {key}"})
        barrier.wait()
        response = post(client, PATH, {"agent": "refunds", "input": "one"}, Idempotency_Key="twins")
        answers.append((response.status_code, response.json().get("id", "")))
        connections.close_all()

    threads = [threading.Thread(target=send) for _ in range(20)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    runs = north.owner("select id from orchestration_run")
    assert len(runs) == 1
    assert len(answers) == 20
    assert {status for status, _ in answers} <= {201, 409}
    assert {run for status, run in answers if status == 201} == {str(runs[0]["id"])}
    print(f"IDEMP twins=20 runs={len(runs)} answers={dict(Counter(status for status, _ in answers))}")


@pytest.mark.requirement("promises 7.34")
@pytest.mark.parametrize("key", ["", "k" * 300, "a\tb", "é"])
def test_a_key_that_is_no_key_starts_nothing(people: People, agent: UUID, key: str) -> None:
    before = hashes(people.database, *EVERY_TABLE)

    response = post(
        people.with_key(people.alice), PATH, {"agent": "refunds", "input": "x"}, Idempotency_Key=key
    )

    assert code_of(response) == (400, "invalid_idempotency_key")
    assert hashes(people.database, *EVERY_TABLE) == before


@pytest.mark.requirement("promises 7.78")
def test_a_full_queue_says_when_to_come_back_and_the_key_stays_good(
    people: People, north: World, agent: UUID, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(settings, "BATON", settings.BATON.model_copy(update={"baton_max_queued": 2}))
    client = people.with_key(people.alice)
    first, _ = start(client), start(client)
    before = hashes(people.database, *EVERY_TABLE)

    full = post(client, PATH, {"agent": "refunds", "input": "x"}, Idempotency_Key="later")
    assert hashes(people.database, *EVERY_TABLE) == before
    north.owner("update orchestration_run set status = 'cancelling' where id = %s", [first.json()["id"]])
    later = post(client, PATH, {"agent": "refunds", "input": "x"}, Idempotency_Key="later")

    assert (code_of(full), full["Retry-After"]) == ((429, "queue_full"), "10")
    assert later.status_code == 201


@pytest.mark.requirement("promises 7.78")
def test_an_organization_has_a_queue_of_its_own_length(
    people: People, north: World, south: World, agent: UUID
) -> None:
    south.add_agent("refunds")
    north.owner("update tenancy_organization set max_queued = 1 where slug = 'north'")
    alice, charlie = people.with_key(people.alice), people.with_key(people.charlie)

    answers = [start(client).status_code for client in (alice, alice, charlie, charlie)]

    assert answers == [201, 429, 201, 201]


def test_a_full_queue_of_one_organization_is_nothing_to_another(
    people: People, north: World, south: World, agent: UUID, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(settings, "BATON", settings.BATON.model_copy(update={"baton_max_queued": 1}))
    south.add_agent("refunds")

    assert start(people.with_key(people.alice)).status_code == 201
    assert start(people.with_key(people.charlie)).status_code == 201


@pytest.mark.requirement("promises 7.76")
def test_a_run_starts_although_the_broker_is_away(
    people: People, north: World, agent: UUID, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(settings, "CELERY_BROKER_URL", "redis://127.0.0.1:1/0")

    response = start(people.with_key(people.alice))

    assert response.status_code == 201
    assert north.owner("select kind from outbox_outboxmessage where done_at is null") == [
        {"kind": "doorbell"}
    ]


def test_a_long_input_stands_in_a_body_and_reaches_the_model_whole(
    people: People, north: World, agent: UUID
) -> None:
    text = "An order. " * 1000 + "The end."
    north.add_agent("echo", connection=north.add_connection(script="echo"))
    client = people.with_key(people.alice)

    shown = start(client, "echo", text).json()

    run = UUID(shown["id"])
    reference = north.events(run)[0]["payload"]["input"]
    assert (reference["size"], reference["head"]) == (len(text), text[:512])
    assert (shown["input_head"], shown["input_size"]) == (text[:200], len(text))
    body = client.get(f"{PATH}/{run}/bodies/{reference['ref']}")
    assert_described(body)
    assert body.json() == {"id": reference["ref"], "content": text}
    with running(north.database):
        assert "The end." in north.wait_for(run, "completed")["output"]


def test_starting_a_run_takes_a_fixed_number_of_queries(people: People, agent: UUID) -> None:
    client = people.with_key(people.alice)

    assert queries_of(lambda: start(client)) == queries_of(lambda: start(client)) == 7
