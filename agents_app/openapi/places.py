"""An operation as the document has it, and where."""

import re
from dataclasses import dataclass
from typing import Any, Final

from agents_app.openapi.findings import escape

PLACEHOLDER: Final = re.compile(r"\{([^{}]*)\}")


@dataclass(frozen=True, slots=True)
class Place:
    """Method and path, the path item around it, and the pointers of both."""

    method: str
    path: str
    item: dict[str, Any]
    node: dict[str, Any]
    pointer: str
    item_pointer: str


def operation_pointer(path: str, method: str) -> str:
    """Where an operation stands, unless its path refers to elsewhere."""
    return f"/paths/{escape(path)}/{method}"


def summary_of(node: dict[str, Any]) -> str:
    """Its own one line, if it has one."""
    given = node.get("summary")
    return " ".join(given[:1_000].split())[:200] if isinstance(given, str) else ""
