"""Tests of one argument as a person writes them: `> 50 and <= 1000`, `= EUR`, `in [DE, AT]`, `exists`."""

import math
import re
from collections.abc import Iterator
from typing import Any, TypeGuard

from agents_app.definition.document import plain_value
from agents_app.spec import ArgumentTest, Operator
from baton.core.strict_json import MAX_SAFE_INTEGER

_TEST = re.compile(
    r"""\s*(?P<op><=|>=|!=|=|<|>|not\s+in\b|in\b)\s*+
    (?P<value>"[^"]*" | '[^']*' | \[[^\[\]]*\]
        | (?![<>=!\[\]"']) (?:(?!\s+and\s+(?:[<>=!]|not\s+in\b|in\b)).)+)
    \s*(?:\band\b(?=\s)|$)""",
    re.VERBOSE,
)
_LIST_ITEM = re.compile(r"""\s*("[^"]*"|'[^']*'|[^,"']+?)\s*(?:,|$)""")


def read_tests(argument: str, written: Any) -> Iterator[ArgumentTest]:
    """The tests that a plain value stands for; raises ValueError with what to write instead."""
    match written:
        case bool() | int() | float():
            yield ArgumentTest(argument=argument, op=Operator.EQUAL, value=written)
        case list():
            yield ArgumentTest(argument=argument, op=Operator.IN, value=_checked(tuple(written)))
        case "exists" | "missing":
            yield ArgumentTest(argument=argument, op=Operator.EXISTS, value=written == "exists")
        case str():
            yield from _read_text(argument, written)
        case _:
            raise ValueError(f"{written!r} is no test; write for example '> 50' or '= EUR'")


def _read_text(argument: str, text: str) -> Iterator[ArgumentTest]:
    position = 0
    while position < len(text) or position == 0:
        found = _TEST.match(text, position)
        if found is None:
            rest = text[position:].strip()
            raise ValueError(f"{rest!r} is no test; write for example '> 50', '= EUR' or 'in [DE, AT]'")
        operator = Operator(" ".join(found.group("op").split()))
        yield _one_test(argument, operator, found.group("value").strip())
        position = found.end()


def _one_test(argument: str, operator: Operator, text: str) -> ArgumentTest:
    in_brackets = text.startswith("[") and text.endswith("]")
    if operator in (Operator.IN, Operator.NOT_IN):
        if not in_brackets:
            raise ValueError(f"'{operator}' needs a list, such as {operator} [DE, AT]")
        return ArgumentTest(argument=argument, op=operator, value=_checked(tuple(_items(text[1:-1]))))
    if in_brackets:
        raise ValueError(f"'{operator}' takes one value, not a list")
    value = _one_value(text)
    if operator not in (Operator.EQUAL, Operator.NOT_EQUAL) and not _is_number(value):
        raise ValueError(f"'{operator}' compares numbers, and {text!r} is none")
    return ArgumentTest(argument=argument, op=operator, value=value)


def _items(text: str) -> Iterator[Any]:
    position = 0
    while position < len(text):
        item = _LIST_ITEM.match(text, position)
        if item is None:
            raise ValueError(f"[{text}] is no list of values")
        yield _one_value(item.group(1))
        position = item.end()


def _one_value(text: str) -> Any:
    if len(text) >= 2 and text[0] == text[-1] and text[0] in "\"'":
        return text[1:-1]
    value = plain_value(text)
    if _is_number(value) and not (math.isfinite(value) and abs(value) <= MAX_SAFE_INTEGER):
        raise ValueError(f"{text} is beyond 2^53 - 1")
    return value


def _checked(values: tuple[Any, ...]) -> tuple[Any, ...]:
    if not values or not all(
        value is None or isinstance(value, str | int | float | bool) for value in values
    ):
        raise ValueError("a list of texts and numbers is needed, with at least one")
    return values


def _is_number(value: Any) -> TypeGuard[int | float]:
    return isinstance(value, int | float) and not isinstance(value, bool)
