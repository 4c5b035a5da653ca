"""GET /runs/counts: of exactly the runs that the list with the same filters shows, at a bounded cost."""

from typing import Any

import pytest
from django.test import Client
from people import People
from rest_world import Card, assert_described, code_of, decide, queries_of
from world import World, reply, running, script

from baton.core.ids import new_id
from orchestration.selectors import run_counts

PATH = "/api/v1/runs/counts"


@pytest.fixture
def client(people: People) -> Client:
    return people.with_key(people.alice, ["runs:read"])


def counts(client: Client, **filters: Any) -> dict[str, Any]:
    response = client.get(PATH, filters)
    assert response.status_code == 200, response.content
    assert_described(response)
    told: dict[str, Any] = response.json()
    for name in ("by_status", "waiting_for"):
        told[name] = {word: number for word, number in told[name].items() if number}
    return told


def test_an_empty_project_has_zero_of_everything(north: World, client: Client) -> None:
    assert counts(client) == {
        "total": 0,
        "total_is_capped": False,
        "by_status": {},
        "waiting_for": {},
        "tokens": 0,
        "without_person": None,
    }


def test_runs_are_counted_by_state_with_what_they_took(people: People, north: World, card: Card) -> None:
    client = people.signed_in(people.rita)
    talks = north.add_connection(script=script(reply(text="Done.")))
    done = [north.start(north.add_agent(f"talks {n}", connection=talks)) for n in range(2)]
    with running(north.database):
        for run in done:
            north.wait_for(run, "completed")
    north.start(north.add_agent("sleeps"), "later")
    tokens = north.owner("select sum(tokens_used)::int as sum from orchestration_run")[0]["sum"]

    waiting = counts(client)
    assert waiting == {
        "total": 4,
        "total_is_capped": False,
        "by_status": {"queued": 1, "waiting": 1, "completed": 2},
        "waiting_for": {"approval": 1},
        "tokens": tokens,
        "without_person": 1000,
    }

    assert decide(client, card).status_code == 200
    with running(north.database):
        north.wait_for(card.run, "completed")
    assert counts(client, status="completed")["without_person"] == 750


def test_a_run_that_was_cancelled_did_not_end_without_a_person(north: World, client: Client) -> None:
    agent = north.add_agent()
    for status in ("cancelled", "failed", "timed_out", "completed"):
        run = north.start(agent)
        north.owner("update orchestration_run set status = 'cancelling' where id = %s", [run])
        north.owner("alter table orchestration_run disable trigger status_follows")
        north.owner("update orchestration_run set status = %s where id = %s", [status, run])

    assert counts(client)["without_person"] == 750
    assert counts(client, status="cancelled")["without_person"] == 0


def test_the_same_filters_as_the_list_s_choose(north: World, client: Client) -> None:
    agent = north.add_agent("first")
    north.start(agent, "a jacket", requester="bob")
    north.start(north.add_agent("second"), "a parka")

    for filters in (
        {"agent": "first"}, {"q": "jacket"}, {"requester": "bob"}, {"status": "queued,waiting"}, {"error": "x"},
        {"waiting_for": "approval"}, {"created_before": "2001-01-01T00:00:00Z"}, {"agent": str(new_id())},
        {"ended_after": "2001-01-01T00:00:00Z"},
    ):  # fmt: skip
        listed = client.get("/api/v1/runs", filters).json()["items"]
        assert counts(client, **filters)["total"] == len(listed), filters


@pytest.mark.parametrize(
    "query",
    ["limit=5", "cursor=x", "status=open", "q=", "q=%00", "organization_id=1", "status=failed&status=queued"],
)
def test_a_filter_that_is_not_named_or_not_readable_is_refused(client: Client, query: str) -> None:
    assert code_of(client.get(f"{PATH}?{query}")) == (400, "invalid_filter")


@pytest.mark.requirement("promise P24")
def test_nobody_counts_runs_of_another_organization_or_project(
    people: People, north: World, south: World, client: Client
) -> None:
    north.start(north.add_agent())
    for _ in range(2):
        south.start(south.add_agent(f"{new_id()}"), requester="charlie")
    other = World(north.database, organization=north.organization, people=north.people)
    other.project = people.add_project(people.north, "second")
    other.start(other.add_agent())
    ours = north.owner("select agent_id from orchestration_run where project_id = %s", [north.project])[0]

    assert counts(client)["total"] == 1
    assert counts(people.with_key(people.charlie))["total"] == 2
    assert counts(people.with_key(people.charlie), agent=str(ours["agent_id"]))["total"] == 0
    foreign = people.signed_in(people.charlie).get(
        PATH, headers={"Baton-Project": str(people.north.project_id)}
    )
    assert code_of(foreign) == (404, "not_found")


def test_counting_needs_the_scope(people: People) -> None:
    assert code_of(people.with_key(people.alice, ["agents:read"]).get(PATH)) == (403, "insufficient_scope")
    assert code_of(Client().get(PATH)) == (401, "invalid_api_key")
    assert people.with_key(people.alice).post(PATH).status_code == 405


def test_beyond_the_most_the_newest_are_counted_but_open_runs_all(
    north: World, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    agent = north.add_agent()
    runs = [north.start(agent) for _ in range(6)]
    north.owner("alter table orchestration_run disable trigger status_follows")
    for run in runs[2:]:
        north.owner("update orchestration_run set status = 'failed', tokens_used = 10 where id = %s", [run])

    monkeypatch.setattr(run_counts, "MOST", 6)
    exact = counts(client)
    monkeypatch.setattr(run_counts, "MOST", 3)
    capped = counts(client)

    assert (exact["total"], exact["total_is_capped"]) == (6, False)
    assert exact["by_status"] == {"queued": 2, "failed": 4}
    assert (capped["total"], capped["total_is_capped"], capped["tokens"]) == (3, True, 30)
    assert capped["by_status"] == {"queued": 2, "failed": 3}


def test_counting_takes_one_query_however_many_there_are_and_three_beyond_the_most(
    north: World, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    agent = north.add_agent()
    taken = []
    for number in (1, 19):
        for _ in range(number):
            north.start(agent)
        taken.append(queries_of(lambda: client.get(PATH, {"q": "run", "agent": "agent"})))
    monkeypatch.setattr(run_counts, "MOST", 5)
    taken.append(queries_of(lambda: client.get(PATH)))

    assert taken == [1, 1, 3]
