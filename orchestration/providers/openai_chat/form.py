"""The chat completions form of repaired messages and of tools.

A tool message takes text only there, so images and files of results follow in one user turn after all results
of the step. An error result has no mark of its own: its text says it.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from agents_app.capabilities import Capabilities
from orchestration.engine.history.content import text_of
from orchestration.engine.messages import FilePart, ImagePart, Message, MessageCall, Part
from orchestration.engine.ports import ToolSchema
from orchestration.providers.wire.parts import data_url, things_of

PROVIDER = "openai_chat"


class ChatForm:
    """What stands under `messages` in the request."""

    def __init__(self, capabilities: Capabilities) -> None:
        self._reasons = bool(capabilities.said.get("reasoning_back"))
        self._written: list[dict[str, Any]] = []
        self._shown: list[ImagePart | FilePart] = []
        """Of the results of the step that was written last: they follow in one user turn."""

    def add(self, message: Message) -> None:
        if message["role"] == "tool":
            self._shown += things_of(message["content"])
            self._written.append(_tool_message(message))
            return
        self._written += _show(self._shown)
        self._shown.clear()
        self._written.append(_message(message))
        if self._reasons:
            self._give_back(message)

    def entries(self) -> list[dict[str, Any]]:
        return [*self._written, *_show(self._shown)]

    def _give_back(self, message: Message) -> None:
        """For hosts that want back what their model thought: they name it as it came."""
        reasoning = message.get("reasoning")
        if reasoning is not None and reasoning["provider"] == PROVIDER:
            for item in reasoning["items"]:
                self._written[-1].update(item)


def to_openai_tools(tools: Iterable[ToolSchema], sent_names: Mapping[str, str]) -> list[dict[str, Any]]:
    """What stands under `tools`; a schema without properties gets empty ones: strict hosts ask for them."""
    return [
        {
            "type": "function",
            "function": {
                "name": sent_names[tool.name],
                "description": tool.description,
                "parameters": {"type": "object", "properties": {}, **tool.parameters},
            },
        }
        for tool in tools
    ]


def _message(message: Message) -> dict[str, Any]:
    form: dict[str, Any] = {"role": message["role"]}
    content = message["content"]
    if isinstance(content, list) and things_of(content):
        form["content"] = [_part(part) for part in content]
    elif content is not None:
        form["content"] = text_of(content)
    if calls := message.get("tool_calls"):
        form["tool_calls"] = [_call(call) for call in calls]
    return form


def _tool_message(message: Message) -> dict[str, Any]:
    content = message["content"]
    things = things_of(content)
    if isinstance(content, list) and things:
        texts = [part["text"] for part in content if part["type"] == "text"]
        what = "image(s)" if all(thing["type"] == "image" for thing in things) else "file(s)"
        texts.append(f"[{len(things)} {what} of this result follow in the next user message]")
        content = "\n".join(texts)
    return {"role": "tool", "tool_call_id": message.get("tool_call_id"), "content": text_of(content)}


def _show(things: list[ImagePart | FilePart]) -> list[dict[str, Any]]:
    return [{"role": "user", "content": [_part(thing) for thing in things]}] if things else []


def _part(part: Part) -> dict[str, Any]:
    match part["type"]:
        case "text":
            return {"type": "text", "text": part["text"]}
        case "image":
            return {"type": "image_url", "image_url": {"url": data_url(part)}}
        case "file":
            return {"type": "file", "file": {"filename": part["name"], "file_data": data_url(part)}}


def _call(call: MessageCall) -> dict[str, Any]:
    return {
        "id": call["id"],
        "type": "function",
        "function": {"name": call["name"], "arguments": call["arguments"]},
    }
