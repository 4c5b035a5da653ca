"""The chat completions form of repaired messages and of tools.

A tool message takes text only there, so images of results follow in one user turn after all results of the
step. An error result has no mark of its own: its text says it.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from orchestration.engine.history.content import text_of
from orchestration.engine.messages import ImagePart, Message, MessageCall, Part
from orchestration.engine.ports import ToolSchema


def to_openai_chat(messages: Iterable[Message]) -> list[dict[str, Any]]:
    """What stands under `messages` in the request."""
    form: list[dict[str, Any]] = []
    images: list[ImagePart] = []
    for message in messages:
        if message["role"] == "tool":
            images += _images(message["content"])
            form.append(_tool_message(message))
            continue
        _show_images(images, form)
        form.append(_message(message))
    _show_images(images, form)
    return form


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


def without_images(messages: Iterable[Message]) -> list[Message]:
    """For an endpoint that cannot see: each image becomes a note that it was there."""
    return [
        {**message, "content": text_of(content)} if _images(content := message["content"]) else message
        for message in messages
    ]


def _message(message: Message) -> dict[str, Any]:
    form: dict[str, Any] = {"role": message["role"]}
    content = message["content"]
    if isinstance(content, list) and _images(content):
        form["content"] = [_part(part) for part in content]
    elif content is not None:
        form["content"] = text_of(content)
    if calls := message.get("tool_calls"):
        form["tool_calls"] = [_call(call) for call in calls]
    return form


def _tool_message(message: Message) -> dict[str, Any]:
    content = message["content"]
    images = _images(content)
    if isinstance(content, list) and images:
        texts = [part["text"] for part in content if part["type"] == "text"]
        texts.append(f"[{len(images)} image(s) of this result follow in the next user message]")
        content = "\n".join(texts)
    return {"role": "tool", "tool_call_id": message.get("tool_call_id"), "content": text_of(content)}


def _show_images(images: list[ImagePart], form: list[dict[str, Any]]) -> None:
    if images:
        form.append({"role": "user", "content": [_part(image) for image in images]})
        images.clear()


def _images(content: str | list[Part] | None) -> list[ImagePart]:
    return [part for part in content if part["type"] == "image"] if isinstance(content, list) else []


def _part(part: Part) -> dict[str, Any]:
    if part["type"] == "text":
        return {"type": "text", "text": part["text"]}
    url = part.get("url") or f"data:{part['media_type']};base64,{part.get('data')}"
    return {"type": "image_url", "image_url": {"url": url}}


def _call(call: MessageCall) -> dict[str, Any]:
    return {
        "id": call["id"],
        "type": "function",
        "function": {"name": call["name"], "arguments": call["arguments"]},
    }
