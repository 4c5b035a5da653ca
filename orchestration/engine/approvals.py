"""May this call run, must a person be asked, or never: the verdict of a project's policy on one call.

Pure. Rules are ordered and the first that matches wins. Whatever cannot be tested counts against the call.
What a decision is then bound to is in `binding`; storing and deciding it is `orchestration.approvals`.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from agents_app.spec import (
    ANY_TOOL,
    LIST_OPERATORS,
    ONE_DAY,
    ONE_HOUR,
    ORDERING_OPERATORS,
    ArgumentTest,
    EffectClass,
    Operator,
    Outcome,
    PolicyRule,
    Scalar,
    ToolSpec,
    policy_type,
)
from baton.core.canonical import canonical_text
from orchestration.engine.binding import Binding, Difference, approval_digest, binding_json, differences

__all__ = [
    "Binding",
    "Difference",
    "Verdict",
    "approval_digest",
    "binding_json",
    "differences",
    "is_stricter",
    "judge",
    "test_result",
]

_STRICTNESS = {Outcome.ALLOW: 0, Outcome.ASK: 1, Outcome.DENY: 2}


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the policy says of one call, and by which rule; `rule_id` None means that no rule matched."""

    outcome: Outcome
    rule_id: str | None
    rule_text: str
    matched_rule: str
    """Canonical text of what the rule demands: part of the digest."""
    expires_after_seconds: int = ONE_DAY
    execute_within_seconds: int = ONE_HOUR
    grace_seconds: int = 0


def judge(rules: Iterable[PolicyRule], tool: ToolSpec, arguments: Mapping[str, Any]) -> Verdict:
    """The verdict of the first rule that matches; without one, reading is allowed and all else asks."""
    for rule in rules:
        if rule.tool in (ANY_TOOL, tool.name) and _matches(rule, arguments):
            return Verdict(
                outcome=rule.outcome,
                rule_id=rule.id,
                rule_text=rule.text,
                matched_rule=rule.canonical_text(),
                expires_after_seconds=rule.expires_after_seconds,
                execute_within_seconds=rule.execute_within_seconds,
                grace_seconds=rule.grace_seconds,
            )
    return _default_verdict(tool.effect_class)


def is_stricter(now: Verdict, then: Verdict) -> bool:
    """Whether today's verdict demands more than the one a decision was asked under (allow < ask < deny)."""
    if now.outcome is not then.outcome:
        return _STRICTNESS[now.outcome] > _STRICTNESS[then.outcome]
    return now.outcome is Outcome.ASK and now.execute_within_seconds < then.execute_within_seconds


def _default_verdict(effect_class: EffectClass) -> Verdict:
    reads = effect_class is EffectClass.READ_ONLY
    text = "a tool that only reads may run" if reads else "a person decides"
    return Verdict(
        outcome=Outcome.ALLOW if reads else Outcome.ASK,
        rule_id=None,
        rule_text=f"No rule matches: {text}.",
        matched_rule=canonical_text({"default": effect_class.value}),
    )


def _matches(rule: PolicyRule, arguments: Mapping[str, Any]) -> bool:
    # A missing or wrongly typed argument must not open a door nor keep one from closing: it fails the test of
    # an allowing rule and passes that of an asking or denying one.
    untestable = rule.outcome is not Outcome.ALLOW
    results = (test_result(test, arguments) for test in rule.tests)
    return all(untestable if result is None else result for result in results)


def test_result(test: ArgumentTest, arguments: Mapping[str, Any]) -> bool | None:
    """True or false; None where the argument is missing or of another type than the test."""
    if test.op is Operator.EXISTS:
        return (test.argument in arguments) is (test.value is not False)
    if test.argument not in arguments:
        return None
    value = arguments[test.argument]
    if test.op in LIST_OPERATORS:
        return _test_list(test, value)
    expected = test.value
    if (
        isinstance(expected, tuple)
        or policy_type(value) is None
        or policy_type(value) != policy_type(expected)
    ):
        return None
    if test.op in ORDERING_OPERATORS:
        return _compare(test.op, value, expected)
    return (value == expected) is (test.op is Operator.EQUAL)


def _test_list(test: ArgumentTest, value: Any) -> bool | None:
    listed = test.value if isinstance(test.value, tuple) else ()
    alike = [item for item in listed if policy_type(item) == policy_type(value)]
    if policy_type(value) is None or not alike:
        return None
    return (value in alike) is (test.op is Operator.IN)


def _compare(operator: Operator, value: Any, expected: Scalar) -> bool | None:
    if policy_type(value) != "number" or not isinstance(expected, int | float):
        return None
    match operator:
        case Operator.LESS:
            return bool(value < expected)
        case Operator.AT_MOST:
            return bool(value <= expected)
        case Operator.GREATER:
            return bool(value > expected)
        case Operator.AT_LEAST:
            return bool(value >= expected)
        case _:
            return None
