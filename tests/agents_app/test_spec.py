"""The stored values: frozen, closed, and with digests that move when what they cover moves."""

from typing import Any

import pytest
from pydantic import ValidationError

from agents_app.spec import (
    AgentSpec,
    ArgumentTest,
    CredentialRef,
    EffectClass,
    HttpSpec,
    Limits,
    McpSpec,
    Operator,
    Outcome,
    PolicyRule,
    ProfileSpec,
    Risk,
    ToolSpec,
    normal_form,
)

TOOL = ToolSpec(
    tool_id="t",
    version_id="v",
    version=1,
    name="issue_refund",
    description="Pay money back",
    input_schema={"type": "object", "properties": {"order": {"type": "string"}}},
    effect_class=EffectClass.KEYED,
    sentence="Refund {order}",
    http=HttpSpec(method="POST", url="{SHOP_URL}/refunds", body="all"),
    credential=CredentialRef(name="shop", host="shop.example"),
)
AGENT = AgentSpec(
    agent_id="a",
    version=1,
    name="refund-desk",
    instructions="Be kind.",
    profile=ProfileSpec(profile_id="p", version_id="pv", version=1, name="refunds", specialization="Refunds"),
    connection_id="c",
    model="scripted",
    tools=(TOOL,),
)


@pytest.mark.requirement("promise P17")
@pytest.mark.parametrize(
    "change",
    [
        {"name": "refund"},
        {"description": "Pay money back now"},
        {"input_schema": {"type": "object", "properties": {"order": {"type": "integer"}}}},
        {"effect_class": EffectClass.READ_ONLY},
        {"risk": Risk.HIGH},
        {"sentence": None},
        {"http": TOOL.http.model_copy(update={"url": "{SHOP_URL}/payouts"})},
        {"http": TOOL.http.model_copy(update={"headers": {"X-Mode": "live"}})},
    ],
)
def test_the_definition_digest_covers_what_the_tool_is_and_does(change: dict[str, Any]) -> None:
    assert TOOL.model_copy(update=change).definition_digest() != TOOL.definition_digest()


@pytest.mark.parametrize(
    "change", [{"tool_id": "u"}, {"version_id": "w"}, {"version": 2}, {"credential": None}]
)
def test_the_definition_digest_leaves_out_ids_numbers_and_the_credential(change: dict[str, Any]) -> None:
    assert TOOL.model_copy(update=change).definition_digest() == TOOL.definition_digest()


def test_what_is_not_said_is_not_stored_so_that_older_versions_keep_their_digests() -> None:
    rule = PolicyRule(id="r", tool="*", outcome=Outcome.ASK)

    assert "risk" not in TOOL.to_json()
    assert "risk" not in TOOL.definition()
    assert "risk" not in AGENT.to_json()["tools"][0]
    assert "grace_seconds" not in rule.to_json()
    assert TOOL.model_copy(update={"risk": Risk.LOW}).to_json()["risk"] == "low"
    assert rule.model_copy(update={"grace_seconds": 6}).to_json()["grace_seconds"] == 6


@pytest.mark.parametrize(
    ("effect_class", "risk"),
    [
        (EffectClass.READ_ONLY, Risk.LOW),
        (EffectClass.KEYED, Risk.MEDIUM),
        (EffectClass.NATURAL, Risk.MEDIUM),
        (EffectClass.AT_MOST_ONCE, Risk.HIGH),
    ],
)
def test_a_tool_that_says_no_risk_has_that_of_its_effect_class(effect_class: EffectClass, risk: Risk) -> None:
    silent = TOOL.model_copy(update={"effect_class": effect_class})

    assert silent.shown_risk is risk
    assert [silent.model_copy(update={"risk": said}).shown_risk for said in Risk] == list(Risk)


@pytest.mark.parametrize("values", [{"grace_seconds": -1}, {"grace_seconds": 61},
                                    {"grace_seconds": 60, "execute_within_seconds": 60}])  # fmt: skip
def test_a_grace_is_a_minute_at_most_and_leaves_time_to_execute(values: dict[str, int]) -> None:
    with pytest.raises(ValidationError):
        PolicyRule(id="r", tool="*", outcome=Outcome.ASK, **values)


def test_the_content_digest_notices_another_credential() -> None:
    assert TOOL.model_copy(update={"credential": None}).content_digest() != TOOL.content_digest()


def test_a_spec_survives_its_json() -> None:
    restored = AgentSpec.model_validate(AGENT.to_json())

    assert restored == AGENT
    assert restored.tools[0].definition_digest() == TOOL.definition_digest()


def test_an_agent_s_digest_ignores_its_own_number_only() -> None:
    assert AGENT.model_copy(update={"version": 9}).content_digest() == AGENT.content_digest()
    assert AGENT.model_copy(update={"model": "gpt"}).content_digest() != AGENT.content_digest()


@pytest.mark.requirement("promises 7.48")
@pytest.mark.parametrize("name", ["Issue_Refund", "issue_refund ", "SHOP__issue_refund", "", "other"])
def test_a_tool_is_found_by_exactly_its_name(name: str) -> None:
    assert AGENT.tool(name) is None
    assert AGENT.tool("issue_refund") == TOOL


def test_specs_are_frozen_and_closed() -> None:
    with pytest.raises(ValidationError):
        TOOL.name = "other"  # type: ignore[misc]
    with pytest.raises(ValidationError):
        AgentSpec.model_validate({**AGENT.to_json(), "secret": "x"})


def test_a_spec_of_a_newer_schema_is_refused() -> None:
    with pytest.raises(ValidationError):
        AgentSpec.model_validate({**AGENT.to_json(), "schema_version": 2})


@pytest.mark.parametrize(
    "values",
    [
        {"op": Operator.LESS, "value": "50"},
        {"op": Operator.GREATER, "value": True},
        {"op": Operator.AT_MOST, "value": None},
        {"op": Operator.IN, "value": "EUR"},
        {"op": Operator.EQUAL, "value": ("EUR",)},
    ],
)
def test_a_test_whose_value_does_not_fit_its_operator_is_refused(values: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        ArgumentTest(argument="amount", **values)


@pytest.mark.parametrize("seconds", [0, 59, 7 * 86_400 + 1])
def test_an_approval_lives_from_a_minute_to_seven_days(seconds: int) -> None:
    with pytest.raises(ValidationError):
        PolicyRule(id="r", tool="*", outcome=Outcome.ASK, expires_after_seconds=seconds)


def test_limits_hold_the_bounds_of_the_glossary() -> None:
    assert (Limits().steps, Limits().tokens) == (200, None)
    with pytest.raises(ValidationError):
        Limits(steps=10_001)


def test_a_rule_s_canonical_text_leaves_out_its_id_and_explanation() -> None:
    rule = PolicyRule(id="r", tool="t", outcome=Outcome.ASK, text="because")

    assert rule.canonical_text() == rule.model_copy(update={"id": "s", "text": "x"}).canonical_text()
    assert rule.canonical_text() != rule.model_copy(update={"outcome": Outcome.DENY}).canonical_text()


@pytest.mark.requirement("agents 2")
@pytest.mark.parametrize("name", ["Refunds", "  refunds ", "REFUNDS", "ReFunds\n"])
def test_specializations_are_compared_in_their_normal_form(name: str) -> None:
    assert normal_form(name) == "refunds"
    assert normal_form("Stra\u00dfe   und\tWeg") == "strasse und weg"


PINNED = McpSpec(server_id="s1", server="docs", tool="search", definition_digest="d" * 64)
OF_A_SERVER = ToolSpec.model_validate(
    {**TOOL.to_json(), "http": None, "credential": None, "mcp": PINNED.to_json()}
)


def test_a_tool_of_a_server_leaves_out_what_it_has_not_and_others_leave_out_the_server() -> None:
    assert "mcp" not in TOOL.to_json()
    assert "mcp" not in TOOL.definition()
    assert "http" not in OF_A_SERVER.to_json()
    assert "http" not in OF_A_SERVER.definition()
    assert ToolSpec.model_validate(OF_A_SERVER.to_json()) == OF_A_SERVER
    assert (OF_A_SERVER.kind, OF_A_SERVER.shown_method, OF_A_SERVER.shown_url) == (
        "mcp",
        "MCP",
        "docs#search",
    )
    assert (TOOL.kind, OF_A_SERVER.timeout_seconds) == ("http", 30.0)


def test_the_digest_of_a_version_from_before_there_were_servers_is_what_it_was() -> None:
    stored = {
        "tool_id": "t",
        "version_id": "v",
        "version": 1,
        "name": "find",
        "description": "Find it",
        "input_schema": {"type": "object", "properties": {}, "additionalProperties": False},
        "effect_class": "read_only",
        "sentence": None,
        "http": {
            "method": "GET",
            "url": "https://shop.example/",
            "query": [],
            "body": None,
            "headers": {},
            "timeout_seconds": 30.0,
            "response": "json",
        },
        "credential": None,
    }

    tool = ToolSpec.model_validate(stored)

    assert tool.to_json() == stored
    assert tool.definition_digest() == "86ac122150f92187133a662285fee8af8b51d4326ec616e3ddb8fea8114f7a0a"


@pytest.mark.parametrize(
    "change",
    [
        {"tool": "find"},
        {"server_id": "s2"},
        {"definition_digest": "e" * 64},
        {"output_schema": {"type": "object"}},
        {"timeout_seconds": 5.0},
    ],
)
def test_an_approval_is_bound_to_what_the_server_said_of_the_tool(change: dict[str, Any]) -> None:
    moved = OF_A_SERVER.model_copy(update={"mcp": PINNED.model_copy(update=change)})

    assert moved.definition_digest() != OF_A_SERVER.definition_digest()


@pytest.mark.parametrize(
    "change",
    [
        {"http": TOOL.to_json()["http"]},
        {"mcp": None},
        {"credential": {"name": "k", "host": "shop.example"}},
    ],
)
def test_a_tool_has_one_way_and_that_of_a_server_no_key_of_its_own(change: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        ToolSpec.model_validate({**OF_A_SERVER.to_json(), **change})
