"""The responses form of repaired messages and of tools."""

from collections.abc import Iterable, Mapping
from typing import Any

from agents_app.capabilities import Capabilities
from orchestration.engine.history.content import text_of
from orchestration.engine.messages import Message, Part
from orchestration.engine.ports import ToolSchema
from orchestration.providers.wire.parts import data_url, things_of

PROVIDER = "openai_responses"


class ItemsForm:
    """What stands under `input`."""

    def __init__(
        self, capabilities: Capabilities, call_ids: Mapping[str, str] | None = None, *, connection: str
    ) -> None:
        """`call_ids`: our id -> the provider's, for calls that stand with it. `connection`: the one whose
        thoughts may go back, where the model takes them."""
        self._call_ids = call_ids or {}
        self._thoughts_of = connection if capabilities.can("reasoning_back") else None
        self._written: list[dict[str, Any]] = []

    def add(self, message: Message) -> None:
        match message["role"]:
            case "tool":
                self._written.append(_output(message, self._call_ids))
            case "assistant":
                if self._thoughts_of is not None:
                    self._written += _thoughts(message, self._thoughts_of)
                self._written += _assistant(message)
            case _:
                self._written.append({"role": message["role"], "content": _content(message["content"])})

    def entries(self) -> list[dict[str, Any]]:
        return self._written


def to_tools(tools: Iterable[ToolSchema], sent_names: Mapping[str, str]) -> list[dict[str, Any]]:
    """What stands under `tools`. Not strict: that takes a small part of JSON Schema and refuses the rest."""
    return [
        {
            "type": "function",
            "name": sent_names[tool.name],
            "description": tool.description,
            "parameters": {"type": "object", "properties": {}, **tool.parameters},
            "strict": False,
        }
        for tool in tools
    ]


def _thoughts(message: Message, connection: str) -> list[dict[str, Any]]:
    """Sealed for the account that got them, so only over its connection. One that is nothing but an id stands
    with a response that the provider keeps; where all is sent it would not be found."""
    reasoning = message.get("reasoning")
    if reasoning is None or reasoning["provider"] != PROVIDER:
        return []
    if reasoning.get("connection", connection) != connection:
        return []
    return [item for item in reasoning["items"] if item.get("encrypted_content") or item.get("content")]


def _assistant(message: Message) -> Iterable[dict[str, Any]]:
    if (content := message["content"]) is not None:
        yield {"role": "assistant", "content": text_of(content)}
    for call in message.get("tool_calls") or ():
        yield {
            "type": "function_call",
            "call_id": call["id"],
            "name": call["name"],
            "arguments": call["arguments"],
        }


def _output(message: Message, call_ids: Mapping[str, str]) -> dict[str, Any]:
    """An error result has no mark of its own: its text says it."""
    call_id = message.get("tool_call_id") or ""
    output = _content(message["content"])
    return {"type": "function_call_output", "call_id": call_ids.get(call_id, call_id), "output": output}


def _content(content: str | list[Part] | None) -> str | list[dict[str, Any]]:
    if isinstance(content, list) and things_of(content):
        return [_part(part) for part in content]
    return text_of(content)


def _part(part: Part) -> dict[str, Any]:
    match part["type"]:
        case "text":
            return {"type": "input_text", "text": part["text"]}
        case "image":
            return {"type": "input_image", "detail": "auto", "image_url": data_url(part)}
        case "file":
            if url := part.get("url"):
                return {"type": "input_file", "file_url": url}
            return {"type": "input_file", "filename": part["name"], "file_data": data_url(part)}
