"""Who is let in: keys by their own header, people by session and CSRF token, nobody else."""

import json
from typing import Any

import pytest
from django.test import Client
from people import People, hashes

from baton.core.ids import new_id
from baton.tenancy.keys import make_key

URL = "/api/v1/projects"
BODY = {"name": "New", "slug": "new"}


def code_of(response: Any) -> tuple[int, str]:
    return response.status_code, json.loads(response.content)["error"]["code"]


def bearer(key: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {key}"}


def test_a_key_acts_in_its_project(people: People) -> None:
    response = people.with_key(people.alice).get(URL)

    assert [item["slug"] for item in response.json()["items"]] == ["support"]


@pytest.mark.requirement("promises 7.16")
def test_every_key_that_is_not_valid_gets_the_same_answer(people: People) -> None:
    unknown, _ = make_key("test")
    revoked, expired = people.key(people.alice), people.key(people.alice)
    wrong_secret = make_key("test")[0]
    people.database.rows("update tenancy_apikey set revoked_at = now() where key_id = %s", [revoked[9:21]])
    people.database.rows("update tenancy_apikey set expires_at = now() where key_id = %s", [expired[9:21]])
    headers = [
        {},
        *(bearer(key) for key in (unknown, revoked, expired, wrong_secret, "", "x", "btn_test_" + "a" * 62)),
        {"Authorization": "Basic YTpi"},
        {"Authorization": unknown},
        {"Authorization": ""},
    ]

    answers = [Client().get(URL, headers=each) for each in headers]

    assert {answer.status_code for answer in answers} == {401}
    assert len({json.dumps({**answer.json()["error"], "request_id": ""}) for answer in answers}) == 1
    assert {answer["WWW-Authenticate"] for answer in answers} == {'Bearer realm="baton"'}


@pytest.mark.requirement("promises 7.16")
def test_the_use_of_a_key_that_has_ended_is_audited_and_not_each_time(people: People) -> None:
    revoked, expired = people.key(people.alice), people.key(people.alice)
    people.database.rows("update tenancy_apikey set revoked_at = now() where key_id = %s", [revoked[9:21]])
    people.database.rows("update tenancy_apikey set expires_at = now() where key_id = %s", [expired[9:21]])
    forged = revoked[:22] + make_key("test")[0][22:]

    for key in (revoked, revoked, expired, forged, forged):
        assert code_of(Client().get(URL, headers=bearer(key))) == (401, "invalid_api_key")

    entries = people.database.rows("select action, actor_name, detail from audit_auditentry order by id")
    assert [(entry["action"], entry["actor_name"], entry["detail"]) for entry in entries] == [
        ("keys:use:refused", f"key {key[9:21]}", {"code": "ended"}) for key in (revoked, expired)
    ]


@pytest.mark.requirement("promises 7.17")
@pytest.mark.parametrize("where", ["query", "any parameter", "X-Api-Key"])
def test_a_key_elsewhere_is_refused_and_flagged(people: People, where: str) -> None:
    key = people.key(people.alice)
    client = people.with_key(people.alice)

    answer = {
        "query": lambda: Client().get(URL, {"api_key": key}),
        "any parameter": lambda: client.get(URL, {"slug": key}),
        "X-Api-Key": lambda: Client().get(URL, headers={"X-Api-Key": key}),
    }[where]()

    assert code_of(answer) == (401, "invalid_api_key")
    entries = people.database.rows("select action, detail from audit_auditentry")
    assert [(entry["action"], entry["detail"]["code"]) for entry in entries] == [
        ("keys:use:refused", "leaked")
    ]


def test_a_wrong_key_elsewhere_flags_nothing(people: People) -> None:
    answer = Client().get(URL, {"token": "btn_test_nonsense"})

    assert code_of(answer) == (401, "invalid_api_key")
    assert people.database.value("select count(*) from audit_auditentry") == 0


@pytest.mark.requirement("promises 7.18")
def test_two_authorization_headers_are_ambiguous(people: People) -> None:
    key = people.key(people.alice)

    answer = Client().get(URL, headers={"Authorization": f"Bearer {key},Bearer {key}"})

    assert code_of(answer) == (400, "ambiguous_credentials")


@pytest.mark.requirement("promises 7.19")
def test_a_read_only_key_cannot_change_and_its_try_is_audited(people: People) -> None:
    client = people.with_key(people.alice, ["agents:read"])
    before = hashes(people.database, "tenancy_project")

    answer = client.post(URL, BODY, content_type="application/json", headers={"X-Request-ID": "try-1"})

    assert code_of(answer) == (403, "insufficient_scope")
    assert answer.json()["error"]["details"] == {"scope": "agents:edit"}
    assert hashes(people.database, "tenancy_project") == before
    entry = people.database.rows("select * from audit_auditentry")[0]
    assert (entry["action"], entry["actor_kind"], entry["request_id"]) == (
        "agents:edit:refused",
        "api_key",
        "try-1",
    )


@pytest.mark.requirement("promises 7.19")
@pytest.mark.requirement("case H16")
def test_a_key_may_never_do_more_than_its_maker_may_today(people: People) -> None:
    client = Client(headers=bearer(people.key(people.alice)))
    allowed = client.post(URL, BODY, content_type="application/json")
    people.database.rows(
        "update tenancy_membership set role = 'viewer' where user_id = %s", [people.alice.id]
    )
    before = hashes(people.database, "tenancy_project")

    reading, writing = (
        client.get(URL),
        client.post(URL, {**BODY, "slug": "x"}, content_type="application/json"),
    )

    assert allowed.status_code == 201
    assert reading.status_code == 200
    assert code_of(writing) == (403, "insufficient_scope")
    assert hashes(people.database, "tenancy_project") == before


@pytest.mark.requirement("promises 7.20")
def test_a_key_ends_with_its_maker_and_its_organization(people: People) -> None:
    key = people.key(people.bob)
    client = Client(headers=bearer(key))
    assert client.get(URL).status_code == 200

    people.database.rows("update accounts_user set is_active = false where id = %s", [people.bob.id])
    suspended_person = client.get(URL)
    people.database.rows("update accounts_user set is_active = true where id = %s", [people.bob.id])
    people.database.rows("delete from tenancy_membership where user_id = %s", [people.bob.id])
    former_member = client.get(URL)
    people.database.rows("update tenancy_organization set suspended_at = now()")
    suspended_organization = people.with_key(people.alice).get(URL)

    assert code_of(suspended_person) == (401, "account_suspended")
    assert code_of(former_member) == (401, "account_suspended")
    assert code_of(suspended_organization) == (403, "account_suspended")


def test_a_key_of_another_organization_sees_nothing_of_this_one(people: People) -> None:
    items = people.with_key(people.charlie).get(URL).json()["items"]

    assert [item["id"] for item in items] == [str(people.south.project_id)]


def test_a_signed_in_person_acts_with_their_role(people: People) -> None:
    alice, vera = people.signed_in(people.alice), people.signed_in(people.vera)

    made = alice.post(URL, BODY, content_type="application/json")
    refused = vera.post(URL, {**BODY, "slug": "other"}, content_type="application/json")

    assert made.status_code == 201
    assert code_of(refused) == (403, "insufficient_scope")
    entries = people.database.rows("select actor_kind, actor_name, action from audit_auditentry order by id")
    assert [tuple(entry.values()) for entry in entries] == [
        ("user", "Alice", "projects:make"),
        ("user", "Vera", "agents:edit:refused"),
    ]


@pytest.mark.requirement("promises 7.22")
@pytest.mark.parametrize("token", ["", "x" * 32, "x" * 64])
def test_a_session_without_its_csrf_token_changes_nothing(people: People, token: str) -> None:
    alice = people.signed_in(people.alice)
    before = hashes(people.database, "tenancy_project")
    del alice.defaults["HTTP_X_CSRFTOKEN"]

    headers = {"X-CSRFToken": token} if token else {}
    answer = alice.post(URL, BODY, content_type="application/json", headers=headers)

    assert code_of(answer) == (403, "csrf_failed")
    assert hashes(people.database, "tenancy_project") == before


@pytest.mark.requirement("promises 7.22", "promises 7.23")
def test_a_session_with_a_foreign_origin_changes_nothing(people: People) -> None:
    alice = people.signed_in(people.alice)

    answer = alice.post(
        URL, BODY, content_type="application/json", headers={"Origin": "https://evil.example"}
    )

    assert code_of(answer) == (403, "csrf_failed")


@pytest.mark.parametrize("project", ["foreign", "missing", "malformed"])
def test_a_project_that_is_not_mine_is_not_found(people: People, project: str) -> None:
    alice = people.signed_in(people.alice)
    given = {
        "foreign": str(people.south.project_id),
        "missing": str(new_id()),
        "malformed": "x' or 1=1",
    }[project]

    answer = alice.get(URL, headers={"Baton-Project": given})

    assert code_of(answer) == (404, "not_found")


def test_a_session_must_name_its_project(people: People) -> None:
    alice = people.signed_in(people.alice)
    del alice.defaults["HTTP_BATON_PROJECT"]

    assert code_of(alice.get(URL)) == (400, "project_required")


def test_a_session_ends_with_the_suspension_of_its_person(people: People) -> None:
    bob = people.signed_in(people.bob)
    people.database.rows("update accounts_user set is_active = false where id = %s", [people.bob.id])

    assert code_of(bob.get(URL)) == (401, "invalid_api_key")


def test_a_lost_role_is_lost_at_once(people: People) -> None:
    bob = people.signed_in(people.bob)
    assert bob.get(URL).status_code == 200

    people.database.rows("delete from tenancy_membership where user_id = %s", [people.bob.id])

    assert code_of(bob.get(URL)) == (404, "not_found")
