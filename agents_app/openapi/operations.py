"""One operation read: what it may do, what it takes, and whether a tool can send that."""

from dataclasses import dataclass
from typing import Any, Final

from agents_app.openapi.arguments import Arguments
from agents_app.openapi.bodies import add_body
from agents_app.openapi.checked_schemas import CheckedSchemas
from agents_app.openapi.contents import content_of
from agents_app.openapi.findings import CannotBeTool, Notes, shown
from agents_app.openapi.parameters import (
    Headers,
    Parameter,
    add_path,
    add_query,
    read_header,
    read_parameters,
    refuse_cookie,
)
from agents_app.openapi.places import PLACEHOLDER, Place
from agents_app.openapi.references import Document
from agents_app.openapi.schemas import Budget, SchemaReader
from agents_app.spec import EffectClass, Risk

METHODS: Final = ("get", "put", "post", "delete", "patch", "head", "options", "trace")
_TOOLS: Final = ("get", "put", "post", "delete", "patch")
_EFFECTS: Final = {
    "get": (EffectClass.READ_ONLY, Risk.LOW),
    "head": (EffectClass.READ_ONLY, Risk.LOW),
    "options": (EffectClass.READ_ONLY, Risk.LOW),
    "trace": (EffectClass.READ_ONLY, Risk.LOW),
    "put": (EffectClass.NATURAL, Risk.MEDIUM),
    "delete": (EffectClass.NATURAL, Risk.HIGH),
    "post": (EffectClass.AT_MOST_ONCE, Risk.HIGH),
    "patch": (EffectClass.AT_MOST_ONCE, Risk.HIGH),
}
_KEYED: Final = (EffectClass.KEYED, Risk.MEDIUM)


@dataclass(slots=True)
class Read:
    """What could be read of an operation. `content` None: it cannot be a tool."""

    effect: EffectClass
    risk: Risk
    content: dict[str, Any] | None = None


def read_operation(
    place: Place,
    base: str,
    document: Document,
    *,
    budget: Budget,
    checked: CheckedSchemas,
    notes: Notes,
) -> Read:
    """The content, beginning with `base`; what was left out stands in `notes`."""
    effect, risk = _EFFECTS[place.method]
    read = Read(effect, risk)
    try:
        budget.begin()
        reader = SchemaReader(document, notes, budget)
        arguments, headers = _arguments(place, document, reader, notes)
        if headers.keyed and effect is EffectClass.AT_MOST_ONCE:
            read.effect, read.risk = _KEYED
        checked.require(arguments.schemas, arguments.required, place.pointer)
        read.content = content_of(place, base, read.effect, read.risk, arguments, headers)
    except CannotBeTool as error:
        notes.found.insert(0, error.problem)
    return read


def _arguments(
    place: Place, document: Document, reader: SchemaReader, notes: Notes
) -> tuple[Arguments, Headers]:
    if place.method not in _TOOLS:
        raise CannotBeTool("unsupported_method", f"{place.method.upper()} cannot be a tool.", place.pointer)
    if "servers" in place.node or "servers" in place.item:
        message = "It has servers of its own; its address is built like that of the others."
        notes.add("own_servers", message, f"{place.pointer}/servers")
    if place.node.get("deprecated") is True:
        notes.add("deprecated", "It is deprecated.", f"{place.pointer}/deprecated")
    parameters = read_parameters(
        document,
        [
            (place.item.get("parameters"), f"{place.item_pointer}/parameters"),
            (place.node.get("parameters"), f"{place.pointer}/parameters"),
        ],
        notes,
    )
    arguments, headers = Arguments(notes), Headers()
    if "requestBody" in place.node:
        at = f"{place.pointer}/requestBody"
        add_body(place.method.upper(), place.node["requestBody"], at, document, arguments, reader)
    for parameter in parameters:
        match parameter.where:
            case "query":
                add_query(parameter, arguments, reader)
            case "header":
                read_header(parameter, headers, notes, reader)
            case "cookie":
                refuse_cookie(parameter, arguments)
            case _:
                pass
    _add_path(place, parameters, arguments, reader, notes)
    return arguments, headers


def _add_path(
    place: Place, parameters: list[Parameter], arguments: Arguments, reader: SchemaReader, notes: Notes
) -> None:
    """Every name in the path, also one that the document forgot to describe."""
    described = {each.name: each for each in parameters if each.where == "path"}
    for name in dict.fromkeys(PLACEHOLDER.findall(place.path)):
        parameter = described.get(name)
        if parameter is None:
            notes.add("undescribed", f"{shown(name)} of the path is not described.", place.pointer)
            parameter = Parameter(name, "path", True, {"schema": {"type": "string"}}, place.pointer)
        add_path(parameter, arguments, reader)
