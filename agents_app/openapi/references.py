"""`$ref` inside of one document: followed by JSON pointer, never fetched, never in circles."""

from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import unquote

from agents_app.openapi.findings import CannotBeTool, shown

MAX_STEPS: Final = 20
MAX_REFERENCE: Final = 1_000


@dataclass(frozen=True, slots=True)
class Document:
    """The whole document, for looking things up."""

    root: dict[str, Any]

    def follow(self, node: Any, pointer: str) -> tuple[Any, str]:
        """What a node stands for, and where that stands: itself, or the end of its chain of references.

        Raises CannotBeTool where the chain leads outside, nowhere or round.
        """
        for _ in range(MAX_STEPS):
            if not (isinstance(node, dict) and isinstance(node.get("$ref"), str)):
                return node, pointer
            node, pointer = self.find(node["$ref"], pointer)
        raise CannotBeTool("endless_reference", "This reference leads to itself.", pointer)

    def find(self, reference: str, pointer: str) -> tuple[Any, str]:
        """The target of a reference that stands at `pointer`, and its own place."""
        if not reference.startswith("#"):
            message = f"{shown(reference)} is outside of this document, and nothing is fetched."
            raise CannotBeTool("external_reference", message, pointer)
        if len(reference) > MAX_REFERENCE:
            message = f"A reference of {len(reference)} characters is not followed."
            raise CannotBeTool("unknown_reference", message, pointer)
        place = unquote(reference[1:])
        node: Any = self.root
        for part in place.split("/")[1:]:
            name = part.replace("~1", "/").replace("~0", "~")
            if isinstance(node, dict) and name in node:
                node = node[name]
            elif isinstance(node, list) and name.isascii() and name.isdecimal() and int(name[:6]) < len(node):
                node = node[int(name[:6])]
            else:
                message = f"There is nothing at {shown(reference)}."
                raise CannotBeTool("unknown_reference", message, pointer)
        if place and not place.startswith("/"):
            message = f"{shown(reference)} is an anchor; references are read in the form '#/components/...'."
            raise CannotBeTool("unknown_reference", message, pointer)
        return node, place
