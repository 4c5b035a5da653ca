"""YAML as plain JSON values, event by event: no tags, no anchors, no constructors, no recursion.

Aliases are refused rather than followed: nine lines of them unfold to gigabytes, and OpenAPI has `$ref`.
"""

import math
from typing import Any, Final

import yaml

from agents_app.definition.document import plain_value
from agents_app.openapi.findings import InvalidOpenApi, shown
from baton.core.text import is_clean

# libyaml reads a mebibyte in half a second; where a platform has none, the slow reader reads the same.
_LOADER: Final = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_NO_KEY: Final = object()


def read_yaml(text: str, max_depth: int) -> Any:
    """The one document of the text. Raises InvalidOpenApi, or YAMLError for what is no YAML."""
    builder = _Builder(max_depth)
    for event in yaml.parse(text, Loader=_LOADER):
        builder.take(event)
    return builder.root


class _Builder:
    """Open collections on a stack; for a mapping also the key whose value comes next."""

    def __init__(self, max_depth: int) -> None:
        self.root: Any = None
        self._max_depth = max_depth
        self._open: list[Any] = []
        self._keys: list[Any] = []
        self._documents = 0

    def take(self, event: yaml.Event) -> None:
        """Add one event."""
        match event:
            case yaml.AliasEvent():
                raise _refused("Anchors and aliases are not read here; use $ref.", event)
            case yaml.ScalarEvent():
                self._put(self._scalar(event), event)
            case yaml.MappingStartEvent():
                self._begin({}, event)
            case yaml.SequenceStartEvent():
                self._begin([], event)
            case yaml.MappingEndEvent() | yaml.SequenceEndEvent():
                self._open.pop()
                self._keys.pop()
            case yaml.DocumentStartEvent():
                self._documents += 1
                if self._documents > 1:
                    raise _refused("The text holds more than one document.", event)
            case _:
                pass

    def _begin(self, collection: Any, event: yaml.Event) -> None:
        if self._wants_key():
            raise _refused("A key is a text.", event)
        self._put(collection, event)
        self._open.append(collection)
        self._keys.append(_NO_KEY)
        if len(self._open) > self._max_depth:
            raise _refused(f"It is nested deeper than {self._max_depth} levels.", event)

    def _put(self, value: Any, event: yaml.Event) -> None:
        if not self._open:
            self.root = value
        elif isinstance(self._open[-1], list):
            self._open[-1].append(value)
        elif self._keys[-1] is _NO_KEY:
            if value in self._open[-1]:
                raise _refused(f"The key {shown(value)!r} stands twice in one object.", event)
            self._keys[-1] = value
        else:
            self._open[-1][self._keys[-1]] = value
            self._keys[-1] = _NO_KEY

    def _wants_key(self) -> bool:
        return bool(self._open) and isinstance(self._open[-1], dict) and self._keys[-1] is _NO_KEY

    def _scalar(self, event: yaml.ScalarEvent) -> Any:
        text = str(event.value)
        if not is_clean(text):
            raise _refused("NUL and half a character may not stand here.", event)
        if self._wants_key() or not event.implicit[0]:
            return text
        value = plain_value(text)
        if isinstance(value, float) and not math.isfinite(value):
            raise _refused(f"{shown(text)} is larger than any number here.", event)
        return value


def _refused(message: str, event: yaml.Event) -> InvalidOpenApi:
    mark = event.start_mark
    return InvalidOpenApi(message, {"line": mark.line + 1, "column": mark.column + 1} if mark else {})
