"""A tool tried by hand: shown without sending, and sent once, exactly as it was shown."""

import json
import threading
from typing import Any

import pytest
from database import TestDatabase
from django.db import connections
from people import People, Person, hashes
from rest_world import code_of, error_of
from tries import SECRET, Shop, Trying, audited, new_key
from world import World

UNCHANGED = ("api_idempotencykey", "agents_draft", "agents_toolversion", "orchestration_run")


def test_a_dry_try_shows_the_very_request_and_sends_nothing(
    shop: Shop, alice: Trying, refund: dict[str, Any], database: TestDatabase
) -> None:
    before = hashes(database, *UNCHANGED, "audit_auditentry")

    shown = alice.dry(refund).json()

    assert shop.requests == []
    assert hashes(database, *UNCHANGED, "audit_auditentry") == before
    assert (shown["method"], shown["url"]) == ("POST", f"http://{shop.host}/orders/A%2F1/refunds")
    assert shown["host"] == shop.host
    assert shown["headers"] == {
        "accept": "application/json",
        "content-type": "application/json",
        "idempotency-key": "(made when it is sent)",
        "user-agent": "Baton",
    }
    assert json.loads(shown["body"]) == {"amount": 12.5, "note": "ü"}
    assert shown["sentence"] == "Refund 12.5 for A/1"
    assert shown["verdict"] == {"outcome": "ask", "rule": None}
    assert (shown["credential"], shown["problems"]) == (None, [])
    assert len(shown["digest"]) == 64


def test_a_real_try_sends_what_was_shown_and_is_audited(
    shop: Shop, alice: Trying, refund: dict[str, Any], database: TestDatabase
) -> None:
    shown = alice.dry(refund).json()

    tried = alice.real(refund, shown["digest"]).json()

    ((method, path, headers, body),) = shop.requests
    assert f"http://{shop.host}{path}" == shown["url"]
    assert (method, body) == (shown["method"], shown["body"])
    assert {name: headers[name] for name in shown["headers"] if name != "idempotency-key"} == {
        name: value for name, value in shown["headers"].items() if name != "idempotency-key"
    }
    assert (tried["status"], tried["body"], tried["truncated"]) == (200, '{"ok":true}', False)
    begun, ended = audited(database)[-2:]
    assert (begun["digest"], begun["tool"], begun["host"]) == (shown["digest"], "refund", shop.host)
    assert (begun["step"], begun["status"]) == ("sending", None)
    assert (ended["digest"], ended["step"], ended["status"]) == (shown["digest"], "answered", 200)
    assert begun["key"] == ended["key"] == headers["idempotency-key"]


def test_the_digest_is_over_everything_that_is_shown(
    shop: Shop, alice: Trying, refund: dict[str, Any], people: People, north: World
) -> None:
    digest = alice.dry(refund).json()["digest"]
    content = refund["content"]
    others = [
        {**refund, "arguments": {**refund["arguments"], "amount": 12.6}},
        {**refund, "content": {**content, "description": "Another"}},
        {**refund, "content": {**content, "sentence": "Another"}},
        {**refund, "content": {**content, "headers": {"X-A": "1"}}},
        {**refund, "content": {**content, "effect": "keyed"}},
        {**refund, "content": {**content, "request": "POST {SHOP_URL}/orders/{order}/credit"}},
    ]

    assert alice.dry(refund).json()["digest"] == digest
    assert digest not in [alice.dry(other).json()["digest"] for other in others]
    for other in others:
        refused = alice.real(other, digest)
        assert code_of(refused) == (409, "digest_mismatch")
    assert shop.requests == []


def test_what_moved_since_it_was_shown_is_not_sent(
    shop: Shop, alice: Trying, refund: dict[str, Any], database: TestDatabase
) -> None:
    digest = alice.dry(refund).json()["digest"]
    key = new_key()
    database.rows("update agents_variable set value = value || '/v2' where name = 'SHOP_URL'")
    try:
        refused = alice.real(refund, digest, key)
    finally:
        database.rows("update agents_variable set value = replace(value, '/v2', '') where name = 'SHOP_URL'")

    error = error_of(refused)
    assert (error["code"], error["details"]["digest"] != digest) == ("digest_mismatch", True)
    assert shop.requests == []
    # What was refused took no key: the same one sends what is shown now.
    assert alice.real(refund, digest, key).status_code == 200
    assert len(shop.requests) == 1


@pytest.mark.requirement("promises 7.32")
def test_one_key_sends_once_however_often_it_comes(shop: Shop, alice: Trying, refund: dict[str, Any]) -> None:
    digest = alice.dry(refund).json()["digest"]
    key = new_key()

    first = alice.real(refund, digest, key)
    again = alice.real(refund, digest, key)

    assert (again.json(), again["Idempotent-Replayed"]) == (first.json(), "true")
    assert len(shop.requests) == 1
    other = alice.real({**refund, "arguments": {"order": "B", "amount": 1}}, digest, key)
    assert code_of(other) == (422, "idempotency_key_reused")
    assert len(shop.requests) == 1


@pytest.mark.requirement("promises 7.33")
def test_a_twin_at_the_same_time_does_not_send(
    shop: Shop, alice: Trying, refund: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("baton.api.effects.WAIT_SECONDS", 0.2)
    digest = alice.dry(refund).json()["digest"]
    key = new_key()
    arrived, go_on = threading.Event(), threading.Event()

    def slow(headers: dict[str, str]) -> tuple[int, str]:
        arrived.set()
        go_on.wait(30)
        return 200, "{}"

    shop.answer = slow
    answers: list[Any] = []

    def send() -> None:
        answers.append(alice.real(refund, digest, key))
        connections.close_all()

    first = threading.Thread(target=send)
    first.start()
    assert arrived.wait(30)
    twin = alice.real(refund, digest, key)
    go_on.set()
    first.join(30)

    assert code_of(twin) == (409, "idempotency_in_progress")
    assert [answer.status_code for answer in answers] == [200]
    assert len(shop.requests) == 1


def test_a_crash_in_between_is_told_and_never_sent_again(
    shop: Shop, alice: Trying, refund: dict[str, Any], database: TestDatabase, monkeypatch: pytest.MonkeyPatch
) -> None:
    digest = alice.dry(refund).json()["digest"]
    key = new_key()

    def crash(*args: Any, **kwargs: Any) -> Any:
        raise SystemExit

    with monkeypatch.context() as broken:
        broken.setattr("orchestration.api.try_views.end_try", crash)
        with pytest.raises(SystemExit):
            alice.real(refund, digest, key)
    assert len(shop.requests) == 1
    database.rows(
        "update api_idempotencykey set created_at = created_at - interval '2 minutes' where key = %s", [key]
    )

    for _ in range(2):
        assert code_of(alice.real(refund, digest, key)) == (409, "outcome_unknown")
    assert len(shop.requests) == 1
    last = audited(database)[-1]
    assert (last["digest"], last["step"]) == (digest, "sending")


def test_a_real_try_needs_a_key_and_a_digest(shop: Shop, alice: Trying, refund: dict[str, Any]) -> None:
    digest = alice.dry(refund).json()["digest"]

    without_key = alice.send("tools/try", {**refund, "mode": "real", "digest": digest})
    without_digest = alice.send("tools/try", {**refund, "mode": "real"}, key=new_key())

    assert code_of(without_key) == (400, "idempotency_key_required")
    assert (without_digest.status_code, error_of(without_digest)["field"]) == (422, "digest")
    assert shop.requests == []


def test_what_policy_denies_is_not_sent(
    shop: Shop, alice: Trying, refund: dict[str, Any], north: World, database: TestDatabase
) -> None:
    north.set_policy([{"tool": "refund", "outcome": "deny", "text": "Nobody refunds on Mondays."}])
    shown = alice.dry(refund).json()
    before = hashes(database, *UNCHANGED)

    refused = alice.real(refund, shown["digest"])

    assert shown["verdict"] == {"outcome": "deny", "rule": "Nobody refunds on Mondays."}
    assert code_of(refused) == (409, "denied_by_policy")
    assert shop.requests == []
    assert audited(database, "agents:try:refused")[-1]["code"] == "denied_by_policy"
    assert hashes(database, *UNCHANGED) == before


def test_what_policy_asks_is_sent_by_whoever_may_decide(
    shop: Shop, alice: Trying, refund: dict[str, Any], people: People, bea: Person
) -> None:
    builder = Trying(people.signed_in(bea))
    digest = builder.dry(refund).json()["digest"]

    refused = builder.real(refund, digest)
    by_key = Trying(people.with_key(people.alice, ["agents:try", "tools:edit"])).real(refund, digest)

    assert code_of(refused) == (403, "not_a_reviewer")
    assert code_of(by_key) == (403, "insufficient_scope")
    assert shop.requests == []
    assert alice.real(refund, digest).status_code == 200


def test_a_builder_sends_what_policy_allows(
    shop: Shop, refund: dict[str, Any], north: World, people: People, bea: Person
) -> None:
    north.set_policy([{"tool": "refund", "outcome": "allow"}])
    builder = Trying(people.signed_in(bea))
    digest = builder.dry(refund).json()["digest"]

    assert builder.real(refund, digest).json()["status"] == 200
    only_try = Trying(people.with_key(people.alice, ["agents:try"]))
    assert only_try.dry(refund).status_code == 200
    assert code_of(only_try.real(refund, digest)) == (403, "insufficient_scope")
    assert len(shop.requests) == 1


def test_who_may_not_try_sees_nothing(
    shop: Shop, refund: dict[str, Any], people: People, database: TestDatabase
) -> None:
    before = hashes(database, *UNCHANGED)
    for client in (
        people.with_key(people.vera),
        people.signed_in(people.bob),
        people.with_key(people.alice, ["tools:read", "agents:read"]),
    ):
        for mode in ({"mode": "dry"}, {"mode": "real", "digest": "0" * 64}):
            refused = Trying(client).send("tools/try", {**refund, **mode}, key=new_key())
            assert code_of(refused) == (403, "insufficient_scope")
    stranger = Trying(people.with_key(people.charlie)).dry(refund)
    missing = Trying(people.with_key(people.charlie)).dry(
        {**refund, "id": "0199f000-0000-7000-8000-000000000000"}
    )
    assert code_of(stranger) == code_of(missing) == (404, "not_found")
    assert error_of(stranger) == error_of(missing)
    assert shop.requests == []
    assert hashes(database, *UNCHANGED) == before


@pytest.mark.parametrize(
    ("arguments", "path"),
    [
        ({"order": "A"}, ""),
        ({"order": "A", "amount": "5"}, "/amount"),
        ({"order": "..", "amount": 5}, "/order"),
        ({"order": "", "amount": 5}, "/order"),
        ({"order": "A", "amount": 5, "other": 1}, ""),
    ],
)
def test_arguments_that_a_run_would_refuse_are_refused_with_their_place(
    shop: Shop, alice: Trying, refund: dict[str, Any], arguments: dict[str, Any], path: str
) -> None:
    refused = alice.dry({**refund, "arguments": arguments})

    error = error_of(refused)
    assert (refused.status_code, error["code"], error["field"]) == (422, "invalid_value", "arguments")
    assert [each["path"] for each in error["details"]["problems"]] == [path]


@pytest.mark.requirement("promises 7.4")
def test_a_number_that_would_be_rounded_is_refused(shop: Shop, alice: Trying, refund: dict[str, Any]) -> None:
    refused = alice.dry({**refund, "arguments": {"order": "A", "amount": 2**53 + 1}})

    assert code_of(refused) == (422, "unsafe_integer")


@pytest.mark.requirement("promises 7.56")
@pytest.mark.parametrize(
    "change",
    [
        {"request": "POST {NOWHERE}/x"},
        {"request": "POST http://169.254.169.254/latest/{order}"},
        {"request": "POST http://127.1/{order}"},
        {"request": "POST http://2130706433/{order}"},
        {"request": "POST http://localhost/{order}"},
        {"request": "POST http://shop.example/{order}"},
        {"request": "POST https://{order}/x"},
        {"sentence": "{unknown}"},
        {"credential": "unknown"},
    ],
)
def test_content_that_could_not_be_published_is_not_tried(
    shop: Shop, alice: Trying, refund: dict[str, Any], change: dict[str, Any]
) -> None:
    refused = alice.dry({**refund, "content": {**refund["content"], **change}})

    error = error_of(refused)
    assert (refused.status_code, error["code"]) == (422, "invalid_definition")
    assert error["details"]["problems"][0]["pointer"] == f"/{next(iter(change))}"


def test_the_text_form_is_tried_like_the_content(shop: Shop, alice: Trying, refund: dict[str, Any]) -> None:
    whole = alice.client.get(f"/api/v1/tools/{refund['id']}").json()
    body = {"id": refund["id"], "text": whole["text"], "arguments": refund["arguments"]}

    assert alice.dry(body).json() == alice.dry(refund).json()
    both = alice.dry({**refund, "text": whole["text"]})
    assert both.status_code == 422


def test_a_credential_goes_along_and_is_never_seen(
    shop: Shop,
    alice: Trying,
    refund: dict[str, Any],
    database: TestDatabase,
    caplog: pytest.LogCaptureFixture,
) -> None:
    made = alice.send(
        "credentials",
        {
            "name": "shop_key",
            "host": shop.host,
            "header": "Authorization",
            "prefix": "Bearer ",
            "value": SECRET,
        },
    )
    assert made.status_code == 201, made.content
    shop.answer = lambda headers: (401, json.dumps({"refused": headers["authorization"], "key": SECRET}))
    body = {**refund, "content": {**refund["content"], "credential": "shop_key"}}

    shown = alice.dry(body)
    tried = alice.real(body, shown.json()["digest"])

    assert shown.json()["credential"] == {"name": "shop_key", "header": "Authorization"}
    assert "authorization" not in shown.json()["headers"]
    assert shop.requests[-1][2]["authorization"] == f"Bearer {SECRET}"
    assert (tried.json()["status"], tried.json()["body"]) == (
        401,
        '{"refused":"Bearer [secret]","key":"[secret]"}',
    )
    everything = "".join(
        str(database.rows(f"select t::text from {table} t"))
        for table in ("audit_auditentry", "api_idempotencykey", "agents_credential")
    )
    for seen in (shown.content.decode(), tried.content.decode(), everything, caplog.text):
        assert SECRET not in seen


def test_a_credential_without_a_value_is_shown_and_not_sent(
    shop: Shop, alice: Trying, refund: dict[str, Any]
) -> None:
    made = alice.send("credentials", {"name": "later", "host": shop.host, "header": "X-Key"})
    assert made.status_code == 201, made.content
    body = {**refund, "content": {**refund["content"], "credential": "later"}}

    shown = alice.dry(body).json()
    refused = alice.real(body, shown["digest"])

    assert [each["code"] for each in shown["problems"]] == ["credential_without_value"]
    assert code_of(refused) == (422, "invalid_reference")
    assert shop.requests == []


def test_an_answer_of_any_status_is_an_answer(shop: Shop, alice: Trying, refund: dict[str, Any]) -> None:
    shop.answer = lambda headers: (503, "<b>away</b>")

    tried = alice.real(refund, alice.dry(refund).json()["digest"]).json()

    assert (tried["status"], tried["body"]) == (503, "<b>away</b>")


def test_a_long_answer_is_cut(shop: Shop, alice: Trying, refund: dict[str, Any]) -> None:
    shop.answer = lambda headers: (200, json.dumps({"long": "x" * 300_000}))

    tried = alice.real(refund, alice.dry(refund).json()["digest"]).json()

    assert tried["truncated"] is True
    assert len(tried["body"].encode()) <= 64 * 1024


def test_where_nobody_answers_it_says_whether_anything_left(
    shop: Shop, alice: Trying, refund: dict[str, Any], settings: Any, database: TestDatabase
) -> None:
    settings.BATON = settings.BATON.model_copy(update={"baton_egress_allow": f"{shop.host},127.0.0.1:9"})
    body = {**refund, "content": {**refund["content"], "request": "POST http://127.0.0.1:9/{order}"}}

    failed = alice.real(body, alice.dry(body).json()["digest"])

    assert failed.status_code == 200
    assert (failed.json()["code"], failed.json()["sent"]) == ("connection_failed", False)
    last = audited(database)[-1]
    assert (last["step"], last["code"], last["sent"]) == ("failed", "connection_failed", False)


def test_only_so_many_wait_at_once(
    shop: Shop, alice: Trying, refund: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("orchestration.tries.slots._slots", threading.BoundedSemaphore(1))
    digest = alice.dry(refund).json()["digest"]
    from orchestration.tries.slots import one_slot

    with one_slot():
        refused = alice.real(refund, digest, key := new_key())

    assert code_of(refused) == (429, "rate_limited")
    assert shop.requests == []
    assert alice.real(refund, digest, key).status_code == 200


def test_a_credential_of_another_host_goes_nowhere(shop: Shop, alice: Trying, refund: dict[str, Any]) -> None:
    made = alice.send(
        "credentials", {"name": "elsewhere", "host": "other.example", "header": "X-Key", "value": SECRET}
    )
    assert made.status_code == 201, made.content

    refused = alice.dry({**refund, "content": {**refund["content"], "credential": "elsewhere"}})

    assert code_of(refused) == (422, "host_not_allowed")
    assert shop.requests == []


def test_what_was_withdrawn_is_not_started_by_hand(
    shop: Shop, alice: Trying, refund: dict[str, Any], database: TestDatabase
) -> None:
    digest = alice.dry(refund).json()["digest"]
    database.rows("update agents_toolversion set withdrawn_at = now() where tool_id = %s", [refund["id"]])
    try:
        refused = alice.real(refund, digest)
        other = {**refund, "content": {**refund["content"], "description": "Mended"}}
        mended = alice.real(other, alice.dry(other).json()["digest"])
    finally:
        database.rows("update agents_toolversion set withdrawn_at = null where tool_id = %s", [refund["id"]])

    assert code_of(refused) == (409, "tool_withdrawn")
    assert mended.status_code == 200
    assert len(shop.requests) == 1
