"""A tolerant reading of what is nearly JSON: a guess, taken only where nothing was lost or invented.

The parser is json-repair's. It closes what was cut off, drops what it does not understand and keeps the last
of two equal keys, so the guards here decide what of its guesses may be used, not the parser.
"""

import re
from typing import Any, Final

from json_repair import repair_json

from baton.core.text import clean_text
from orchestration.engine.output.problems import Problem, Refused, refused

LONGEST: Final = 64 * 1024
"""Characters. A longer text is not guessed at: it takes the parser a second, and whoever wrote that much can
write it again."""

_WORD: Final = re.compile(r"[^\W_]+")
_QUOTES: Final = "\"'“”‘’„`´«»"  # noqa: RUF001
_ESCAPED: Final = re.compile(r"\\u([0-9a-fA-F]{4})")
_ESCAPE: Final = re.compile(r"\\(.)", re.DOTALL)
_LEGAL_ESCAPES: Final = frozenset('"\\/bfnrtu')
_LETTER_ESCAPES: Final = frozenset("bfnrt")
_CLOSERS: Final = " \t\r\n}];"
_LITERALS: Final = {"None": None, "True": True, "False": False}
_COMMENT: Final = re.compile(r"^\s*//[^\n]*$|/\*.*?\*/", re.DOTALL | re.MULTILINE)


def guess(text: str) -> dict[str, Any] | Refused:
    """The object that the text most likely means, or why it may not be taken."""
    if len(text) > LONGEST:
        return refused(Problem.NOT_JSON, "It is not valid JSON, and too long to be guessed at.")
    plain = _COMMENT.sub("", text)
    if (cut := _why_cut(plain)) is not None:
        return cut
    if re.search(r":\s*undefined\b", plain) or _mixes_escapes(plain):
        return refused(Problem.NOT_JSON)
    try:
        value = repair_json(plain, return_objects=True, skip_json_loads=True)
    except (RecursionError, ValueError):
        return refused(Problem.NOT_JSON)
    if not isinstance(value, dict) or not value:
        return refused(Problem.NOT_JSON)
    guessed: dict[str, Any] = _plain(value)
    if _repeats_a_key(plain, guessed):
        return refused(Problem.DUPLICATE_KEY)
    if _words_of_text(plain) != _words_of_value(guessed) or _has_loose_quotes(guessed):
        return refused(Problem.NOT_JSON)
    return guessed


def _why_cut(text: str) -> Refused | None:
    """Whether the text stops where no JSON does: in a string, after a key, a colon or a comma."""
    stripped = text.rstrip()
    if not stripped.startswith("{"):
        return None
    if stripped.endswith(("{", ",", ":", "\\")):
        return refused(Problem.TRUNCATED)
    last, is_odd = _last_quote(stripped)
    if last is None:
        return None
    after = stripped[last + 1 :].strip(_CLOSERS)
    if is_odd and after:
        return refused(Problem.TRUNCATED)
    # A string at the very end that no colon stands before is a key without a value.
    if not is_odd and last == len(stripped) - 1 and not _is_value(stripped):
        return refused(Problem.TRUNCATED)
    return None


def _last_quote(text: str) -> tuple[int | None, bool]:
    """The place of the last quote that opens or closes a string, and whether their number is odd."""
    quote = _quote_of(text)
    last, count = None, 0
    place = 0
    while place < len(text):
        if text[place] == "\\":
            place += 2
            continue
        if text[place] == quote and not _is_apostrophe(text, place, quote):
            last, count = place, count + 1
        place += 1
    return last, count % 2 == 1


def _quote_of(text: str) -> str:
    """Which sign its strings stand in: the first that comes."""
    first = re.search(r"[\"'“]", text)
    return "”" if first is not None and first[0] == "“" else first[0] if first else '"'


def _is_apostrophe(text: str, place: int, quote: str) -> bool:
    """A single quote between two letters closes nothing."""
    around = text[max(0, place - 1) : place] + text[place + 1 : place + 2]
    return quote == "'" and len(around) == 2 and around.isalpha()


def _is_value(text: str) -> bool:
    return re.search(r"""[:=]\s*(["'])(?:\\.|(?!\1).)*\1$""", text, re.DOTALL) is not None


def _mixes_escapes(text: str) -> bool:
    """An illegal escape beside a legal letter one: of a path, say, the parser would make a line feed."""
    escapes = {found[1] for found in _ESCAPE.finditer(text)}
    return bool(escapes - _LEGAL_ESCAPES - {"'"}) and bool(escapes & _LETTER_ESCAPES)


def _plain(value: Any) -> Any:
    """Without NUL and halves of characters, and with the words of Python that the parser leaves as texts."""
    match value:
        case dict():
            return {clean_text(str(key)): _plain(item) for key, item in value.items()}
        case list():
            return [_plain(item) for item in value]
        case str():
            return clean_text(value)
        case _:
            return value


def _repeats_a_key(text: str, value: dict[str, Any]) -> bool:
    return any(
        len(re.findall(rf"""[{{,]\s*["'“]?{re.escape(key)}["'”]?\s*:""", text)) > 1 for key in value if key
    )


def _words_of_text(text: str) -> list[str]:
    """Words as they stand in the text, escapes of characters resolved."""
    resolved = _ESCAPED.sub(lambda found: chr(int(found[1], 16)), text)
    resolved = re.sub(r"\\[bfnrt]", " ", resolved)
    return _WORD.findall(clean_text(resolved))


def _words_of_value(value: Any) -> list[str]:
    words: list[str] = []
    match value:
        case dict():
            for key, item in value.items():
                words += _WORD.findall(key) + _words_of_value(item)
        case list():
            for item in value:
                words += _words_of_value(item)
        case str():
            words += _WORD.findall(value)
        case None | bool():
            words.append(str(value))
        case _:
            words += _WORD.findall(repr(value))
    return words


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
