"""The messages form of repaired messages and of tools.

Turns of the same role are joined; results of a step stand first in the next user turn, as the API demands; a
system message in the middle is a note of a user turn, since models without that role answer 400.
"""

from base64 import b64decode
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

import orjson

from agents_app.capabilities import Capabilities
from baton.core.text import clean_text
from orchestration.engine.history.content import not_shown, text_of
from orchestration.engine.messages import FilePart, Message, Part
from orchestration.engine.ports import ToolSchema
from orchestration.providers.wire.parts import things_of

PROVIDER = "anthropic_messages"
NOTE = "[system note] "
_PDF: Final = "application/pdf"
_WRITTEN: Final = frozenset({"application/json", "application/xml", "application/yaml"})


class TurnsForm:
    """What stands under `messages`: all but the instructions."""

    def __init__(self, capabilities: Capabilities) -> None:
        self._with_thoughts = capabilities.can("reasoning_back")
        self._turns: list[dict[str, Any]] = []

    def add(self, message: Message) -> None:
        role = "assistant" if message["role"] == "assistant" else "user"
        blocks = list(_blocks(message, self._with_thoughts))
        if self._turns and self._turns[-1]["role"] == role:
            self._turns[-1]["content"] += blocks
        else:
            self._turns.append({"role": role, "content": blocks})

    def entries(self) -> list[dict[str, Any]]:
        return self._turns


def to_tools(tools: Iterable[ToolSchema], sent_names: Mapping[str, str]) -> list[dict[str, Any]]:
    """What stands under `tools`."""
    return [
        {
            "name": sent_names[tool.name],
            "description": tool.description,
            "input_schema": {"type": "object", "properties": {}, **tool.parameters},
        }
        for tool in tools
    ]


def _blocks(message: Message, with_thoughts: bool) -> Iterator[dict[str, Any]]:
    content = message["content"]
    match message["role"]:
        case "system":
            yield {"type": "text", "text": NOTE + text_of(content)}
        case "tool":
            yield _result(message)
        case "assistant":
            reasoning = message.get("reasoning")
            if with_thoughts and reasoning is not None and reasoning["provider"] == PROVIDER:
                yield from reasoning["items"]
            yield from _content(content)
            for call in message.get("tool_calls") or ():
                # As the model wrote them: numbers that no parser holds stay what they are.
                arguments = orjson.Fragment(call["arguments"])
                yield {"type": "tool_use", "id": call["id"], "name": call["name"], "input": arguments}
        case _:
            yield from _content(content)


def _result(message: Message) -> dict[str, Any]:
    content = message["content"]
    shown: str | list[dict[str, Any]] = text_of(content)
    if isinstance(content, list) and things_of(content):
        shown = [_part(part) for part in content]
    block = {"type": "tool_result", "tool_use_id": message.get("tool_call_id"), "content": shown}
    return {**block, "is_error": True} if message.get("is_error") else block


def _content(content: str | list[Part] | None) -> Iterator[dict[str, Any]]:
    if isinstance(content, str):
        yield {"type": "text", "text": content}
    elif content is not None:
        yield from map(_part, content)


def _part(part: Part) -> dict[str, Any]:
    match part["type"]:
        case "text":
            return {"type": "text", "text": part["text"]}
        case "image":
            return {"type": "image", "source": _source(part.get("url"), part["media_type"], part.get("data"))}
        case "file":
            return _document(part)


def _document(part: FilePart) -> dict[str, Any]:
    """PDF as it is, whatever is text as text; of anything else the model is told that it was there."""
    kind, url, data = part["media_type"].partition(";")[0].strip().lower(), part.get("url"), part.get("data")
    if url or kind == _PDF:
        source: dict[str, Any] | None = _source(url, _PDF, data)
    elif data is not None and (kind.startswith("text/") or kind in _WRITTEN):
        source = _plain_text(data)
    else:
        source = None
    if source is None:
        return {"type": "text", "text": not_shown(part)}
    return {"type": "document", "title": part["name"], "source": source}


def _source(url: str | None, media_type: str, data: str | None) -> dict[str, Any]:
    if url:
        return {"type": "url", "url": url}
    return {"type": "base64", "media_type": media_type, "data": data}


def _plain_text(data: str) -> dict[str, Any] | None:
    try:
        text = clean_text(b64decode(data).decode("utf-8", "replace"))
    except ValueError:
        return None
    return {"type": "text", "media_type": "text/plain", "data": text}
