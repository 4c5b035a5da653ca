"""GET /runs/{id}, its events and bodies: one moment, every event once, nothing of anybody else."""

import pytest
from django.test import Client
from people import People
from rest_world import Card, assert_described, code_of, decide, error_of, post, queries_of
from world import Ledger, World, reply, running, script

from baton.core.clock import to_rfc3339
from baton.core.ids import new_id
from orchestration.engine.events import Record
from orchestration.engine.projection import fold

PATH = "/api/v1/runs"


@pytest.fixture
def client(people: People) -> Client:
    return people.with_key(people.alice, ["runs:read", "approvals:read", "approvals:decide"])


def test_a_run_is_shown_with_its_steps_calls_and_approvals(north: World, client: Client, card: Card) -> None:
    response = client.get(f"{PATH}/{card.run}")

    assert response.status_code == 200
    assert_described(response)
    run = response.json()
    assert response["ETag"] == f'"{run["version"]}"'
    assert (run["status"], run["waiting_for"], run["input"], run["output"]) == (
        "waiting",
        ["approval"],
        "hello",
        None,
    )
    (step,), (call,), (approval,) = run["steps"], run["calls"], run["approvals"]
    assert step["calls"] == [call["id"]]
    assert (call["tool"], call["state"], call["arguments"]) == (
        "refund",
        "awaiting",
        {"order": "A-1", "amount": 5},
    )
    assert (approval["id"], approval["state"], approval["digest"]) == (
        str(card.approval),
        "pending",
        card.digest,
    )
    assert approval["sentence"] == "Refund 5 of order A-1."


@pytest.mark.requirement("promise P17")
def test_a_finished_run_shows_what_became_of_everything(
    people: People, north: World, client: Client, card: Card
) -> None:
    assert decide(client, card).status_code == 200
    ledger = Ledger()
    with running(north.database, ledger):
        north.wait_for(card.run, "completed")

    response = client.get(f"{PATH}/{card.run}")

    assert_described(response)
    run = response.json()
    assert (run["status"], run["output"], run["error"]) == ("completed", "Refunded.", None)
    assert [step["text"] for step in run["steps"]] == ["", "Refunded."]
    (call,), (approval,) = run["calls"], run["approvals"]
    assert (call["state"], call["result"], call["execution"]) == ("succeeded", "ok", 1)
    assert (approval["state"], approval["by"]["kind"], approval["reason"]) == (
        "approved",
        "api_key",
        "Looks right.",
    )
    assert ledger.of("refund") == [{"order": "A-1", "amount": 5}]


def test_the_view_is_the_fold_of_the_events_that_are_served(north: World, client: Client, card: Card) -> None:
    page = client.get(f"{PATH}/{card.run}/events").json()

    view = fold(Record(each["seq"], each["kind"], each["payload"], each["at"]) for each in page["events"])
    run = client.get(f"{PATH}/{card.run}").json()
    folded = view.to_json()
    assert {name: run[name] for name in ("steps", "calls", "approvals", "usage", "model", "limits")} == {
        name: folded[name] for name in ("steps", "calls", "approvals", "usage", "model", "limits")
    }
    assert (run["status"], run["last_seq"]) == (view.status, view.last_seq)


def test_a_failed_run_says_why(north: World, client: Client) -> None:
    replies = script({"error": {"code": "authentication", "message": "No such key."}})
    run = north.start(north.add_agent(connection=north.add_connection(script=replies)))
    with running(north.database):
        north.wait_for(run, "failed")

    response = client.get(f"{PATH}/{run}")

    assert_described(response)
    assert response.json()["error"]["code"] == north.run(run)["error_code"]
    assert response.json()["error"]["message"]


@pytest.mark.requirement("promise P8")
@pytest.mark.parametrize("limit", [1, 2, 3, 500])
def test_pages_of_events_hold_each_once_and_in_order(
    north: World, client: Client, card: Card, limit: int
) -> None:
    expected = [event["seq"] for event in north.events(card.run)]
    seen: list[int] = []

    while True:
        response = client.get(f"{PATH}/{card.run}/events", {"after": seen[-1] if seen else 0, "limit": limit})
        assert_described(response)
        page = response.json()
        assert len(page["events"]) <= limit
        seen += [event["seq"] for event in page["events"]]
        if seen[-1] == page["last_seq"]:
            break

    assert seen == expected == list(range(1, len(expected) + 1))
    assert (page["status"], page["waiting_for"]) == ("waiting", ["approval"])


def test_an_event_is_served_as_it_was_recorded(north: World, client: Client, card: Card) -> None:
    page = client.get(f"{PATH}/{card.run}/events").json()

    assert [(event["kind"], event["payload"]) for event in page["events"]] == [
        (event["kind"], event["payload"]) for event in north.events(card.run)
    ]


def test_nothing_stands_after_the_last_event(north: World, client: Client, card: Card) -> None:
    last = north.run(card.run)["last_seq"]

    for after in (last, last + 1, 2**31 - 1):
        page = client.get(f"{PATH}/{card.run}/events", {"after": after}).json()
        assert (page["events"], page["last_seq"]) == ([], last)


@pytest.mark.requirement("promises 7.14")
@pytest.mark.parametrize(
    "query", ["after=-1", "after=x", "after=2147483648", "limit=0", "limit=501", "kind=a"]
)
def test_a_page_that_cannot_be_is_refused(north: World, client: Client, query: str) -> None:
    run = north.start(north.add_agent())

    assert code_of(client.get(f"{PATH}/{run}/events?{query}")) == (400, "invalid_filter")


def test_a_long_answer_of_a_tool_is_read_by_its_reference(
    people: People, north: World, client: Client
) -> None:
    tool = north.add_tool("read", effect_class="read_only")
    replies = script(reply(("read", {})), reply(text="y" * 9000))
    run = north.start(north.add_agent(tools=[tool], connection=north.add_connection(script=replies)))
    ledger = Ledger({"read": lambda _: "x" * 10_000})
    with running(north.database, ledger):
        north.wait_for(run, "completed")

    response = client.get(f"{PATH}/{run}")

    assert_described(response)
    shown = response.json()
    content = shown["calls"][0]["content"]
    assert (shown["output"], content["size"], content["head"]) == ("y" * 9000, 10_000, "x" * 512)
    body = client.get(f"{PATH}/{run}/bodies/{content['ref']}")
    assert body.json() == {"id": content["ref"], "content": "x" * 10_000}


@pytest.mark.requirement("promise P24")
@pytest.mark.requirement("promises 7.12")
@pytest.mark.parametrize("rest", ["", "/events", "/bodies/{body}"])
def test_a_run_of_another_organization_is_as_a_missing_one(
    people: People, north: World, south: World, rest: str
) -> None:
    run, theirs = (
        north.start(north.add_agent(), "x" * 9000),
        south.start(south.add_agent(), requester="charlie"),
    )
    body = north.owner("select id from orchestration_runbody where run_id = %s", [run])[0]["id"]
    client = people.with_key(people.charlie)

    answers = [client.get(f"{PATH}/{identifier}{rest.format(body=body)}") for identifier in (run, new_id())]

    assert [each.status_code for each in answers] == [404, 404]
    assert error_of(answers[0]) == error_of(answers[1]) == {"code": "not_found", "message": "Not found."}
    assert client.get(f"{PATH}/{theirs}").status_code == 200


def test_a_run_of_another_project_is_as_a_missing_one(people: People, north: World) -> None:
    other = World(north.database, organization=north.organization, people=north.people)
    other.project = people.add_project(people.north, "second")
    run = other.start(other.add_agent())
    browser = people.signed_in(people.alice)

    assert people.with_key(people.alice).get(f"{PATH}/{run}").status_code == 404
    assert browser.get(f"{PATH}/{run}").status_code == 404
    assert browser.get(f"{PATH}/{run}", headers={"Baton-Project": str(other.project)}).status_code == 200


def test_a_body_of_another_run_is_as_a_missing_one(people: People, north: World, client: Client) -> None:
    version = north.add_agent()
    run, other = north.start(version, "x" * 9000), north.start(version)
    body = north.owner("select id from orchestration_runbody where run_id = %s", [run])[0]["id"]

    assert client.get(f"{PATH}/{run}/bodies/{body}").status_code == 200
    assert code_of(client.get(f"{PATH}/{other}/bodies/{body}")) == (404, "not_found")


@pytest.mark.parametrize("name", ["alice", "bob", "rita", "vera"])
def test_every_member_reads_runs(people: People, north: World, name: str) -> None:
    run = north.start(north.add_agent())

    assert people.signed_in(getattr(people, name)).get(f"{PATH}/{run}").status_code == 200


@pytest.mark.requirement("promises 7.19")
@pytest.mark.parametrize("rest", ["", "/events"])
def test_a_key_without_the_scope_reads_nothing(people: People, north: World, rest: str) -> None:
    run = north.start(north.add_agent())
    client = people.with_key(people.alice, ["agents:read", "approvals:read"])

    assert code_of(client.get(f"{PATH}/{run}{rest}")) == (403, "insufficient_scope")


@pytest.mark.parametrize("identifier", ["x", "1", "00000000", "%00", "' or 1=1"])
def test_what_is_no_id_is_not_found(client: Client, identifier: str) -> None:
    assert client.get(f"{PATH}/{identifier}").status_code == 404


@pytest.mark.parametrize(("rest", "number"), [("", 1), ("/events", 1)])
def test_reading_takes_a_fixed_number_of_queries(
    north: World, client: Client, card: Card, rest: str, number: int
) -> None:
    assert queries_of(lambda: client.get(f"{PATH}/{card.run}{rest}")) == number


def test_a_run_that_is_being_written_is_shown_as_of_one_moment(north: World, client: Client) -> None:
    replies = script(*[reply(("read", {"n": n})) for n in range(12)], reply(text="Done."))
    tool = north.add_tool("read", effect_class="read_only")
    run = north.start(north.add_agent(tools=[tool], connection=north.add_connection(script=replies)))
    shown: list[tuple[int, str, bool]] = []

    def read() -> bool:
        each = client.get(f"{PATH}/{run}").json()
        shown.append((each["last_seq"], each["status"], each["output"] is not None))
        return bool(each["status"] == "completed")

    with running(north.database):
        north.wait(read, "the end of the run")

    assert shown == sorted(shown, key=lambda each: each[0])
    assert all(has_output == (status == "completed") for _, status, has_output in shown)
    assert shown[-1] == (north.run(run)["last_seq"], "completed", True)


def test_a_run_is_shown_the_same_wherever_it_is(people: People, north: World) -> None:
    """In the answer to its start, in lists, alone, and when it is cancelled: PostgreSQL writes them all."""
    client = people.with_key(people.alice)
    north.add_agent("greeter")
    text = 'Żółw "quoted" \\ 🧾\n\t' + "x" * 300
    started = post(client, PATH, {"agent": "greeter", "input": text}).json()

    (listed,) = client.get(PATH).json()["items"]
    alone = client.get(f"{PATH}/{started['id']}").json()
    cancelled = post(client, f"{PATH}/{started['id']}/cancel", {}).json()

    assert listed == started
    assert (started["input_head"], started["input_size"], alone["input"]) == (text[:200], len(text), text)
    changed = {"status", "ended_at", "last_seq", "version", "input_head", "input_size", "output_head"}
    changed |= {"output_size", "error"}
    for other in (alone, cancelled):
        assert {name: other[name] for name in started if name not in changed} == {
            name: value for name, value in started.items() if name not in changed
        }
    row = north.run(started["id"])
    assert [started[name] for name in ("created_at", "deadline_at")] == [
        to_rfc3339(row[name]) for name in ("created_at", "deadline_at")
    ]
