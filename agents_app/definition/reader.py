"""Reading one mapping of a definition: typed access by key, every wrong value and unknown key a finding."""

import difflib
import re
from collections.abc import Iterator
from typing import Any

from pydantic import ValidationError

from agents_app.definition.diagnostics import Findings, Position
from agents_app.definition.document import Entry, Mapping, Node, Scalar, Sequence, to_plain
from agents_app.spec import Spec

MAX_TEXT = 100_000
_DURATION = re.compile(r"([1-9][0-9]{0,8})(s|m|h|d)")
_SECONDS = {"s": 1, "m": 60, "h": 3_600, "d": 86_400}


class Reader:
    """One mapping. A wrong value is reported and a harmless one returned, so that reading goes on."""

    def __init__(self, node: Node, where: str, findings: Findings) -> None:
        self.at = node.at
        self.where = where
        self.findings = findings
        self._entries: dict[str, Entry] = {}
        self._asked: list[str] = []
        if isinstance(node, Mapping):
            self._entries = {entry.key: entry for entry in unique_entries(node, findings)}
        elif not (isinstance(node, Scalar) and node.value is None):
            self.add("wrong_type", f"{where} is {kind_of(node)}; write names and values.", node.at)

    def add(self, code: str, message: str, at: Position | None = None) -> None:
        self.findings.add(code, message, at or self.at)

    def at_key(self, key: str) -> Position:
        """Where the key stands, or where it would."""
        return self._entries[key].at if key in self._entries else self.at.below(key)

    def has(self, key: str) -> bool:
        return key in self._entries

    def expect(self, *keys: str) -> None:
        """Name keys that may be there, so that they are not reported as unknown."""
        self._asked.extend(keys)

    def node(self, key: str) -> Node | None:
        """The node of a key, or None where it is absent or null."""
        self._asked.append(key)
        entry = self._entries.get(key)
        if entry is None or (isinstance(entry.node, Scalar) and entry.node.value is None):
            return None
        return entry.node

    def text(self, key: str, default: str = "", *, required: bool = False) -> str:
        node = self.node(key)
        if node is None:
            if required:
                self.add("required", f"{self.where} needs '{key}'.", self.at_key(key))
            return default
        return self.text_of(node, f"'{key}' of {self.where}", required=required)

    def text_of(self, node: Node, what: str, *, required: bool = False) -> str:
        if not (isinstance(node, Scalar) and isinstance(node.value, str)):
            self.add("wrong_type", f"{what} is {kind_of(node)}; write a text, in quotes if needed.", node.at)
            return ""
        if required and not node.value.strip():
            self.add("required", f"{what} is empty.", node.at)
        if len(node.value) > MAX_TEXT:
            self.add("too_long", f"{what} is longer than {MAX_TEXT} characters.", node.at)
        return node.value

    def integer(self, key: str, default: int | None) -> int | None:
        node = self.node(key)
        if node is None:
            return default
        if isinstance(node, Scalar) and isinstance(node.value, int) and not isinstance(node.value, bool):
            return node.value
        self.add("wrong_type", f"'{key}' of {self.where} is {kind_of(node)}; write a whole number.", node.at)
        return default

    def truth(self, key: str, *, default: bool) -> bool:
        node = self.node(key)
        if node is None:
            return default
        if isinstance(node, Scalar) and isinstance(node.value, bool):
            return node.value
        self.add("wrong_type", f"'{key}' of {self.where} is {kind_of(node)}; write true or false.", node.at)
        return default

    def seconds(self, key: str, default: int) -> int:
        """A duration such as 90s, 15m, 24h or 7d."""
        node = self.node(key)
        if node is None:
            return default
        shown = to_plain(node)
        duration = _DURATION.fullmatch(shown) if isinstance(shown, str) else None
        if duration is None:
            self.add("invalid_duration", f"{shown!r} is not a time. Write 90s, 15m, 24h or 7d.", node.at)
            return default
        return int(duration.group(1)) * _SECONDS[duration.group(2)]

    def texts(self, key: str) -> tuple[tuple[str, Position], ...]:
        """A list of texts with their places; one text alone is a list of one."""
        node = self.node(key)
        if node is None:
            return ()
        items = node.items if isinstance(node, Sequence) else (node,)
        what = f"'{key}' of {self.where}"
        return tuple((self.text_of(item, what, required=True), item.at) for item in items)

    def one_of(self, key: str, choices: tuple[str, ...], default: str) -> str:
        value = self.text(key, default)
        if value not in choices:
            self.add("invalid_value", f"{value!r} is not one of {', '.join(choices)}.", self.at_key(key))
            return default
        return value

    def section(self, key: str) -> "Reader | None":
        node = self.node(key)
        return None if node is None else Reader(node, f"'{key}' of {self.where}", self.findings)

    def entries(self) -> Iterator[Entry]:
        """Every key, where the keys are names given by the author."""
        self._asked.extend(self._entries)
        yield from self._entries.values()

    def refuse_unknown(self) -> None:
        """Report keys that nobody asked for; to be called last."""
        for entry in self._entries.values():
            if entry.key not in self._asked:
                close = difflib.get_close_matches(entry.key, self._asked, n=1)
                hint = f"Did you mean '{close[0]}'?" if close else f"Known: {', '.join(self._asked)}."
                self.add("unknown_field", f"{self.where} has no '{entry.key}'. {hint}", entry.at)

    def build[S: Spec](self, kind: type[S], **values: Any) -> S | None:
        """A stored value, or a finding for each of its own rules that is broken."""
        try:
            return kind(**values)
        except ValidationError as error:
            for each in error.errors():
                name = ".".join(str(part) for part in each["loc"])
                message = f"{self.where}: {name or 'value'}: {each['msg']}."
                self.add("invalid_value", message, self.at_key(str(each["loc"][0])) if each["loc"] else None)
            return None


def unique_entries(node: Mapping, findings: Findings, code: str = "duplicate_key") -> Iterator[Entry]:
    """The entries of a mapping; a key that stands twice is a finding at its second place."""
    first: dict[str, Entry] = {}
    for entry in node.entries:
        if entry.key in first:
            line = first[entry.key].at.line
            findings.add(code, f"'{entry.key}' stands here twice, first in line {line}.", entry.at)
            continue
        first[entry.key] = entry
        yield entry


def kind_of(node: Node) -> str:
    """The kind of a node in plain words."""
    match node:
        case Mapping():
            return "a mapping"
        case Sequence():
            return "a list"
        case Scalar(value=bool()):
            return "true or false"
        case Scalar(value=None):
            return "empty"
        case Scalar(value=str()):
            return "a text"
        case Scalar():
            return "a number"
