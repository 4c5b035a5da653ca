"""Every error is an envelope below /api/ and a page elsewhere; what went wrong inside is told to nobody."""

import io
import json
import logging
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from people import People, hashes

from baton.audit.logs import RequestIdFilter


def error_of(response: Any) -> dict[str, Any]:
    error: dict[str, Any] = json.loads(response.content)["error"]
    assert error["request_id"] == response["X-Request-ID"]
    return error


def test_an_error_of_a_view_is_an_envelope(people: People) -> None:
    expected = {
        "missing": (404, "not_found"),
        "denied": (403, "forbidden"),
        "suspicious": (400, "bad_request"),
        "known": (409, "run_ended"),
        "database": (503, "unavailable"),
        "query": (422, "invalid_value"),
        "read-only": (503, "unavailable"),
        "unknown": (500, "internal_error"),
    }
    client = people.with_key(people.alice)

    answers = {kind: client.get(f"/api/v1/failing/{kind}") for kind in expected}

    found = {kind: (answer.status_code, error_of(answer)["code"]) for kind, answer in answers.items()}
    assert found == expected
    for answer in answers.values():
        assert b"secret" not in answer.content
        assert b"10.0.0.1" not in answer.content


def test_an_error_of_a_page_is_a_page(people: People) -> None:
    expected = {"missing": 404, "denied": 403, "database": 503, "unknown": 500, "known": 409}
    client = people.with_key(people.alice)

    answers = {kind: client.get(f"/failing/{kind}") for kind in expected}

    assert {kind: answer.status_code for kind, answer in answers.items()} == expected
    for answer in answers.values():
        assert answer["Content-Type"].startswith("text/html")
        assert answer["X-Request-ID"].encode() in answer.content
        assert b"secret" not in answer.content


def test_a_failure_is_logged_under_the_id_that_its_answer_shows(people: People) -> None:
    written = io.StringIO()
    handler = logging.StreamHandler(written)
    handler.addFilter(RequestIdFilter())
    handler.setFormatter(logging.Formatter(settings.LOGGING["formatters"]["line"]["format"]))
    logging.getLogger().addHandler(handler)

    client = people.with_key(people.alice)
    answer = client.get("/api/v1/failing/unknown", headers={"X-Request-ID": "find-me"})
    client.get("/api/v1/nothing", headers={"X-Request-ID": "find-me-too"})
    client.get("/api/v1/nothing", headers={"X-Request-ID": "scanned", "Host": "evil.example"})

    logging.getLogger().removeHandler(handler)
    assert answer.json()["error"]["request_id"] == "find-me"
    assert (
        "ERROR django.request [find-me] Internal Server Error: /api/v1/failing/unknown" in written.getvalue()
    )
    assert "WARNING django.request [find-me-too] Not Found: /api/v1/nothing" in written.getvalue()
    assert [line for line in written.getvalue().splitlines() if "[scanned]" in line][1:] == []
    assert settings.LOGGING["handlers"]["console"]["filters"] == ["request_id", "about"]


def test_head_is_answered_like_get_without_a_body(people: People) -> None:
    answer = people.with_key(people.alice).head("/api/v1/projects", {"limit": "1"})

    assert (answer.status_code, answer.content) == (200, b"")


@pytest.mark.requirement("promises 7.75")
def test_a_database_that_is_away_says_when_to_come_back(people: People) -> None:
    client = people.with_key(people.alice)

    response = client.get("/api/v1/failing/database")

    assert (response.status_code, response["Retry-After"]) == (503, "5")
    assert error_of(response)["retry_after"] == 5


@pytest.mark.requirement("promises 7.26")
def test_a_foreign_host_name_is_refused(people: People) -> None:
    client = people.with_key(people.alice)

    for host in ("evil.example", "testserver.evil.example", "a b"):
        response = client.get("/api/v1/projects", headers={"Host": host})
        assert (response.status_code, error_of(response)["code"]) == (400, "bad_host")


def test_an_unknown_address_is_not_found(people: People) -> None:
    client = people.with_key(people.alice)

    for path in ("/api/v1/nothing", "/api/v1/projects/not-a-uuid", "/api/v1/projects/%00", "/api/"):
        response = client.get(path)
        assert (response.status_code, error_of(response)["code"]) == (404, "not_found")


def test_a_method_that_is_not_there_is_refused(people: People) -> None:
    client = people.with_key(people.alice)

    responses = [
        client.delete("/api/v1/projects"),
        client.put("/api/v1/projects"),
        client.options("/api/v1/projects"),
    ]

    assert [response.status_code for response in responses] == [405, 405, 405]
    assert {error_of(response)["code"] for response in responses} == {"method_not_allowed"}


def test_a_plain_request_id_is_given_back_and_another_replaced(people: People) -> None:
    client = people.with_key(people.alice)
    given = {"abc-1.2_X": True, "a" * 64: True, "a" * 65: False, "a b": False, "<b>": False}

    answers = {each: client.get("/api/v1/projects", headers={"X-Request-ID": each}) for each in given}

    assert {each: answer["X-Request-ID"] == each for each, answer in answers.items()} == given
    assert all(answer["X-Request-ID"] for answer in answers.values())


def test_every_answer_carries_the_security_headers(people: People) -> None:
    client = people.with_key(people.alice)

    for response in (client.get("/api/v1/projects"), client.get("/api/v1/nothing"), client.get("/sign-in/")):
        policy = response["Content-Security-Policy"]
        assert "default-src 'none'" in policy
        assert "script-src 'self'" in policy
        assert "frame-ancestors 'none'" in policy
        assert "unsafe" not in policy
        assert response["X-Content-Type-Options"] == "nosniff"
        assert response["X-Frame-Options"] == "DENY"
        assert response["Cross-Origin-Opener-Policy"] == "same-origin"
        assert response["Referrer-Policy"] in {"no-referrer", "same-origin"}


@pytest.mark.requirement("promises 7.23")
def test_no_foreign_origin_is_let_in(people: People) -> None:
    client = people.with_key(people.alice)

    answers = [
        client.get("/api/v1/projects", headers={"Origin": "https://evil.example"}),
        client.options("/api/v1/projects", headers={"Origin": "https://evil.example"}),
    ]

    assert not [name for answer in answers for name in answer.headers if name.startswith("Access-Control")]


@pytest.mark.requirement("promises 7.25")
def test_forwarded_addresses_are_ignored_and_the_audit_holds_the_peer(people: People) -> None:
    client = people.with_key(people.alice)
    spoofed = {"X-Forwarded-For": "8.8.8.8", "X-Forwarded-Host": "evil.example", "X-Real-IP": "8.8.4.4"}

    response = client.post(
        "/api/v1/projects", {"name": "N", "slug": "n"}, content_type="application/json", headers=spoofed
    )

    entry = people.database.rows("select * from audit_auditentry")[0]
    assert response.status_code == 201
    assert (str(entry["ip"]), entry["request_id"]) == ("127.0.0.1", response["X-Request-ID"])


@pytest.mark.requirement("promises 7.12", "promise P24")
def test_a_foreign_project_looks_like_a_missing_one(people: People) -> None:
    client = people.with_key(people.alice)

    foreign = client.get(f"/api/v1/projects/{people.south.project_id}")
    missing = client.get("/api/v1/projects/0192f000-0000-7000-8000-000000000000")

    assert foreign.status_code == missing.status_code == 404
    assert {**error_of(foreign), "request_id": ""} == {**error_of(missing), "request_id": ""}


def test_a_report_of_the_browser_is_logged_and_a_strange_one_refused(
    people: People, caplog: pytest.LogCaptureFixture
) -> None:
    client = Client(enforce_csrf_checks=True)
    report = {
        "csp-report": {"blocked-uri": "https://evil.example\nINFO forged", "violated-directive": "img-src"}
    }

    good = client.post("/csp-reports/", json.dumps(report), content_type="application/csp-report")
    bad = [
        client.post("/csp-reports/", body, content_type="application/csp-report")
        for body in ("[]", "{", "x" * 20_000, '{"csp-report": 1}')
    ]

    assert good.status_code == 204
    assert [response.status_code for response in bad] == [400, 400, 413, 400]
    assert "img-src" in caplog.text
    assert "\nINFO forged" not in caplog.text


@pytest.mark.requirement("promise P32")
def test_a_refusal_changes_nothing(people: People) -> None:
    before = hashes(people.database, "tenancy_project", "tenancy_membership", "api_idempotencykey")
    client = people.with_key(people.alice)

    for body in ("{", '{"name": "x"}', '{"name": 1, "slug": "x"}', '{"name":"x","slug":"s","id":"1"}'):
        client.post(
            "/api/v1/projects", body, content_type="application/json", headers={"Idempotency-Key": "k"}
        )

    assert hashes(people.database, "tenancy_project", "tenancy_membership", "api_idempotencykey") == before
