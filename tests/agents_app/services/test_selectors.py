"""Reading agents: what a list and a page show, with as many queries for many agents as for one."""

from typing import Any
from uuid import UUID

import pytest
from database import TestDatabase
from django.db import connection
from django.test.utils import CaptureQueriesContext

from agents_app.definition import read_definition
from agents_app.selectors import AgentDetail, AgentSummary, agent_detail, agents_of, summarise_agents
from agents_app.services.publish_definition import Published, publish_definition
from agents_app.services.withdraw_tool_version import withdraw_tool_version
from baton.tenancy.actor import Actor
from baton.tenancy.scope import organization_scope

HEAD = """
baton: 1
connections:
  main: {provider: scripted, script: refund_desk}
profiles:
  refunds: {specialization: Refunds, skills: [Be quick], instructions: Answer customers.}
tools:
  refund: {description: Pay money back, request: "POST https://shop.example/refunds"}
agents:
"""


def publish(actor: Actor, count: int) -> Published:
    agents = "".join(
        f"  desk-{n}: {{profile: refunds, connection: main, model: m, tools: refund, tags: [a]}}\n"
        for n in range(count)
    )
    return publish_definition(
        actor=actor, project_id=actor.project_id, definition=read_definition(HEAD + agents)
    )


def summaries(actor: Actor) -> tuple[list[AgentSummary], int]:
    with organization_scope(actor.organization_id), CaptureQueriesContext(connection) as queries:
        agents = agents_of(actor.organization_id, actor.project_id).order_by("name")
        return summarise_agents(actor.organization_id, list(agents)), len(queries)


def detail(actor: Actor, agent_id: UUID) -> AgentDetail | None:
    with organization_scope(actor.organization_id):
        return agent_detail(actor.organization_id, actor.project_id, agent_id)


def test_a_summary_shows_the_live_version(people: Any) -> None:
    published = publish(people.alice, 1)

    found, _ = summaries(people.alice)

    assert len(found) == 1
    assert found[0].version_id == published.agents["desk-0"]
    assert (found[0].name, found[0].version, found[0].specialization) == ("desk-0", 1, "Refunds")
    assert (found[0].provider, found[0].model, found[0].tools) == ("scripted", "m", ("refund",))
    assert found[0].tags == ("a",)


def test_a_list_of_thirty_costs_as_many_queries_as_a_list_of_one(people: Any) -> None:
    publish(people.alice, 1)
    _, for_one = summaries(people.alice)
    publish(people.alice, 30)

    found, for_thirty = summaries(people.alice)

    assert len(found) == 30
    assert for_thirty == for_one == 2


@pytest.mark.requirement("agents 16")
def test_a_page_shows_what_the_version_pins(database: TestDatabase, people: Any) -> None:
    publish(people.alice, 1)
    agent_id = database.value("select id from agents_agent")

    page = detail(people.alice, agent_id)

    assert page is not None
    assert (page.connection, page.skills, page.profile_version) == ("main", ("Be quick",), 1)
    assert page.limits is not None
    assert page.limits.steps == 200
    assert [(tool.spec.name, tool.spec.version, tool.withdrawn_at) for tool in page.tools] == [
        ("refund", 1, None)
    ]


def test_a_page_says_which_pinned_tool_is_withdrawn(database: TestDatabase, people: Any) -> None:
    publish(people.alice, 1)
    withdraw_tool_version(
        actor=people.alice, tool_version_id=database.value("select id from agents_toolversion")
    )

    page = detail(people.alice, database.value("select id from agents_agent"))

    assert page is not None
    assert page.tools[0].withdrawn_at is not None


@pytest.mark.requirement("promise P24")
def test_the_agent_of_another_organization_is_missing(database: TestDatabase, people: Any) -> None:
    publish(people.alice, 1)
    agent_id = database.value("select id from agents_agent")

    assert detail(people.charlie, agent_id) is None
    assert summaries(people.charlie)[0] == []


@pytest.mark.requirement("promise P25")
def test_without_a_scope_there_is_nothing(people: Any) -> None:
    publish(people.alice, 1)

    assert list(agents_of(people.alice.organization_id, people.alice.project_id)) == []


def test_an_archived_agent_is_on_no_list_but_has_its_page(database: TestDatabase, people: Any) -> None:
    publish(people.alice, 2)
    agent_id = database.value("select id from agents_agent where name = 'desk-0'")
    database.rows("update agents_agent set archived_at = now() where id = %s", [agent_id])

    assert [each.name for each in summaries(people.alice)[0]] == ["desk-1"]
    page = detail(people.alice, agent_id)
    assert page is not None
    assert page.summary.archived_at is not None


def test_an_agent_without_a_version_is_shown_as_such(database: TestDatabase, people: Any) -> None:
    publish(people.alice, 1)
    database.rows("update agents_agent set live_version_id = null")

    found, _ = summaries(people.alice)

    assert (found[0].version, found[0].model, found[0].tools) == (None, None, ())
    assert detail(people.alice, found[0].id) is not None
