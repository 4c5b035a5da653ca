"""The text of a definition as a tree of nodes that know their place. YAML, less what surprises.

No anchors, aliases, tags, merge keys or second documents, and no key twice. Only `true`, `false`, `null` and
decimal numbers are more than text: `no`, `on`, `1:30`, `007` and `2026-01-01` stay the texts they look like.
Nothing is constructed, hence nothing can be executed.
"""

import math
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import yaml

from agents_app.definition.diagnostics import Findings, Position, escape
from baton.core.strict_json import MAX_SAFE_INTEGER
from baton.core.text import is_clean

MAX_CHARACTERS = 256 * 1024
MAX_DEPTH = 40
MAX_EVENTS = 50_000

_INTEGER = re.compile(r"[-+]?(?:0|[1-9][0-9]*)")
_NUMBER = re.compile(r"[-+]?(?:[0-9]+\.[0-9]*|\.[0-9]+|[0-9]+)(?:[eE][-+]?[0-9]+)?")
_ZERO_PADDED = re.compile(r"[-+]?0[0-9]")
_CONSTANTS = {"": None, "~": None, "null": None, "true": True, "false": False}


@dataclass(frozen=True, slots=True)
class Scalar:
    value: str | int | float | bool | None
    at: Position


@dataclass(frozen=True, slots=True)
class Sequence:
    items: tuple["Node", ...]
    at: Position


@dataclass(frozen=True, slots=True)
class Entry:
    key: str
    at: Position
    node: "Node"


@dataclass(frozen=True, slots=True)
class Mapping:
    entries: tuple[Entry, ...]
    at: Position


type Node = Scalar | Sequence | Mapping

_NOTHING = Scalar(None, Position(1, 1))


def read_document(text: str, findings: Findings, longest: int = MAX_CHARACTERS) -> Node | None:
    """The tree of the text, or None where it cannot be read to its end. Keys that stand twice are kept."""
    if len(text) > longest:
        findings.add("definition_too_large", f"At most {longest} characters.", Position(1, 1))
        return None
    builder = _Builder(findings)
    try:
        for number, event in enumerate(yaml.parse(text, Loader=yaml.SafeLoader)):
            if number > MAX_EVENTS:  # each takes its time, however short it is written
                at = _position(event)
                findings.add("definition_too_large", f"At most {MAX_EVENTS} keys, values and lists.", at)
                return None
            if not builder.take(event):
                return None
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        at = Position(mark.line + 1, mark.column + 1) if mark else Position(1, 1)
        findings.add("invalid_yaml", f"This is not YAML: {error.problem or error.context}.", at)
        return None
    except yaml.reader.ReaderError as error:
        sign = error.character if isinstance(error.character, int) else ord(error.character[:1])
        findings.add("invalid_character", f"The sign U+{sign:04X} may not stand here.", _at(text, error))
        return None
    return _pointed(builder.root, "")


def _pointed(node: Node, pointer: str) -> Node:
    """The tree with every place knowing its JSON pointer. It is at most `MAX_DEPTH` deep."""
    at = Position(node.at.line, node.at.column, pointer)
    match node:
        case Scalar():
            return Scalar(node.value, at)
        case Sequence():
            return Sequence(
                tuple(_pointed(item, f"{pointer}/{index}") for index, item in enumerate(node.items)), at
            )
        case Mapping():
            return Mapping(tuple(_pointed_entry(entry, pointer) for entry in node.entries), at)


def _pointed_entry(entry: Entry, pointer: str) -> Entry:
    below = f"{pointer}/{escape(entry.key)}"
    return Entry(entry.key, Position(entry.at.line, entry.at.column, below), _pointed(entry.node, below))


def to_plain(node: Node) -> Any:
    """The node as plain JSON values, without places."""
    match node:
        case Scalar():
            return node.value
        case Sequence():
            return [to_plain(item) for item in node.items]
        case Mapping():
            return {entry.key: to_plain(entry.node) for entry in node.entries}


def find(node: Node, pointer: str) -> Position:
    """The place of a JSON pointer inside the node, or of the nearest thing around it."""
    at = node.at
    for part in pointer.split("/")[1:]:
        name = part.replace("~1", "/").replace("~0", "~")
        step = next(_children(node, name), None)
        if step is None:
            return at
        at, node = step
    return at


def _children(node: Node, name: str) -> Iterator[tuple[Position, Node]]:
    if isinstance(node, Mapping):
        yield from ((entry.at, entry.node) for entry in node.entries if entry.key == name)
    elif isinstance(node, Sequence) and name.isdecimal() and int(name) < len(node.items):
        item = node.items[int(name)]
        yield item.at, item


class _Builder:
    """A tree out of parser events, with a stack of its own: the text decides how deep, not Python's."""

    def __init__(self, findings: Findings) -> None:
        self.root: Node = _NOTHING
        self._findings = findings
        self._open: list[tuple[yaml.Event, list[Node]]] = []
        self._documents = 0

    def take(self, event: yaml.Event) -> bool:
        """Whether reading may go on."""
        at = _position(event)
        self._refuse_extras(event, at)
        match event:
            case yaml.DocumentStartEvent():
                self._documents += 1
                if self._documents > 1:
                    self._findings.add("several_documents", "One file holds one definition.", at)
                    return False
            case yaml.AliasEvent():
                self._put(Scalar(None, at))
            case yaml.ScalarEvent():
                self._put(Scalar(self._value(event, at), at))
            case yaml.SequenceStartEvent() | yaml.MappingStartEvent():
                self._open.append((event, []))
                if len(self._open) > MAX_DEPTH:
                    self._findings.add("too_deep", f"Nested deeper than {MAX_DEPTH} levels.", at)
                    return False
            case yaml.SequenceEndEvent():
                start, items = self._open.pop()
                self._put(Sequence(tuple(items), _position(start)))
            case yaml.MappingEndEvent():
                start, items = self._open.pop()
                self._put(Mapping(tuple(self._entries(items)), _position(start)))
            case _:
                pass
        return True

    def _put(self, node: Node) -> None:
        if self._open:
            self._open[-1][1].append(node)
        else:
            self.root = node

    def _entries(self, items: list[Node]) -> Iterator[Entry]:
        for key, value in zip(items[::2], items[1::2], strict=True):
            if isinstance(key, Scalar) and isinstance(key.value, str):
                yield Entry(key.value, key.at, value)
            else:
                self._findings.add("invalid_key", "A key is a text.", key.at)

    def _refuse_extras(self, event: yaml.Event, at: Position) -> None:
        if getattr(event, "anchor", None) is not None:
            self._findings.add("anchor_not_allowed", "Anchors and aliases are not used here.", at)
        tag = getattr(event, "tag", None)
        if tag is not None:
            self._findings.add("tag_not_allowed", f"The tag {tag!r} is not used here.", at)

    def _value(self, event: yaml.ScalarEvent, at: Position) -> str | int | float | bool | None:
        is_key = bool(self._open) and isinstance(self._open[-1][0], yaml.MappingStartEvent)
        is_key = is_key and len(self._open[-1][1]) % 2 == 0
        if not is_clean(str(event.value)):  # an escape in quotes may spell what the file itself may not hold
            self._findings.add("invalid_character", "NUL and half a character may not stand here.", at)
        if event.style is not None or is_key:
            return str(event.value)
        value = plain_value(event.value)
        if isinstance(value, int | float) and not isinstance(value, bool):
            if not math.isfinite(value):
                self._findings.add("invalid_number", f"{event.value} is larger than any number here.", at)
            elif float(value).is_integer() and abs(value) > MAX_SAFE_INTEGER:
                self._findings.add("unsafe_integer", f"{event.value} is beyond 2^53 - 1; quote it.", at)
        return value


def plain_value(text: str) -> str | int | float | bool | None:
    """What an unquoted text means: null, a boolean, a decimal number, or itself."""
    if text in _CONSTANTS:
        return _CONSTANTS[text]
    if _ZERO_PADDED.match(text) or len(text) > 40:
        return text
    if _INTEGER.fullmatch(text):
        return int(text)
    return float(text) if _NUMBER.fullmatch(text) else text


def _position(event: yaml.Event) -> Position:
    mark = event.start_mark
    return Position(mark.line + 1, mark.column + 1) if mark else Position(1, 1)


def _at(text: str, error: yaml.reader.ReaderError) -> Position:
    before = text[: error.position]
    return Position(before.count("\n") + 1, len(before) - before.rfind("\n"))
