"""The parameters of an operation: path and query become arguments, headers and cookies mostly do not."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Final

from agents_app.openapi.arguments import Arguments
from agents_app.openapi.findings import CannotBeTool, Notes, shown
from agents_app.openapi.references import Document
from agents_app.openapi.schemas import SchemaReader

MAX_PARAMETERS: Final = 200
_SET_BY_HTTP: Final = frozenset({"accept", "content-type", "authorization"})
_SET_BY_BATON: Final = frozenset(
    {"connection", "content-length", "cookie", "host", "proxy-authorization", "transfer-encoding"}
)
_KEY: Final = "idempotency-key"
_COMPOSITE: Final = frozenset({"array", "object"})


@dataclass(frozen=True, slots=True)
class Parameter:
    """One parameter with its place."""

    name: str
    where: str
    required: bool
    about: dict[str, Any]
    pointer: str


@dataclass(slots=True)
class Headers:
    """What the headers of an operation mean for its tool."""

    keyed: bool = False
    """It documents an Idempotency-Key, which Baton sends with every call."""
    fixed: dict[str, str] = field(default_factory=dict)


def read_parameters(document: Document, levels: list[tuple[Any, str]], notes: Notes) -> list[Parameter]:
    """Those of the path item and of the operation; a later level replaces an earlier one's names."""
    found: dict[tuple[str, str], Parameter] = {}
    for node, pointer in levels:
        for parameter in _of_level(document, node, pointer, notes):
            found[parameter.where, parameter.name] = parameter
    return list(found.values())


def _of_level(document: Document, node: Any, pointer: str, notes: Notes) -> Iterator[Parameter]:
    if not isinstance(node, list):
        return
    if len(node) > MAX_PARAMETERS:
        raise CannotBeTool("too_large", f"It has more than {MAX_PARAMETERS} parameters.", pointer)
    for index, each in enumerate(node):
        about, place = document.follow(each, f"{pointer}/{index}")
        name = about.get("name") if isinstance(about, dict) else None
        where = about.get("in") if isinstance(about, dict) else None
        if isinstance(name, str) and name and where in ("path", "query", "header", "cookie"):
            yield Parameter(name, where, about.get("required") is True, about, place)
        else:
            notes.add("invalid_parameter", "A parameter has a 'name' and an 'in'.", place)


def add_query(parameter: Parameter, arguments: Arguments, reader: SchemaReader) -> None:
    """A list is sent as the name repeated, which is what OpenAPI means unless it says otherwise."""
    schema = _schema(parameter, reader)
    what = f"The query parameter {shown(parameter.name)}"
    style, explode = parameter.about.get("style", "form"), parameter.about.get("explode", True)
    kinds = _kinds(schema)
    if schema is None or "object" in kinds or style != "form" or ("array" in kinds and explode is False):
        message = f"{what} is sent in a form that tools do not have"
        arguments.leave_out("unsupported_parameter", message, parameter.required, parameter.pointer)
        return
    arguments.add_query(parameter.name, schema, parameter.required, parameter.pointer)


def add_path(parameter: Parameter, arguments: Arguments, reader: SchemaReader) -> None:
    """One plain value in its place in the path."""
    schema = _schema(parameter, reader)
    if schema is None or _kinds(schema) & _COMPOSITE or parameter.about.get("style", "simple") != "simple":
        message = f"{shown(parameter.name)} of the path is no plain value."
        raise CannotBeTool("unsupported_parameter", message, parameter.pointer)
    arguments.add_path(parameter.name, schema, parameter.pointer)


def read_header(parameter: Parameter, headers: Headers, notes: Notes, reader: SchemaReader) -> None:
    """A model sets no headers: one with a single possible value is written fixed, the others are told."""
    lower = parameter.name.lower()
    if lower in _SET_BY_HTTP:
        return
    if lower == _KEY:
        headers.keyed = True
        return
    only = _only_value(_schema(parameter, reader) or {})
    if parameter.required and only is not None and _may_stand_in_header(parameter.name, only):
        headers.fixed[parameter.name] = only
        notes.add("fixed_header", f"The header {parameter.name} is always {only!r}.", parameter.pointer)
        return
    needed = (
        "It is required: write a fixed value in 'headers' or use a credential." if parameter.required else ""
    )
    message = f"The header {shown(parameter.name)} is not sent: a model sets no headers. {needed}"
    notes.add("header_parameter", message.strip(), parameter.pointer)


def refuse_cookie(parameter: Parameter, arguments: Arguments) -> None:
    """Tools send no cookies."""
    message = f"The cookie {shown(parameter.name)} cannot be sent"
    arguments.leave_out("cookie_parameter", message, parameter.required, parameter.pointer)


def _schema(parameter: Parameter, reader: SchemaReader) -> dict[str, Any] | None:
    """None where the value is itself a document, such as JSON inside of the query."""
    if "content" in parameter.about:
        return None
    schema = reader.read(parameter.about.get("schema", {}), f"{parameter.pointer}/schema")
    description = parameter.about.get("description")
    if isinstance(description, str) and description.strip() and "description" not in schema:
        schema["description"] = description.strip()[:1_000]
    return schema


def _kinds(schema: dict[str, Any] | None) -> frozenset[str]:
    given = (schema or {}).get("type", ())
    return frozenset([given] if isinstance(given, str) else given)


def _only_value(schema: dict[str, Any]) -> str | None:
    values = [schema["const"]] if "const" in schema else schema.get("enum", ())
    return values[0] if len(values) == 1 and isinstance(values[0], str) else None


def _may_stand_in_header(name: str, value: str) -> bool:
    is_plain = value.isascii() and value.isprintable() and value.strip() == value and bool(value)
    is_free = name.lower() not in _SET_BY_BATON
    return is_plain and is_free and len(value) <= 200 and name.replace("-", "").isalnum() and name.isascii()
