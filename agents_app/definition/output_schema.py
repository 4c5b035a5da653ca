"""`output` of an agent: the JSON Schema of its answer, checked as the schemas of tools are."""

from collections.abc import Mapping
from typing import Any

from agents_app.definition.document import find, to_plain
from agents_app.definition.reader import Reader
from agents_app.schemas import normalise_schema
from baton.core.errors import BatonError


def read_output_schema(reader: Reader) -> Mapping[str, Any] | None:
    """The schema, or None where the answer is any text."""
    node = reader.node("output")
    if node is None:
        return None
    try:
        return normalise_schema(to_plain(node))
    except BatonError as error:
        reader.add(error.code, error.message, find(node, error.field or ""))
        return None
