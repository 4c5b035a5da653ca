"""Neutral messages: what the engine keeps and every provider adapter translates from.

The shape is the smallest common one of the provider APIs; `content` is text, null or a list of parts.
"""

from typing import Literal, NotRequired, TypedDict


class TextPart(TypedDict):
    type: Literal["text"]
    text: str


class ImagePart(TypedDict):
    type: Literal["image"]
    media_type: str
    data: NotRequired[str]
    url: NotRequired[str]


Part = TextPart | ImagePart
Role = Literal["system", "user", "assistant", "tool"]


class MessageCall(TypedDict):
    """A call as the assistant asked for it; `arguments` is the JSON text."""

    id: str
    name: str
    arguments: str


class Message(TypedDict):
    role: Role
    content: str | list[Part] | None
    tool_calls: NotRequired[list[MessageCall]]
    tool_call_id: NotRequired[str]
    is_error: NotRequired[bool]
    agent: NotRequired[str]
