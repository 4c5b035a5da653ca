"""Content of a message, made presentable: clean text, no empty part, only images that providers take."""

from collections.abc import Iterable

from baton.core.text import clean_text, is_clean
from orchestration.engine.messages import FilePart, ImagePart, Part

type Content = str | list[Part] | None

_IMAGE_TYPES = frozenset({"image/png", "image/jpeg", "image/gif", "image/webp"})
_MAY_SHOW = frozenset({"user", "tool"})
"""Roles whose messages may hold images and files."""


def presentable(content: Content, role: str, repairs: set[str]) -> Content:
    """None when nothing is left; text when there is nothing but one text."""
    if content is None:
        return None
    if isinstance(content, str):
        return _text_or_none(content, repairs)
    parts = [part for part in (_part(each, role, repairs) for each in content) if part is not None]
    if role not in _MAY_SHOW or (len(parts) == 1 and parts[0]["type"] == "text"):
        return text_of(parts) or None
    return parts or None


def text_of(content: Content) -> str:
    """Content as one text, for a place that takes nothing else."""
    if content is None:
        return ""
    if isinstance(content, str):
        return content
    return "\n".join(_texts(content))


def _texts(parts: Iterable[Part]) -> Iterable[str]:
    for part in parts:
        yield part["text"] if part["type"] == "text" else not_shown(part)


def _part(part: Part, role: str, repairs: set[str]) -> Part | None:
    if part["type"] == "text":
        text = _text_or_none(part["text"], repairs)
        return None if text is None else {"type": "text", "text": text}
    sendable = part.get("data") or part.get("url")
    known = part["type"] == "file" or part["media_type"] in _IMAGE_TYPES
    if role in _MAY_SHOW and known and sendable:
        return part
    repairs.add(f"{part['type']}_replaced")
    return {"type": "text", "text": not_shown(part)}


def _text_or_none(text: str, repairs: set[str]) -> str | None:
    if not is_clean(text):
        repairs.add("characters_cleaned")
        text = clean_text(text)
    if text.strip():
        return text
    repairs.add("empty_text_dropped")
    return None


def not_shown(part: ImagePart | FilePart) -> str:
    """What stands where an image or a file cannot."""
    if part["type"] == "file":
        return f"[file {part['name']} not shown]"
    return f"[image {part['media_type']} not shown]"
