"""A whole definition: what it becomes, and that every problem is told at once with its place."""

from pathlib import Path

import pytest

import baton.ops.demo
from agents_app.definition import Definition, InvalidDefinition, read_definition
from agents_app.spec import EffectClass, Outcome, Risk

REFUND_DESK = (Path(baton.ops.demo.__file__).parent / "refund_desk.yaml").read_text()

SMALL = r"""
baton: 1
variables: {SHOP_URL: "https://shop.example"}
credentials:
  shop_key: {host: Shop.example, header: X-Shop-Key, from_environment: BATON_SECRET_SHOP}
connections:
  main: {provider: openai_chat, base_url: "https://models.example/v1", key_from_environment: OPENAI_API_KEY}
profiles:
  refunds:
    specialization: Refunds
    skills: [Be quick, {file: rules.md}]
    instructions: Answer customers.
tools:
  refund:
    description: Pay money back
    arguments:
      order: {type: string}
      amount: {type: number}
      note?: {type: string}
    risk: medium
    sentence: Refund {amount} for {order}
    request: POST {SHOP_URL}/orders/{order}/refunds
    body: [amount, note]
    headers: {X-Channel: agent}
    timeout: 20s
    credential: shop_key
policy:
  - ask: refund
    when: {amount: "> 50 and <= 1000", note: exists}
    because: Large
    expires_after: 2h
    execute_within: 10m
    grace: 6s
  - deny: "*"
agents:
  desk:
    profile: refunds
    connection: main
    model: m-1
    tools: refund
    settings: {temperature: 0}
    limits: {steps: 10, tokens: 5000, deadline: 1h}
"""


FILES = {"rules.md": "Rule one."}


def codes_of(text: str) -> list[str]:
    with pytest.raises(InvalidDefinition) as caught:
        read_definition(text, {"rules.md": "Rule one."})
    return [each.code for each in caught.value.diagnostics]


def changed(old: str, new: str) -> str:
    assert old in SMALL
    return SMALL.replace(old, new)


def small() -> Definition:
    return read_definition(SMALL, {"rules.md": "Rule one."})


def test_a_definition_becomes_values() -> None:
    definition = small()
    tool, rule, agent = definition.tools[0], (definition.policy or ())[0], definition.agents[0]

    assert definition.variables[0].value == "https://shop.example"
    assert definition.credentials[0].host == "shop.example"
    assert definition.connections[0].secret_variable == "OPENAI_API_KEY"
    assert tool.input_schema["required"] == ["amount", "order"]
    assert tool.input_schema["additionalProperties"] is False
    assert tool.effect_class is EffectClass.AT_MOST_ONCE
    assert (tool.http.method, tool.http.url) == ("POST", "{SHOP_URL}/orders/{order}/refunds")
    assert (tool.http.body, tool.http.timeout_seconds) == (("amount", "note"), 20)
    assert tool.credential is not None
    assert tool.credential.header == "X-Shop-Key"
    assert rule.outcome is Outcome.ASK
    assert [(test.argument, test.op, test.value) for test in rule.tests] == [
        ("amount", ">", 50),
        ("amount", "<=", 1000),
        ("note", "exists", True),
    ]
    assert (rule.expires_after_seconds, rule.execute_within_seconds) == (7200, 600)
    assert (rule.grace_seconds, tool.risk) == (6, Risk.MEDIUM)
    assert (agent.tools, agent.settings, agent.limits.tokens) == (("refund",), {"temperature": 0}, 5000)
    assert agent.limits.deadline_seconds == 3600


@pytest.mark.requirement("agents 14")
@pytest.mark.requirement("agents 16")
def test_a_profile_holds_specialization_skills_and_instructions_and_takes_in_its_files() -> None:
    profile = small().profiles[0]

    assert profile.specialization == "Refunds"
    assert profile.skills == ("Be quick", "Rule one.")
    assert profile.instructions == "Answer customers."


def test_without_a_word_about_them_there_is_no_grace_and_no_risk_of_its_own() -> None:
    definition = read_definition(changed("    grace: 6s\n", "").replace("    risk: medium\n", ""), FILES)

    assert definition.tools[0].risk is None
    assert [rule.grace_seconds for rule in definition.policy or ()] == [0, 0]


def test_the_name_of_a_rule_stays_when_its_grace_changes() -> None:
    with_grace, without = small(), read_definition(changed("    grace: 6s\n", ""), FILES)

    assert [rule.id for rule in with_grace.policy or ()] == [rule.id for rule in without.policy or ()]


def test_the_refund_desk_of_the_demo_is_valid() -> None:
    definition = read_definition(REFUND_DESK)

    assert [tool.name for tool in definition.tools] == ["find_order", "list_orders", "issue_refund"]
    assert [agent.name for agent in definition.agents] == ["refund-desk"]


@pytest.mark.requirement("agents 1")
@pytest.mark.parametrize(("name", "code"), [('""', "AGENT_NAME_REQUIRED"), ('"  "', "AGENT_NAME_REQUIRED")])
def test_an_agent_needs_a_name(name: str, code: str) -> None:
    assert codes_of(changed("  desk:", f"  {name}:")) == [code]


@pytest.mark.requirement("agents 1")
def test_two_agents_of_one_name_are_refused_with_the_place_of_the_second() -> None:
    with pytest.raises(InvalidDefinition) as caught:
        read_definition(SMALL + "  desk: {profile: refunds}\n", {"rules.md": "x"})

    found = caught.value.diagnostics
    assert [(each.code, each.line, each.column) for each in found] == [
        ("AGENT_NAME_DUPLICATE", SMALL.count("\n") + 1, 3)
    ]


@pytest.mark.requirement("agents 1")
def test_any_other_sign_is_allowed_in_a_name() -> None:
    definition = read_definition(changed("  desk:", '  "Ärger & Söhne: 1/2 🙂":'), {"rules.md": "x"})

    assert definition.agents[0].name == "Ärger & Söhne: 1/2 🙂"


@pytest.mark.requirement("agents 13")
@pytest.mark.parametrize("profile", ["", "    profile: ''\n", "    profile:\n"])
def test_an_agent_without_a_profile_is_refused(profile: str) -> None:
    assert codes_of(changed("    profile: refunds\n", profile)) == ["AGENT_PROFILE_REQUIRED"]


@pytest.mark.requirement("promises 7.63")
@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        ("baton: 1", "baton: 2", "format_not_supported"),
        ("baton: 1", "", "required"),
        ("baton: 1", 'baton: "1"', "wrong_type"),
        ("profiles:", "profles:", "unknown_field"),
        ("description: Pay", "descripton: Pay", "unknown_field"),
        ("description: Pay money back", "description: 5", "wrong_type"),
        ("description: Pay money back", "description: ''", "required"),
        ("{provider: openai_chat,", "{provider: openai,", "invalid_value"),
        ("OPENAI_API_KEY", "DATABASE_URL", "secret_not_allowed"),
        ("BATON_SECRET_SHOP", "PATH", "secret_not_allowed"),
        ("host: Shop.example", "host: shop.example/x", "invalid_host"),
        ("header: X-Shop-Key", 'header: "X-Shop\\r\\nKey"', "invalid_header"),
        ('SHOP_URL: "https', 'shop_url: "https', "invalid_name"),
        ("{file: rules.md}", "{file: ../secret.md}", "file_missing"),
        ("  refund:\n", "  re fund:\n", "invalid_name"),
        ("order: {type: string}", "order: {type: sting}", "schema_invalid"),
        ("amount: {type: number}", "amount: {type: number}\n      amount?: {}", "duplicate_key"),
        ("    sentence: Refund {amount}", "    sentence: Refund {total}", "sentence_unknown_argument"),
        ("POST {SHOP_URL}", "SEND {SHOP_URL}", "invalid_request"),
        ("POST {SHOP_URL}", "POST {STORE_URL}", "unknown_reference"),
        ("POST {SHOP_URL}", "POST ftp://shop.example", "invalid_url"),
        ("POST {SHOP_URL}", "POST http://me:pw@shop.example", "invalid_url"),
        ("POST {SHOP_URL}", "POST https://{order}.example", "invalid_url"),
        ("POST {SHOP_URL}", "POST {SHOP_URL}.evil.example", "invalid_url"),
        ("{order}/refunds", "{order}/refunds?all=1", "invalid_url"),
        ("{order}/refunds", "{order}/{note}", "invalid_url"),
        ("{order}/refunds", "{order}/{who}", "unknown_reference"),
        ("/orders/{order}/refunds", "/refunds", "argument_not_sent"),
        ("body: [amount, note]", "body: [amount]", "argument_not_sent"),
        ("body: [amount, note]", "body: [amount, note, total]", "unknown_reference"),
        ("request: POST", "request: GET", "invalid_request"),
        ("X-Channel: agent", "Authorization: Bearer x", "invalid_header"),
        ("X-Channel: agent", "Host: evil.example", "invalid_header"),
        ("X-Channel: agent", 'X-Channel: "a\\nb"', "invalid_header"),
        ("timeout: 20s", "timeout: 20", "invalid_duration"),
        ("timeout: 20s", "timeout: 10m", "invalid_value"),
        ("credential: shop_key", "credential: other", "unknown_reference"),
        ("ask: refund", "ask: refunds", "unknown_reference"),
        ("ask: refund", "asks: refund", "invalid_rule"),
        ("ask: refund", "ask: refund\n    deny: refund", "invalid_rule"),
        ("> 50 and", "=> 50 and", "invalid_test"),
        ("> 50 and", "> fifty and", "invalid_test"),
        ("> 50 and", "= EUR and", "policy_test_type"),
        ("{amount:", "{amout:", "unknown_reference"),
        ("expires_after: 2h", "expires_after: 8d", "invalid_value"),
        ("expires_after: 2h", "expires_after: 90 sec", "invalid_duration"),
        ("grace: 6s", "grace: 61s", "invalid_value"),
        ("grace: 6s", "grace: 6", "invalid_duration"),
        ("grace: 6s", "grace: -6s", "invalid_duration"),
        ('- deny: "*"', '- deny: "*"\n    grace: 6s', "invalid_rule"),
        ("risk: medium", "risk: huge", "invalid_value"),
        ("risk: medium", "risk: ''", "invalid_value"),
        ("risk: medium", "risk: 3", "wrong_type"),
        ('- deny: "*"', '- deny: "*"\n    when: {amount: "> 5"}', "policy_test_needs_tool"),
        ('- deny: "*"', '- deny: "*"\n  - allow: refund', "policy_rule_unreachable"),
        ("profile: refunds", "profile: refund", "unknown_reference"),
        ("connection: main", "connection: other", "unknown_reference"),
        ("tools: refund", "tools: [refund, refund]", "duplicate_reference"),
        ("tools: refund", "tools: [refund, delete_all]", "unknown_reference"),
        ("steps: 10,", "steps: 0,", "invalid_value"),
        ("steps: 10,", "steps: 10.5,", "wrong_type"),
        ("settings: {temperature: 0}", "settings: [1]", "wrong_type"),
    ],
)
def test_each_mistake_has_its_code(old: str, new: str, code: str) -> None:
    assert code in codes_of(changed(old, new))


def test_one_mistake_is_told_once() -> None:
    assert codes_of(changed("order: {type: string}", "order: {type: sting}")) == ["schema_invalid"]
    assert codes_of(changed("ask: refund", "ask: refunds")) == ["unknown_reference"]


def test_all_mistakes_are_told_at_once_in_the_order_of_the_file() -> None:
    text = changed("host: Shop.example", "host: '!'")
    text = text.replace("timeout: 20s", "timeout: soon").replace("model: m-1", "modle: m-1")

    with pytest.raises(InvalidDefinition) as caught:
        read_definition(text, {"rules.md": "x"})

    found = caught.value.diagnostics
    assert [each.code for each in found] == ["invalid_host", "invalid_duration", "required", "unknown_field"]
    assert [each.line for each in found] == [5, 25, 37, 39]
    assert "Did you mean 'model'?" in found[3].message
    assert str(found[1]) == (
        "line 25, column 14: 'soon' is not a time. Write 90s, 15m, 24h or 7d. (invalid_duration)"
    )
    assert caught.value.details["diagnostics"][0]["code"] == "invalid_host"


@pytest.mark.requirement("promises 7.63")
def test_nothing_of_a_definition_is_executed(tmp_path: Path) -> None:
    trap = tmp_path / "executed"
    text = f"baton: 1\nvariables: !!python/object/apply:os.mkdir ['{trap}']\n"

    assert "tag_not_allowed" in codes_of(text)
    assert not trap.exists()


@pytest.mark.parametrize("text", ["", "\n", "# only a comment\n", "[]", "text", "baton"])
def test_a_text_that_is_no_definition_says_so(text: str) -> None:
    assert "required" in codes_of(text)


def test_many_mistakes_are_bounded() -> None:
    text = "baton: 1\n" + "\n".join(f"x{n}: 1" for n in range(500))

    assert len(codes_of(text)) == 100
