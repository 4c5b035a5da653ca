"""Words of models, customers, tools and web pages, made harmless for a terminal.

They become plain characters only: no escape sequence, no markup, nothing invisible, nothing that reorders the
line. Every line of a quoted text carries a bar, so that it cannot pass for a line of ours.
"""

import json
from dataclasses import dataclass
from typing import Any

from baton.core.canonical import canonical_text
from baton.core.visible import visible
from orchestration.engine.bodies import BodyRef, Text

_SHORT = (240, 5)
_LONG = (4_000, 60)
"""Characters and lines shown of a text that is not shown whole."""


@dataclass(frozen=True, slots=True)
class Quote:
    """Lines of a foreign text, and how many characters of it are not shown."""

    lines: tuple[str, ...]
    missing: int = 0


def whole(text: Text) -> Quote:
    """As much as the event holds: everything, or the beginning of a text that is kept outside of it."""
    shown = text if isinstance(text, str) else text.head
    missing = 0 if isinstance(text, str) else text.size - len(text.head)
    return Quote(_lines(shown.strip("\n")), missing)


def short(text: Text) -> Quote:
    """The beginning, for the trace."""
    return _cut(text, *_SHORT)


def long(text: Text) -> Quote:
    """So much that a person can judge by it, and not a flood."""
    return _cut(text, *_LONG)


def is_empty(text: Text) -> bool:
    return not isinstance(text, BodyRef) and not text.strip()


def value_lines(value: Any) -> tuple[str, ...]:
    """One argument in full: as JSON, a text of several lines as its lines."""
    if isinstance(value, str) and "\n" in value:
        return tuple(visible(line) for line in value.split("\n"))
    # Through the canonical form: what is shown is spelled as what is sent and signed, 129 and not 129.0.
    plain = json.loads(canonical_text(value))
    spread = isinstance(plain, dict | list) and bool(plain)
    text = json.dumps(plain, ensure_ascii=False, indent=2 if spread else None)
    return tuple(visible(line) for line in text.split("\n"))


def _cut(text: Text, characters: int, lines: int) -> Quote:
    shown = (text if isinstance(text, str) else text.head).strip("\n")
    size = len(shown) if isinstance(text, str) else text.size
    head = "\n".join(shown.split("\n")[:lines])
    # Not for the sake of a few characters: a cut that saves nothing only costs trust.
    if len(head) > characters * 1.2:
        head = head[:characters]
    return Quote(_lines(head), max(0, size - len(head)))


def _lines(text: str) -> tuple[str, ...]:
    plain = text.replace("\r\n", "\n").replace("\t", "    ")
    return tuple(visible(line) for line in plain.split("\n"))
