"""Made-up arguments of a tool, for showing its sentence before anything was called. Pure."""

from collections.abc import Mapping
from typing import Any

_BY_TYPE: Mapping[str, Any] = {
    "number": 1,
    "integer": 1,
    "boolean": True,
    "array": [],
    "object": {},
    "null": None,
}


def example_arguments(schema: Mapping[str, Any]) -> dict[str, Any]:
    """One value for each argument: the author's example where there is one, otherwise one of its type."""
    properties = schema.get("properties", {})
    return {name: _example(name, each) for name, each in properties.items()}


def _example(name: str, schema: Any) -> Any:
    if not isinstance(schema, Mapping):
        return f"<{name}>"
    for key in ("examples", "enum"):
        values = schema.get(key)
        if isinstance(values, list) and values:
            return values[0]
    for key in ("const", "default"):
        if key in schema:
            return schema[key]
    declared = schema.get("type")
    first = declared[0] if isinstance(declared, list) and declared else declared
    return _BY_TYPE.get(first, f"<{name}>") if isinstance(first, str) else f"<{name}>"
