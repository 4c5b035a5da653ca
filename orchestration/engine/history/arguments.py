"""The argument text of a past call as every provider takes it back: the text of one JSON object.

This judges nothing. A call with wrong arguments got an error result; here its text is only made sendable.
"""

import json
import re
from functools import lru_cache
from typing import Any

from baton.core.text import clean_json, clean_text, is_clean

_SPACE_OUTSIDE_STRINGS = re.compile(r'("(?:[^"\\]|\\.)*")|[ \t\r\n]+')
_ABSENT = ("", "null")
_LONGEST_KEPT = 512


def sendable_arguments(text: str | None, repairs: set[str]) -> str:
    """Compact text of an object: spacing is not kept, values are, down to how a number is written."""
    text = text or ""
    if not is_clean(text):
        repairs.add("characters_cleaned")
        text = clean_text(text)
    stripped = text.strip()
    if stripped in _ABSENT:
        repairs.add("arguments_normalised")
        return "{}"
    if stripped == "{}":
        return "{}"
    make = _known_form if len(text) <= _LONGEST_KEPT else _form
    form, what = make(text)
    if what is not None:
        repairs.add(what)
    return form


def _form(text: str) -> tuple[str, str | None]:
    """The text to send, and the name of what had to be done to it."""
    stripped = text.strip()
    value = _object_in(stripped)
    if value is None:
        return _compact({"_unparsed": text}), "arguments_wrapped"
    if "\\u" in stripped and not is_clean(json.dumps(value, ensure_ascii=False)):
        return _compact(clean_json(value)), "characters_cleaned"
    return _SPACE_OUTSIDE_STRINGS.sub(_keep_string, stripped), None


_known_form = lru_cache(maxsize=4096)(_form)
"""Every call of a run stands in each of its later requests."""


def _keep_string(match: re.Match[str]) -> str:
    return match.group(1) or ""


def _compact(value: dict[str, Any]) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _object_in(text: str) -> dict[str, Any] | None:
    try:
        value = json.loads(text, parse_constant=_refuse, object_pairs_hook=_without_repeats)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None


def _refuse(constant: str) -> float:
    raise ValueError(f"{constant} is not JSON")


def _without_repeats(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    value = dict(pairs)
    if len(value) != len(pairs):
        raise ValueError("a key is there twice")
    return value
