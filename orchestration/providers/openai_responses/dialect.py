"""How the responses API is spoken, with the conversation here or at the provider."""

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import Any

import orjson

from agents_app.capabilities import Capabilities
from orchestration.engine.history import repair
from orchestration.engine.history.content import text_of
from orchestration.engine.messages import Message
from orchestration.engine.ports import ModelError, ModelRequest, ServerHistory, ToolSchema
from orchestration.providers.connection import ConnectionSpec
from orchestration.providers.openai_responses.form import ItemsForm, to_tools
from orchestration.providers.openai_responses.reply import ReplyAssembly
from orchestration.providers.wire.conversation import conversation_of
from orchestration.providers.wire.failures import refused
from orchestration.providers.wire.parts import without_unseen
from orchestration.providers.wire.settings import ONLY_WITH_TOOLS, sendable_settings
from orchestration.providers.wire.tools import SentTools

_OURS = frozenset(
    {"model", "input", "instructions", "stream", "tools", "store", "previous_response_id", "conversation"}
    | {"background", "n"}
)
_LOST = "previous_response_not_found"


class ResponsesDialect:
    """Responses of one connection."""

    path = "/responses"

    def __init__(self, connection: ConnectionSpec) -> None:
        self._connection = connection
        self._open_form = partial(ItemsForm, connection=connection.id)

    def headers(self, secret: str) -> Mapping[str, str]:
        return {"Authorization": f"Bearer {secret}"}

    def tools(self, tools: Iterable[ToolSchema], sent_names: Mapping[str, str]) -> list[dict[str, Any]]:
        return to_tools(tools, sent_names)

    def body(self, request: ModelRequest, tools: SentTools) -> bytes:
        """It changes nothing of what it is given."""
        capabilities = self._connection.of_model(request.model)
        fields: dict[str, Any] = {"model": request.model, "stream": True}
        fields |= self._conversation(request, tools, capabilities)
        with_tools = bool(request.tools) and capabilities.can("tools")
        if with_tools:
            fields["tools"] = orjson.Fragment(tools.json)
            if not capabilities.can("parallel_tools"):
                fields["parallel_tool_calls"] = False
        for name, value in sendable_settings(request.settings, capabilities, _OURS):
            if name == "reasoning_effort":
                fields["reasoning"] = {**fields.get("reasoning", {}), "effort": value}
            elif with_tools or name not in ONLY_WITH_TOOLS:
                fields[name] = value
        if request.output is not None and capabilities.can("structured_output"):
            schema = {"name": request.output.name, "schema": dict(request.output.schema), "strict": False}
            text = fields.get("text")
            fields["text"] = {
                **(text if isinstance(text, dict) else {}),
                "format": {"type": "json_schema", **schema},
            }
        try:
            return orjson.dumps(fields)
        except orjson.JSONEncodeError as error:
            raise refused(f"The request is not JSON: {error}.") from error

    def assembly(
        self, request: ModelRequest, tools: SentTools, on_text: Callable[[str], None] | None
    ) -> ReplyAssembly:
        return ReplyAssembly(tools.originals, on_text)

    def refusal(self, status: int, code: str, message: str) -> ModelError | None:
        if status in (400, 404) and (_LOST in code or _LOST in message):
            return ModelError("history_lost", message, retryable=True)
        return None

    def _conversation(
        self, request: ModelRequest, tools: SentTools, capabilities: Capabilities
    ) -> dict[str, Any]:
        keeps = self._connection.history == "server" and capabilities.can("server_history")
        if keeps and request.history is not None:
            form = self._open_form(capabilities, _ids_at_provider(request.messages))
            return _continued(request, request.history, tools, capabilities, form)
        said = conversation_of(request, tools.sent_names, capabilities, self._open_form)
        fields: dict[str, Any] = {}
        if said.instructions is not None:
            fields["instructions"] = said.instructions
        fields["store"] = keeps
        # Otherwise what it thought is lost with the response, which nobody stores.
        if not keeps and capabilities.can("reasoning_back"):
            fields["include"] = ["reasoning.encrypted_content"]
        fields["input"] = said.entries
        return fields


def _continued(
    request: ModelRequest,
    known: ServerHistory,
    tools: SentTools,
    capabilities: Capabilities,
    form: ItemsForm,
) -> dict[str, Any]:
    """Only what the provider has not seen. Instructions do not stay with it, so they are sent each time."""
    messages, _ = repair(without_unseen(request.messages, capabilities), tool_names=tools.sent_names)
    fields: dict[str, Any] = {}
    if messages[0]["role"] == "system":
        fields["instructions"] = text_of(messages[0]["content"])
        messages = messages[1:]
    for message in _after_last_reply(messages):
        form.add(message)
    return {
        **fields,
        "store": True,
        "previous_response_id": known.response_id,
        "input": form.entries(),
    }


def _after_last_reply(messages: list[Message]) -> list[Message]:
    """What the provider has not seen: all that follows the reply whose id it is given."""
    last = max((place for place, each in enumerate(messages) if each["role"] == "assistant"), default=-1)
    return messages[last + 1 :]


def _ids_at_provider(messages: Iterable[Message]) -> dict[str, str]:
    """Our call id -> the id that the provider gave the call in its own reply."""
    return {
        call["id"]: call["provider_id"]
        for message in messages
        for call in message.get("tool_calls") or ()
        if "provider_id" in call
    }
