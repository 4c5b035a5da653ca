"""The request body: built once per call, its tools once per agent version."""

from collections import OrderedDict
from dataclasses import dataclass
from typing import Any

import orjson

from orchestration.engine.history import repair
from orchestration.engine.ports import ModelError, ModelRequest, ToolSchema
from orchestration.engine.tool_names import safe_tool_names
from orchestration.providers.connection import ConnectionSpec
from orchestration.providers.openai_chat.form import to_openai_chat, to_openai_tools, without_images

_OURS = frozenset({"model", "messages", "stream", "stream_options", "tools", "functions", "n"})
"""Not settings: the adapter decides these, and a second choice would be paid for and thrown away."""
_ONLY_WITH_TOOLS = frozenset({"tool_choice", "parallel_tool_calls"})
_KEPT_TOOL_SETS = 500


@dataclass(frozen=True, slots=True)
class SentTools:
    """The tools of one agent version as they are sent."""

    tools: tuple[ToolSchema, ...]
    sent_names: dict[str, str]
    originals: dict[str, str]
    """Sent name -> original name, for the calls that come back."""
    json: bytes


class BodyBuilder:
    """Bodies for one connection. It changes nothing of what it is given."""

    def __init__(self, connection: ConnectionSpec) -> None:
        self._connection = connection
        self._kept: OrderedDict[int, SentTools] = OrderedDict()

    def tools(self, tools: tuple[ToolSchema, ...]) -> SentTools:
        """By identity of the tuple: an agent version's tools are one tuple for as long as it is loaded."""
        kept = self._kept.get(id(tools))
        if kept is None:
            kept = self._kept[id(tools)] = _sent(tools)
            if len(self._kept) > _KEPT_TOOL_SETS:
                self._kept.popitem(last=False)
        return kept

    def body(self, request: ModelRequest, tools: SentTools) -> bytes:
        """The JSON of one request; raises ModelError where it cannot be said."""
        connection = self._connection
        messages = request.messages if connection.can("images") else without_images(request.messages)
        repaired, _ = repair(messages, tool_names=tools.sent_names)
        fields: dict[str, Any] = {
            "model": request.model,
            "messages": to_openai_chat(repaired),
            "stream": True,
        }
        if connection.can("usage"):
            fields["stream_options"] = {"include_usage": True}
        with_tools = bool(request.tools) and connection.can("tools")
        if with_tools:
            fields["tools"] = orjson.Fragment(tools.json)
        for name, value in request.settings.items():
            self._set(fields, name, value, with_tools)
        try:
            return orjson.dumps(fields)
        except orjson.JSONEncodeError as error:
            raise _refused(f"The request is not JSON: {error}.") from error

    def _set(self, fields: dict[str, Any], name: str, value: Any, with_tools: bool) -> None:
        if name in _OURS:
            raise _refused(f"The setting {name!r} cannot be set on an agent.")
        if name == "max_output_tokens":
            name = "max_completion_tokens" if self._connection.can("max_completion_tokens") else "max_tokens"
        if value is None or not self._connection.can(name) or (name in _ONLY_WITH_TOOLS and not with_tools):
            return
        fields[name] = value


def _sent(tools: tuple[ToolSchema, ...]) -> SentTools:
    sent_names = safe_tool_names(tool.name for tool in tools)
    try:
        json = orjson.dumps(to_openai_tools(tools, sent_names))
    except orjson.JSONEncodeError as error:
        raise _refused(f"The tools are not JSON: {error}.") from error
    return SentTools(tools, sent_names, {sent: name for name, sent in sent_names.items()}, json)


def _refused(message: str) -> ModelError:
    return ModelError("invalid_request", message, retryable=False)
