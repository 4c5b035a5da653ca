"""Texts of the record: short ones stand in the event, long ones are references to a stored body.

A reference is loaded only when a call to a model is built, so that a state stays small however much was read.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

_REFERENCE_KEYS = frozenset({"ref", "size", "head"})


@dataclass(frozen=True, slots=True)
class BodyRef:
    """A text kept outside of its event; `head` is its beginning, for showing."""

    ref: str
    size: int
    head: str


type Text = str | BodyRef


def read_text(value: Any) -> Text:
    """The text of a payload field; null is the empty text."""
    if value is None:
        return ""
    if isinstance(value, str):
        return value
    if isinstance(value, Mapping) and value.keys() == _REFERENCE_KEYS:
        return BodyRef(ref=str(value["ref"]), size=int(value["size"]), head=str(value["head"]))
    raise TypeError(f"a text of the record is a string or a reference, not {type(value).__name__}")


def write_text(text: Text) -> str | dict[str, str | int]:
    """The reverse of `read_text`: what a payload field or a view holds."""
    if isinstance(text, str):
        return text
    return {"ref": text.ref, "size": text.size, "head": text.head}


def length_of(text: Text) -> int:
    return len(text) if isinstance(text, str) else text.size


def load_text(text: Text, bodies: Mapping[str, str]) -> str:
    """The whole text; `bodies` holds every referenced one by its id."""
    return text if isinstance(text, str) else bodies[text.ref]
