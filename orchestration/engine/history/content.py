"""Content of a message, made presentable: clean text, no empty part, only images that providers take."""

from collections.abc import Iterable

from baton.core.text import clean_text, is_clean
from orchestration.engine.messages import Part

type Content = str | list[Part] | None

_IMAGE_TYPES = frozenset({"image/png", "image/jpeg", "image/gif", "image/webp"})
_MAY_HOLD_IMAGES = frozenset({"user", "tool"})


def presentable(content: Content, role: str, repairs: set[str]) -> Content:
    """None when nothing is left; text when there is nothing but one text."""
    if content is None:
        return None
    if isinstance(content, str):
        return _text_or_none(content, repairs)
    parts = [part for part in (_part(each, role, repairs) for each in content) if part is not None]
    if role not in _MAY_HOLD_IMAGES or (len(parts) == 1 and parts[0]["type"] == "text"):
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
        yield part["text"] if part["type"] == "text" else _not_shown(part["media_type"])


def _part(part: Part, role: str, repairs: set[str]) -> Part | None:
    if part["type"] == "text":
        text = _text_or_none(part["text"], repairs)
        return None if text is None else {"type": "text", "text": text}
    sendable = part.get("data") or part.get("url")
    if role in _MAY_HOLD_IMAGES and part["media_type"] in _IMAGE_TYPES and sendable:
        return part
    repairs.add("image_replaced")
    return {"type": "text", "text": _not_shown(part["media_type"])}


def _text_or_none(text: str, repairs: set[str]) -> str | None:
    if not is_clean(text):
        repairs.add("characters_cleaned")
        text = clean_text(text)
    if text.strip():
        return text
    repairs.add("empty_text_dropped")
    return None


def _not_shown(media_type: str) -> str:
    return f"[image {media_type} not shown]"
