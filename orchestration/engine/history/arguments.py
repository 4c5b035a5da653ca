"""The argument text of a past call as every provider takes it back: the text of one JSON object.

This judges nothing. A call with wrong arguments got an error result; here its text is only made sendable.
"""

import json
import re
from typing import Any

from baton.core.text import clean_json, clean_text, is_clean

_SPACE_OUTSIDE_STRINGS = re.compile(r'("(?:[^"\\]|\\.)*")|[ \t\r\n]+')
_ABSENT = ("", "null")


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
    value = _object_in(stripped)
    if value is None:
        repairs.add("arguments_wrapped")
        return _compact({"_unparsed": text})
    if "\\u" in stripped and not is_clean(json.dumps(value, ensure_ascii=False)):
        repairs.add("characters_cleaned")
        return _compact(clean_json(value))
    return _SPACE_OUTSIDE_STRINGS.sub(_keep_string, stripped)


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
