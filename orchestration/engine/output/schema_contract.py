"""The contract of a JSON Schema: what an agent's answer must be."""

from dataclasses import dataclass
from typing import Any, Final

from agents_app.arguments import CompiledSchema
from baton.core.text import clean_json
from orchestration.engine.output.problems import Problem, Refused, Unreadable, refused
from orchestration.engine.output.strict import parse

_MOST_SHOWN: Final = 5


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
    for pointer in schema.texts_for_containers(value):
        try:
            if _replace(value, pointer):
                coerced.append(pointer)
        except Unreadable as error:
            unreadable: Refused = error.refused
            return unreadable
    problems = list(schema.problems(value))
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
    try:
        held = parse(value[key])
    except ValueError:
        return False
    if not isinstance(held, dict | list):
        return False
    value[key] = held
    return True
