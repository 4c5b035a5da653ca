"""How a policy comes to its verdict on one call: each rule in its order, each test with its result. Pure."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from agents_app.spec import ANY_TOOL, ArgumentTest, Outcome, PolicyRule, ToolSpec
from orchestration.engine.approvals import Verdict, judge, test_result


@dataclass(frozen=True, slots=True)
class TestTrace:
    """One test. `testable` False: the argument is missing or of another type, which counts against the call;
    so it fails a rule that allows and passes one that asks or denies."""

    test: ArgumentTest
    testable: bool
    passed: bool


@dataclass(frozen=True, slots=True)
class RuleTrace:
    """One rule. `applies`: it is about this tool. `matched`: it is the first whose tests all pass."""

    rule: PolicyRule
    applies: bool
    matched: bool
    tests: tuple[TestTrace, ...]


@dataclass(frozen=True, slots=True)
class PolicyTrace:
    """The verdict and the rules that led to it; those after the first that matched are not asked any more."""

    verdict: Verdict
    rules: tuple[RuleTrace, ...]


def trace_policy(rules: Iterable[PolicyRule], tool: ToolSpec, arguments: Mapping[str, Any]) -> PolicyTrace:
    """Judge as a run would, and say why."""
    ordered = tuple(rules)
    traces: list[RuleTrace] = []
    is_decided = False
    for rule in ordered:
        applies = rule.tool in (ANY_TOOL, tool.name)
        tests = tuple(_trace(rule, test, arguments) for test in rule.tests)
        matched = applies and not is_decided and all(test.passed for test in tests)
        is_decided = is_decided or matched
        traces.append(RuleTrace(rule, applies, matched, tests))
    return PolicyTrace(judge(ordered, tool, arguments), tuple(traces))


def _trace(rule: PolicyRule, test: ArgumentTest, arguments: Mapping[str, Any]) -> TestTrace:
    result = test_result(test, arguments)
    return TestTrace(
        test,
        testable=result is not None,
        passed=rule.outcome is not Outcome.ALLOW if result is None else result,
    )
