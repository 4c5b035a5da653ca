"""How chat completions are spoken."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import orjson

from agents_app.capabilities import Capabilities
from orchestration.engine.ports import ModelError, ModelRequest, OutputSchema, ToolSchema
from orchestration.providers.connection import ConnectionSpec
from orchestration.providers.openai_chat.form import ChatForm, to_openai_tools
from orchestration.providers.openai_chat.reply import ReplyAssembly
from orchestration.providers.wire.conversation import conversation_of
from orchestration.providers.wire.failures import refused
from orchestration.providers.wire.settings import ONLY_WITH_TOOLS, sendable_settings
from orchestration.providers.wire.tools import SentTools

_OURS = frozenset({"model", "messages", "stream", "stream_options", "tools", "functions", "n"})
"""Not settings: the adapter decides these, and a second choice would be paid for and thrown away."""


class ChatDialect:
    """Chat completions of one connection. The whole history is sent each time."""

    path = "/chat/completions"

    def __init__(self, connection: ConnectionSpec) -> None:
        self._connection = connection

    def headers(self, secret: str) -> Mapping[str, str]:
        return {"Authorization": f"Bearer {secret}"}

    def tools(self, tools: Iterable[ToolSchema], sent_names: Mapping[str, str]) -> list[dict[str, Any]]:
        return to_openai_tools(tools, sent_names)

    def body(self, request: ModelRequest, tools: SentTools) -> bytes:
        """It changes nothing of what it is given."""
        capabilities = self._connection.of_model(request.model)
        fields: dict[str, Any] = {
            "model": request.model,
            "messages": self._messages(request, tools, capabilities),
            "stream": True,
        }
        if capabilities.can("usage"):
            fields["stream_options"] = {"include_usage": True}
        with_tools = bool(request.tools) and capabilities.can("tools")
        if with_tools:
            fields["tools"] = orjson.Fragment(tools.json)
            if not capabilities.can("parallel_tools"):
                fields["parallel_tool_calls"] = False
        if request.output is not None and capabilities.can("structured_output"):
            fields["response_format"] = _held_to(request.output)
        for name, value in sendable_settings(request.settings, capabilities, _OURS):
            if name == "max_output_tokens":
                name = "max_completion_tokens" if capabilities.can("max_completion_tokens") else "max_tokens"
            if with_tools or name not in ONLY_WITH_TOOLS:
                fields[name] = value
        try:
            return orjson.dumps(fields)
        except orjson.JSONEncodeError as error:
            raise refused(f"The request is not JSON: {error}.") from error

    def assembly(
        self, request: ModelRequest, tools: SentTools, on_text: Callable[[str], None] | None
    ) -> ReplyAssembly:
        return ReplyAssembly(tools.originals, on_text)

    def refusal(self, status: int, code: str, message: str) -> ModelError | None:
        return None

    def _messages(
        self, request: ModelRequest, tools: SentTools, capabilities: Capabilities
    ) -> list[dict[str, Any]]:
        said = conversation_of(request, tools.sent_names, capabilities, ChatForm)
        if said.instructions is None:
            return said.entries
        return [{"role": "system", "content": said.instructions}, *said.entries]


def _held_to(output: OutputSchema) -> dict[str, Any]:
    """`strict` is not asked for: it takes a small part of JSON Schema only, and refuses the rest."""
    return {"type": "json_schema", "json_schema": {"name": output.name, "schema": dict(output.schema)}}
