"""Names and sentences that an operation is proposed under: from its own words, within the rules of a tool."""

import re
from collections.abc import Collection, Sequence
from typing import Final

from agents_app.sentence import MAX_TEMPLATE, check_template
from baton.core.errors import BatonError

MAX_NAME: Final = 64
_MAX_SUMMARY: Final = 160
_MOST_SHOWN: Final = 6
_MOST_READ: Final = 200
_NOT_IN_NAME: Final = re.compile(r"[^A-Za-z0-9_-]+")
_ARGUMENT: Final = re.compile(r"[A-Za-z0-9_.-]{1,64}", re.ASCII)
_IN_SENTENCE: Final = re.compile(r"[A-Za-z_][A-Za-z0-9_.-]*", re.ASCII)
_WORD_STARTS: Final = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|[^A-Za-z0-9]+")


def tool_name(operation_id: object, method: str, path: str, taken: Collection[str]) -> str:
    """A name for a tool that is not among the taken ones: the operation's id, or its method and path."""
    given = operation_id[:_MOST_READ] if isinstance(operation_id, str) else ""
    name = _NOT_IN_NAME.sub("_", given).strip("_")[:MAX_NAME].strip("_")
    if not name:
        words = _NOT_IN_NAME.sub("_", path[:_MOST_READ]).strip("_")
        name = f"{method.lower()}_{words}"[:MAX_NAME].strip("_")
    unique, number = name, 1
    while unique in taken:
        number += 1
        ending = f"_{number}"
        unique = name[: MAX_NAME - len(ending)] + ending
    return unique


def can_be_argument(name: str) -> bool:
    """Whether every provider takes a property of this name."""
    return _ARGUMENT.fullmatch(name) is not None


def path_argument(name: str, taken: Collection[str]) -> str:
    """A name for an argument in the path, where it is ours to choose: never one that reads as a variable."""
    base = re.sub(r"[^A-Za-z0-9_]+", "_", name).strip("_").lower()[:48] or "part"
    base = f"{base}_in_path" if base in taken else base
    unique, number = base, 1
    while unique in taken:
        number += 1
        unique = f"{base}_{number}"
    return unique


def sentence(summary: str, operation_id: object, arguments: Sequence[str]) -> str | None:
    """The line a person would decide by, from the summary and the required arguments; None where the words
    of the document cannot stand in it."""
    words = " ".join(summary.split()).rstrip(".")[:_MAX_SUMMARY].rstrip()
    if not words and isinstance(operation_id, str):
        words = " ".join(_WORD_STARTS.sub(" ", operation_id[:_MAX_SUMMARY]).split())
        words = words.lower().capitalize()
    if not words:
        return None
    named = [name for name in arguments if _IN_SENTENCE.fullmatch(name)][:_MOST_SHOWN]
    values = ", ".join(f"{name} {{{name}}}" for name in named)
    template = words.replace("{", "{{").replace("}", "}}") + (f": {values}" if values else "")
    try:
        check_template(template[: MAX_TEMPLATE + 1], frozenset(arguments))
    except BatonError:
        return None
    return template
