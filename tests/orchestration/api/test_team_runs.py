"""Runs of orchestrations over REST: started, listed, read, found; who may not start one changes nothing."""

from typing import Any
from uuid import UUID

import pytest
from django.test import Client
from people import People, hashes
from rest_world import EVERY_TABLE, assert_described, code_of, error_of, post
from team_world import Member, add_team, says, verdict
from world import Ledger, World, reply, running

from agents_app.orchestration_spec import Criterion, ReviewSpec, Role
from baton.core.ids import new_id

PATH = "/api/v1/runs"


@pytest.fixture
def team(north: World) -> str:
    """The name of an orchestration that answers after one review."""
    members = [
        Member("Ann", says("first", "second"), (Role.EXECUTE,)),
        Member("Bea", [verdict(more=True, comments="Say why.", depth=2)], (Role.REVIEW,)),
    ]
    review = ReviewSpec(max_reviews=1, rubric=(Criterion(name="depth"),))
    version = add_team(north, members, review=review)
    return name_of(north, version)


def name_of(world: World, version: UUID) -> str:
    sql = "select o.name from agents_orchestration o where o.live_version_id = %s"
    return str(world.owner(sql, [version])[0]["name"])


def start(client: Client, team: object, **more: Any) -> Any:
    return post(client, PATH, {"orchestration": str(team), "input": "Write it.", **more})


@pytest.mark.requirement("agents 40")
def test_a_run_of_a_team_is_started_driven_and_read_with_its_reviews(
    people: People, north: World, team: str
) -> None:
    client = people.with_key(people.alice)
    response = start(client, team)
    assert response.status_code == 201, response.content
    assert_described(response)
    shown = response.json()
    assert (shown["agent"], shown["orchestration"]["name"], shown["orchestration"]["version"]) == (
        None,
        team,
        1,
    )
    with running(north.database, Ledger()):
        north.wait_for(UUID(shown["id"]), "completed")

    read = client.get(f"{PATH}/{shown['id']}")

    assert_described(read)
    detail = read.json()
    assert detail["output"] == "second"
    assert detail["model"] is None
    [item] = detail["plan"]["items"]
    assert (item["state"], item["reason"], item["author"]) == ("done", "max_reviews_reached", "Ann")
    assert (item["reviews"], item["final_revision_unreviewed"]) == (1, True)
    assert [(task["kind"], task["state"]) for task in detail["tasks"]] == [
        ("execute", "completed"),
        ("review", "completed"),
        ("revise", "completed"),
    ]
    assert detail["tasks"][1]["verdict"] == {
        "needs_more_work": True, "comments": "Say why.", "scores": {"depth": "2"}, "below": [],
    }  # fmt: skip
    assert {step["task"] for step in detail["steps"]} == {task["id"] for task in detail["tasks"]}
    snapshot = client.get(f"{PATH}/{shown['id']}/snapshot")
    assert_described(snapshot)
    assert snapshot.json()["view"]["tasks"] == detail["tasks"]


def test_runs_of_a_team_are_listed_and_found_by_its_name(people: People, north: World, team: str) -> None:
    client = people.with_key(people.alice)
    run = start(client, team).json()

    for query in ({"orchestration": team}, {"orchestration": run["orchestration"]["id"]}, {"q": team}, {}):
        listed = client.get(PATH, query)
        assert_described(listed)
        assert [each["id"] for each in listed.json()["items"]] == [run["id"]], query
    for query in ({"orchestration": "other"}, {"agent": team}, {"orchestration": str(new_id())}):
        assert client.get(PATH, query).json()["items"] == [], query


@pytest.mark.parametrize("agent", [None, "desk"])
def test_a_run_is_of_one_thing(people: People, north: World, team: str, agent: str | None) -> None:
    client = people.with_key(people.alice)
    before = hashes(north.database, *EVERY_TABLE)

    body = {"input": "x"} if agent is None else {"agent": agent, "orchestration": team, "input": "x"}
    refused = post(client, PATH, body)

    assert refused.status_code == 422
    assert error_of(refused)["field"] == ("agent" if agent is None else "orchestration")
    assert hashes(north.database, *EVERY_TABLE) == before


def test_a_foreign_a_missing_an_archived_and_an_unpublished_team_start_nothing(
    people: People, north: World, team: str
) -> None:
    client = people.with_key(people.alice)
    foreign = start(people.with_key(people.charlie), team) if hasattr(people, "charlie") else None
    if foreign is not None:
        assert code_of(foreign) == (422, "invalid_reference")
    assert code_of(start(client, new_id())) == (422, "invalid_reference")
    north.owner("update agents_orchestration set archived_at = now() where name = %s", [team])
    assert "archived" in error_of(start(client, team))["message"]
    north.owner(
        "update agents_orchestration set archived_at = null, live_version_id = null where name = %s", [team]
    )
    assert "no published version" in error_of(start(client, team))["message"]
    assert north.database.value("select count(*) from orchestration_run") == 0


def test_who_may_only_read_starts_nothing(people: People, north: World, team: str) -> None:
    client = people.with_key(people.alice, ["runs:read"])

    assert code_of(start(client, team)) == (403, "insufficient_scope")
    assert north.database.value("select count(*) from orchestration_run") == 0


def test_limits_of_a_run_are_no_wider_than_those_of_the_team(people: People, north: World, team: str) -> None:
    client = people.with_key(people.alice)

    assert code_of(start(client, team, step_limit=201)) == (422, "invalid_value")
    assert start(client, team, step_limit=2).status_code == 201


def test_the_card_of_a_team_names_the_agent_that_asks(people: People, north: World) -> None:
    north.set_policy([{"tool": "pay", "outcome": "ask"}])
    pay = north.add_tool("pay")
    member = Member("Ann", [reply(("pay", {"amount": 5})), *says("paid")], (Role.EXECUTE,), tools=[pay])
    version = add_team(north, [member], review=ReviewSpec(max_reviews=0))
    client = people.with_key(people.alice)
    run = UUID(start(client, name_of(north, version)).json()["id"])
    with running(north.database, Ledger()):
        north.pending(run)
        listed = client.get("/api/v1/approvals")
        found = client.get("/api/v1/approvals", {"q": "Ann"})

    assert_described(listed)
    [card] = listed.json()["items"]
    assert card["run"]["agent"]["name"].startswith("Ann")
    assert [each["id"] for each in found.json()["items"]] == [card["id"]]
