"""What a server says of its tools, judged one by one: usable as tools of Baton, or why not. Pure.

Everything here is the word of a stranger: names, descriptions and hints are bounded and shown, and believed
only where an admin trusts the server.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from agents_app.definition.mcp_call import REMOTE_NAME
from agents_app.openapi.names import can_be_argument
from agents_app.schemas import check_foreign_schema, normalise_schema
from agents_app.tools.mcp.param_headers import wrong_param_header
from baton.core.canonical import canonical_digest
from baton.core.errors import BatonError
from baton.core.text import hidden_sign, mark_text

LONGEST_DESCRIPTION: Final = 4_000
_SHOWN: Final = 150
_DEFINING: Final = ("name", "title", "description", "inputSchema", "outputSchema", "annotations")
_HINTS: Final = ("readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint")
_LATEST_DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"
_OLDER_DIALECTS: Final = ("http://json-schema.org/draft-07/schema", "http://json-schema.org/draft-06/schema")


@dataclass(frozen=True, slots=True)
class OfferedTool:
    """A tool as it could be imported."""

    name: str
    title: str
    description: str
    input_schema: Mapping[str, Any]
    output_schema: Mapping[str, Any] | None
    hints: Mapping[str, bool]
    """The annotations that are hints, as far as they are said."""
    definition_digest: str
    has_param_headers: bool = False
    notes: tuple[str, ...] = field(default=())
    """What a person should know before they import it."""


@dataclass(frozen=True, slots=True)
class DroppedTool:
    """A tool that cannot be used, and why. The others of its server can."""

    name: str
    code: str
    message: str


@dataclass(frozen=True, slots=True)
class Offer:
    """What a server offers."""

    tools: tuple[OfferedTool, ...] = ()
    dropped: tuple[DroppedTool, ...] = ()
    is_complete: bool = True
    """False: it offers more than is read."""

    def tool(self, name: str) -> OfferedTool | None:
        """The tool of exactly this name."""
        return next((tool for tool in self.tools if tool.name == name), None)


class _Unusable(Exception):
    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message


def is_usable(raw: Any) -> bool:
    """Whether `judge_tools` would keep it."""
    return isinstance(_judged(raw), OfferedTool)


def judge_tools(raws: Iterable[Any], *, is_complete: bool = True) -> Offer:
    """Every tool, in the server's order; of two of one name the first counts."""
    tools: dict[str, OfferedTool] = {}
    dropped: list[DroppedTool] = []
    for raw in raws:
        judged = _judged(raw)
        if isinstance(judged, DroppedTool):
            dropped.append(judged)
        elif judged.name in tools:
            dropped.append(DroppedTool(judged.name, "duplicate_name", "The server lists it twice."))
        else:
            tools[judged.name] = judged
    return Offer(tuple(tools.values()), tuple(dropped), is_complete)


def _judged(raw: Any) -> OfferedTool | DroppedTool:
    name = raw.get("name") if isinstance(raw, dict) else None
    shown = mark_text(name)[:_SHOWN] if isinstance(name, str) else ""
    try:
        return _offered(raw)
    except _Unusable as error:
        return DroppedTool(shown, error.code, error.message)


def _offered(raw: Any) -> OfferedTool:
    if not isinstance(raw, dict):
        raise _Unusable("invalid_tool", "It is no object.")
    name = raw.get("name")
    if not isinstance(name, str) or not REMOTE_NAME.fullmatch(name):
        raise _Unusable("invalid_name", "A name has 1 to 128 letters, digits, '_', '-' and '.'.")
    title, description = _text(raw, "title"), _text(raw, "description")
    if len(description) > LONGEST_DESCRIPTION:
        message = (
            f"Its description has {len(description)} characters; at most {LONGEST_DESCRIPTION} are read."
        )
        raise _Unusable("too_large", message)
    if (why := wrong_param_header(raw.get("inputSchema"))) is not None:
        raise _Unusable("invalid_header", why)
    schema = _schema(raw, "inputSchema", normalise_schema)
    for argument in schema["properties"]:
        if not can_be_argument(argument):
            message = f"No model can send an argument called {argument[:_SHOWN]!r}."
            raise _Unusable("invalid_argument_name", message)
    output = (
        _schema(raw, "outputSchema", check_foreign_schema) if raw.get("outputSchema") is not None else None
    )
    return OfferedTool(
        name=name,
        title=mark_text(title)[:_SHOWN],
        description=mark_text(description).strip(),
        input_schema=schema,
        output_schema=output,
        hints=_hints(raw),
        definition_digest=_digest(raw),
        has_param_headers="x-mcp-header" in str(schema),
        notes=_notes(title, description),
    )


def _text(raw: Mapping[str, Any], key: str) -> str:
    value = raw.get(key)
    if value is not None and not isinstance(value, str):
        raise _Unusable("invalid_tool", f"Its {key} is no text.")
    return value or ""


def _schema(raw: Mapping[str, Any], key: str, check: Any) -> dict[str, Any]:
    schema = raw.get(key)
    if isinstance(schema, dict) and str(schema.get("$schema")).rstrip("#") in _OLDER_DIALECTS:
        # What servers write of these means the same in the newest, or is refused there by its own rules.
        schema = {**schema, "$schema": _LATEST_DIALECT}
    try:
        checked: dict[str, Any] = check(schema)
    except BatonError as error:
        raise _Unusable(error.code, f"{key}{error.field or ''}: {error.message}") from None
    except RecursionError:
        raise _Unusable("schema_too_deep", f"{key} is nested too deep.") from None
    return checked


def _hints(raw: Mapping[str, Any]) -> dict[str, bool]:
    annotations = raw.get("annotations")
    if annotations is None:
        return {}
    if not isinstance(annotations, dict):
        raise _Unusable("invalid_tool", "Its annotations are no object.")
    return {hint: annotations[hint] for hint in _HINTS if isinstance(annotations.get(hint), bool)}


def _digest(raw: Mapping[str, Any]) -> str:
    try:
        return canonical_digest({key: raw[key] for key in _DEFINING if raw.get(key) is not None})
    except (ValueError, TypeError, RecursionError) as error:
        raise _Unusable("invalid_tool", f"It is not plain JSON: {str(error)[:_SHOWN]}") from None


def _notes(title: str, description: str) -> tuple[str, ...]:
    lines = (title, *description.splitlines())
    signs = {sign for line in lines if (sign := hidden_sign(line.replace("\t", " "))) is not None}
    return tuple(f"It holds {sign}, which nobody sees." for sign in sorted(signs))
