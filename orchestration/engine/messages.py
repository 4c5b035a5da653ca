"""Neutral messages: what the engine keeps and every provider adapter translates from.

The shape is the smallest common one of the provider APIs; `content` is text, null or a list of parts.
"""

from typing import Any, Literal, NotRequired, TypedDict


class TextPart(TypedDict):
    type: Literal["text"]
    text: str


class ImagePart(TypedDict):
    type: Literal["image"]
    media_type: str
    data: NotRequired[str]
    url: NotRequired[str]


class FilePart(TypedDict):
    """A document, such as a PDF or a text."""

    type: Literal["file"]
    media_type: str
    name: str
    data: NotRequired[str]
    """Base64."""
    url: NotRequired[str]


Part = TextPart | ImagePart | FilePart
Role = Literal["system", "user", "assistant", "tool"]


class MessageCall(TypedDict):
    """A call as the assistant asked for it; `arguments` is the JSON text."""

    id: str
    name: str
    arguments: str
    provider_id: NotRequired[str]
    """As the model named it; only a provider that keeps the conversation is told it again."""


class Reasoning(TypedDict):
    """What a model thought, as its provider wants it back: nobody else can read it."""

    provider: str
    """Name of the adapter that it came through."""
    model: str
    items: list[Any]
    connection: NotRequired[str]
    """Id of the connection: some are sealed for the account that they were given to."""


class Message(TypedDict):
    role: Role
    content: str | list[Part] | None
    tool_calls: NotRequired[list[MessageCall]]
    tool_call_id: NotRequired[str]
    is_error: NotRequired[bool]
    agent: NotRequired[str]
    reasoning: NotRequired[Reasoning]
