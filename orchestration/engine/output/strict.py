"""JSON by the letter: no key twice, no NaN or infinity, no more than 32 levels. RFC 8259."""

import json
import math
import re
from collections.abc import Iterable
from typing import Any, Final, Never

from orchestration.engine.output.problems import Problem, Unreadable

MAX_DEPTH: Final = 32
_LONGEST_NUMBER: Final = 300
# The closing quote is optional: a string that is cut short swallows the rest.
_STRING: Final = re.compile(r'"(?:[^"\\]++|\\.)*+"?', re.DOTALL)
_NOT_BRACKETS: Final = re.compile(r"[^\[\]{}]++")


def parse(text: str) -> Any:
    """The value. Raises ValueError for what is no JSON, Unreadable for what must not be used."""
    try:
        return json.loads(
            text, parse_constant=_constant, parse_float=_number, parse_int=_integer, object_pairs_hook=_object
        )
    except RecursionError:
        raise Unreadable(Problem.TOO_DEEP, "") from None


def depth_of(text: str) -> int:
    """How deep its brackets stand, those in strings left out; of any text, JSON or not."""
    deepest = level = 0
    for sign in _NOT_BRACKETS.sub("", _STRING.sub("", text)):
        level += 1 if sign in "[{" else -1
        deepest = max(deepest, level)
        level = max(level, 0)
    return deepest


def _constant(literal: str) -> Never:
    raise Unreadable(Problem.NON_FINITE_NUMBER, f"Found {literal}.")


def _number(literal: str) -> float:
    value = float(literal)
    if not math.isfinite(value):
        raise Unreadable(Problem.NON_FINITE_NUMBER, f"{literal[:40]} is larger than any number here.")
    return value


def _integer(literal: str) -> int:
    if len(literal) > _LONGEST_NUMBER:
        raise Unreadable(Problem.NON_FINITE_NUMBER, f"A number of {len(literal)} digits is not read.")
    return int(literal)


def _object(pairs: Iterable[tuple[str, Any]]) -> dict[str, Any]:
    value: dict[str, Any] = {}
    for key, item in pairs:
        if key in value:
            raise Unreadable(Problem.DUPLICATE_KEY, f"The key {key[:80]!r} stands twice.")
        value[key] = item
    return value
