"""The policy of a definition: ordered lines such as `- ask: issue_refund`, `when: {amount: "> 50"}`.

Refused is what could never do what its author meant: a tool or argument that does not exist, a number test
on a text, and a line that an earlier one always answers first.
"""

import hashlib
from collections.abc import Iterator, Mapping

from agents_app.definition.argument_tests import read_tests
from agents_app.definition.diagnostics import Findings, Position
from agents_app.definition.document import Node, Scalar, Sequence, to_plain
from agents_app.definition.reach import hides
from agents_app.definition.reader import Reader, kind_of
from agents_app.definition.values import ToolDefinition
from agents_app.spec import ANY_TOOL, ONE_DAY, ONE_HOUR, ArgumentTest, Outcome, PolicyRule, policy_type

MAX_RULES = 500
_JSON_TYPES = {
    "number": "number",
    "integer": "number",
    "string": "text",
    "boolean": "boolean",
    "null": "null",
}


def read_policy(node: Node, tools: Mapping[str, ToolDefinition], findings: Findings) -> Iterator[PolicyRule]:
    """The rules in the order of the file."""
    if not isinstance(node, Sequence):
        findings.add("wrong_type", f"'policy' is {kind_of(node)}; write a list of rules.", node.at)
        return
    if len(node.items) > MAX_RULES:
        findings.add("too_long", f"At most {MAX_RULES} rules.", node.at)
        return
    earlier: list[tuple[PolicyRule, Position]] = []
    for item in node.items:
        for rule in _read_rule(Reader(item, "this rule", findings), tools):
            hidden_by = next((at for other, at in earlier if hides(other, rule)), None)
            if hidden_by is not None:
                message = f"This rule is never reached: the one in line {hidden_by.line} answers first."
                findings.add("policy_rule_unreachable", message, item.at)
            earlier.append((rule, item.at))
            yield rule


def _read_rule(reader: Reader, tools: Mapping[str, ToolDefinition]) -> Iterator[PolicyRule]:
    outcomes = [outcome for outcome in Outcome if reader.has(outcome.value)]
    names = [pair for outcome in outcomes for pair in reader.texts(outcome.value)]
    reader.expect(*(outcome.value for outcome in Outcome))
    when = reader.section("when")
    because = reader.text("because")
    expires = reader.seconds("expires_after", ONE_DAY)
    within = reader.seconds("execute_within", ONE_HOUR)
    grace = reader.seconds("grace", 0)
    reader.refuse_unknown()
    if len(outcomes) != 1 or not names:
        reader.add("invalid_rule", "A rule says one of 'allow', 'ask' or 'deny', and which tool.")
        return
    if grace and outcomes[0] is not Outcome.ASK:
        reader.add("invalid_rule", "Only a rule that asks has a 'grace'.", reader.at_key("grace"))
        return
    for name, at in names:
        if name != ANY_TOOL and name not in tools:
            reader.add("unknown_reference", f"There is no tool '{name}' here.", at)
            continue
        tests = tuple(_tests(when, tools.get(name)))
        rule = reader.build(
            PolicyRule,
            id="",
            tool=name,
            tests=tests,
            outcome=outcomes[0],
            expires_after_seconds=expires,
            execute_within_seconds=within,
            grace_seconds=grace,
            text=because or describe(outcomes[0], name, tests),
        )
        if rule is not None:
            yield rule.model_copy(update={"id": rule_id(rule)})


def rule_id(rule: PolicyRule) -> str:
    """A name that stays as long as the rule demands the same, wherever it stands in the list."""
    return "r_" + hashlib.sha256(rule.canonical_text().encode()).hexdigest()[:12]


def describe(outcome: Outcome, tool: str, tests: tuple[ArgumentTest, ...]) -> str:
    """A rule in plain words, where its author gave none."""
    subject = "Every tool" if tool == ANY_TOOL else tool
    verb = {Outcome.ALLOW: "is allowed", Outcome.ASK: "asks a person", Outcome.DENY: "is denied"}[outcome]
    return f"{subject} {verb}" + (f" when {' and '.join(map(_shown, tests))}" if tests else "")


def _shown(test: ArgumentTest) -> str:
    if test.op == "exists":
        return f"{test.argument} is {'missing' if test.value is False else 'given'}"
    value = list(test.value) if isinstance(test.value, tuple) else test.value
    return f"{test.argument} {test.op} {value}"


def _tests(when: Reader | None, tool: ToolDefinition | None) -> Iterator[ArgumentTest]:
    for entry in when.entries() if when else ():
        assert when is not None
        if tool is None:
            when.add("policy_test_needs_tool", "A rule for every tool cannot test an argument.", entry.at)
            continue
        schema = tool.input_schema["properties"].get(entry.key)
        if schema is None:
            when.add("unknown_reference", f"'{tool.name}' has no argument '{entry.key}'.", entry.at)
            continue
        written = entry.node.value if isinstance(entry.node, Scalar) else to_plain(entry.node)
        try:
            tests = list(read_tests(entry.key, written))
        except ValueError as error:
            when.add("invalid_test", f"{str(error).partition('[type=')[0].strip()}.", entry.node.at)
            continue
        for test in tests:
            if not _fits(test, schema):
                message = f"'{entry.key}' is {schema.get('type')} in its schema; this test can never apply."
                when.add("policy_test_type", message, entry.node.at)
            yield test


def _fits(test: ArgumentTest, schema: object) -> bool:
    declared = schema.get("type") if isinstance(schema, Mapping) else None
    if declared is None or test.op == "exists":
        return True
    kinds = {_JSON_TYPES.get(each) for each in (declared if isinstance(declared, list) else [declared])}
    values = test.value if isinstance(test.value, tuple) else (test.value,)
    return any(policy_type(value) in kinds for value in values)
