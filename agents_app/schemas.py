"""JSON Schemas of tools and answers (Draft 2020-12): checked and brought to one form where they are defined.

A schema that a provider would refuse, that would fetch something or that could run for minutes is refused
here, with its place, so that one bad tool never takes the others of an agent with it.
"""

import copy
from collections.abc import Iterator, Mapping
from typing import Any
from urllib.parse import unquote

from jsonschema import Draft202012Validator
from jsonschema.exceptions import SchemaError

from agents_app.patterns import why_unsafe
from baton.core.canonical import canonical
from baton.core.errors import Unprocessable

DIALECT = "https://json-schema.org/draft/2020-12/schema"
MAX_SCHEMA_BYTES = 32 * 1024
MAX_SCHEMA_DEPTH = 32

_ROOT_COMBINATIONS = ("oneOf", "anyOf", "allOf", "not", "if", "$ref", "$dynamicRef", "enum", "const")
_REFERENCES = ("$ref", "$dynamicRef")
_HOLDS_VALUES = frozenset({"const", "enum", "default", "examples"})
_HOLDS_NAMES = frozenset({"properties", "patternProperties", "$defs", "dependentSchemas"})


def normalise_schema(schema: Any) -> dict[str, Any]:
    """The schema as it is stored and sent, or Unprocessable with a code and the JSON pointer as `field`.

    Empty `properties` are added, and a root that says nothing of additional properties allows none.
    """
    if not isinstance(schema, Mapping):
        raise _refused("schema_not_an_object", "A schema is an object.", "")
    _refuse_size(schema)
    _refuse_root(schema)
    _refuse_keywords(schema)
    _refuse_what_is_no_schema(schema)
    normal = copy.deepcopy(dict(schema))
    normal.setdefault("properties", {})
    normal.setdefault("additionalProperties", False)
    _refuse_missing_required(normal)
    return normal


def check_foreign_schema(schema: Any) -> dict[str, Any]:
    """The schema of what a tool of somebody else answers: any root, nothing added. Refused is what could not
    be tested without fetching something or running for minutes."""
    if not isinstance(schema, Mapping):
        raise _refused("schema_not_an_object", "A schema is an object.", "")
    _refuse_size(schema)
    _refuse_dialect(schema)
    _refuse_keywords(schema)
    _refuse_what_is_no_schema(schema)
    return copy.deepcopy(dict(schema))


def _refuse_what_is_no_schema(schema: Mapping[str, Any]) -> None:
    try:
        Draft202012Validator.check_schema(schema)
    except SchemaError as error:
        pointer = _pointer(error.absolute_path)
        raise _refused("schema_invalid", f"{pointer or 'The schema'}: {error.message}", pointer) from None


def _refuse_size(schema: Mapping[str, Any]) -> None:
    if _depth(schema) > MAX_SCHEMA_DEPTH:
        raise _refused("schema_too_deep", f"The schema is nested deeper than {MAX_SCHEMA_DEPTH} levels.", "")
    try:
        size = len(canonical(schema))
    except (ValueError, TypeError) as error:
        raise _refused("schema_invalid", f"The schema is not plain JSON: {error}", "") from None
    if size > MAX_SCHEMA_BYTES:
        raise _refused("schema_too_large", f"The schema is larger than {MAX_SCHEMA_BYTES} bytes.", "")


def _refuse_root(schema: Mapping[str, Any]) -> None:
    for keyword in _ROOT_COMBINATIONS:
        if keyword in schema:
            message = f"'{keyword}' at the root is refused by model providers; put it inside a property."
            raise _refused("schema_root_combination", message, f"/{keyword}")
    if schema.get("type") != "object":
        message = f"The root must have type 'object', not {schema.get('type')!r}."
        raise _refused("schema_root_not_object", message, "/type")
    _refuse_dialect(schema)


def _refuse_dialect(schema: Mapping[str, Any]) -> None:
    if schema.get("$schema", DIALECT) != DIALECT:
        message = f"Schemas are Draft 2020-12, not {schema['$schema']!r}."
        raise _refused("schema_dialect", message, "/$schema")


def _refuse_keywords(schema: Mapping[str, Any]) -> None:
    for pointer, keyword, value in _keywords(schema, ""):
        if keyword in _REFERENCES and not (isinstance(value, str) and value.startswith("#")):
            raise _refused("schema_remote_reference", f"{value!r} is outside of this schema.", pointer)
        if keyword in _REFERENCES and not _is_there(schema, value):
            raise _refused("schema_unknown_reference", f"There is nothing at {value!r}.", pointer)
        if keyword in ("$id", "$anchor", "$dynamicAnchor"):
            raise _refused("schema_identifier", f"'{keyword}' is not used here; refer by '#/...'.", pointer)
        patterns = value if keyword == "patternProperties" and isinstance(value, Mapping) else ()
        for pattern in (value,) if keyword == "pattern" and isinstance(value, str) else patterns:
            why = why_unsafe(pattern)
            if why:
                raise _refused("schema_pattern_unsafe", f"The pattern {pattern!r} is unsafe: {why}.", pointer)


def _refuse_missing_required(schema: Mapping[str, Any]) -> None:
    unknown = [name for name in schema.get("required", ()) if name not in schema["properties"]]
    if unknown and schema["additionalProperties"] is False:
        message = f"{unknown[0]!r} is required but is no property, so no call could ever be valid."
        raise _refused("schema_never_valid", message, "/required")


def _is_there(schema: Mapping[str, Any], reference: str) -> bool:
    """Whether a reference of the form `#/$defs/name` leads to something in this schema."""
    current: Any = schema
    for part in reference.removeprefix("#").split("/")[1:]:
        name = unquote(part).replace("~1", "/").replace("~0", "~")
        if isinstance(current, list) and name.isdecimal() and int(name) < len(current):
            current = current[int(name)]
        elif isinstance(current, Mapping) and name in current:
            current = current[name]
        else:
            return False
    return reference == "#" or reference.startswith("#/")


def _keywords(schema: Any, pointer: str) -> Iterator[tuple[str, str, Any]]:
    """Every keyword of every sub-schema; names of properties and plain values are no keywords."""
    if isinstance(schema, list):
        for index, item in enumerate(schema):
            yield from _keywords(item, f"{pointer}/{index}")
    if not isinstance(schema, Mapping):
        return
    for keyword, value in schema.items():
        place = f"{pointer}/{_escaped(keyword)}"
        yield place, keyword, value
        if keyword in _HOLDS_NAMES and isinstance(value, Mapping):
            for name, inner in value.items():
                yield from _keywords(inner, f"{place}/{_escaped(name)}")
        elif keyword not in _HOLDS_VALUES:
            yield from _keywords(value, place)


def _depth(value: Any) -> int:
    """Levels of nesting, counted without recursion."""
    deepest = 0
    open_values = [(value, 1)]
    while open_values:
        current, depth = open_values.pop()
        deepest = max(deepest, depth)
        if depth > MAX_SCHEMA_DEPTH:
            break
        inner = current.values() if isinstance(current, Mapping) else current
        if isinstance(current, Mapping | list | tuple):
            open_values.extend((item, depth + 1) for item in inner)
    return deepest


def _pointer(path: Any) -> str:
    return "".join(f"/{_escaped(str(part))}" for part in path)


def _escaped(part: str) -> str:
    return str(part).replace("~", "~0").replace("/", "~1")


def _refused(code: str, message: str, pointer: str) -> Unprocessable:
    return Unprocessable(code, message, field=pointer or None)
