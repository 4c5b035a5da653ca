"""Where in a JSON text the refused thing stands. Runs only after a refusal; one pass, no recursion."""

import json
import re
from collections.abc import Iterator

_TOKEN = re.compile(
    r'(?P<string>"(?:[^"\\]++|\\.)*+"?)|(?P<open>[\[{])|(?P<close>[\]}])|(?P<literal>[^\s\[\]{},:"]++)',
    re.DOTALL,
)
_COLON_FOLLOWS = re.compile(r"\s*+:")


def place(text: str, offset: int) -> dict[str, int]:
    """Offset (in characters), line and column (from 1) as the details of an error."""
    line = text.count("\n", 0, offset) + 1
    return {"offset": offset, "line": line, "column": offset - (text.rfind("\n", 0, offset) + 1) + 1}


def find_deep(text: str, max_depth: int) -> int:
    """The bracket that opens the first level too many."""
    depth = 0
    for kind, _, offset in _tokens(text):
        if kind == "open":
            depth += 1
            if depth > max_depth:
                return offset
        elif kind == "close":
            depth -= 1
    return 0


def find_number(text: str, literal: str) -> int:
    """The first place outside strings where exactly this literal stands."""
    return next((at for kind, token, at in _tokens(text) if kind == "literal" and token == literal), 0)


def find_duplicate(text: str) -> int:
    """The second of two equal keys of one object. `"a"` and `"\\u0061"` are equal."""
    open_objects: list[set[str]] = []
    for kind, token, offset in _tokens(text):
        if kind == "open":
            open_objects.append(set())
        elif kind == "close" and open_objects:
            open_objects.pop()
        elif kind == "string" and open_objects and _COLON_FOLLOWS.match(text, offset + len(token)):
            key = json.loads(token)
            if key in open_objects[-1]:
                return offset
            open_objects[-1].add(key)
    return 0


def _tokens(text: str) -> Iterator[tuple[str, str, int]]:
    for match in _TOKEN.finditer(text):
        yield str(match.lastgroup), match.group(), match.start()
