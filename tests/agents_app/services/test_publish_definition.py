"""Publishing: versions are immutable and pinned, the same text changes nothing, a failure changes nothing."""

import threading
from dataclasses import replace
from typing import Any
from uuid import UUID

import pytest
from database import TestDatabase
from django.db import connections

from agents_app.definition import Definition, read_definition
from agents_app.services.publish_definition import Published, publish_definition
from agents_app.spec import AgentSpec, ToolSpec
from baton.core.errors import Forbidden, Unprocessable
from baton.egress.allow import AllowList
from baton.tenancy.actor import Actor

TEXT = """
baton: 1
variables: {SHOP_URL: {from_environment: SHOP}, TEAM: support}
credentials:
  shop_key: {host: shop.example, header: X-Shop-Key, from_environment: BATON_SECRET_SHOP}
connections:
  main: {provider: scripted, script: refund_desk}
profiles:
  refunds: {specialization: "  Refunds  and  More ", skills: [Be quick], instructions: Answer customers.}
tools:
  find:
    description: Find an order
    effect: read_only
    arguments: {order: {type: string}}
    request: GET {SHOP_URL}/orders/{order}
  refund:
    description: Pay money back
    arguments: {order: {type: string}, amount: {type: number}}
    request: POST {SHOP_URL}/refunds
    body: all
    credential: shop_key
policy:
  - ask: refund
    when: {amount: "> 50"}
agents:
  desk: {profile: refunds, connection: main, model: m, tools: [find, refund]}
  clerk: {profile: refunds, connection: main, model: m, tools: find}
"""
ENVIRONMENT = {"SHOP": "http://127.0.0.1:9"}
ALLOW = AllowList.parse("127.0.0.1:9")


def definition(*changes: tuple[str, str]) -> Definition:
    text = TEXT
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    return read_definition(text)


def publish(actor: Actor, *changes: tuple[str, str]) -> Published:
    return publish_definition(
        actor=actor,
        project_id=actor.project_id,
        definition=definition(*changes),
        environment=ENVIRONMENT,
        allow=ALLOW,
    )


def content(database: TestDatabase) -> dict[str, list[dict[str, Any]]]:
    """Every row of the agents app and the audit log."""
    tables = database.rows(
        "select table_name from information_schema.tables"
        " where table_schema = 'public' and (table_name like 'agents\\_%%' or table_name like 'audit\\_%%')"
    )
    return {
        table["table_name"]: database.rows(f"select * from {table['table_name']} order by 1")
        for table in tables
    }


def live_spec(database: TestDatabase, name: str) -> AgentSpec:
    row = database.rows(
        "select v.spec from agents_agent a join agents_agentversion v on v.id = a.live_version_id"
        " where a.name = %s",
        [name],
    )
    return AgentSpec.model_validate(row[0]["spec"])


def test_a_definition_becomes_rows_and_pinned_versions(database: TestDatabase, people: Any) -> None:
    published = publish(people.alice)

    spec = live_spec(database, "desk")
    assert set(published.agents) == {"desk", "clerk"}
    assert [tool.name for tool in spec.tools] == ["find", "refund"]
    assert {tool.version for tool in spec.tools} == {1}
    assert spec.tools[1].credential is not None
    assert spec.tools[1].credential.credential_id == str(database.value("select id from agents_credential"))
    assert database.value("select value from agents_variable where name = 'SHOP_URL'") == "http://127.0.0.1:9"
    stored = database.rows("select id, spec, digest from agents_toolversion order by id")
    assert [str(row["id"]) for row in stored] == [tool.version_id for tool in spec.tools]
    assert [row["digest"] for row in stored] == [tool.definition_digest() for tool in spec.tools]
    assert ToolSpec.model_validate(stored[1]["spec"]) == spec.tools[1]
    assert database.value("select jsonb_array_length(rules) from agents_toolpolicyversion") == 1


@pytest.mark.requirement("agents 2")
@pytest.mark.requirement("agents 12")
@pytest.mark.requirement("agents 14")
@pytest.mark.requirement("agents 15")
def test_a_profile_is_stored_once_with_both_forms_of_its_specialization_and_shared(
    database: TestDatabase, people: Any
) -> None:
    publish(people.alice)

    rows = database.rows("select id, spec from agents_trainingprofileversion")
    assert len(rows) == 1
    assert rows[0]["spec"]["specialization"] == "Refunds  and  More"
    assert rows[0]["spec"]["specialization_normal"] == "refunds and more"
    assert rows[0]["spec"]["skills"] == ["Be quick"]
    specs = [live_spec(database, name) for name in ("desk", "clerk")]
    assert {spec.profile.version_id for spec in specs} == {str(rows[0]["id"])}
    assert all("Be quick" in spec.instructions and "Answer customers." in spec.instructions for spec in specs)


def test_publishing_the_same_text_twice_changes_nothing(database: TestDatabase, people: Any) -> None:
    first = publish(people.alice)
    before = content(database)

    second = publish(people.alice)

    assert second.changes == ()
    assert second.agents == first.agents
    assert content(database) == before


def test_another_layout_and_order_of_the_text_changes_nothing(database: TestDatabase, people: Any) -> None:
    publish(people.alice)
    before = content(database)

    other_order = "arguments: {amount: {type: number},\n      order: {type: string}}  # EUR"
    publish(people.alice, ("arguments: {order: {type: string}, amount: {type: number}}", other_order))

    assert content(database) == before


@pytest.mark.requirement("promise P21")
def test_a_changed_tool_is_a_new_version_for_the_agents_that_use_it_and_the_old_one_stays(
    database: TestDatabase, people: Any
) -> None:
    first = publish(people.alice)
    old = live_spec(database, "desk")

    second = publish(people.alice, ("Pay money back", "Pay money back at once"))

    assert [str(change) for change in second.changes] == ["tool refund version 2", "agent desk version 2"]
    assert second.agents["clerk"] == first.agents["clerk"]
    new = live_spec(database, "desk")
    assert (new.version, new.tools[1].version, new.tools[0]) == (2, 2, old.tools[0])
    kept = database.value("select spec from agents_agentversion where id = %s", [first.agents["desk"]])
    assert AgentSpec.model_validate(kept) == old


@pytest.mark.requirement("agents 16")
def test_a_changed_skill_is_a_new_profile_and_agent_version(database: TestDatabase, people: Any) -> None:
    publish(people.alice)
    old = live_spec(database, "desk")

    changes = publish(people.alice, ("Be quick", "Be thorough")).changes

    assert [str(change) for change in changes] == [
        "profile refunds version 2",
        "agent desk version 2",
        "agent clerk version 2",
    ]
    new = live_spec(database, "desk")
    assert (old.profile.version, new.profile.version) == (1, 2)
    assert "Be thorough" in new.instructions


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (('"> 50"', '"> 60"'), ["policy of the project version 2"]),
        (("host: shop.example", "host: pay.example"), ["credential shop_key", "tool refund version 2"]),
        (("TEAM: support", "TEAM: sales"), ["variable TEAM"]),
        (("script: refund_desk", "script: echo"), ["connection main"]),
        (("model: m, tools: find}", "model: m2, tools: find}"), ["agent clerk version 2"]),
    ],
)
def test_only_what_changed_is_touched(
    database: TestDatabase, people: Any, change: tuple[str, str], expected: list[str]
) -> None:
    publish(people.alice)

    changes = [str(each) for each in publish(people.alice, change).changes]

    assert changes[: len(expected)] == expected
    assert {each.split()[0] for each in changes[len(expected) :]} <= {"agent"}


def test_a_changed_connection_gets_another_number(database: TestDatabase, people: Any) -> None:
    publish(people.alice)

    publish(people.alice, ("script: refund_desk", "script: echo"))

    assert database.rows("select version, script from agents_modelconnection") == [
        {"version": 2, "script": "echo"}
    ]


def test_what_a_later_file_leaves_out_stays(database: TestDatabase, people: Any) -> None:
    publish(people.alice)

    smaller = replace(definition(), agents=(), policy=None)
    published = publish_definition(
        actor=people.alice,
        project_id=people.alice.project_id,
        definition=smaller,
        environment=ENVIRONMENT,
        allow=ALLOW,
    )

    assert published.changes == ()
    assert database.value("select count(*) from agents_agent where archived_at is null") == 2
    assert database.value("select count(*) from agents_toolpolicyversion") == 1


def test_going_back_to_an_earlier_text_is_a_new_version(database: TestDatabase, people: Any) -> None:
    publish(people.alice)
    publish(people.alice, ("Pay money back", "Pay"))

    publish(people.alice)

    assert live_spec(database, "desk").tools[1].version == 3


def test_a_publication_is_written_down_once(database: TestDatabase, people: Any) -> None:
    publish(people.alice)
    publish(people.alice)

    entries = database.rows("select actor_name, action, object_kind, detail from audit_auditentry")
    assert len(entries) == 1
    assert (entries[0]["actor_name"], entries[0]["action"]) == ("Alice", "agents:publish")
    assert "tool refund version 1" in entries[0]["detail"]["changes"]


@pytest.mark.parametrize("missing", ["agents:publish", "tools:edit", "policies:edit", "secrets:manage"])
def test_whoever_lacks_one_of_the_scopes_changes_nothing(
    database: TestDatabase, people: Any, missing: str
) -> None:
    actor = replace(people.alice, scopes=people.alice.scopes - {missing})
    before = content(database)

    with pytest.raises(Forbidden) as caught:
        publish(actor)

    assert caught.value.details == {"scope": missing}
    assert content(database) == before


def test_an_operator_cannot_publish(people: Any) -> None:
    with pytest.raises(Forbidden):
        publish(people.bob)


@pytest.mark.requirement("promise P24")
def test_the_project_of_another_organization_is_like_one_that_does_not_exist(
    database: TestDatabase, people: Any
) -> None:
    before = content(database)
    messages = []

    for project_id in (people.charlie.project_id, UUID(int=0)):
        with pytest.raises(Unprocessable) as caught:
            publish_definition(
                actor=people.alice, project_id=project_id, definition=definition(), environment=ENVIRONMENT
            )
        messages.append((caught.value.code, caught.value.message))

    assert messages[0] == messages[1]
    assert content(database) == before


def test_equal_names_in_two_organizations_do_not_meet(database: TestDatabase, people: Any) -> None:
    north = publish(people.alice)
    south = publish(people.charlie)

    assert not set(north.agents.values()) & set(south.agents.values())
    assert database.value("select count(*) from agents_tool") == 4


def test_a_missing_environment_variable_changes_nothing(database: TestDatabase, people: Any) -> None:
    before = content(database)

    with pytest.raises(Unprocessable) as caught:
        publish_definition(
            actor=people.alice, project_id=people.alice.project_id, definition=definition(), environment={}
        )

    assert caught.value.code == "variable_missing"
    assert content(database) == before


@pytest.mark.requirement("promises 7.56", "promises 7.58", "promises 7.59")
@pytest.mark.parametrize(
    ("address", "code"),
    [
        ("http://127.1", "blocked_address"),
        ("http://2130706433", "blocked_address"),
        ("https://0x7f.1", "blocked_address"),
        ("https://169.254.169.254", "blocked_address"),
        ("https://100.64.0.1", "blocked_address"),
        ("https://224.0.0.1", "blocked_address"),
        ("https://localhost", "blocked_address"),
        ("https://[::ffff:169.254.169.254]", "blocked_address"),
        ("https://[64:ff9b::a00:1]", "blocked_address"),
        ("https://[2002:7f00:1::]", "blocked_address"),
        ("https://①②⑦.0.0.1", "blocked_address"),
        ("http://shop.example", "host_not_allowed"),
        ("https://shop.example:22", "host_not_allowed"),
        ("http://127.0.0.1:10", "blocked_address"),
        ("file:///etc", "invalid_url"),
        ("gopher://shop.example", "invalid_url"),
        ("https://me:secret@shop.example", "invalid_url"),
        ("https://shop.example:99999", "invalid_url"),
    ],
)
def test_an_address_that_would_never_be_let_out_is_refused_when_it_is_saved(
    database: TestDatabase, people: Any, address: str, code: str
) -> None:
    before = content(database)
    model = ("provider: scripted, script: refund_desk", f"provider: openai_chat, base_url: '{address}/v1'")

    with pytest.raises(Unprocessable) as of_tool:
        publish_definition(
            actor=people.alice,
            project_id=people.alice.project_id,
            definition=definition(),
            environment={"SHOP": address},
            allow=ALLOW,
        )
    with pytest.raises(Unprocessable) as of_model:
        publish(people.alice, model)

    assert (of_tool.value.code, of_tool.value.field) == (code, "tools.find.request")
    assert of_model.value.code in (code, "invalid_definition")
    assert "secret" not in f"{of_tool.value}{of_model.value}"
    assert content(database) == before


def test_two_who_publish_at_once_take_turns(database: TestDatabase, people: Any) -> None:
    outcomes: list[Any] = []
    barrier = threading.Barrier(2)

    def work(change: tuple[str, str]) -> None:
        barrier.wait()
        try:
            outcomes.append(publish(people.alice, change))
        except Exception as error:
            outcomes.append(error)
        finally:
            connections.close_all()

    threads = [
        threading.Thread(target=work, args=(("Pay money back", words),)) for words in ("Pay", "Pay back")
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)

    assert [type(outcome) for outcome in outcomes] == [Published, Published]
    assert database.value("select max(number) from agents_toolversion where spec->>'name' = 'refund'") == 2
