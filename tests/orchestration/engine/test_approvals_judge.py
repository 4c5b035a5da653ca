"""The verdict of a policy, as tables: these rules, these arguments, that outcome."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agents_app.spec import ArgumentTest, EffectClass, HttpSpec, Operator, Outcome, PolicyRule, ToolSpec
from orchestration.engine.approvals import Verdict, is_stricter, judge

ALLOW, ASK, DENY = Outcome.ALLOW, Outcome.ASK, Outcome.DENY


def a_tool(effect_class: EffectClass = EffectClass.AT_MOST_ONCE, name: str = "refund") -> ToolSpec:
    return ToolSpec(
        tool_id="t",
        version_id="v",
        version=1,
        name=name,
        description="d",
        input_schema={"type": "object"},
        effect_class=effect_class,
        http=HttpSpec(method="POST", url="https://shop.example/refunds", body="all"),
    )


def a_rule(outcome: Outcome, *tests: tuple[str, str, Any], tool: str = "refund", **more: Any) -> PolicyRule:
    return PolicyRule(
        id=f"r_{outcome}",
        tool=tool,
        outcome=outcome,
        text=f"{outcome} it",
        tests=tuple(ArgumentTest(argument=name, op=Operator(op), value=value) for name, op, value in tests),
        **more,
    )


@pytest.mark.requirement("agents 28")
@pytest.mark.parametrize(
    ("effect_class", "outcome"),
    [
        (EffectClass.READ_ONLY, ALLOW),
        (EffectClass.KEYED, ASK),
        (EffectClass.NATURAL, ASK),
        (EffectClass.AT_MOST_ONCE, ASK),
    ],
)
def test_without_a_rule_reading_is_allowed_and_all_else_asks(
    effect_class: EffectClass, outcome: Outcome
) -> None:
    verdict = judge([a_rule(DENY, tool="other")], a_tool(effect_class), {})

    assert (verdict.outcome, verdict.rule_id) == (outcome, None)
    assert verdict.rule_text.startswith("No rule matches")


def test_a_verdict_carries_its_rule_and_its_times() -> None:
    rule = a_rule(
        ASK, ("amount", ">", 50), expires_after_seconds=600, execute_within_seconds=120, grace_seconds=6
    )

    assert judge([rule], a_tool(), {"amount": 51}) == Verdict(
        outcome=ASK,
        rule_id="r_ask",
        rule_text="ask it",
        matched_rule='{"outcome":"ask","tests":[{"argument":"amount","op":">","value":50}],"tool":"refund"}',
        expires_after_seconds=600,
        execute_within_seconds=120,
        grace_seconds=6,
    )


def test_the_first_rule_that_matches_wins() -> None:
    rules = [a_rule(DENY, ("amount", ">", 1000)), a_rule(ASK, ("amount", ">", 50)), a_rule(ALLOW)]

    assert [judge(rules, a_tool(), {"amount": n}).outcome for n in (1001, 1000, 51, 50, 0)] == [
        DENY,
        ASK,
        ASK,
        ALLOW,
        ALLOW,
    ]


@pytest.mark.requirement("promises 7.48")
@pytest.mark.parametrize("name", ["Refund", "refund2", "refund ", "re"])
def test_a_rule_is_about_exactly_one_name_or_about_all(name: str) -> None:
    assert judge([a_rule(ALLOW)], a_tool(name="refund"), {}).outcome is ALLOW
    assert judge([a_rule(ALLOW, tool=name)], a_tool(), {}).outcome is ASK
    assert judge([a_rule(DENY, tool="*")], a_tool(), {}).outcome is DENY


@pytest.mark.parametrize(
    ("op", "value", "passing", "failing"),
    [
        ("<", 50, [49, 49.99, -1], [50, 51]),
        ("<=", 50, [50, 50.0], [50.01]),
        (">", 50, [50.01, 9_007_199_254_740_991], [50]),
        (">=", 50, [50], [49.99]),
        ("=", "EUR", ["EUR"], ["eur", "EUR ", ""]),
        ("=", 50, [50, 50.0], [51]),
        ("=", True, [True], [False]),
        ("=", None, [None], []),
        ("!=", "EUR", ["USD"], ["EUR"]),
        ("in", ("DE", "AT", 1), ["DE", "AT", 1, 1.0], ["FR", "1", 2, "de"]),
        ("not in", ("DE", "AT"), ["FR"], ["DE"]),
    ],
)
def test_each_operator(op: str, value: Any, passing: list[Any], failing: list[Any]) -> None:
    rules = [a_rule(ALLOW, ("x", op, value)), a_rule(DENY)]

    assert [judge(rules, a_tool(), {"x": x}).outcome for x in passing] == [ALLOW] * len(passing)
    assert [judge(rules, a_tool(), {"x": x}).outcome for x in failing] == [DENY] * len(failing)


def test_exists_asks_for_presence_and_null_is_present() -> None:
    rules = [a_rule(ALLOW, ("x", "exists", True)), a_rule(DENY, ("x", "exists", False))]

    assert judge(rules, a_tool(), {"x": None}).outcome is ALLOW
    assert judge(rules, a_tool(), {}).outcome is DENY


UNTESTABLE = [
    ("<=", 50, "50"),
    ("<=", 50, "1"),
    ("<=", 50, True),
    ("<=", 50, None),
    ("<=", 50, [1]),
    ("<=", 50, {"value": 1}),
    ("=", "50", 50),
    ("=", 1, True),
    ("=", True, 1),
    ("=", "true", True),
    ("=", None, "null"),
    ("!=", "EUR", 5),
    ("!=", "EUR", None),
    ("in", ("1", "2"), 1),
    ("in", (1, 2), True),
    ("not in", ("DE",), 5),
    ("not in", ("DE",), ["DE"]),
]


@pytest.mark.requirement("protocols 6.4.2")
@pytest.mark.parametrize(("op", "value", "given_value"), UNTESTABLE)
def test_what_cannot_be_tested_counts_against_the_call(op: str, value: Any, given_value: Any) -> None:
    for arguments in ({"x": given_value}, {}):
        assert judge([a_rule(ALLOW, ("x", op, value)), a_rule(DENY)], a_tool(), arguments).outcome is DENY
        assert judge([a_rule(ASK, ("x", op, value)), a_rule(ALLOW)], a_tool(), arguments).outcome is ASK
        assert judge([a_rule(DENY, ("x", op, value)), a_rule(ALLOW)], a_tool(), arguments).outcome is DENY


def test_several_tests_must_all_pass() -> None:
    rules = [a_rule(DENY, ("amount", ">", 50), ("currency", "=", "EUR")), a_rule(ALLOW)]

    assert judge(rules, a_tool(), {"amount": 51, "currency": "EUR"}).outcome is DENY
    assert judge(rules, a_tool(), {"amount": 51, "currency": "USD"}).outcome is ALLOW
    assert judge(rules, a_tool(), {"amount": "51", "currency": "EUR"}).outcome is DENY
    assert judge(rules, a_tool(), {"amount": "51", "currency": "USD"}).outcome is ALLOW


def test_a_name_that_python_objects_have_is_only_a_missing_argument() -> None:
    assert judge([a_rule(ALLOW, ("__class__", "exists", True))], a_tool(), {}).outcome is ASK


@given(
    st.dictionaries(
        st.sampled_from(["amount", "order"]),
        st.none() | st.booleans() | st.integers(-100, 100) | st.floats() | st.text(),
    )
)
def test_an_amount_that_is_no_number_up_to_fifty_is_never_allowed(arguments: dict[str, Any]) -> None:
    rules = [a_rule(ALLOW, ("amount", "<=", 50))]

    amount = arguments.get("amount")
    is_small = isinstance(amount, int | float) and not isinstance(amount, bool) and amount <= 50

    assert (judge(rules, a_tool(), arguments).outcome is ALLOW) is is_small


@pytest.mark.requirement("promise P21")
@pytest.mark.parametrize(
    ("now", "then", "stricter"),
    [
        (ASK, ALLOW, True),
        (DENY, ASK, True),
        (DENY, ALLOW, True),
        (ALLOW, ASK, False),
        (ASK, DENY, False),
        (ALLOW, ALLOW, False),
        (ASK, ASK, False),
        (DENY, DENY, False),
    ],
)
def test_allow_is_looser_than_ask_and_ask_than_deny(now: Outcome, then: Outcome, stricter: bool) -> None:
    verdicts = {outcome: judge([a_rule(outcome)], a_tool(), {}) for outcome in Outcome}

    assert is_stricter(verdicts[now], verdicts[then]) is stricter


@pytest.mark.requirement("promise P21")
def test_an_asking_rule_that_gives_less_time_to_run_is_stricter_and_a_reworded_one_is_not() -> None:
    then = judge([a_rule(ASK, execute_within_seconds=600)], a_tool(), {})
    shorter = judge([a_rule(ASK, execute_within_seconds=300)], a_tool(), {})
    longer = judge([a_rule(ASK, execute_within_seconds=900)], a_tool(), {})
    other_rule = judge([a_rule(ASK, ("x", "exists", False), execute_within_seconds=600)], a_tool(), {})

    assert is_stricter(shorter, then)
    assert not is_stricter(longer, then)
    assert not is_stricter(other_rule, then)
