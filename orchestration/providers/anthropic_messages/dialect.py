"""How Anthropic's messages are spoken."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

import orjson

from orchestration.engine.ports import ModelError, ModelRequest, ToolSchema
from orchestration.providers.anthropic_messages.choice import tool_choice
from orchestration.providers.anthropic_messages.form import TurnsForm, to_tools
from orchestration.providers.anthropic_messages.held import held
from orchestration.providers.anthropic_messages.reply import ReplyAssembly
from orchestration.providers.connection import ConnectionSpec
from orchestration.providers.wire.conversation import conversation_of
from orchestration.providers.wire.failures import refused
from orchestration.providers.wire.settings import sendable_settings
from orchestration.providers.wire.tools import SentTools

VERSION: Final = "2023-06-01"
"""Of the API; the SDK sends the same."""
USUAL_MAX_TOKENS: Final = 4096
_OURS = frozenset({"model", "messages", "system", "stream", "tools", "n"})
_OVERLOADED: Final = 529


class MessagesDialect:
    """Messages of one connection. The whole history is sent each time."""

    path = "/v1/messages"

    def __init__(self, connection: ConnectionSpec) -> None:
        self._connection = connection

    def headers(self, secret: str) -> Mapping[str, str]:
        return {"X-Api-Key": secret, "anthropic-version": VERSION}

    def tools(self, tools: Iterable[ToolSchema], sent_names: Mapping[str, str]) -> list[dict[str, Any]]:
        return to_tools(tools, sent_names)

    def body(self, request: ModelRequest, tools: SentTools) -> bytes:
        """It changes nothing of what it is given."""
        capabilities = self._connection.of_model(request.model)
        said = conversation_of(request, tools.sent_names, capabilities, TurnsForm)
        fields: dict[str, Any] = {
            "model": request.model,
            "stream": True,
            # The API insists on a bound; where the agent says none it is what the model is known to take.
            "max_tokens": capabilities.number("max_output_tokens") or USUAL_MAX_TOKENS,
        }
        if said.instructions is not None:
            fields["system"] = said.instructions
        fields["messages"] = said.entries
        settings = dict(sendable_settings(request.settings, capabilities, _OURS))
        asked, parallel = settings.pop("tool_choice", None), settings.pop("parallel_tool_calls", None)
        with_tools = bool(request.tools) and capabilities.can("tools")
        if with_tools:
            fields["tools"] = orjson.Fragment(tools.json)
            one_at_a_time = parallel is False or not capabilities.can("parallel_tools")
            choice = tool_choice(asked, one_at_a_time=one_at_a_time, sent_names=tools.sent_names)
            if choice is not None:
                fields["tool_choice"] = choice
        for name, value in settings.items():
            self._set(fields, name, value)
        if request.output is not None and capabilities.can("structured_output"):
            schema = held(request.output.schema)
            if schema is not None:
                form = {"type": "json_schema", "schema": schema}
                fields["output_config"] = {**fields.get("output_config", {}), "format": form}
        try:
            return orjson.dumps(fields)
        except orjson.JSONEncodeError as error:
            raise refused(f"The request is not JSON: {error}.") from error

    def assembly(
        self, request: ModelRequest, tools: SentTools, on_text: Callable[[str], None] | None
    ) -> ReplyAssembly:
        return ReplyAssembly(tools.originals, on_text)

    def refusal(self, status: int, code: str, message: str) -> ModelError | None:
        if status == _OVERLOADED:
            return ModelError("provider_error", message, retryable=True)
        if status == 413:
            return ModelError("context_too_long", message, retryable=False)
        return None

    @staticmethod
    def _set(fields: dict[str, Any], name: str, value: Any) -> None:
        """Settings by the names that agents know them by, in the words of this API."""
        match name:
            case "max_output_tokens" | "max_tokens":
                fields["max_tokens"] = value
            case "stop":
                fields["stop_sequences"] = [value] if isinstance(value, str) else value
            case "reasoning_effort":
                fields["output_config"] = {**fields.get("output_config", {}), "effort": value}
            case _:
                fields[name] = value
