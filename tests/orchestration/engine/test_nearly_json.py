"""What is nearly JSON: no text of a model breaks the reading, holds it up or loses a word in it."""

import json
import time
from typing import Any

import pytest

from agents_app.arguments import CompiledSchema
from orchestration.engine.output import Problem, Refused, read_text
from orchestration.engine.output.schema_contract import Fitting, judge_schema

ANY = CompiledSchema({"type": "object", "properties": {"why": {"type": "object"}}})
LIVENESS_SECONDS = 10.0
"""Ten times what the slowest may take; a pattern that gives back would take hours."""


def problem_of(text: str) -> Problem | None:
    refused = read_text(text, "stop").refused
    return None if refused is None else refused.problem


def judged(value: Any, schema: CompiledSchema = ANY) -> Fitting | Refused:
    return judge_schema(value, schema)


@pytest.mark.requirement("case J23")
@pytest.mark.parametrize(
    "text",
    [
        '{a:"' + "\\" * 4000 + '" x, "b"',
        "{" + "\n" * 60_000 + "a",
        "{a:" + "\n" * 60_000 + "'b'}",
        "{" + "/* x" * 15_000 + "}",
        "{" + ",".join(f"'k{n}':{n}" for n in range(5000)) + "}",
        "{a}" * 300_000,
        "{}" * 300_000,
        '{"' + '\\"' * 30_000,
        "{a:" + "',\"" * 20_000 + "}",
        "[" * 3000,
        "x" * 5_000_000,
    ],
    ids=lambda text: text[:8],
)
def test_no_text_holds_the_reading_up(text: str) -> None:
    started = time.monotonic()

    read_text(text, "stop")

    assert time.monotonic() - started < LIVENESS_SECONDS


@pytest.mark.requirement("case J01")
@pytest.mark.parametrize(
    "text",
    [
        '{"a": 1, "note": "',
        '{"a": 1, "list": [',
        '{"total": 12',
        '{"ok": tru',
        "{'a': 1, 'b': -",
        '{"a": {"b": "x"',
    ],
)
def test_what_ends_in_the_middle_is_cut_off_whatever_a_parser_makes_of_it(text: str) -> None:
    assert problem_of(text) is Problem.TRUNCATED


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("{'ok': true, 'no': false, 'none': null}", {"ok": True, "no": False, "none": None}),
        ("{a: 1, b: {a: 2}}", {"a": 1, "b": {"a": 2}}),
        ("{'said': 'x, said: y'}", {"said": "x, said: y"}),
        ("{'said': 'use /* this */ here'}", {"said": "use /* this */ here"}),
        ('{"said": "one\n//example.com/x\ntwo"}', {"said": "one\n//example.com/x\ntwo"}),
        ("{\n // a note\n 'a': 1, /* another */ 'b': 2}", {"a": 1, "b": 2}),
    ],
)
def test_a_guess_keeps_every_word(text: str, value: dict[str, Any]) -> None:
    assert read_text(text, "stop").value == value


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("{'a': NaN}", Problem.NON_FINITE_NUMBER),
        ("{'a': [1, -Infinity]}", Problem.NON_FINITE_NUMBER),
        ("{'list': [{'a': 1, 'a': 2}]}", Problem.DUPLICATE_KEY),
        ("{'a': 50%}", Problem.NOT_JSON),
        ("{a: ####}", Problem.NOT_JSON),
    ],
)
def test_a_guess_that_would_lose_or_change_something_is_not_taken(text: str, problem: Problem) -> None:
    assert problem_of(text) is problem


@pytest.mark.parametrize("number", ["12345678901234567890", "-9007199254740993", "1e20"])
def test_a_number_that_no_browser_can_hold_is_named_with_its_place(number: str) -> None:
    found = judged(json.loads(f'{{"a/b": [{number}]}}'))

    assert isinstance(found, Refused)
    assert found.problem is Problem.SCHEMA_MISMATCH
    assert found.message.startswith("/a~1b/0: ")
    assert "as a string" in found.message


@pytest.mark.requirement("case J15")
def test_a_text_that_is_read_as_an_object_is_bounded_and_clean_as_any_other() -> None:
    deep = judged({"why": '{"x":' + "[" * 3000 + "]" * 3000 + "}"})
    half = judged({"why": '{"x":"a\\ud800"}'})
    large = judged({"why": '{"x":12345678901234567890}'})

    assert isinstance(deep, Refused)
    assert deep.problem is Problem.TOO_DEEP
    assert isinstance(half, Fitting)
    assert half.value == {"why": {"x": "a\ufffd"}}
    assert isinstance(large, Refused)
    assert large.message.startswith("/why/x: ")


@pytest.mark.requirement("case J15")
def test_a_text_that_two_parts_of_a_schema_want_as_an_object_is_read_once() -> None:
    wanted = {"properties": {"why": {"type": "object"}}}
    found = judged({"why": '{"x":1}'}, CompiledSchema({"type": "object", **wanted, "allOf": [wanted]}))

    assert found == Fitting({"why": {"x": 1}}, ("/why",))
