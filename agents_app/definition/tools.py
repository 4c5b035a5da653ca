"""The tools of a definition: what each takes, what it does, and the one request it becomes."""

import re
from collections.abc import Collection, Iterator, Mapping
from typing import Any

from agents_app.definition.diagnostics import Findings
from agents_app.definition.document import Entry, find, to_plain
from agents_app.definition.http_request import read_request
from agents_app.definition.mcp_call import read_mcp_call
from agents_app.definition.reader import Reader
from agents_app.definition.values import CredentialDefinition, ToolDefinition
from agents_app.schemas import normalise_schema
from agents_app.sentence import check_template
from agents_app.spec import TOOL_NAME_PATTERN, CredentialRef, EffectClass, HttpSpec, Risk
from baton.core.errors import BatonError

_FALLBACK_REQUEST = HttpSpec(method="GET", url="https://invalid.example/")
_EMPTY_SCHEMA: Mapping[str, Any] = {"type": "object", "properties": {}, "additionalProperties": False}
_DESCRIPTION_LIMIT = 4_000


def read_tools(
    section: Reader | None,
    variables: frozenset[str],
    credentials: Mapping[str, CredentialDefinition],
    findings: Findings,
    servers: Collection[str] = (),
) -> Iterator[ToolDefinition]:
    """Every tool of the section, also the broken ones: references to them are not reported as well."""
    for entry in section.entries() if section else ():
        if not re.fullmatch(TOOL_NAME_PATTERN, entry.key):
            message = f"{entry.key!r}: a tool's name has 1 to 64 letters, digits, '_' and '-'."
            findings.add("invalid_name", message, entry.at)
        reader = Reader(entry.node, f"tool '{entry.key}'", findings)
        schema = _schema(reader)
        if reader.has("mcp") and reader.has("request"):
            message = "Write 'request' or 'mcp', not both."
            reader.add("ambiguous", message, reader.at_key("mcp"))
            reader.expect("request")
        mcp = read_mcp_call(reader, servers) if reader.has("mcp") else None
        http = None if mcp else read_request(reader, schema, variables) or _FALLBACK_REQUEST
        yield ToolDefinition(
            name=entry.key,
            description=_description(reader),
            input_schema=schema,
            effect_class=_effect_class(reader),
            risk=_risk(reader),
            sentence=_sentence(reader, schema),
            http=http,
            mcp=mcp,
            credential=None if mcp else _credential(reader, credentials),
        )
        reader.refuse_unknown()


def _description(reader: Reader) -> str:
    text = reader.text("description", required=True).strip()
    if len(text) > _DESCRIPTION_LIMIT:
        message = f"At most {_DESCRIPTION_LIMIT} characters: the model reads it with every turn."
        reader.add("too_long", message, reader.at_key("description"))
    return text


def _effect_class(reader: Reader) -> EffectClass:
    choices = tuple(each.value for each in EffectClass)
    return EffectClass(reader.one_of("effect", choices, EffectClass.AT_MOST_ONCE.value))


def _risk(reader: Reader) -> Risk | None:
    if not reader.has("risk"):
        reader.expect("risk")
        return None
    choices = tuple(each.value for each in Risk)
    return Risk(reader.one_of("risk", choices, Risk.HIGH.value))


def _sentence(reader: Reader, schema: Mapping[str, Any]) -> str | None:
    template = reader.text("sentence") or None
    if template is not None:
        try:
            check_template(template, frozenset(schema["properties"]))
        except BatonError as error:
            reader.add(error.code, error.message, reader.at_key("sentence"))
    return template


def _credential(reader: Reader, credentials: Mapping[str, CredentialDefinition]) -> CredentialRef | None:
    name = reader.text("credential")
    if not name:
        return None
    known = credentials.get(name)
    if known is None:
        message = f"There is no credential '{name}' here."
        reader.add("unknown_reference", message, reader.at_key("credential"))
        return None
    return CredentialRef(name=name, host=known.host, header=known.header)


def _schema(reader: Reader) -> Mapping[str, Any]:
    """`arguments` (short: a name and its schema, `name?` when optional) or a whole `input_schema`."""
    short, whole = reader.section("arguments"), reader.node("input_schema")
    if short is not None and whole is not None:
        message = "Write 'arguments' or 'input_schema', not both."
        reader.add("ambiguous", message, reader.at_key("input_schema"))
    if short is None and whole is None:
        return _EMPTY_SCHEMA
    schema = _from_short(short) if short is not None else to_plain(whole) if whole else {}
    try:
        return normalise_schema(schema)
    except BatonError as error:
        key = "arguments" if short is not None else "input_schema"
        node = reader.node(key)
        pointer = error.field or ""
        if short is not None:
            pointer = _short_pointer(pointer, [entry.key for entry in short.entries()])
        reader.add(error.code, error.message, find(node, pointer) if node else reader.at_key(key))
        return _names_only(schema)


def _names_only(schema: Any) -> Mapping[str, Any]:
    """What a refused schema still says, so that one mistake is not reported as many."""
    properties = schema.get("properties") if isinstance(schema, dict) else None
    names = [str(name) for name in properties] if isinstance(properties, dict) else []
    return {"type": "object", "properties": {name: {} for name in names}, "required": names}


def _from_short(arguments: Reader) -> dict[str, Any]:
    entries = list(arguments.entries())
    _refuse_twice(entries, arguments)
    return {
        "type": "object",
        "properties": {entry.key.removesuffix("?"): to_plain(entry.node) for entry in entries},
        # Sorted, so that the order in which an author lists arguments is no change of the tool.
        "required": sorted(entry.key for entry in entries if not entry.key.endswith("?")),
        "additionalProperties": False,
    }


def _refuse_twice(entries: list[Entry], arguments: Reader) -> None:
    """`amount` and `amount?` are one argument."""
    names = {entry.key for entry in entries}
    for entry in entries:
        if not entry.key.removesuffix("?") or entry.key.endswith("??"):
            arguments.add("invalid_name", "An argument needs a name.", entry.at)
        elif entry.key.endswith("?") and entry.key.removesuffix("?") in names:
            arguments.add("duplicate_key", f"'{entry.key[:-1]}' stands here twice.", entry.at)


def _short_pointer(pointer: str, keys: list[str]) -> str:
    """A pointer into the schema as one into the short form."""
    name, _, rest = pointer.removeprefix("/properties/").partition("/")
    key = next(
        (key for key in keys if key.removesuffix("?").replace("~", "~0").replace("/", "~1") == name), ""
    )
    return f"/{key}/{rest}" if key else ""
