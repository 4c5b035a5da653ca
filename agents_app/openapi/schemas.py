"""Schemas of an OpenAPI document as those of arguments: JSON Schema 2020-12, every reference written out.

3.0 says some things in its own way (`nullable`, boolean `exclusiveMinimum`); keywords that say nothing about
a value are dropped. What cannot be written out, since it has no end, stays open there and is noted.
"""

from dataclasses import dataclass, field
from typing import Any, Final

from agents_app.openapi.findings import CannotBeTool, Notes, escape, shown
from agents_app.openapi.keywords import is_kept
from agents_app.openapi.references import Document
from agents_app.patterns import why_unsafe

MAX_DEPTH: Final = 12
MAX_NODES_OF_OPERATION: Final = 2_000
MAX_DESCRIPTION: Final = 1_000
_WORTH_A_SCHEMA: Final = 16
_SAYS_NOTHING: Final = frozenset({"description", "title", "example", "examples"})
_LISTS: Final = ("allOf", "anyOf", "oneOf", "prefixItems")


class TooManySchemas(Exception):
    """The whole document holds more than is read in one go."""


@dataclass(slots=True)
class Budget:
    """How many schemas may still be written out, for one operation and for the document."""

    of_document: int
    of_operation: int = 0

    def begin(self) -> None:
        """A new operation."""
        self.of_operation = MAX_NODES_OF_OPERATION

    def spend(self, pointer: str, cost: int = 1) -> None:
        """One schema more, or something that takes as much work as so many."""
        self.of_operation -= cost
        self.of_document -= cost
        if self.of_document < 0:
            raise TooManySchemas
        if self.of_operation < 0:
            message = f"Its arguments are made of more than {MAX_NODES_OF_OPERATION} schemas."
            raise CannotBeTool("too_large", message, pointer)


@dataclass(slots=True)
class SchemaReader:
    """Writes schemas of one operation out."""

    document: Document
    notes: Notes
    budget: Budget
    _inside: list[str] = field(default_factory=list)
    """The places that are being written out, from the outermost in: meeting one again has no end."""

    def read(self, schema: Any, pointer: str, depth: int = 0) -> dict[str, Any]:
        """The schema with nothing referred to; open ({}) where it cannot be said."""
        self.budget.spend(pointer)
        if isinstance(schema, bool):
            return {} if schema else {"not": {}}
        if not isinstance(schema, dict):
            self.notes.add("invalid_schema", f"{shown(schema)} is no schema.", pointer)
            return {}
        if isinstance(schema.get("$ref"), str):
            return self._referred(schema, pointer, depth)
        if depth > MAX_DEPTH:
            self.notes.add("too_deep", f"What is deeper than {MAX_DEPTH} levels is left open.", pointer)
            return {}
        return self._plain(schema, pointer, depth)

    def _referred(self, schema: dict[str, Any], pointer: str, depth: int) -> dict[str, Any]:
        try:
            target, place = self.document.follow(schema, pointer)
        except CannotBeTool as error:
            found = error.problem
            self.notes.add(found.code, f"{found.message} The value is left open.", found.pointer)
            return {}
        if place in self._inside:
            self.notes.add(
                "recursive", f"{shown(place)} holds itself; there the value is left open.", pointer
            )
            return {}
        self._inside.append(place)
        try:
            result = self.read(target, place, depth)
        finally:
            self._inside.pop()
        description = schema.get("description")
        return (
            result | {"description": description[:MAX_DESCRIPTION]}
            if isinstance(description, str)
            else result
        )

    def _plain(self, schema: dict[str, Any], pointer: str, depth: int) -> dict[str, Any]:
        result: dict[str, Any] = {}
        for keyword, value in schema.items():
            self._keyword(result, keyword, value, f"{pointer}/{escape(str(keyword))}", depth)
        _translate_bounds(schema, result)
        if "required" in result:
            # What only answers hold was left out above; nobody can be asked for it.
            properties = schema.get("properties")
            gone = set(properties if isinstance(properties, dict) else ()) - set(result.get("properties", ()))
            result["required"] = [name for name in result["required"] if name not in gone]
        if schema.get("nullable") is True:
            _allow_null(result)
        return result

    def _keyword(self, result: dict[str, Any], keyword: str, value: Any, pointer: str, depth: int) -> None:
        # A reference repeats what it leads to: long texts and lists count like the schemas they are worth.
        if isinstance(value, str | list | dict) and keyword not in _SAYS_NOTHING:
            self.budget.spend(pointer, len(value) // _WORTH_A_SCHEMA)
        match keyword:
            case _ if is_kept(keyword, value):
                result[keyword] = value
            case "description" | "title" if isinstance(value, str) and value.strip():
                result[keyword] = value[:MAX_DESCRIPTION]
            case "pattern" if isinstance(value, str):
                self._pattern(result, value, pointer)
            case "required" if isinstance(value, list) and all(isinstance(each, str) for each in value):
                result[keyword] = list(dict.fromkeys(value))
            case "properties" if isinstance(value, dict):
                result[keyword] = {
                    name: self._property(name, each, f"{pointer}/{escape(name)}", depth + 1)
                    for name, each in value.items()
                    if not (isinstance(each, dict) and each.get("readOnly") is True)
                }
            case "items" | "additionalProperties" | "not":
                result[keyword] = self.read(value, pointer, depth + 1)
            case _ if keyword in _LISTS and isinstance(value, list) and value:
                result[keyword] = [
                    self.read(each, f"{pointer}/{index}", depth + 1) for index, each in enumerate(value)
                ]
            case _:
                pass

    def _property(self, name: str, schema: Any, pointer: str, depth: int) -> dict[str, Any]:
        self.budget.spend(pointer, len(name) // _WORTH_A_SCHEMA)
        return self.read(schema, pointer, depth)

    def _pattern(self, result: dict[str, Any], pattern: str, pointer: str) -> None:
        why = why_unsafe(pattern)
        if why is None:
            result["pattern"] = pattern
        else:
            self.notes.add("unsafe_pattern", f"The pattern is left out: {why}.", pointer)


def _translate_bounds(schema: dict[str, Any], result: dict[str, Any]) -> None:
    """3.0 writes `minimum: 0, exclusiveMinimum: true` for what 2020-12 calls `exclusiveMinimum: 0`."""
    for bound, exclusive in (("minimum", "exclusiveMinimum"), ("maximum", "exclusiveMaximum")):
        if schema.get(exclusive) is True and bound in result:
            result[exclusive] = result.pop(bound)


def _allow_null(result: dict[str, Any]) -> None:
    given = result.get("type")
    if isinstance(given, str):
        result["type"] = [given, "null"]
    if "enum" in result and None not in result["enum"]:
        result["enum"] = [*result["enum"], None]
