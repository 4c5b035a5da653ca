"""Schemas of arguments that a tool may have: checked as publishing does, each only once in a document.

A check takes a millisecond, and the operations of one document repeat the same few hundred arguments.
"""

from typing import Any

from agents_app.openapi.findings import CannotBeTool
from agents_app.schemas import MAX_SCHEMA_BYTES, normalise_schema
from baton.core.canonical import canonical, canonical_text
from baton.core.errors import BatonError


class CheckedSchemas:
    """Those of one document."""

    def __init__(self) -> None:
        self._good: set[str] = set()

    def require(self, arguments: dict[str, dict[str, Any]], required: list[str], pointer: str) -> None:
        """Raise CannotBeTool unless a tool may take exactly these."""
        whole = {
            "type": "object",
            "properties": arguments,
            "required": required,
            "additionalProperties": False,
        }
        try:
            if len(canonical(whole)) > MAX_SCHEMA_BYTES:
                message = f"Its arguments take more than {MAX_SCHEMA_BYTES} bytes to describe."
                raise CannotBeTool("too_large", message, pointer)
            for schema in arguments.values():
                self._check(schema)
        except BatonError as error:
            raise CannotBeTool(error.code, error.message, pointer) from None

    def _check(self, schema: dict[str, Any]) -> None:
        text = canonical_text(schema)
        if text not in self._good:
            normalise_schema({"type": "object", "properties": {"argument": schema}})
            self._good.add(text)
