"""Parts of messages that a model cannot take: each becomes a note that it was there."""

from collections.abc import Iterable

from agents_app.capabilities import Capabilities
from orchestration.engine.history.content import not_shown
from orchestration.engine.messages import FilePart, ImagePart, Message, Part


def without_unseen(messages: Iterable[Message], capabilities: Capabilities) -> tuple[Message, ...]:
    """The same messages, without images and files where the model has no eyes for them."""
    unseen = {
        kind
        for kind, capability in (("image", "images"), ("file", "files"))
        if not capabilities.can(capability)
    }
    if not unseen:
        return tuple(messages)
    return tuple(_without(message, unseen) for message in messages)


def things_of(content: str | list[Part] | None) -> list[ImagePart | FilePart]:
    """The images and files of a content."""
    if not isinstance(content, list):
        return []
    return [part for part in content if part["type"] != "text"]


def data_url(part: ImagePart | FilePart) -> str:
    """Where the thing is: its own address, or itself as one."""
    return part.get("url") or f"data:{part['media_type']};base64,{part.get('data')}"


def _without(message: Message, unseen: set[str]) -> Message:
    content = message["content"]
    if not isinstance(content, list) or all(part["type"] not in unseen for part in content):
        return message
    parts: list[Part] = [
        part
        if part["type"] == "text" or part["type"] not in unseen
        else {"type": "text", "text": not_shown(part)}
        for part in content
    ]
    return {**message, "content": parts}
