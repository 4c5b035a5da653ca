"""GET /export and POST /import, for the people of a project alone."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from people import People, hashes
from rest_world import assert_described, code_of, error_of, post

from baton.tenancy.actor import Actor
from baton.tenancy.roles import DEFAULT_KEY_SCOPES

EXPORT, IMPORT = "/api/v1/export", "/api/v1/import"
FILE = """
baton: 1
credentials: {shop: {host: shop.example}}
connections: {main: {provider: scripted, script: echo}}
profiles: {refunds: {specialization: Refunds, instructions: Answer customers.}}
agents: {desk: {profile: refunds, connection: main, model: m}}
"""
TABLES = (
    "agents_agent",
    "agents_agentversion",
    "agents_trainingprofile",
    "agents_modelconnection",
    "agents_credential",
)


@pytest.mark.requirement("promises 7.63")
def test_a_file_is_planned_then_taken_over_then_exported(people: People) -> None:
    alice = people.with_key(people.alice)
    before = hashes(people.database, *TABLES)

    plan = post(alice, IMPORT, {"text": FILE})
    assert hashes(people.database, *TABLES) == before
    done = post(alice, IMPORT, {"text": FILE, "apply": True})
    out = alice.get(EXPORT)

    for answer in (plan, done, out):
        assert answer.status_code == 200, answer.content
        assert_described(answer)
    assert (plan.json()["applied"], done.json()["applied"]) == (False, True)
    assert plan.json()["changes"] == done.json()["changes"]
    assert [each["code"] for each in plan.json()["warnings"]] == ["unsigned", "credential_without_value"]
    assert plan.json()["warnings"][1]["name"] == "shop"
    assert {each["change"] for each in plan.json()["changes"]} == {"new"}
    assert out.json()["file_name"] == "support.baton.yaml"
    assert out.json()["signed_by"] is None
    again = post(alice, IMPORT, {"text": out.json()["text"]}).json()
    assert {each["change"] for each in again["changes"]} == {"same"}


@pytest.mark.requirement("promises 7.63")
def test_a_file_with_problems_is_told_where_and_not_taken_over(people: People) -> None:
    alice = people.with_key(people.alice)
    before = hashes(people.database, *TABLES)
    wrong = FILE.replace("model: m", "model: m, nodes: []")

    plan = post(alice, IMPORT, {"text": wrong})
    done = post(alice, IMPORT, {"text": wrong, "apply": True})

    assert plan.status_code == 200
    (problem,) = plan.json()["problems"]
    assert (problem["code"], problem["line"], problem["column"]) == ("unknown_construct", 6, 63)
    assert plan.json()["changes"] == []
    assert code_of(done) == (422, "invalid_definition")
    assert error_of(done)["details"]["problems"] == [problem]
    assert_described(plan)
    assert_described(done)
    assert hashes(people.database, *TABLES) == before


@pytest.mark.parametrize(
    "body", [{}, {"text": 1}, {"text": FILE, "apply": "yes"}, {"text": FILE, "dry_run": True}]
)
def test_a_body_of_another_form_is_refused(people: People, body: dict[str, object]) -> None:
    answer = post(people.with_key(people.alice), IMPORT, body)

    assert answer.status_code in (400, 422)
    assert_described(answer)


def test_who_may_not_publish_may_not_import_and_nothing_happens(people: People) -> None:
    before = hashes(people.database, *TABLES)
    clients = [people.with_key(person) for person in (people.bob, people.rita, people.vera)]
    clients += [people.with_key(people.alice, DEFAULT_KEY_SCOPES), people.signed_in(people.vera)]
    clients.append(people.with_key(people.alice, ["agents:publish", "tools:edit", "policies:edit"]))

    answers = [post(client, IMPORT, {"text": FILE, "apply": True}) for client in clients]

    assert {code_of(answer) for answer in answers} == {(403, "insufficient_scope")}
    assert hashes(people.database, *TABLES) == before


def test_exporting_is_reading(people: People) -> None:
    assert people.with_key(people.vera).get(EXPORT).status_code == 200
    assert people.signed_in(people.bob).get(EXPORT).status_code == 200
    assert code_of(people.with_key(people.alice, ["agents:read"]).get(EXPORT)) == (403, "insufficient_scope")


def test_another_organization_gets_its_own_and_an_outsider_nothing(people: People, client: object) -> None:
    post(people.with_key(people.alice), IMPORT, {"text": FILE, "apply": True})
    charlie = people.signed_in(people.charlie)
    foreign = {"Baton-Project": str(people.north.project_id)}

    assert "desk" not in people.with_key(people.charlie).get(EXPORT).json()["text"]
    assert charlie.get(EXPORT, headers=foreign).status_code == 404
    assert (
        charlie.post(IMPORT, {"text": FILE}, content_type="application/json", headers=foreign).status_code
        == 404
    )


def test_what_is_told_of_a_file_stays_within_its_project(
    people: People, empty_project: Callable[[], Actor], tmp_path: Path
) -> None:
    """A file that names what another project has is told nothing of it."""
    post(people.with_key(people.alice), IMPORT, {"text": FILE, "apply": True})
    other = replace(people.alice, place=replace(people.north, project_id=empty_project().project_id))

    plan = post(people.with_key(other), IMPORT, {"text": FILE})

    assert {each["before_text"] for each in plan.json()["changes"]} == {None}
