"""The body of an operation: the named values of a JSON object become arguments, anything else no tool."""

import re
from collections.abc import Sequence
from itertools import islice
from typing import Any, Final

from agents_app.openapi.arguments import Arguments
from agents_app.openapi.findings import CannotBeTool, escape, shown
from agents_app.openapi.references import Document
from agents_app.openapi.schemas import SchemaReader

_JSON: Final = re.compile(
    r"application/(?:[a-z0-9.+-]+\+)?json(?:\s*;.*)?|application/\*|\*/\*", re.IGNORECASE
)
_MOST_KINDS: Final = 50
_WITHOUT_BODY: Final = ("GET", "DELETE")


def add_body(
    method: str, node: Any, pointer: str, document: Document, arguments: Arguments, reader: SchemaReader
) -> None:
    """Read `requestBody` into the arguments."""
    body, place = document.follow(node, pointer)
    if not isinstance(body, dict):
        return
    required = body.get("required") is True
    if method in _WITHOUT_BODY:
        arguments.leave_out("body_not_sent", f"A tool sends no body with {method}", required, place)
        return
    content = body.get("content")
    kinds = content if isinstance(content, dict) else {}
    kind = next((each for each in islice(kinds, _MOST_KINDS) if _JSON.fullmatch(each)), None)
    if kind is None:
        named = ", ".join(shown(each) for each in list(kinds)[:3]) or "no kind of content"
        raise CannotBeTool("body_not_json", f"Its body is {named}; a tool sends JSON.", f"{place}/content")
    if "+" in kind:
        message = f"It is sent as application/json, not as {shown(kind)}."
        arguments.notes.add("other_json", message, f"{place}/content/{escape(kind)}")
    media = kinds[kind]
    schema = media.get("schema", {}) if isinstance(media, dict) else {}
    at = f"{place}/content/{escape(kind)}/schema"
    whole = _merged(reader.read(schema, at), at, arguments)
    for name, each in whole["properties"].items():
        arguments.add_body(name, each, name in whole["required"], f"{at}/properties/{escape(name)}")
    arguments.has_body = True
    if not required and whole["required"]:
        message = f"The body may be left out; here {', '.join(whole['required'][:5])} are always asked for."
        arguments.notes.add("optional_body", message, place)


def _merged(schema: dict[str, Any], pointer: str, arguments: Arguments) -> dict[str, Any]:
    """One object with names, out of an object and everything it says all of."""
    kinds = schema.get("type", "object")
    if kinds != "object" and "object" not in kinds:
        message = f"Its body is {shown(kinds)}, not an object with names."
        raise CannotBeTool("body_not_object", message, pointer)
    for choice in ("oneOf", "anyOf"):
        _refuse_forms(schema.get(choice, ()), pointer, arguments)
    properties: dict[str, Any] = {}
    required: list[str] = []
    parts = [_merged(each, pointer, arguments) for each in schema.get("allOf", ())]
    for part in (*parts, schema):
        for name, each in part.get("properties", {}).items():
            is_same = name not in properties or properties[name] == each
            properties[name] = each if is_same else {"allOf": [properties[name], each]}
        required += part.get("required", ())
    if not properties and not parts and "properties" not in schema:
        if "required" in schema:
            return {"properties": {}, "required": required}
        raise CannotBeTool("body_without_names", "Its body has no named values to be arguments.", pointer)
    return {"properties": properties, "required": list(dict.fromkeys(required))}


def _refuse_forms(forms: Sequence[dict[str, Any]], pointer: str, arguments: Arguments) -> None:
    """Forms that differ only in what must be there leave the same names."""
    if any(set(form) - {"required", "title", "description"} for form in forms):
        message = "Its body has one of several forms; a tool has one. Write it by hand."
        raise CannotBeTool("body_of_several_forms", message, pointer)
    if forms:
        message = "Which of its values must be there together is not checked."
        arguments.notes.add("forms_not_checked", message, pointer)
