"""The contract of a JSON Schema: what an agent's answer must be."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from agents_app.arguments import ArgumentProblem, CompiledSchema
from baton.core.strict_json import MAX_SAFE_INTEGER
from baton.core.text import clean_json
from orchestration.engine.output.problems import Problem, Refused, Unreadable, refused
from orchestration.engine.output.strict import MAX_DEPTH, depth_of, parse

_MOST_SHOWN: Final = 5
_LONGEST_SHOWN: Final = 40


@dataclass(frozen=True, slots=True)
class Fitting:
    """`coerced` are JSON pointers to texts that were read as the object or list they hold."""

    value: dict[str, Any]
    coerced: tuple[str, ...] = ()


def judge_schema(value: Any, schema: CompiledSchema) -> Fitting | Refused:
    """The value as it is used, or every reason why it does not fit."""
    if not isinstance(value, dict):
        return refused(Problem.NEITHER_SHAPE, "It is not a JSON object.")
    value = clean_json(value)
    coerced: list[str] = []
    # Each round reads the texts that stand where a container belongs; a text inside of one is never read.
    for pointer in dict.fromkeys(schema.texts_for_containers(value)):
        try:
            if _replace(value, pointer):
                coerced.append(pointer)
        except Unreadable as error:
            unreadable: Refused = error.refused
            return unreadable
    problems = [*schema.problems(value), *_unsafe_numbers(value)]
    if not problems:
        return Fitting(value, tuple(coerced))
    shown = "; ".join(f"{each.path or 'the answer'}: {each.message}" for each in problems[:_MOST_SHOWN])
    more = f"; and {len(problems) - _MOST_SHOWN} more" if len(problems) > _MOST_SHOWN else ""
    is_type = bool(problems[0].keyword == "type")
    return refused(Problem.WRONG_TYPE if is_type else Problem.SCHEMA_MISMATCH, f"{shown}{more}.")


def _replace(value: Any, pointer: str) -> bool:
    """Put the container that the text at the pointer holds in its place, if it holds one."""
    *way, last = [part.replace("~1", "/").replace("~0", "~") for part in pointer.split("/")[1:]]
    for part in way:
        value = value[int(part)] if isinstance(value, list) else value[part]
    key: Any = int(last) if isinstance(value, list) else last
    text = value[key]
    try:
        held = parse(text)
    except ValueError:
        return False
    if not isinstance(held, dict | list):
        return False
    if len(way) + 1 + depth_of(text) > MAX_DEPTH:
        raise Unreadable(Problem.TOO_DEEP, f"At most {MAX_DEPTH} levels.")
    value[key] = clean_json(held)
    return True


def _unsafe_numbers(value: Any, path: str = "") -> Iterator[ArgumentProblem]:
    """Whole numbers that RFC 8785 cannot spell and no browser can read; as in the arguments of a tool."""
    match value:
        case dict():
            for key, item in value.items():
                yield from _unsafe_numbers(item, f"{path}/{key.replace('~', '~0').replace('/', '~1')}")
        case list():
            for place, item in enumerate(value):
                yield from _unsafe_numbers(item, f"{path}/{place}")
        case bool():
            return
        case int() | float() if abs(value) > MAX_SAFE_INTEGER and value.is_integer():
            yield ArgumentProblem(path, f"{_shown(value)} is beyond 2^53 - 1; send it as a string")
        case _:
            return


def _shown(number: float) -> str:
    spelt = repr(number)
    return spelt if len(spelt) <= _LONGEST_SHOWN else f"a number of {len(spelt)} digits"
