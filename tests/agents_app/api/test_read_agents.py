"""GET /agents: what is published, by name, for members of the project alone."""

from typing import Any

import pytest
from django.test import Client
from people import People
from rest_world import assert_described, code_of, error_of, post, queries_of, world_of
from world import World

from agents_app.definition import read_definition
from agents_app.services.publish_definition import publish_definition
from baton.core.ids import new_id

PATH = "/api/v1/agents"
TEXT = """
baton: 1
variables: {SHOP_URL: "https://shop.example"}
credentials:
  shop_key: {host: shop.example, header: X-Shop-Key, from_environment: BATON_SECRET_SHOP}
connections:
  main: {provider: scripted, script: refund_desk}
profiles:
  refunds: {specialization: Refunds, skills: [Be quick], instructions: Answer customers.}
tools:
  refund:
    description: Pay money back
    request: "POST {SHOP_URL}/refunds"
    credential: shop_key
agents:
  refund-desk:
    profile: refunds
    connection: main
    model: scripted
    tools: [refund]
    tags: [money]
"""


@pytest.fixture
def north(people: People) -> World:
    publish_definition(
        actor=people.alice.actor, project_id=people.north.project_id, definition=read_definition(TEXT)
    )
    return world_of(people.database, people.north, people.alice)


@pytest.fixture
def client(people: People) -> Client:
    return people.with_key(people.alice, ["agents:read"])


def names(client: Client, **filters: Any) -> list[str]:
    response = client.get(PATH, filters)
    assert response.status_code == 200, response.content
    assert_described(response)
    return [item["name"] for item in response.json()["items"]]


def test_an_agent_is_shown_with_what_its_version_pins(north: World, client: Client) -> None:
    (listed,) = client.get(PATH).json()["items"]

    response = client.get(f"{PATH}/{listed['id']}")

    assert_described(response)
    agent = response.json()
    differs = {"tools", "used_by"}
    assert {name: agent[name] for name in listed if name not in differs} == {
        name: listed[name] for name in listed if name not in differs
    }
    assert (listed["name"], listed["version"], listed["tools"]) == ("refund-desk", 1, ["refund"])
    assert (agent["provider"], agent["scripted"], agent["tags"]) == ("scripted", True, ["money"])
    assert (agent["specialization"], agent["skills"], agent["connection"]) == (
        "Refunds",
        ["Be quick"],
        "main",
    )
    assert agent["limits"] == {"steps": 200, "tokens": None, "deadline_seconds": 86400}
    (tool,) = agent["tools"]
    assert (tool["name"], tool["method"], tool["url"]) == ("refund", "POST", "{SHOP_URL}/refunds")
    assert (tool["credential"], tool["effect_class"], tool["withdrawn_at"]) == (
        "shop_key",
        "at_most_once",
        None,
    )


@pytest.mark.requirement("promise P30")
def test_no_answer_names_where_a_secret_comes_from(north: World, client: Client) -> None:
    (listed,) = client.get(PATH).json()["items"]

    assert b"BATON_SECRET_SHOP" not in client.get(PATH).content + client.get(f"{PATH}/{listed['id']}").content


def test_agents_are_paged_by_name_without_the_archived(north: World, client: Client) -> None:
    for name in ("b", "a", "d", "c"):
        north.add_agent(name)
    north.owner("update agents_agent set archived_at = now() where name = 'd'")

    first = client.get(PATH, {"limit": 2}).json()
    second = client.get(PATH, {"limit": 2, "cursor": first["next_cursor"]}).json()

    assert [item["name"] for item in first["items"] + second["items"]] == ["a", "b", "c", "refund-desk"]
    assert second["next_cursor"] is None


def test_an_agent_without_a_version_is_listed_as_one(north: World, client: Client) -> None:
    north.owner(
        "insert into agents_agent (id, organization_id, project_id, name, description)"
        " values (%s, %s, %s, 'draft', '')",
        [new_id(), north.organization, north.project],
    )

    draft = client.get(PATH).json()["items"][0]

    assert (draft["name"], draft["version"], draft["tools"], draft["model"]) == ("draft", None, [], None)
    detail = client.get(f"{PATH}/{draft['id']}")
    assert_described(detail)
    assert (detail.json()["limits"], detail.json()["tools"]) == (None, [])


@pytest.mark.requirement("promise P24")
@pytest.mark.requirement("promises 7.12")
def test_an_agent_of_another_organization_or_project_is_as_a_missing_one(
    people: People, north: World
) -> None:
    (agent,) = north.owner("select id from agents_agent")
    second = {"Baton-Project": str(people.add_project(people.north, "second"))}
    outside, inside = people.with_key(people.charlie), people.signed_in(people.alice)

    answers = [outside.get(f"{PATH}/{identifier}") for identifier in (agent["id"], new_id())]

    assert [error_of(each) for each in answers] == [{"code": "not_found", "message": "Not found."}] * 2
    assert inside.get(f"{PATH}/{agent['id']}", headers=second).status_code == 404
    assert names(outside) == []
    foreign = {"Baton-Project": str(people.north.project_id)}
    assert people.signed_in(people.charlie).get(PATH, headers=foreign).status_code == 404


@pytest.mark.parametrize("name", ["alice", "bob", "rita", "vera"])
def test_every_member_reads_agents(people: People, north: World, name: str) -> None:
    assert names(people.signed_in(getattr(people, name))) == ["refund-desk"]


def test_a_key_without_the_scope_reads_no_agents(people: People, north: World) -> None:
    (agent,) = north.owner("select id from agents_agent")
    client = people.with_key(people.alice, ["runs:read"])

    assert code_of(client.get(PATH)) == (403, "insufficient_scope")
    assert code_of(client.get(f"{PATH}/{agent['id']}")) == (403, "insufficient_scope")


def test_a_key_that_reads_makes_no_agents(client: Client, north: World) -> None:
    assert code_of(post(client, PATH, {"name": "new"})) == (403, "insufficient_scope")
    assert client.delete(f"{PATH}/{new_id()}").status_code == 405
    assert names(client) == ["refund-desk"]


def test_a_list_takes_as_many_queries_for_many_agents_as_for_one(north: World, client: Client) -> None:
    counts = []
    for number in (0, 20):
        for n in range(number):
            north.add_agent(f"agent {n}")
        counts.append((len(names(client)), queries_of(lambda: client.get(PATH))))

    assert counts == [(1, 6), (21, 6)]
