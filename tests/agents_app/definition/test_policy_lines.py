"""Policy as a person writes it: the tests of a line, and lines that never answer."""

from typing import Any

import pytest

from agents_app.definition.argument_tests import read_tests
from agents_app.definition.policy import describe, rule_id
from agents_app.definition.reach import hides
from agents_app.spec import Outcome, PolicyRule


@pytest.mark.parametrize(
    ("written", "tests"),
    [
        ("> 50", [(">", 50)]),
        (">50", [(">", 50)]),
        ("<= 49.99", [("<=", 49.99)]),
        ("> 50 and <= 1000", [(">", 50), ("<=", 1000)]),
        ("= EUR", [("=", "EUR")]),
        ("= rock and roll", [("=", "rock and roll")]),
        ('= "50"', [("=", "50")]),
        ("= 50", [("=", 50)]),
        ("= true", [("=", True)]),
        ("!= null", [("!=", None)]),
        ('= " > 5 and < 6 "', [("=", " > 5 and < 6 ")]),
        ("in [DE, AT]", [("in", ("DE", "AT"))]),
        ("not in ['a, b', 5]", [("not in", ("a, b", 5))]),
        ("!= a and != b", [("!=", "a"), ("!=", "b")]),
        ("exists", [("exists", True)]),
        ("missing", [("exists", False)]),
        (50, [("=", 50)]),
        (True, [("=", True)]),
        (["DE", 1], [("in", ("DE", 1))]),
    ],
)
def test_a_written_test_becomes_typed_tests(written: Any, tests: list[tuple[str, Any]]) -> None:
    read = [(test.op.value, test.value) for test in read_tests("x", written)]

    assert read == tests
    assert [type(value) for _, value in read] == [type(value) for _, value in tests]


@pytest.mark.parametrize(
    "written",
    [
        "",
        "EUR",
        "50",
        "> ",
        ">",
        "> fifty",
        '> "50"',
        "> true",
        "=> 50",
        "== 50 or > 60",
        "in DE",
        "in []",
        "= [1, 2]",
        "in [a, [b]]",
        "> 1e999",
        "> 99999999999999999999",
        None,
        {"gt": 5},
        [],
        [["a"]],
        'in [a, "b]',
    ],
)
def test_what_is_no_test_is_refused(written: Any) -> None:
    with pytest.raises(ValueError, match=r".+"):
        list(read_tests("x", written))


def a_rule(*tests: str, tool: str = "t", argument: str = "x", outcome: Outcome = Outcome.ASK) -> PolicyRule:
    read = tuple(test for written in tests for test in read_tests(argument, written))
    return PolicyRule(id="r", tool=tool, outcome=outcome, tests=read)


@pytest.mark.parametrize(
    ("earlier", "later", "hidden"),
    [
        ([], ["> 50"], True),
        (["> 50"], ["> 1000"], True),
        (["> 50"], ["> 50"], True),
        (["> 50"], [">= 50"], False),
        ([">= 50"], ["> 50"], True),
        ([">= 50"], ["= 50"], True),
        (["> 50"], ["= 50"], False),
        (["> 1000"], ["> 50"], False),
        (["< 50"], ["<= 10"], True),
        (["< 50"], ["<= 50"], False),
        (["> 50"], [], False),
        (["> 50"], ["< 1000"], False),
        (["> 50", "< 100"], ["> 60", "< 90"], True),
        (["> 50", "< 100"], ["> 60"], False),
        (["in [a, b]"], ["= a"], True),
        (["in [a, b]"], ["in [a, c]"], False),
        (["in [1]"], ["= true"], False),
        (["> 0"], ["= true"], False),
        (["exists"], ["> 5"], True),
        (["missing"], ["> 5"], False),
        (["= a"], ["= b"], False),
    ],
)
def test_a_rule_is_hidden_where_an_earlier_one_always_answers(
    earlier: list[str], later: list[str], hidden: bool
) -> None:
    assert hides(a_rule(*earlier), a_rule(*later)) is hidden


def test_a_rule_for_all_tools_hides_one_for_a_tool_and_not_the_other_way() -> None:
    assert hides(a_rule(tool="*"), a_rule("> 5"))
    assert not hides(a_rule(), a_rule(tool="*"))
    assert not hides(a_rule(tool="u"), a_rule())
    assert not hides(a_rule("> 5", argument="y"), a_rule("> 50"))


def test_a_rule_without_a_reason_is_described() -> None:
    tests = tuple(read_tests("amount", "> 50"))

    assert describe(Outcome.ASK, "refund", tests) == "refund asks a person when amount > 50"
    assert describe(Outcome.DENY, "*", ()) == "Every tool is denied"
    assert (
        describe(Outcome.ALLOW, "t", tuple(read_tests("c", "in [a, b]")))
        == "t is allowed when c in ['a', 'b']"
    )


def test_a_rule_keeps_its_id_wherever_it_stands() -> None:
    assert rule_id(a_rule("> 5")) == rule_id(a_rule("> 5").model_copy(update={"text": "other words"}))
    assert rule_id(a_rule("> 5")) != rule_id(a_rule("> 6"))
