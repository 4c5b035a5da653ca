"""What a tool of a server answered, as people and models read it: bounded, and checked where it is data."""

import json
from collections.abc import Iterable
from typing import Any, Final

from mcp_types import CallToolResult, EmbeddedResource, ResourceLink, TextContent, TextResourceContents

from agents_app.arguments import CompiledSchema
from agents_app.spec import McpSpec, ToolSpec
from agents_app.tools.shorten import KIB, MODEL_LIMIT, RECORD_LIMIT, shorten
from baton.core.hiding import hide
from baton.core.text import mark_text
from orchestration.engine.ports import ToolError, ToolOutcome

INVALID: Final = "tool_result_invalid"
_ERROR_LIMIT: Final = 4 * KIB
_MOST_PROBLEMS: Final = 3


def outcome_of(tool: ToolSpec, mcp: McpSpec, answer: CallToolResult, secrets: Iterable[str]) -> ToolOutcome:
    """ToolError where the server says that it failed, or answers what its own schema does not allow."""
    secrets = tuple(secrets)
    text = hide(mark_text(_text(answer)), secrets)
    if answer.is_error:
        message = f"{tool.name} answered an error: {shorten(text, _ERROR_LIMIT)}"
        raise ToolError("tool_error", message, sent=True, answered=True)
    if mcp.output_schema is not None:
        _refuse_invalid(tool, mcp.output_schema, answer, secrets)
    content = shorten(text, MODEL_LIMIT)
    return ToolOutcome(content=content, full=shorten(text, RECORD_LIMIT), truncated=content != text)


def _refuse_invalid(tool: ToolSpec, schema: Any, answer: CallToolResult, secrets: tuple[str, ...]) -> None:
    if "structured_content" not in answer.model_fields_set:
        message = f"{tool.name} answered no data, though it says what its data look like."
        raise ToolError(INVALID, message, sent=True, answered=True)
    problems = list(CompiledSchema(schema).problems(answer.structured_content))
    if problems:
        shown = "; ".join(f"{each.path or 'the data'}: {each.message}" for each in problems[:_MOST_PROBLEMS])
        message = f"{tool.name} answered data that its own schema does not allow: {shown}"
        raise ToolError(INVALID, hide(mark_text(message), secrets), sent=True, answered=True)


def _text(answer: CallToolResult) -> str:
    """The parts in their order. Data without any text are shown as JSON."""
    parts = [_part(part) for part in answer.content]
    if not parts and answer.structured_content is not None:
        return json.dumps(answer.structured_content, ensure_ascii=False, separators=(",", ":"))
    return "\n".join(parts) if parts else "[answered with nothing]"


def _part(part: Any) -> str:
    """Text as it is; what is none is named, never put into a prompt."""
    match part:
        case TextContent():
            return part.text
        case EmbeddedResource(resource=TextResourceContents() as resource):
            return resource.text
        case ResourceLink():
            return f"[a link to {part.uri}, which is not followed]"
        case EmbeddedResource():
            return f"[{part.resource.mime_type or 'data'} at {part.resource.uri}, which is not text]"
        case _:
            size = len(getattr(part, "data", "") or "")
            return f"[{getattr(part, 'mime_type', None) or part.type}, {size} characters, which is not text]"
