"""A tolerant reading of what is nearly JSON: a guess, taken only where nothing was lost or invented.

The parser is json-repair's. It closes what was cut off, drops what it does not understand and keeps the last
of two equal keys, so the guards here decide what of its guesses may be used, not the parser.
"""

import re
from collections.abc import Iterator
from typing import Any, Final

from json_repair import repair_json

from baton.core.text import clean_text
from orchestration.engine.output.nearly import what_forbids, without_comments
from orchestration.engine.output.problems import Problem, Refused, refused

LONGEST: Final = 64 * 1024
"""Characters. A longer text is not guessed at: it takes the parser a second, and whoever wrote that much can
write it again."""

_WORD: Final = re.compile(r"[^\W_]+")
_QUOTES: Final = "\"'“”‘’„`´«»"  # noqa: RUF001
_SIGN: Final = re.compile(r"[^\w\s{}\[\],:;\\/\"'“”‘’„`´«»+.\-=]")  # noqa: RUF001
"""Signs that are neither of a word nor of JSON's own frame, of numbers or of its repair."""
_LITERALS: Final = {"true": "True", "false": "False", "null": "None"}
_ESCAPED: Final = re.compile(r"\\u([0-9a-fA-F]{4})")


def guess(text: str) -> dict[str, Any] | Refused:
    """The object that the text most likely means, or why it may not be taken."""
    if len(text) > LONGEST:
        return refused(Problem.NOT_JSON, "It is not valid JSON, and too long to be guessed at.")
    plain = without_comments(text)
    if (seen := what_forbids(plain)) is not None:
        return seen
    try:
        value = repair_json(plain, return_objects=True, skip_json_loads=True)
    except Exception:  # of a parser that is given anything: what it cannot read is no JSON
        return refused(Problem.NOT_JSON)
    if not isinstance(value, dict) or not value:
        return refused(Problem.NOT_JSON)
    guessed: dict[str, Any] = _plain(value)
    if _words_of_text(plain) != _words_of_value(guessed) or _has_loose_quotes(guessed):
        return refused(Problem.NOT_JSON)
    if _SIGN.findall(_resolved(plain)) != _signs_of_value(guessed):
        return refused(Problem.NOT_JSON)
    return guessed


def _plain(value: Any) -> Any:
    """Without NUL and halves of characters."""
    match value:
        case dict():
            return {clean_text(str(key)): _plain(item) for key, item in value.items()}
        case list():
            return [_plain(item) for item in value]
        case str():
            return clean_text(value)
        case _:
            return value


def _words_of_text(text: str) -> list[str]:
    """Words as they stand in the text, escapes of characters resolved."""
    return _words(_resolved(text))


def _words_of_value(value: Any) -> list[str]:
    return [word for text in _texts_of(value) for word in _words(text)]


def _words(text: str) -> list[str]:
    return [_LITERALS.get(word, word) for word in _WORD.findall(text)]


def _signs_of_value(value: Any) -> list[str]:
    return [sign for text in _texts_of(value) for sign in _SIGN.findall(text)]


def _resolved(text: str) -> str:
    resolved = _ESCAPED.sub(lambda found: chr(int(found[1], 16)), text)
    return clean_text(re.sub(r"\\[bfnrt]", " ", resolved))


def _texts_of(value: Any) -> Iterator[str]:
    """Every key and value in order, as text."""
    match value:
        case dict():
            for key, item in value.items():
                yield key
                yield from _texts_of(item)
        case list():
            for item in value:
                yield from _texts_of(item)
        case str():
            yield value
        case _:
            yield repr(value)


def _has_loose_quotes(value: Any) -> bool:
    """A quote at the edge of a value came from its frame, or was lost from it."""
    match value:
        case dict():
            return any(_has_loose_quotes(key) or _has_loose_quotes(item) for key, item in value.items())
        case list():
            return any(map(_has_loose_quotes, value))
        case str():
            return bool(value) and (value[0] in _QUOTES or value[-1] in _QUOTES)
        case _:
            return False
