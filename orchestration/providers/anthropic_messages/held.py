"""A JSON Schema as the messages API takes it to hold an answer to, or nothing where it would refuse it.

It takes a part of JSON Schema and answers 400 to the rest, so what is sent may be looser than the schema, but
never narrower than it was meant: bounds and patterns are left out, since the answer is judged by the whole
schema afterwards anyway. Every object has to be closed. Where one is meant to be open nothing is sent, and
the instructions alone say what is wanted.
"""

from collections.abc import Iterator, Mapping
from typing import Any, Final

_KEPT: Final = ("title", "description")
_PLAIN: Final = frozenset({"string", "integer", "number", "boolean", "null"})
_FORMATS: Final = frozenset(
    ("date-time", "time", "date", "duration", "email", "hostname", "uri", "ipv4", "ipv6", "uuid")
)
_OPENING: Final = ("patternProperties", "unevaluatedProperties", "allOf", "if", "dependentSchemas")
"""Beside properties these may name more of them, which a closed object would not have."""
_SHAPING: Final = frozenset({"properties", "required", "items", "allOf"})
"""What would be lost beside a union or a reference: a branch alone is closed to the rest of it."""
_DEFINITIONS: Final = ("$defs", "definitions")
_MOST_OPTIONAL: Final = 24
_MOST_UNIONS: Final = 16
"""Beyond these the API calls a schema too complex."""


class _Unheld(Exception):
    """This schema, or a part of it, cannot be held to."""


def held(schema: Mapping[str, Any]) -> dict[str, Any] | None:
    """The schema to send; None: it is better not to ask."""
    try:
        sent = _Holding(schema).root()
    except _Unheld:
        return None
    return sent


class _Holding:
    """One schema on its way; it counts what the API bounds."""

    def __init__(self, schema: Mapping[str, Any]) -> None:
        self._schema = schema
        self._open: list[str] = []
        self._definitions: dict[str, dict[str, Any]] = {}
        self._optional = 0
        self._unions = 0

    def root(self) -> dict[str, Any]:
        if self._schema.get("type") != "object":
            raise _Unheld
        sent = self._node(self._schema)
        if self._optional > _MOST_OPTIONAL or self._unions > _MOST_UNIONS:
            raise _Unheld
        return {**sent, "$defs": self._definitions} if self._definitions else sent

    def _node(self, schema: Any) -> dict[str, Any]:
        if not isinstance(schema, Mapping):
            raise _Unheld
        if ("$ref" in schema or "anyOf" in schema or "oneOf" in schema) and not _SHAPING.isdisjoint(schema):
            raise _Unheld
        if "$ref" in schema:
            return self._reference(schema["$ref"])
        return {**self._shape(schema), **{name: schema[name] for name in _KEPT if name in schema}}

    def _shape(self, schema: Mapping[str, Any]) -> dict[str, Any]:
        if literals := dict(_literals(schema)):
            return literals
        for name in ("anyOf", "oneOf"):
            if name in schema:
                return self._union(schema[name])
        match schema.get("type"):
            case list() as kinds:
                return self._union([{**schema, "type": kind} for kind in kinds])
            case "object":
                return self._object(schema)
            case "array" if "prefixItems" not in schema:
                few = schema.get("minItems")
                items = {"type": "array", "items": self._node(schema.get("items"))}
                return {**items, "minItems": few} if few in (0, 1) else items
            case "string" if schema.get("format") in _FORMATS:
                return {"type": "string", "format": schema["format"]}
            case str() as kind if kind in _PLAIN:
                return {"type": kind}
            case _:
                raise _Unheld

    def _object(self, schema: Mapping[str, Any]) -> dict[str, Any]:
        properties, required = schema.get("properties"), list(schema.get("required", ()))
        opened = schema.get("additionalProperties", False) is not False
        if not properties or opened or any(name in schema for name in _OPENING):
            raise _Unheld
        if any(name not in properties for name in required):
            raise _Unheld
        self._optional += len(properties) - len(required)
        return {
            "type": "object",
            "properties": {name: self._node(each) for name, each in properties.items()},
            "required": required,
            "additionalProperties": False,
        }

    def _union(self, schemas: Any) -> dict[str, Any]:
        self._unions += 1
        return {"anyOf": [self._node(each) for each in schemas]}

    def _reference(self, reference: str) -> dict[str, Any]:
        """To a definition of its own; one that comes back to itself is refused by the API."""
        root, place, name = (*reference.split("/"), "", "")[:3]
        known = self._schema.get(place)
        if root != "#" or place not in _DEFINITIONS or not isinstance(known, Mapping) or name not in known:
            raise _Unheld
        if name in self._open:
            raise _Unheld
        if name not in self._definitions:
            self._open.append(name)
            self._definitions[name] = self._node(known[name])
            self._open.pop()
        return {"$ref": f"#/$defs/{name}"}


def _literals(schema: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    for name in ("enum", "const"):
        if name in schema:
            values = schema[name] if name == "enum" else [schema[name]]
            if not values or not all(each is None or isinstance(each, str | int | float) for each in values):
                raise _Unheld
            yield name, schema[name]
