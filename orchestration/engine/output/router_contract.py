"""The contract of a router: answer or delegate, exactly one of two shapes (docs/subsystems/output.md)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from baton.core.text import clean_text
from orchestration.engine.output.problems import Problem, Refused, refused

_RESPONSE: Final = "response"
_TARGET: Final = "delegate_to"
_PHRASE: Final = "delegate_input_phrase"
_KEYS: Final = (_RESPONSE, _TARGET, _PHRASE)
_SHAPES: Final = (
    'Send {"response": "..."} to answer, '
    'or {"delegate_to": "...", "delegate_input_phrase": "..."} to delegate.'
)


@dataclass(frozen=True, slots=True)
class Answered:
    text: str


@dataclass(frozen=True, slots=True)
class Delegated:
    target: str
    phrase: str
    name_as_given: str | None = None
    """As the model wrote it, where that differs from the target's name."""


type Decided = Answered | Delegated | Refused


def judge_route(value: Any, targets: Sequence[str], own_name: str | None = None) -> Decided:
    """What the value decides. A key whose value is null is absent; an unknown one is extra even then."""
    if not isinstance(value, Mapping):
        return refused(Problem.NEITHER_SHAPE, f"It is not an object. {_SHAPES}")
    said = {key for key in _KEYS if value.get(key) is not None}
    if _RESPONSE in said and len(said) > 1:
        found = ", ".join(sorted(said))
        return refused(Problem.BOTH_SHAPES, f"It both answers and delegates ({found}). {_SHAPES}")
    if len(said) == 1 and _RESPONSE not in said:
        [only] = said
        missing = _PHRASE if only == _TARGET else _TARGET
        return refused(Problem.HALF_DELEGATION, f"It has {only} but not {missing}. {_SHAPES}")
    if not said:
        return refused(Problem.NEITHER_SHAPE, f"It has none of the known keys. {_SHAPES}")
    if extra := sorted(set(value) - set(_KEYS)):
        named = ", ".join(map(repr, extra))[:200]
        return refused(Problem.EXTRA_KEYS, f"It has other keys: {named}. {_SHAPES}")
    return _judge_values(value, said, targets, own_name)


def _judge_values(
    value: Mapping[str, Any], said: set[str], targets: Sequence[str], own_name: str | None
) -> Decided:
    for key in sorted(said):
        if not isinstance(value[key], str):
            return refused(Problem.WRONG_TYPE, f"{key} is a text, not {type(value[key]).__name__}.")
    for key in sorted(said):
        if not clean_text(value[key]).strip():
            return refused(Problem.EMPTY_VALUE, f"{key} is empty.")
    if _RESPONSE in said:
        return Answered(clean_text(value[_RESPONSE]))
    given = value[_TARGET]
    if own_name is not None and given == own_name:
        return refused(Problem.CYCLE_DETECTED, "It delegates to itself.")
    target = find_target(given, targets)
    if target is None:
        known = ", ".join(targets)
        return refused(Problem.UNKNOWN_TARGET, f"There is no {given[:80]!r}; there are: {known}.")
    return Delegated(target, clean_text(value[_PHRASE]), None if given == target else given)


def find_target(given: str, targets: Sequence[str]) -> str | None:
    """The one target that is meant: by its exact name, else the only one that reads the same without case,
    spaces at the edges and the spelling of a list of one."""
    if given in targets:
        return given
    bare = given.strip()
    if bare[:1] == "[" and bare[-1:] == "]":
        bare = bare[1:-1].strip()
        if len(bare) > 1 and bare[0] == bare[-1] and bare[0] in "'\"":
            bare = bare[1:-1]
    found = [target for target in targets if target.casefold() == bare.strip().casefold()]
    return found[0] if len(found) == 1 else None
