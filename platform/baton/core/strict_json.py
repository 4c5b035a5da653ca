"""JSON as Baton reads it at every door: one meaning per text, bounded work, a stable code for each refusal.

Python's own reader keeps the last of two equal keys, takes NaN, turns 1e400 into infinity and recurses with
the input; PostgreSQL refuses NUL and lone surrogates only when the row is written. Here all of that is
refused first, with the place. What it does not do: judge the shape, which is the work of a schema.
"""

import json
import math
import re
from collections.abc import Iterable
from typing import Any

from baton.core.errors import BadInput, BatonError, TooLarge, Unprocessable
from baton.core.json_positions import find_deep, find_duplicate, find_number, place

MAX_DEPTH = 32
MAX_BYTES = 10 * 1024 * 1024
MAX_NUMBER_CHARACTERS = 128
MAX_SAFE_INTEGER = 2**53 - 1

# The closing quote is optional: a string cut short swallows the rest; otherwise each later quote scans anew.
_STRING = re.compile(r'"(?:[^"\\]++|\\.)*+"?', re.DOTALL)
_NOT_BRACKETS = re.compile(r"[^\[\]{}]++")
_ONE_KIND_OF_BRACKET = str.maketrans("{}", "[]")
_SUSPECT_ESCAPE = re.compile(r"\\u(?:0000|[dD][89a-fA-F])")
_ESCAPE = re.compile(r"\\(?:u([0-9a-fA-F]{4})|.)", re.DOTALL)
_LONE_SURROGATE = re.compile(r"[\ud800-\udfff]")


def loads(
    data: bytes | str,
    *,
    max_depth: int = MAX_DEPTH,
    max_bytes: int = MAX_BYTES,
    safe_integers: bool = False,
) -> Any:
    """The value of a JSON text, or a BatonError whose details hold offset, line and column.

    `safe_integers` also refuses integers that a browser or RFC 8785 cannot hold (beyond 2^53 - 1).
    """
    text = _decode(data, max_bytes)
    _refuse_characters(text)
    if _is_deeper(text, max_depth):
        raise BadInput(
            "too_deep",
            f"The JSON is nested deeper than {max_depth} levels.",
            details=place(text, find_deep(text, max_depth)),
        )
    reader = _Reader(text, safe_integers)
    try:
        return json.loads(
            text,
            parse_constant=reader.constant,
            parse_float=reader.number,
            parse_int=reader.integer,
            object_pairs_hook=reader.pairs,
        )
    except json.JSONDecodeError as error:
        raise BadInput(
            "invalid_json", f"The text is not JSON: {error.msg}.", details=place(text, error.pos)
        ) from None


class _Reader:
    """The hooks of one reading; each refuses what Python would accept silently."""

    def __init__(self, text: str, safe_integers: bool) -> None:
        self._text = text
        self._safe_integers = safe_integers

    def constant(self, literal: str) -> Any:
        raise self._number(BadInput("invalid_number", f"{literal} is not a JSON number."), literal)

    def number(self, literal: str) -> float:
        self._refuse_long(literal)
        value = float(literal)
        if not math.isfinite(value):
            raise self._number(
                BadInput("invalid_number", f"{literal} is larger than any number here."), literal
            )
        return value

    def integer(self, literal: str) -> int:
        self._refuse_long(literal)
        value = int(literal)
        if self._safe_integers and abs(value) > MAX_SAFE_INTEGER:
            message = f"{literal} is beyond 2^53 - 1; send it as a string."
            raise self._number(Unprocessable("unsafe_integer", message), literal)
        return value

    def pairs(self, pairs: Iterable[tuple[str, Any]]) -> dict[str, Any]:
        result: dict[str, Any] = {}
        for key, value in pairs:
            if key in result:
                raise BadInput(
                    "duplicate_key",
                    f"The key {key[:100]!r} stands twice in one object.",
                    field=key[:100],
                    details=place(self._text, find_duplicate(self._text)),
                )
            result[key] = value
        return result

    def _refuse_long(self, literal: str) -> None:
        if len(literal) > MAX_NUMBER_CHARACTERS:
            message = f"A number of {len(literal)} characters; at most {MAX_NUMBER_CHARACTERS} are read."
            raise self._number(BadInput("invalid_number", message), literal)

    def _number(self, error: BatonError, literal: str) -> BatonError:
        error.details = place(self._text, find_number(self._text, literal))
        return error


def _decode(data: bytes | str, max_bytes: int) -> str:
    # A str is counted in characters first: encoding a hostile gigabyte to learn its size would double it.
    size = (
        len(data) if isinstance(data, bytes) or len(data) > max_bytes else len(data.encode(errors="replace"))
    )
    if size > max_bytes:
        raise TooLarge("body_too_large", f"The JSON is larger than {max_bytes} bytes.")
    if isinstance(data, str):
        return data
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        if _is_surrogate(data[error.start : error.start + 3]):
            raise _invalid_character(data[: error.start].decode(), error.start, "a lone surrogate") from None
        raise BadInput(
            "invalid_json",
            "The text is not UTF-8.",
            details=place(data[: error.start].decode(), error.start),
        ) from None


def _is_surrogate(encoded: bytes) -> bool:
    return len(encoded) == 3 and encoded[0] == 0xED and 0xA0 <= encoded[1] <= 0xBF


def _refuse_characters(text: str) -> None:
    nul = text.find("\x00")
    if nul >= 0:
        raise _invalid_character(text, nul, "NUL")
    lone = _LONE_SURROGATE.search(text)
    if lone:
        raise _invalid_character(text, lone.start(), "a lone surrogate")
    if _SUSPECT_ESCAPE.search(text):
        _refuse_escapes(text)


def _refuse_escapes(text: str) -> None:
    """Every escape in order: `\\\\u0000` is harmless text, and a high surrogate needs its low one next."""
    high = -1
    for escape in _ESCAPE.finditer(text):
        code = int(escape.group(1), 16) if escape.group(1) else -1
        is_low = 0xDC00 <= code <= 0xDFFF
        if high >= 0 and not (is_low and escape.start() == high + 6):
            raise _invalid_character(text, high, "a lone surrogate")
        if code == 0 or (is_low and high < 0):
            raise _invalid_character(text, escape.start(), "NUL" if code == 0 else "a lone surrogate")
        high = escape.start() if 0xD800 <= code <= 0xDBFF else -1
    if high >= 0:
        raise _invalid_character(text, high, "a lone surrogate")


def _invalid_character(text: str, offset: int, what: str) -> Unprocessable:
    message = f"The text holds {what}, which no database text can hold."
    return Unprocessable("invalid_character", message, details=place(text, offset))


def _is_deeper(text: str, max_depth: int) -> bool:
    """Whether brackets nest too deep: the innermost pairs are peeled, one level per round, without recursion.

    Text left after the last round that is not nested is malformed, which the reader says better.
    """
    brackets = _NOT_BRACKETS.sub("", _STRING.sub("", text)).translate(_ONE_KIND_OF_BRACKET)
    unclosed = brackets.count("[") - brackets.count("]")
    if unclosed > max_depth:
        return True
    brackets += "]" * max(unclosed, 0)
    for _ in range(max_depth):
        if not brackets:
            return False
        brackets = brackets.replace("[]", "")
    return "[]" in brackets
