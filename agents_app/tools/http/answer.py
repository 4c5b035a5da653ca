"""What a tool's answer says as text: readable, without its credential, never refused for spelling. Pure."""

import codecs
import json
import re
from collections.abc import Iterable
from http import HTTPStatus
from typing import Any, Final

from baton.core.hiding import hide
from baton.core.text import mark_text
from baton.egress.exchange import Answer

_TEXT_TYPES: Final = re.compile(
    r"text/[a-z0-9.+-]+"
    r"|application/([a-z0-9.-]+\+)?(json|xml|yaml)"
    r"|application/(x-ndjson|jsonl|javascript|x-yaml|x-www-form-urlencoded|graphql)"
)
_TYPE: Final = re.compile(r"[a-z0-9.+-]{1,60}/[a-z0-9.+-]{1,60}")
_CHARSETS: Final = frozenset({"utf-8", "ascii", "iso8859-1", "cp1252", "utf-16", "iso8859-15"})


def answer_text(answer: Answer, response: str, secrets: Iterable[str]) -> str:
    """The answer as people and models read it: compact JSON where it is JSON and the tool expects it."""
    if not answer.body:
        return f"[answered {status_line(answer.status)} with an empty body]"
    if answer.media_type and not _TEXT_TYPES.fullmatch(answer.media_type):
        kind = answer.media_type if _TYPE.fullmatch(answer.media_type) else "an unknown type"
        size = len(answer.body)
        return f"[answered {status_line(answer.status)} with {size} bytes of {kind}, which is not text]"
    text = answer.body.decode(_charset(answer.charset), errors="replace").removeprefix("\ufeff")
    if response == "json":
        text = _compact(text)
    # NUL is shown as a character that could not be read, not dropped: what is left would read differently.
    return hide(mark_text(text), secrets)


def status_line(status: int) -> str:
    """`404 Not Found`; our words for the number, since the other side's are its own."""
    try:
        return f"{status} {HTTPStatus(status).phrase}"
    except ValueError:
        return str(status)


def _charset(name: str | None) -> str:
    try:
        found = codecs.lookup(name).name if name and name.isascii() else "utf-8"
    except LookupError:
        return "utf-8"
    return found if found in _CHARSETS else "utf-8"


def _compact(text: str) -> str:
    """The same value without layout; text that is not one plain JSON value stays as it came."""
    try:
        value = json.loads(text, parse_constant=_refuse, object_pairs_hook=_distinct)
        return json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    except (ValueError, RecursionError):
        return text


def _refuse(literal: str) -> Any:
    raise ValueError(literal)


def _distinct(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    # Otherwise the record would keep the last of two equal keys and lose what the service said first.
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError("a key stands twice")
    return found
