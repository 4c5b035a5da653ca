"""How a policy comes to its verdict: the trace says what judging does, rule by rule."""

from typing import Any

import pytest

from agents_app.spec import ArgumentTest, EffectClass, HttpSpec, Operator, Outcome, PolicyRule, ToolSpec
from orchestration.engine.approvals import judge
from orchestration.engine.policy_trace import trace_policy

TOOL = ToolSpec(
    tool_id="t",
    version_id="v",
    version=1,
    name="refund",
    description="",
    input_schema={},
    effect_class=EffectClass.AT_MOST_ONCE,
    http=HttpSpec(method="POST", url="https://x.example/"),
)


def rule(outcome: str, tool: str = "refund", **tests: Any) -> PolicyRule:
    made = tuple(
        ArgumentTest(argument=name, op=Operator.GREATER, value=value) for name, value in tests.items()
    )
    return PolicyRule(id=f"{outcome}{tests}", tool=tool, tests=made, outcome=Outcome(outcome), text=outcome)


RULES = [rule("deny", "other"), rule("allow", amount=100), rule("deny", amount=50), rule("ask", "*")]


@pytest.mark.parametrize(
    ("arguments", "matched", "passed"),
    [
        ({"amount": 500}, 1, [[], [True], [True], []]),
        ({"amount": 70}, 2, [[], [False], [True], []]),
        ({"amount": 5}, 3, [[], [False], [False], []]),
        # What cannot be tested counts against the call: it opens no door and closes one.
        ({}, 2, [[], [False], [True], []]),
        ({"amount": "500"}, 2, [[], [False], [True], []]),
    ],
)
def test_every_rule_is_shown_and_the_first_that_matches_is_marked(
    arguments: dict[str, Any], matched: int, passed: list[list[bool]]
) -> None:
    trace = trace_policy(RULES, TOOL, arguments)

    assert [each.matched for each in trace.rules] == [place == matched for place in range(4)]
    assert [each.applies for each in trace.rules] == [False, True, True, True]
    assert [[test.passed for test in each.tests] for each in trace.rules] == passed
    assert trace.verdict == judge(RULES, TOOL, arguments)
    assert trace.verdict.rule_id == RULES[matched].id


def test_what_cannot_be_tested_is_told_apart() -> None:
    trace = trace_policy(RULES, TOOL, {"amount": None})

    assert [test.testable for each in trace.rules for test in each.tests] == [False, False]


def test_without_a_rule_that_matches_the_default_judges() -> None:
    trace = trace_policy([rule("allow", amount=100)], TOOL, {"amount": 1})

    assert not any(each.matched for each in trace.rules)
    assert (trace.verdict.outcome, trace.verdict.rule_id) == (Outcome.ASK, None)
