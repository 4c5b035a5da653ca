"""One object's content: to text and back, from a stored version and back, problems with place and pointer."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agents_app.definition import read_definition
from agents_app.definition.content import Around, check_content, check_name, check_text, content_of
from agents_app.definition.diagnostics import Findings
from agents_app.definition.document import read_document, to_plain
from agents_app.definition.text import content_text
from agents_app.definition.values import CredentialDefinition, ToolDefinition
from agents_app.kinds import Kind
from agents_app.spec import ToolSpec
from baton.core.errors import Unprocessable
from baton.ops.demo.bring_up import REFUND_DESK

TOOL: dict[str, Any] = {
    "description": "Pay money back.",
    "effect": "keyed",
    "sentence": "Refund {amount} for {order}",
    "arguments": {"order": {"type": "string"}, "amount": {"type": "number"}, "note?": {"type": "string"}},
    "request": "POST {SHOP_URL}/refunds",
    "body": "all",
    "credential": "shop",
}
AROUND = Around(
    variables=["SHOP_URL"],
    credentials={"shop": CredentialDefinition("shop", "shop.example", "Authorization", "")},
)

# Whatever JSON a form may send: no NUL and no half characters, which no request gets as far as this with.
_texts = st.text(st.characters(exclude_categories=("Cs",), exclude_characters="\x00"), max_size=30)
_leaves = st.none() | st.booleans() | st.integers(-(2**53) + 1, 2**53 - 1) | _texts
_leaves |= st.floats(allow_nan=False, allow_infinity=False, min_value=-1e15, max_value=1e15)
_json = st.recursive(
    _leaves,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(_texts, inner, max_size=4),
    max_leaves=12,
)


def stored(definition: ToolDefinition) -> ToolSpec:
    return ToolSpec(
        tool_id="t",
        version_id="v",
        version=1,
        name=definition.name,
        description=definition.description,
        input_schema=definition.input_schema,
        effect_class=definition.effect_class,
        risk=definition.risk,
        sentence=definition.sentence,
        http=definition.http,
        credential=definition.credential,
    )


@settings(max_examples=150, deadline=None)
@given(content=_json)
def test_any_content_reads_back_from_its_text_as_it_was(content: Any) -> None:
    findings = Findings()
    node = read_document(content_text(content), findings)

    assert findings.found() == ()
    assert node is not None
    assert to_plain(node) == content


@pytest.mark.parametrize(
    "text",
    [
        "no",
        "on",
        "007",
        "1:30",
        "2026-01-01",
        "~",
        "null",
        "1e5",
        "0x1F",
        "- a",
        "a: b",
        "# a",
        " a ",
        "=",
        "<<",
    ],
)
def test_a_text_that_looks_like_something_else_stays_a_text(text: str) -> None:
    node = read_document(content_text({"a": text, text: "b"}), Findings())

    assert node is not None
    assert to_plain(node) == {"a": text, text: "b"}


@pytest.mark.parametrize("number", [5e-324, -1e-7, 1e22, 1.5e300, 0.1, -0.0, 2.0])
def test_a_number_reads_back_however_small_or_large(number: float) -> None:
    node = read_document(content_text({"a": number}), Findings())

    assert node is not None
    assert repr(to_plain(node)["a"]) == repr(number)


def test_the_order_of_keys_does_not_change_the_text() -> None:
    backwards = dict(reversed(TOOL.items()))

    assert content_text(backwards) == content_text(TOOL)
    assert content_text(TOOL).startswith("description: ")


def test_what_a_version_stores_is_its_content_again() -> None:
    definition = read_definition(REFUND_DESK.read_text())
    variables = [variable.name for variable in definition.variables]
    for tool in definition.tools:
        again = check_content(
            Kind.TOOL, tool.name, content_of(Kind.TOOL, stored(tool).to_json()), Around(variables=variables)
        )
        assert again.problems == ()
        assert again.value == tool
    around = Around(tools={tool.name: tool for tool in definition.tools})
    rules = [rule.to_json() for rule in definition.policy or ()]
    policy = check_content(Kind.POLICY, "", content_of(Kind.POLICY, rules), around)
    assert policy.problems == ()
    assert policy.value == definition.policy


@pytest.mark.parametrize(
    "when",
    [
        "> 50 and <= 100",
        "= EUR",
        "in [DE, AT]",
        "not in ['a b', \"it's\"]",
        "exists",
        "missing",
        "= ''",
        "!= and",
    ],
)
def test_a_test_of_a_rule_is_written_as_it_would_be_read(when: str) -> None:
    tool = check_content(Kind.TOOL, "pay", {**TOOL, "arguments": {"a": {}}, "sentence": None}, AROUND).value
    around = Around(tools={"pay": tool})
    first = check_content(Kind.POLICY, "", {"rules": [{"ask": "pay", "when": {"a": when}}]}, around)
    assert first.problems == ()

    again = check_content(
        Kind.POLICY, "", content_of(Kind.POLICY, [rule.to_json() for rule in first.value]), around
    )

    assert again.problems == ()
    assert again.value == first.value


@pytest.mark.parametrize(
    ("change", "code", "pointer"),
    [
        ({"effect": "sometimes"}, "invalid_value", "/effect"),
        ({"request": None}, "required", "/request"),
        ({"sentence": "Refund {total}"}, "sentence_unknown_argument", "/sentence"),
        ({"credential": "bank"}, "unknown_reference", "/credential"),
        ({"arguments": {"order": {"type": "strin"}}}, "schema_invalid", "/arguments/order/type"),
        ({"colour": "red"}, "unknown_field", "/colour"),
        ({"body": ["order", 5]}, "wrong_type", "/body/1"),
    ],
)
def test_a_problem_names_its_field(change: dict[str, Any], code: str, pointer: str) -> None:
    problems = check_content(Kind.TOOL, "pay", {**TOOL, **change}, AROUND).problems

    assert (code, pointer) in [(problem.code, problem.pointer) for problem in problems]


def test_a_problem_of_a_text_names_the_line_that_a_person_wrote() -> None:
    checked = check_text(Kind.PROFILE, "p", "# mine\nspecialization: Refunds\n\ninstructions: 5\n", Around())

    assert [(each.line, each.pointer) for each in checked.problems if each.code == "wrong_type"] == [
        (4, "/instructions")
    ]
    assert checked.content == {"specialization": "Refunds", "instructions": 5}


@pytest.mark.parametrize("text", ["a: [", "&a b", "a: 1\na: 2", "\x07", "- - - -" * 30, "? {a: b}\n: c"])
def test_a_text_that_is_no_content_is_a_problem_and_nothing_else(text: str) -> None:
    assert check_text(Kind.TOOL, "pay", text, AROUND).problems


@pytest.mark.parametrize("content", [None, [], "text", 5, True, {"rules": 5}, {"prices": {}}, [[[]]]])
@pytest.mark.parametrize("kind", list(Kind))
def test_content_of_any_shape_is_checked_for_every_kind(kind: Kind, content: Any) -> None:
    checked = check_content(kind, "name", content, AROUND)

    assert checked.problems or kind in (Kind.POLICY, Kind.PRICES)


@pytest.mark.requirement("case A08")
@pytest.mark.parametrize(
    ("kind", "name"),
    [
        (Kind.TOOL, "hello/"),
        (Kind.TOOL, ""),
        (Kind.TOOL, "a" * 65),
        (Kind.AGENT, " "),
        (Kind.AGENT, "two\nlines"),
        (Kind.AGENT, "\u202egnikcab"),
        (Kind.PROFILE, "zero\u200bwidth"),
    ],
)
def test_a_name_that_the_file_would_refuse_is_refused(kind: Kind, name: str) -> None:
    with pytest.raises(Unprocessable) as refused:
        check_name(kind, name)

    assert (refused.value.code, refused.value.field) == ("invalid_name", "name")


def test_names_of_agents_may_be_of_any_script() -> None:
    check_name(Kind.AGENT, "退款")
    check_name(Kind.AGENT, "👩\u200d💻 میز\u200cبازپرداخت")
    check_name(Kind.PROFILE, "Rückgaben")
