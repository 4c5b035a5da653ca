"""Reviews: the form a reviewer answers in, and what is believed of it.

A review that cannot be read is no review: never a pass, never a zero (agents 34, public reports R01-R03
and R08).
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from agents_app.orchestration_spec import Criterion
from orchestration.engine.output import Refused
from orchestration.engine.output.problems import Problem, refused

LONGEST_COMMENTS = 8_000


@dataclass(frozen=True, slots=True)
class Verdict:
    """What one reviewer concluded."""

    needs_more_work: bool
    comments: str
    scores: Mapping[str, float] = field(default_factory=dict)
    below: tuple[str, ...] = ()
    """Criteria scored below what is asked: they ask for more work, whatever the reviewer concluded."""

    @property
    def is_content(self) -> bool:
        return not (self.needs_more_work or self.below)

    def to_json(self) -> dict[str, Any]:
        """For a record: scores as texts, since an event holds no fractions."""
        return {
            "needs_more_work": self.needs_more_work,
            "comments": self.comments,
            "scores": {name: _spelt(score) for name, score in self.scores.items()},
            "below": list(self.below),
        }


def verdict_schema(rubric: tuple[Criterion, ...]) -> dict[str, Any]:
    """What a reviewer answers with."""
    properties: dict[str, Any] = {
        "needs_more_work": {
            "type": "boolean",
            "description": "true: the author has to change something before the work can be used.",
        },
        "comments": {
            "type": "string",
            "maxLength": LONGEST_COMMENTS,
            "description": "What is wrong and what to do about it, for the author to read.",
        },
    }
    if rubric:
        properties["scores"] = {
            "type": "object",
            "properties": {each.name: _score_schema(each) for each in rubric},
            "required": [each.name for each in rubric],
            "additionalProperties": False,
        }
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }


def read_verdict(
    value: Mapping[str, Any], coerced: tuple[str, ...], rubric: tuple[Criterion, ...]
) -> Verdict | Refused:
    """The verdict of a value that fits `verdict_schema`; refused in words for the reviewer.

    `coerced`: places where something was read that was not written so. Of a review nothing is guessed.
    """
    if coerced:
        return refused(Problem.INVALID_REVIEW, f"{', '.join(coerced)} is a text; write the value itself.")
    needs_more_work, comments = value.get("needs_more_work"), value.get("comments")
    if not isinstance(needs_more_work, bool) or not isinstance(comments, str):
        return refused(Problem.INVALID_REVIEW, "'needs_more_work' is true or false, 'comments' a text.")
    if needs_more_work and not comments.strip():
        return refused(Problem.INVALID_REVIEW, "You ask for more work; say in 'comments' what has to change.")
    given = value.get("scores") or {}
    scores: dict[str, float] = {}
    for each in rubric:
        score = given.get(each.name)
        if isinstance(score, bool) or not isinstance(score, int | float) or not math.isfinite(score):
            return refused(Problem.INVALID_REVIEW, f"The score '{each.name}' is no number.")
        if not each.minimum <= score <= each.maximum:
            message = (
                f"The score '{each.name}' is {_spelt(score)}; it lies between {_spelt(each.minimum)} and "
                f"{_spelt(each.maximum)}."
            )
            return refused(Problem.INVALID_REVIEW, message)
        scores[each.name] = score
    below = tuple(
        each.name for each in rubric if each.at_least is not None and not scores[each.name] >= each.at_least
    )
    return Verdict(needs_more_work, comments, scores, below)


def verdict_of(recorded: Mapping[str, Any]) -> Verdict:
    """As `Verdict.to_json` wrote it."""
    return Verdict(
        needs_more_work=recorded["needs_more_work"],
        comments=recorded["comments"],
        scores={name: float(score) for name, score in recorded["scores"].items()},
        below=tuple(recorded["below"]),
    )


def _score_schema(each: Criterion) -> dict[str, Any]:
    schema: dict[str, Any] = {"type": "number", "minimum": each.minimum, "maximum": each.maximum}
    return {**schema, "description": each.description} if each.description else schema


def _spelt(number: float) -> str:
    """A number as a decimal text: 7, 7.5."""
    return str(int(number)) if float(number).is_integer() else repr(float(number))
