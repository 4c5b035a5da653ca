"""Why a structured answer was refused: a code, and the sentence that the model is told."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType
from typing import Any, Final


class Problem(StrEnum):
    """In the order in which they are looked for, as far as there is one."""

    TRUNCATED = "truncated"
    REFUSED = "refused"
    TOO_LARGE = "too_large"
    EMPTY_OUTPUT = "empty_output"
    TOO_DEEP = "too_deep"
    DUPLICATE_KEY = "duplicate_key"
    NON_FINITE_NUMBER = "non_finite_number"
    MULTIPLE_OBJECTS = "multiple_objects"
    NOT_JSON = "not_json"
    BOTH_SHAPES = "both_shapes"
    HALF_DELEGATION = "half_delegation"
    NEITHER_SHAPE = "neither_shape"
    EXTRA_KEYS = "extra_keys"
    WRONG_TYPE = "wrong_type"
    EMPTY_VALUE = "empty_value"
    UNKNOWN_TARGET = "unknown_target"
    CYCLE_DETECTED = "cycle_detected"
    SCHEMA_MISMATCH = "schema_mismatch"
    PLAN_INVALID = "plan_invalid"
    """It has the form of a plan that nobody can work on."""
    INVALID_REVIEW = "invalid_review"
    """It has the form of a review and says nothing that can be believed."""


_WORDS: Final[Mapping[Problem, str]] = MappingProxyType(
    {
        Problem.TRUNCATED: "It was cut off before its end. Answer again, and shorter.",
        Problem.REFUSED: "It was declined.",
        Problem.TOO_LARGE: "It is larger than can be read. Answer again, and much shorter.",
        Problem.EMPTY_OUTPUT: "It was empty.",
        Problem.TOO_DEEP: "It is nested too deeply.",
        Problem.DUPLICATE_KEY: "One object has the same key twice.",
        Problem.NON_FINITE_NUMBER: "It holds a number that JSON does not have, such as NaN.",
        Problem.MULTIPLE_OBJECTS: "It holds several JSON objects; send exactly one.",
        Problem.NOT_JSON: "It is not one JSON object.",
    }
)


@dataclass(frozen=True, slots=True)
class Refused:
    """An answer that cannot be used, and why."""

    problem: Problem
    message: str


def refused(problem: Problem, detail: str = "") -> Refused:
    """With the usual words, or with more exact ones."""
    usual = _WORDS.get(problem, "")
    return Refused(problem, f"{usual} {detail}".strip() if usual else detail)


class Unreadable(Exception):
    """A text that is JSON and must not be used all the same; only `strict` raises it."""

    def __init__(self, problem: Problem, detail: str) -> None:
        super().__init__(detail)
        self.refused: Any = refused(problem, detail)
