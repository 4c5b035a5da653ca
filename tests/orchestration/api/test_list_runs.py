"""GET /runs: pages without jumps, named filters, one organization's rows, a fixed number of queries."""

from typing import Any
from uuid import UUID

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from people import People
from rest_world import assert_described, code_of, error_of, queries_of
from world import World, reply, running, script

from baton.core.ids import new_id

PATH = "/api/v1/runs"


@pytest.fixture
def client(people: People) -> Client:
    return people.with_key(people.alice, ["runs:read"])


def listed(client: Client, **filters: Any) -> list[str]:
    response = client.get(PATH, filters)
    assert response.status_code == 200, response.content
    assert_described(response)
    return [item["id"] for item in response.json()["items"]]


def pages(client: Client, **filters: Any) -> list[list[str]]:
    """The ids of every page, from the first to the last."""
    found, cursor = [], None
    while True:
        response = client.get(PATH, {**filters, **({"cursor": cursor} if cursor else {})})
        found.append([item["id"] for item in response.json()["items"]])
        cursor = response.json()["next_cursor"]
        if cursor is None:
            return found


def start_many(world: World, number: int) -> list[str]:
    version = world.add_agent()
    requester = next(iter(world.people))
    return [str(world.start(version, f"run {n}", requester=requester)) for n in range(number)]


@pytest.mark.requirement("case A02")
def test_runs_of_one_instant_are_each_listed_once_newest_first(north: World, client: Client) -> None:
    runs = start_many(north, 25)
    north.owner("update orchestration_run set created_at = '2026-01-01T00:00:00Z'")

    found = pages(client, limit=7)

    assert [len(page) for page in found] == [7, 7, 7, 4]
    assert [run for page in found for run in page] == list(reversed(runs))


def test_runs_that_come_between_two_pages_shift_nothing(north: World, client: Client) -> None:
    runs = start_many(north, 6)
    first = client.get(PATH, {"limit": 3}).json()

    start_many(north, 4)
    second = client.get(PATH, {"limit": 3, "cursor": first["next_cursor"]}).json()

    assert [item["id"] for item in first["items"] + second["items"]] == list(reversed(runs))
    assert second["next_cursor"] is None


@pytest.mark.requirement("promises 7.15")
def test_a_cursor_that_is_not_of_this_list_is_refused(north: World, client: Client) -> None:
    start_many(north, 4)
    cursor = client.get(PATH, {"limit": 2}).json()["next_cursor"]

    answers = [
        client.get(PATH, {"limit": 2, "cursor": cursor[:-1] + ("A" if cursor[-1] != "A" else "B")}),
        client.get(PATH, {"limit": 2, "cursor": "x"}),
        client.get(PATH, {"limit": 2, "cursor": cursor, "status": "queued"}),
        client.get("/api/v1/approvals", {"cursor": cursor}),
    ]

    assert [code_of(each) for each in answers[:3]] == [(400, "invalid_cursor")] * 3
    assert code_of(answers[3]) == (403, "insufficient_scope")


@pytest.mark.requirement("promises 7.14")
@pytest.mark.parametrize(
    "query",
    [
        "agent__name=x", "organization_id=1", "ordering=id", "status=open", "status=", "status=queued,",
        "waiting_for=all", "created_after=yesterday", "created_after=2026-01-01T00:00:00", "limit=0",
        "limit=201", "limit=-1", "limit=1e2", "status=queued&status=failed", "page=2", "agent=",
        "created_before=%00",
    ],
)  # fmt: skip
def test_a_filter_that_is_not_named_or_not_readable_is_refused(client: Client, query: str) -> None:
    assert code_of(client.get(f"{PATH}?{query}")) == (400, "invalid_filter")


def test_filters_choose_runs(north: World, client: Client) -> None:
    first = north.add_agent("first", connection=north.add_connection(script=script(reply(text="Done."))))
    second = north.add_agent("second")
    done = str(north.start(first))
    with running(north.database):
        north.wait_for(UUID(done), "completed")
    queued, cancelled = str(north.start(first)), str(north.start(second))
    north.cancel(UUID(cancelled))
    agent = north.run(UUID(cancelled))["agent_id"]
    between = north.run(UUID(queued))["created_at"].isoformat()

    assert listed(client) == [cancelled, queued, done]
    assert listed(client, status="completed") == [done]
    assert listed(client, status="queued,cancelling") == [cancelled, queued]
    assert listed(client, agent="first") == [queued, done]
    assert listed(client, agent=str(agent)) == [cancelled]
    assert listed(client, agent="nobody") == []
    assert listed(client, agent=str(new_id())) == []
    assert listed(client, created_before=between) == [done]
    assert listed(client, created_after=between) == [cancelled]
    assert listed(client, waiting_for="approval") == []


def test_a_waiting_run_is_found_by_what_it_waits_for(north: World, client: Client, card: Any) -> None:
    north.start(north.add_agent())

    assert listed(client, waiting_for="approval") == [str(card.run)]
    assert listed(client, waiting_for="review,approval") == [str(card.run)]
    assert listed(client, waiting_for="review") == []


@pytest.mark.requirement("promise P24")
def test_nobody_lists_runs_of_another_organization_or_project(
    people: People, north: World, south: World, client: Client
) -> None:
    ours = start_many(north, 2)
    theirs = start_many(south, 3)
    other_project = World(north.database, organization=north.organization, people=north.people)
    other_project.project = people.add_project(people.north, "second")
    start_many(other_project, 1)

    assert listed(client) == list(reversed(ours))
    assert listed(people.with_key(people.charlie)) == list(reversed(theirs))
    assert listed(people.with_key(people.charlie), agent=str(north.run(UUID(ours[0]))["agent_id"])) == []


@pytest.mark.parametrize("name", ["alice", "bob", "rita", "vera"])
def test_every_member_lists_runs(people: People, north: World, name: str) -> None:
    runs = start_many(north, 1)

    assert listed(people.signed_in(getattr(people, name))) == runs


def test_whoever_is_outside_finds_no_project(people: People, north: World) -> None:
    start_many(north, 1)

    response = people.signed_in(people.charlie).get(
        PATH, headers={"Baton-Project": str(people.north.project_id)}
    )

    assert error_of(response) == {"code": "not_found", "message": "Not found."}


def test_a_key_without_the_scope_lists_nothing(people: People, north: World) -> None:
    start_many(north, 1)

    assert code_of(people.with_key(people.alice, ["agents:read"]).get(PATH)) == (403, "insufficient_scope")
    assert code_of(Client().get(PATH)) == (401, "invalid_api_key")


def test_a_list_takes_as_many_queries_for_forty_runs_as_for_one(north: World, client: Client) -> None:
    counts = []
    for number in (1, 39):
        start_many(north, number)
        counts.append((len(listed(client)), queries_of(lambda: client.get(PATH))))

    assert counts == [(1, 1), (40, 1)]


def test_a_page_of_many_runs_reads_little_of_the_table(north: World, client: Client) -> None:
    run = north.start(north.add_agent("many"))
    copy_run(north, run, 5000)

    for filters in ({}, {"status": "queued"}, {"agent": "many"}):
        with CaptureQueriesContext(connection) as queries:
            assert len(listed(client, **filters)) == 50
        (asked,) = [
            each["sql"] for each in queries.captured_queries if 'FROM "orchestration_run"' in each["sql"]
        ]
        assert pages_read(north, asked) < 300, filters


def copy_run(world: World, run: UUID, number: int) -> None:
    """Many more runs, of some minutes, each of its own id."""
    columns = [row["column_name"] for row in world.owner(
        "select column_name from information_schema.columns where table_name = 'orchestration_run'"
        " and column_name <> 'id'"
    )]  # fmt: skip
    names = ", ".join(columns)
    world.owner(
        f"insert into orchestration_run (id, {names}) select (left(%s, 8) || lpad(to_hex(n), 4, '0')"
        f" || '7000a000' || lpad(to_hex(n), 12, '0'))::uuid, {names}"
        " from orchestration_run, generate_series(1, %s) n where id = %s",
        [run.hex, number, run],
    )
    world.owner("vacuum analyze orchestration_run")


def pages_read(world: World, sql: str) -> int:
    """Buffers that the statement touches when the web role asks it."""
    with world.as_web() as web:
        (row,) = web.execute("explain (analyze, buffers, timing off, format json) " + sql).fetchall()
    plan = row["QUERY PLAN"][0]["Plan"]
    return int(plan["Shared Hit Blocks"] + plan["Shared Read Blocks"])
