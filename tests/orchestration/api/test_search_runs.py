"""GET /runs?q=: every word must be there, in any case, and a word is only ever text."""

from typing import Any

import pytest
from django.test import Client
from people import People
from rest_world import assert_described, code_of, queries_of
from world import World, reply, running, script

from orchestration.selectors import run_words

PATH = "/api/v1/runs"


@pytest.fixture
def client(people: People) -> Client:
    return people.with_key(people.alice, ["runs:read"])


def found(client: Client, words: str, **filters: Any) -> list[str]:
    response = client.get(PATH, {"q": words, **filters})
    assert response.status_code == 200, response.content
    assert_described(response)
    counted = client.get(f"{PATH}/counts", {"q": words, **filters}).json()["total"]
    inputs = [item["input_head"] for item in response.json()["items"]]
    assert counted == len(inputs)
    return inputs


def test_every_word_must_stand_somewhere_in_the_run(north: World, client: Client) -> None:
    talks = script(reply(text="The parcel is on its WAY."))
    desk = north.add_agent("Refund desk", connection=north.add_connection(script=talks))
    run = north.start(desk, "Where is my Jacket of order NL-1042?")
    with running(north.database):
        north.wait_for(run, "completed")
    north.start(north.add_agent("greeter"), "Hello, a jacket")
    both = ["Hello, a jacket", "Where is my Jacket of order NL-1042?"]

    assert found(client, "jacket") == both
    assert found(client, "JACKET where") == both[1:]
    assert found(client, "jacket parcel") == both[1:]
    assert found(client, "way nl-1042") == both[1:]
    assert found(client, "refund jacket") == both[1:]
    assert found(client, "greet") == both[:1]
    assert found(client, "jacket parcel greeter") == []
    assert found(client, "jacket", agent="greeter") == both[:1]
    assert found(client, "jacket", status="completed") == both[1:]


def test_letters_of_every_script_are_found_in_any_case(north: World, client: Client) -> None:
    agent = north.add_agent()
    north.start(agent, "Größe falsch, bitte ÜBERPRÜFEN")
    north.start(agent, "夹克的拉链坏了")
    north.start(agent, "Куртка порвалась")

    assert found(client, "überprüfen GRÖSSE falsch") == []
    assert found(client, "überprüfen GRÖßE") == ["Größe falsch, bitte ÜBERPRÜFEN"]
    assert found(client, "拉链") == ["夹克的拉链坏了"]
    assert found(client, "КУРТКА") == ["Куртка порвалась"]


@pytest.mark.requirement("promises 7.14")
@pytest.mark.parametrize(
    ("words", "text"),
    [
        ("%", "100% wool"), ("_", "snake_case"), ("\\", "a\\b"), ("wo%l", None), ("100_", None), ("s.ake", None),
        ("'", "it's"), ("';--", None), ("$1", "costs $1"), ("(", "(a"), ("*", "2*3"), ("%s", "%s"), ("\\d", None),
        ("jac:*", None), ("!wool", None), ("a&b", None),
    ],
)  # fmt: skip
def test_nothing_in_a_word_is_a_wildcard(north: World, client: Client, words: str, text: str | None) -> None:
    agent = north.add_agent()
    for each in ("100% wool", "snake_case", "a\\b", "it's", "costs $1", "(a", "2*3", "%s", "jacket"):
        north.start(agent, each)

    expected = ["%s", "100% wool"] if words == "%" else [text] if text else []
    assert found(client, words) == expected


def test_the_beginning_of_an_id_finds_its_run(north: World, client: Client) -> None:
    agent = north.add_agent()
    first, second = north.start(agent, "first"), north.start(agent, "second")
    common = len([a for a, b in zip(str(first), str(second), strict=True) if a == b][:8])

    assert found(client, str(first)) == ["first"]
    assert found(client, str(first)[:-1].upper()) == ["first"]
    assert found(client, first.hex) == ["first"]
    assert found(client, f"{first} first") == ["first"]
    assert found(client, f"{first} second") == []
    assert found(client, str(first)[:8]) == ["second", "first"]
    assert found(client, str(first)[:4]) == []
    assert found(client, str(first)[9:-1]) == []
    assert common == 8


def test_the_last_digits_of_an_id_by_which_people_are_shown_a_run_find_it(
    north: World, client: Client
) -> None:
    agent = north.add_agent()
    first, _ = north.start(agent, "first"), north.start(agent, "second")

    assert found(client, first.hex[-6:]) == ["first"]
    assert found(client, str(first)[9:].upper()) == ["first"]
    assert found(client, first.hex[-5:]) == []


def test_an_error_code_is_found_and_filters(north: World, client: Client) -> None:
    agent = north.add_agent()
    broken = north.start(agent, "one")
    north.start(agent, "two")
    north.owner(
        "update orchestration_run set error_code = 'tool_error', error_message = 'No.' where id = %s",
        [broken],
    )

    assert found(client, "tool_err") == ["one"]
    assert [item["id"] for item in client.get(PATH, {"error": "tool_error"}).json()["items"]] == [str(broken)]
    assert client.get(PATH, {"error": "tool_err"}).json()["items"] == []


def test_who_started_it_and_when_it_ended_filter(people: People, north: World, client: Client) -> None:
    agent = north.add_agent()
    first, second = north.start(agent, "one", requester="alice"), north.start(agent, "two", requester="bob")
    north.owner("update orchestration_run set ended_at = '2026-01-02T00:00:00Z' where id = %s", [first])
    name = north.run(second)["requester_name"]

    def ids(**filters: Any) -> list[str]:
        return [item["id"] for item in client.get(PATH, filters).json()["items"]]

    assert ids(requester=str(people.bob.id)) == [str(second)]
    assert ids(requester=name) == [str(second)]
    assert ids(requester="nobody") == ids(requester=str(people.charlie.id)) == []
    assert ids(ended_after="2026-01-01T00:00:00Z") == [str(first)]
    assert ids(ended_before="2026-01-01T00:00:00Z") == []


@pytest.mark.requirement("promise P24")
def test_nobody_finds_runs_of_another_organization_or_project(
    people: People, north: World, south: World, client: Client
) -> None:
    north.start(north.add_agent("ours"), "a jacket")
    south.start(south.add_agent("jacket"), "a jacket", requester="charlie")
    other = World(north.database, organization=north.organization, people=north.people)
    other.project = people.add_project(people.north, "second")
    theirs = other.start(other.add_agent("jackets"), "another jacket")

    assert found(client, "jacket") == ["a jacket"]
    assert found(client, str(theirs)) == []
    assert found(people.with_key(people.charlie), "jacket") == ["a jacket"]


@pytest.mark.parametrize("query", ["", "%20", "a%00b", "a%0Ab", "x" * 201, "+".join("abcdefghijk"), "a&q=b"])
def test_a_search_without_words_or_with_too_many_is_refused(client: Client, query: str) -> None:
    for path in (PATH, f"{PATH}/counts"):
        assert code_of(client.get(f"{path}?q={query}")) == (400, "invalid_filter")


def test_a_cursor_belongs_to_its_words(north: World, client: Client) -> None:
    agent = north.add_agent()
    for number in range(4):
        north.start(agent, f"jacket {number}")
    first = client.get(PATH, {"q": "jacket", "limit": 2}).json()

    second = client.get(PATH, {"q": "jacket", "limit": 2, "cursor": first["next_cursor"]}).json()
    other = client.get(PATH, {"q": "jacke", "limit": 2, "cursor": first["next_cursor"]})

    assert [item["input_head"] for item in second["items"]] == ["jacket 1", "jacket 0"]
    assert second["next_cursor"] is None
    assert code_of(other) == (400, "invalid_cursor")


def test_a_search_is_one_query_and_looks_no_further_than_it_says(
    north: World, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    agent = north.add_agent()
    for number in range(5):
        north.start(agent, f"jacket {number}")
    north.start(agent, "x" * 60 + " parka")
    monkeypatch.setattr(run_words, "LOOKED_AT", 3)

    assert found(client, "jacket") == ["jacket 4", "jacket 3"]
    assert found(client, "jacket", status="queued") == ["jacket 4", "jacket 3"]
    assert queries_of(lambda: client.get(PATH, {"q": "jacket four words here"})) == 1


def test_of_a_long_text_the_first_part_is_looked_at(north: World, client: Client) -> None:
    agent = north.add_agent()
    north.start(agent, "ä" * (run_words.TEXT - 6) + "jacket parka")

    assert len(found(client, "jacket")) == 1
    assert found(client, "parka") == []
