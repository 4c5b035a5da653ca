"""`x-mcp-header`: arguments that a server wants as headers too. A tool that says it wrongly is not used."""

import re
from collections.abc import Iterator
from typing import Any, Final

_KEY: Final = "x-mcp-header"
_TOKEN: Final = re.compile(r"[!#$%&'*+\-.^_`|~0-9A-Za-z]+")
_PRIMITIVE: Final = frozenset({"string", "integer", "boolean"})
_DEEPEST: Final = 32


def wrong_param_header(schema: Any) -> str | None:
    """Why one of them is wrong; None where none is. Right is a header name, said once, of a text, a whole
    number or a truth value that is a property of properties alone."""
    seen: set[str] = set()
    for is_property, node in _nodes(schema, True, 0):
        if _KEY not in node:
            continue
        name = node[_KEY]
        if not is_property:
            return f"'{_KEY}' stands where no argument is."
        if not isinstance(name, str) or not _TOKEN.fullmatch(name):
            return f"'{_KEY}' is no header name."
        if not isinstance(node.get("type"), str) or node["type"] not in _PRIMITIVE:
            return f"'{_KEY}' is on an argument that is no text, whole number or truth value."
        if name.lower() in seen:
            return f"'{_KEY}' names {name[:100]!r} twice."
        seen.add(name.lower())
    return None


def _nodes(node: Any, is_chain: bool, depth: int) -> Iterator[tuple[bool, dict[str, Any]]]:
    """Every object of the schema, and whether it is a property reached by properties alone."""
    if isinstance(node, list):
        for item in node:
            yield from _nodes(item, False, depth + 1)
    if not isinstance(node, dict) or depth > _DEEPEST:
        return
    yield is_chain and depth > 0, node
    for key, value in node.items():
        if key == "properties" and isinstance(value, dict):
            for each in value.values():
                yield from _nodes(each, is_chain, depth + 1)
        elif key not in ("default", "examples", "const", "enum"):
            yield from _nodes(value, False, depth + 1)
