"""A project out and in again: the same bytes, whatever is in it, and no secret."""

from collections.abc import Callable
from typing import Any

import pytest
from django.conf import settings as django_settings
from hypothesis import given, settings
from hypothesis import strategies as st
from people import People, hashes
from pydantic import SecretStr

from agents_app.bundle.export_project import Exported, export_project
from agents_app.bundle.import_project import Imported, apply_import, plan_import
from agents_app.definition import InvalidDefinition, read_definition
from agents_app.definition.text import content_text
from agents_app.services.places.connections import ConnectionEdit, create_connection
from agents_app.services.places.credentials import create_credential
from agents_app.services.places.variables import create_variable
from agents_app.services.publish_definition import publish_definition
from baton.core.errors import Forbidden
from baton.egress.allow import NOTHING, AllowList
from baton.ops.demo.bring_up import REFUND_DESK
from baton.tenancy.actor import Actor

ALLOW = AllowList.parse("127.0.0.1:9,models.example:443")
TABLES = (
    "agents_agent", "agents_agentversion", "agents_tool", "agents_toolversion", "agents_trainingprofile",
    "agents_trainingprofileversion", "agents_toolpolicy", "agents_toolpolicyversion", "agents_pricetable",
    "agents_pricetableversion", "agents_variable", "agents_credential", "agents_modelconnection", "agents_draft",
    "audit_auditentry",
)  # fmt: skip
"""All that an import could change."""

RICH = """
baton: 1
variables: {SHOP_URL: "https://shop.example", TEAM: "yes", NUMBER: "007", EMPTY: ""}
credentials:
  shop: {host: "shop.example:8443", header: X-Shop-Key}
  model: {host: models.example, prefix: "Bearer ", from_environment: BATON_SECRET_MODEL}
connections:
  scripted: {provider: scripted, script: refund_desk}
  real: {provider: openai_chat, base_url: "https://models.example/v1", credential: model, capabilities: {tools: true}}
  named: {provider: openai_chat, key_from_environment: OPENAI_API_KEY}
profiles:
  refunds:
    specialization: Refunds & more
    skills: ["Be quick", "Two\\nlines\\n\\n  indented: yes", "- no list", "日本語 🙂"]
    instructions: "Say: 'no' when it is no.\\n# not a comment\\n\\ttabbed"
tools:
  find: {description: Find, effect: read_only, arguments: {order: {type: string, pattern: '^\\d+$'}}, request: "GET {SHOP_URL}/orders/{order}"}
  refund:
    description: Pay money back
    effect: keyed
    risk: high
    sentence: "Refund {amount}"
    arguments: {order: {type: string}, amount: {type: number}, "note?": {type: string}}
    request: "POST {SHOP_URL}/refunds"
    body: [amount, note]
    query: [order]
    headers: {X-Team: a}
    timeout: 90s
    response: text
    credential: shop
  whole:
    description: With a schema of its own
    input_schema: {type: object, properties: {a: {type: string}}, additionalProperties: false, title: T}
    request: "POST https://shop.example/x"
    body: all
policy:
  - {allow: [find, whole], because: "reading: fine"}
  - {deny: refund, when: {amount: "> 1000.5", order: "in [a, 'b c', null, 3]"}}
  - {ask: refund, when: {note: exists}, expires_after: 2h, execute_within: 90s, grace: 6s}
  - {ask: "*"}
prices:
  - {provider: openai_chat, model: m, from: "2026-11-01", currency: USD, input: 2.50, cached: 0.25, output: 10}
agents:
  desk: {description: At the desk, profile: refunds, connection: real, model: m, tools: [refund, find], tags: [a, "1"], settings: {temperature: 0, top_p: 0.5}, limits: {steps: 5, tokens: 900, deadline: 7d}}
  Ünïcode agent: {profile: refunds, connection: scripted, model: "1", tools: []}
orchestrations:
  team:
    description: All of it
    members: [desk, {agent: Ünïcode agent, roles: [review, compose, plan]}]
    planner:
      kind: static
      tasks:
        - {key: a, title: "Do: this", prompt: "{input}, please", agent: desk, tags: [x]}
        - {key: b, title: B, prompt: "b\n- c", specialization: refunds &  MORE, skills: [Be quick], depends_on: [a]}
    review: {max_reviews: 2, reviewers: 2, rule: majority, instructions: Be strict., rubric: [{name: depth, description: How deep, min: 1, max: 5.5, at_least: 2}, {name: length}]}
    compose: Ünïcode agent
    on_failure: continue
    limits: {steps: 50, deadline: 2d}
"""


def imported(actor: Actor, text: str, allow: AllowList = ALLOW) -> Imported:
    return apply_import(actor=actor, project_id=actor.project_id, text=text, allow=allow)


def planned(actor: Actor, text: str, allow: AllowList = ALLOW) -> Imported:
    return plan_import(actor=actor, project_id=actor.project_id, text=text, allow=allow)


def exported(actor: Actor) -> Exported:
    return export_project(actor=actor, project_id=actor.project_id)


def kinds_of(result: Imported) -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    for each in result.changes:
        found.setdefault(each.change, set()).add(f"{each.kind} {each.name}")
    return found


@pytest.fixture
def alice(empty_project: Callable[[], Actor]) -> Actor:
    return empty_project()


def test_a_project_comes_out_of_another_one_as_the_same_bytes(
    alice: Actor, empty_project: Callable[[], Actor]
) -> None:
    imported(alice, RICH)
    first = exported(alice)
    other = empty_project()

    result = imported(other, first.text)

    assert exported(other).text == first.text == exported(alice).text
    assert set(kinds_of(result)) == {"new"}
    assert read_definition(first.text) == read_definition(exported(other).text)


def test_what_is_exported_says_what_was_written(alice: Actor) -> None:
    imported(alice, RICH)

    wanted, found = read_definition(RICH), read_definition(exported(alice).text)

    for name in ("variables", "credentials", "connections", "profiles", "tools", "agents"):
        by_name = {each.name: each for each in getattr(wanted, name)}
        assert {each.name: each for each in getattr(found, name)} == by_name, name
    assert found.policy == wanted.policy
    assert found.prices == wanted.prices


def test_the_demos_refund_desk_survives_it(alice: Actor, empty_project: Callable[[], Actor]) -> None:
    definition = read_definition(REFUND_DESK.read_text())
    environment = {"SHOP_URL": "http://127.0.0.1:9"}
    publish_definition(
        actor=alice, project_id=alice.project_id, definition=definition, environment=environment, allow=ALLOW
    )
    other = empty_project()

    text = exported(alice).text
    imported(other, text)

    assert exported(other).text == text
    assert "SHOP_URL: http://127.0.0.1:9" in text


def test_an_empty_project_is_a_file_too(alice: Actor, empty_project: Callable[[], Actor]) -> None:
    other = empty_project()

    assert imported(other, exported(alice).text).changes == ()
    assert exported(other).text == exported(alice).text


_HIDDEN = ("Cc", "Cf", "Cn", "Co", "Cs", "Zl", "Zp")
_names = st.text(st.characters(exclude_categories=_HIDDEN), min_size=1, max_size=20).filter(str.strip)
_texts = st.text(st.characters(exclude_categories=("Cs",), exclude_characters="\x00"), max_size=60)
_prose = _texts.filter(lambda text: bool(text.strip()))
_variable = st.from_regex(r"[A-Z][A-Z0-9_]{0,8}", fullmatch=True)
_printable = st.text(st.characters(exclude_categories=("Cs", "Cc")), max_size=40)
_scalars = st.none() | st.booleans() | st.integers(-(2**53) + 1, 2**53 - 1) | _texts
_projects = st.fixed_dictionaries(
    {
        "variables": st.dictionaries(_variable, _printable, max_size=3),
        "profiles": st.dictionaries(
            _names,
            st.fixed_dictionaries(
                {"specialization": _prose, "skills": st.lists(_prose, max_size=2), "instructions": _prose}
            ),
            min_size=1,
            max_size=2,
        ),
        "agents": st.dictionaries(
            _names,
            st.fixed_dictionaries(
                {
                    "description": _texts,
                    "model": _prose,
                    "tags": st.lists(_prose, max_size=2),
                    "settings": st.dictionaries(_names, _scalars, max_size=2),
                }
            ),
            max_size=2,
        ),
    }
)


@settings(max_examples=12, deadline=None, database=None)
@given(project=_projects)
def test_any_project_comes_back_as_the_same_bytes(
    people: People, empty_project: Callable[[], Actor], project: dict[str, Any]
) -> None:
    profile = next(iter(project["profiles"]))
    agents = {
        name: {**each, "profile": profile, "connection": "c"} for name, each in project["agents"].items()
    }
    connections = {"c": {"provider": "scripted", "script": "echo"}}
    text = content_text({**project, "baton": 1, "connections": connections, "agents": agents})
    one, other = empty_project(), empty_project()

    imported(one, text)
    first = exported(one)
    imported(other, first.text)

    assert exported(other).text == first.text


def test_whatever_was_made_in_place_comes_back_as_the_same_bytes(empty_project: Callable[[], Actor]) -> None:
    one, other = empty_project(), empty_project()
    key = create_credential(actor=one, name="größer 🙂", host="API.openai.com", prefix="Bearer ")
    create_credential(actor=one, name="own: port", host="shop.example:8443", header="X-Key")
    create_variable(actor=one, name="SHOP_URL", value="https://shop.example")
    replies = {"replies": [{"text": "yes:\n- 1"}, {"text": "007"}], "of": [1.5, True, None, {}, []]}
    edits: dict[str, ConnectionEdit] = {
        "named": {"provider": "scripted", "script": "echo"},
        "written": {"provider": "scripted", "script": replies},
        "remote": {"provider": "openai_chat", "credential": key.id, "capabilities": {"tools": False}},
    }
    for name, edit in edits.items():
        create_connection(actor=one, name=name, edit=edit)

    first = exported(one)
    result = imported(other, first.text)

    assert result.problems == ()
    assert exported(other).text == first.text
    assert set(kinds_of(imported(one, first.text))) == {"same"}


# --- what is in it


def test_no_secret_is_in_the_file_and_none_that_is_there_is_lost(alice: Actor, people: People) -> None:
    imported(alice, RICH)
    people.database.rows(
        "update agents_credential set sealed = 'sealed-bytes', last_four = 'WXYZ', fingerprint = 'finger',"
        " sealed_version = 1 where project_id = %s and name = 'shop'",
        [alice.project_id],
    )

    text = exported(alice).text
    result = imported(alice, text)

    assert not [word for word in ("sealed", "WXYZ", "finger") if word in text]
    assert set(kinds_of(result)) == {"same"}
    assert [each.code for each in result.warnings] == ["unsigned"]
    kept = people.database.value(
        "select sealed from agents_credential where project_id = %s and name = 'shop'", [alice.project_id]
    )
    assert bytes(kept) == b"sealed-bytes"


def test_a_file_cannot_have_a_kept_secret_sent_to_another_host(alice: Actor, people: People) -> None:
    imported(alice, RICH)
    people.database.rows(
        "update agents_credential set sealed = 'sealed-bytes' where project_id = %s and name = 'shop'",
        [alice.project_id],
    )

    result = imported(alice, RICH.replace("shop.example:8443", "evil.example"))

    assert ("credential_without_value", "shop") in [(each.code, each.name) for each in result.warnings]
    assert people.database.value(
        "select sealed is null from agents_credential where project_id = %s and name = 'shop'",
        [alice.project_id],
    )


def test_drafts_and_archived_things_stay_at_home(alice: Actor, people: People) -> None:
    imported(alice, RICH)
    before = exported(alice).text
    rows = people.database.rows
    rows("update agents_orchestration set archived_at = now() where project_id = %s", [alice.project_id])
    rows("update agents_agent set archived_at = now() where project_id = %s", [alice.project_id])
    rows("update agents_trainingprofile set archived_at = now() where project_id = %s", [alice.project_id])
    rows("update agents_tool set archived_at = now() where project_id = %s", [alice.project_id])

    text = exported(alice).text

    definition = read_definition(text)
    assert len(text) < len(before)
    assert (definition.orchestrations, definition.agents, definition.profiles) == ((), (), ())
    # Rules name tools that runs may still call.
    assert {tool.name for tool in definition.tools} == {"find", "refund", "whole"}


def test_exporting_needs_all_that_it_reads(people: People, alice: Actor) -> None:
    for missing in ("agents:read", "tools:read", "policies:read"):
        narrow = Actor(
            **{
                **{name: getattr(alice, name) for name in alice.__slots__},
                "scopes": alice.scopes - {missing},
            }
        )
        with pytest.raises(Forbidden):
            exported(narrow)


# --- the plan


def test_a_plan_says_what_would_change_and_changes_nothing(alice: Actor, people: People) -> None:
    imported(alice, RICH)
    before = hashes(people.database, *TABLES)
    changed = (
        RICH.replace("Pay money back", "Pay it back")
        .replace('TEAM: "yes"', 'TEAM: "no"')
        .replace("agents:\n", "agents:\n  clerk: {profile: refunds, connection: scripted, model: m}\n")
    )

    plan = planned(alice, changed)

    assert hashes(people.database, *TABLES) == before
    kinds = kinds_of(plan)
    assert kinds["new"] == {"agent clerk"}
    # A team pins its members' versions, as an agent those of its tools.
    assert kinds["changed"] == {
        "variable TEAM", "tool refund", "agent desk", "orchestration team",
    }  # fmt: skip
    assert "policy policy" in kinds["same"]
    texts = {each.name: (each.before_text, each.after_text) for each in plan.changes}
    assert texts["TEAM"] == ("TEAM: 'yes'\n", "TEAM: 'no'\n") or texts["TEAM"] == (
        "TEAM: yes\n",
        "TEAM: no\n",
    )
    assert texts["clerk"][0] is None
    assert "description: Pay money back\n" in (texts["refund"][0] or "")
    assert "description: Pay it back\n" in texts["refund"][1]
    assert not plan.applied


def test_what_was_planned_is_what_happens(alice: Actor) -> None:
    imported(alice, RICH)
    changed = RICH.replace("Be quick", "Be slow")

    plan, done = planned(alice, changed), imported(alice, changed)

    assert (plan.changes, plan.warnings) == (done.changes, done.warnings)
    assert done.applied
    assert set(kinds_of(planned(alice, changed))) == {"same"}


def test_every_problem_has_its_place_and_nothing_is_published(alice: Actor, people: People) -> None:
    before = hashes(people.database, *TABLES)
    text = (
        "baton: 1\n"
        "variables: {HOME: {from_environment: HOME}}\n"
        "tools:\n"
        "  find:\n"
        "    description: d\n"
        "    request: GET https://shop.example/{order}\n"
        "    retries: 3\n"
        "agents:\n"
        "  desk: {profile: nobody, connection: nothing, model: m}\n"
    )

    plan = planned(alice, text)
    with pytest.raises(InvalidDefinition) as refused:
        imported(alice, text)

    assert plan.problems == refused.value.diagnostics
    assert [(each.line, each.column, each.code) for each in plan.problems] == [
        (2, 13, "variable_missing"),
        (6, 5, "unknown_reference"),
        (7, 5, "unknown_construct"),
        (9, 10, "unknown_reference"),
        (9, 27, "unknown_reference"),
    ]
    assert plan.changes == ()
    assert hashes(people.database, *TABLES) == before


def test_an_address_that_is_not_let_out_is_a_problem_where_it_stands(alice: Actor) -> None:
    text = RICH.replace("https://shop.example/x", "https://127.0.0.1/x")

    model, tool = planned(alice, text, NOTHING).problems

    assert (model.code, tool.code) == ("host_not_allowed", "blocked_address")
    assert text.splitlines()[model.line - 1].strip().startswith("real:")
    assert text.splitlines()[tool.line - 1].strip().startswith("request:")


@pytest.mark.requirement("promises 7.63")
@pytest.mark.parametrize(
    "foreign",
    [
        '{"nodes": [{"type": "n8n-nodes-base.code", "parameters": {"jsCode": "process.exit()"}}]}',
        '{"baton": 1, "agents": {"a": {"_type": "agent", "python": "__import__(\'os\').system(\'id\')"}}}',
        "baton: 1\nagents: !!python/object/apply:os.system ['touch /tmp/owned']\n",
        "baton: 1\nprofiles: {p: {specialization: s, instructions: i, template: '{{ 7*7 }}'}}\n",
        "baton: 1\ntools: {t: {description: d, request: 'GET https://a.example', sentence: '{0.__class__}'}}\n",
        "baton: 1\ntools: {t: {description: d, arguments: {n: {type: number}}, request: 'POST https://a.example',"
        " body: all}}\npolicy: [{ask: t, when: {n: '> __import__(1)'}}]\n",
        "{",
        "",
        "\x01",
        "[" * 5000,
        "baton: 1\nx: [" + "a," * 60_000 + "]",
        "baton: 1\nx: " + "a" * 1024 * 1024,
    ],
)
def test_what_is_from_elsewhere_or_hostile_is_refused_with_its_place(
    alice: Actor, people: People, foreign: str
) -> None:
    before = hashes(people.database, *TABLES)

    problems = planned(alice, foreign).problems

    assert problems
    assert all(each.line >= 1 and each.column >= 1 and each.message for each in problems)
    assert hashes(people.database, *TABLES) == before


def test_only_who_may_publish_everything_may_import(people: People, alice: Actor) -> None:
    before = hashes(people.database, *TABLES)
    for person in (people.bob, people.rita, people.vera):
        for take_over in (plan_import, apply_import):
            with pytest.raises(Forbidden):
                take_over(
                    actor=person.actor, project_id=people.north.project_id, text="baton: 1\n", allow=NOTHING
                )
    assert hashes(people.database, *TABLES) == before


def test_the_import_is_in_the_audit_log_with_its_signer(
    alice: Actor, people: People, monkeypatch: pytest.MonkeyPatch
) -> None:
    key = SecretStr("c2lnbmluZy1rZXktb2YtdGVzdHMtMzItYnl0ZXMhISE=")
    changed = django_settings.BATON.model_copy(update={"baton_signing_key": key})
    monkeypatch.setattr(django_settings, "BATON", changed)
    signed = exported(alice)

    result = imported(alice, signed.text)

    assert result.warnings == ()
    assert result.signer is not None
    assert (result.signer.key, result.signer.name) == (signed.signed_by, "this installation")
    entry = people.database.rows(
        "select actor_name, detail from audit_auditentry where action = 'agents:import' and object_id = %s",
        [str(alice.project_id)],
    )
    assert entry == [
        {"actor_name": "Alice", "detail": {"signer": signed.signed_by, "warnings": [], "changes": []}}
    ]


@pytest.mark.requirement("promises 4.11")
def test_a_file_names_no_secret_of_the_environment_unless_the_operator_opened_it(
    people: People, empty_project: Callable[[], Actor], settings: Any
) -> None:
    settings.BATON = settings.BATON.model_copy(update={"baton_secrets_from_environment": False})
    actor = empty_project()
    stolen = "baton: 1\ncredentials: {key: {host: evil.example, from_environment: OPENAI_API_KEY}}\n"

    plan = plan_import(actor=actor, project_id=actor.project_id, text=stolen, allow=NOTHING)

    assert [problem.code for problem in plan.problems] == ["secret_not_allowed"]
    with pytest.raises(InvalidDefinition):
        apply_import(actor=actor, project_id=actor.project_id, text=stolen, allow=NOTHING)


@pytest.mark.requirement("promises 4.11")
def test_a_secret_of_the_environment_is_sent_nowhere_else_by_a_file_that_moves_its_connection(
    people: People, empty_project: Callable[[], Actor], settings: Any
) -> None:
    actor = empty_project()
    ours = (
        "baton: 1\n"
        "credentials:\n"
        "  key: {host: ours.example, from_environment: BATON_SECRET_X}\n"
        "connections:\n"
        "  model: {provider: openai_chat, base_url: 'https://api.openai.com/v1', key_from_environment: OPENAI_API_KEY}\n"
    )
    imported(actor, ours)
    settings.BATON = settings.BATON.model_copy(update={"baton_secrets_from_environment": False})
    moved = ours.replace("ours.example", "evil.example").replace(
        "base_url: 'https://api.openai.com/v1'", "base_url: 'https://api.openai.com/v2'"
    )

    same, other = planned(actor, ours), planned(actor, moved)

    assert same.problems == ()
    assert [(each.code, each.line) for each in other.problems] == [
        ("secret_not_allowed", 3),
        ("secret_not_allowed", 5),
    ]
