"""What a request body may be, and each way in which it may not."""

import gzip
import json
from typing import Any

import pytest
from django.test import Client
from people import People, hashes

URL = "/api/v1/projects"
JSON = "application/json"
GOOD = {"name": "New", "slug": "new"}


def code_of(response: Any) -> tuple[int, str]:
    return response.status_code, json.loads(response.content)["error"]["code"]


@pytest.fixture
def alice(people: People) -> Client:
    return people.with_key(people.alice)


@pytest.mark.requirement(
    "promises 7.1",
    "promises 7.2",
    "promises 7.3",
    "promises 7.5",
    "promises 7.6",
    "promises 7.7",
    "promise P32",
)
def test_a_body_that_is_no_safe_json_is_refused(people: People, alice: Client) -> None:
    refused = [
        (b"{", (400, "invalid_json")),
        (b'{"name":"\xff"}', (400, "invalid_json")),
        (b'{"name":"a","name":"b"}', (400, "duplicate_key")),
        (b'{"name":NaN}', (400, "invalid_number")),
        (b'{"limits":{"steps":1e400}}', (400, "invalid_number")),
        (b'{"limits":{"steps":' + b"9" * 200_000 + b"}}", (400, "invalid_number")),
        (b"[" * 200_000 + b"]" * 200_000, (400, "too_deep")),
        (b'{"name":"a\\u0000"}', (422, "invalid_character")),
        (b'{"name":"\\ud800"}', (422, "invalid_character")),
        (b'"text"', (422, "invalid_value")),
        (b"[]", (422, "invalid_value")),
        (b"null", (422, "invalid_value")),
    ]
    before = hashes(people.database, "tenancy_project")

    answers = [code_of(alice.post(URL, body, content_type=JSON)) for body, _ in refused]

    assert answers == [answer for _, answer in refused]
    assert hashes(people.database, "tenancy_project") == before


@pytest.mark.requirement("promises 7.9")
def test_another_content_type_is_refused_and_no_field_taken(people: People, alice: Client) -> None:
    others = [
        "text/plain",
        "multipart/form-data; boundary=x",
        "application/x-www-form-urlencoded",
        "application/jsonp",
        "application/merge-patch+json",
        "",
    ]
    before = hashes(people.database, "tenancy_project")

    answers = {each: code_of(alice.post(URL, json.dumps(GOOD), content_type=each)) for each in others}

    assert answers == dict.fromkeys(others, (415, "unsupported_media_type"))
    assert hashes(people.database, "tenancy_project") == before


@pytest.mark.requirement("promises 7.9")
def test_a_packed_body_is_refused_whether_it_is_packed_or_not(alice: Client) -> None:
    bodies = [json.dumps(GOOD).encode(), gzip.compress(json.dumps(GOOD).encode())]

    answers = [
        code_of(alice.post(URL, body, content_type=JSON, headers={"Content-Encoding": "gzip"}))
        for body in bodies
    ]

    assert answers == [(415, "unsupported_media_type")] * 2


def test_json_is_read_in_utf_8_only(alice: Client) -> None:
    types = {
        "application/json": 201,
        "application/json; charset=utf-8": 201,
        "APPLICATION/JSON": 201,
        "application/json; charset=latin-1": 400,
    }

    answers = {
        each: alice.post(URL, json.dumps({**GOOD, "slug": f"s{at}"}), content_type=each).status_code
        for at, each in enumerate(types)
    }

    assert answers == types


@pytest.mark.requirement("promises 7.10", "promises 7.37")
def test_an_unknown_field_is_refused_by_name_and_audited(people: People, alice: Client) -> None:
    tries: list[tuple[dict[str, Any], str]] = [
        ({"organization_id": "x"}, "organization_id"),
        ({"id": "x"}, "id"),
        ({"created_at": "x"}, "created_at"),
        ({"owner": "x"}, "owner"),
        ({"made": "x"}, "made"),
        ({"limits": {"steps": 1, "step": 2}}, "limits.step"),
        ({"": 1}, ""),
    ]

    answers = [alice.post(URL, {**GOOD, **more}, content_type=JSON) for more, _ in tries]

    assert {code_of(answer) for answer in answers} == {(400, "unknown_field")}
    assert [answer.json()["error"]["field"] for answer in answers] == [field for _, field in tries]
    entries = people.database.rows("select action, detail from audit_auditentry order by id")
    assert {entry["action"] for entry in entries} == {"agents:edit:refused"}
    assert [entry["detail"]["field"] for entry in entries] == [field for _, field in tries]


def test_a_value_of_another_type_is_refused_by_field(alice: Client) -> None:
    tries: list[tuple[dict[str, Any], str, str]] = [
        ({"name": None}, "invalid_value", "name"),
        ({"name": 1}, "invalid_value", "name"),
        ({"name": True}, "invalid_value", "name"),
        ({"name": ""}, "invalid_value", "name"),
        ({"name": "x" * 121}, "invalid_value", "name"),
        ({"name": ["x"]}, "invalid_value", "name"),
        ({"limits": {"steps": "1"}}, "invalid_value", "limits.steps"),
        ({"limits": {"steps": True}}, "invalid_value", "limits.steps"),
        ({"limits": {"steps": 1.0}}, "invalid_value", "limits.steps"),
        ({"limits": {"steps": 0}}, "invalid_value", "limits.steps"),
        ({"limits": {"steps": 1, "strict": "yes"}}, "invalid_value", "limits.strict"),
        ({"limits": {}}, "missing_field", "limits.steps"),
        ({"limits": []}, "invalid_value", "limits"),
        ({"starts_at": 1}, "invalid_value", "starts_at"),
        ({"starts_at": "tomorrow"}, "invalid_value", "starts_at"),
    ]

    answers = [alice.post(URL, {**GOOD, **change}, content_type=JSON) for change, _, _ in tries]

    assert {answer.status_code for answer in answers} == {422}
    errors = [answer.json()["error"] for answer in answers]
    assert [(error["code"], error["field"]) for error in errors] == [
        (code, field) for _, code, field in tries
    ]


def test_a_missing_field_is_named_and_all_complaints_are_listed(alice: Client) -> None:
    error = alice.post(URL, {}, content_type=JSON).json()["error"]

    assert (error["code"], error["field"]) == ("missing_field", "name")
    assert [each["field"] for each in error["details"]["fields"]] == ["name", "slug"]


@pytest.mark.requirement("promises 7.11")
def test_a_second_one_of_the_same_name_is_a_conflict(people: People, alice: Client) -> None:
    first = alice.post(URL, GOOD, content_type=JSON)
    second = alice.post(URL, {**GOOD, "name": "Other"}, content_type=JSON)

    assert first.status_code == 201
    assert code_of(second) == (409, "already_exists")
    assert people.database.value("select name from tenancy_project where slug = 'new'") == "New"


@pytest.mark.requirement("promises 7.8")
def test_a_body_beyond_the_limit_is_refused_by_its_length_alone(alice: Client) -> None:
    answers = {
        code_of(alice.generic("POST", URL, b"{}", content_type=JSON, CONTENT_LENGTH=str(length)))
        for length in (10 * 1024 * 1024 + 1, 10**12, 10**18)
    }

    assert answers == {(413, "body_too_large")}


def test_a_body_shorter_than_it_says_is_not_taken_for_whole(alice: Client) -> None:
    body = json.dumps(GOOD).encode()

    response = alice.generic("POST", URL, body, content_type=JSON, CONTENT_LENGTH=str(len(body) + 5))

    assert code_of(response) == (408, "timeout")


def test_text_comes_back_as_it_was_sent(alice: Client) -> None:
    name = "  Zoë \N{GRINNING FACE} <b> \u202e  "

    response = alice.post(URL, {**GOOD, "name": name}, content_type=JSON)

    assert response.json()["name"] == name
    assert response.json()["made_at"].endswith("Z")


def test_a_request_that_needs_no_body_still_takes_no_rubbish(alice: Client, people: People) -> None:
    url = f"{URL}/{people.north.project_id}"
    version = {"If-Match": '"7"'}

    answers = [
        alice.patch(url, body, content_type=content_type, headers=version)
        for body, content_type in (
            ("", JSON),
            ("{}", JSON),
            ('{"x":1}', JSON),
            ("{", JSON),
            ("x", "text/plain"),
        )
    ]

    assert [answer.status_code for answer in answers] == [200, 200, 400, 400, 415]
