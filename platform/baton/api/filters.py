"""Query parameters of lists: only those a view names, each typed, each at most once.

No name from a request ever becomes part of a query: a view gets values under its own names.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime
from enum import StrEnum
from typing import Any, Protocol
from uuid import UUID

from rest_framework.request import Request

from baton.core.clock import from_rfc3339
from baton.core.errors import BadInput

_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")


class Filter(Protocol):
    """One query parameter: how its text is read, and how the OpenAPI document describes it."""

    @property
    def description(self) -> str: ...

    def read(self, text: str) -> Any:
        """The value; ValueError where the text is none."""
        ...

    def schema(self) -> dict[str, Any]: ...


@dataclass(frozen=True, slots=True)
class UuidFilter:
    description: str

    def read(self, text: str) -> UUID:
        return UUID(text)

    def schema(self) -> dict[str, Any]:
        return {"type": "string", "format": "uuid"}


@dataclass(frozen=True, slots=True)
class TextFilter:
    description: str
    max_length: int = 200

    def read(self, text: str) -> str:
        if not text or len(text) > self.max_length or not text.isprintable():
            raise ValueError(text)
        return text

    def schema(self) -> dict[str, Any]:
        return {"type": "string", "minLength": 1, "maxLength": self.max_length}


@dataclass(frozen=True, slots=True)
class WordsFilter:
    """Words to search for, separated by spaces; each is plain text, without wildcards."""

    description: str
    max_length: int = 200
    most: int = 10

    def read(self, text: str) -> list[str]:
        words = text.split()
        if not words or len(words) > self.most or len(text) > self.max_length or not text.isprintable():
            raise ValueError(text)
        return words

    def schema(self) -> dict[str, Any]:
        return {"type": "string", "minLength": 1, "maxLength": self.max_length}


@dataclass(frozen=True, slots=True)
class ChoicesFilter:
    """One or more words of an enum, separated by commas: `status=queued,running`."""

    description: str
    words: type[StrEnum]

    def read(self, text: str) -> list[str]:
        return [self.words(word).value for word in text.split(",")]

    def schema(self) -> dict[str, Any]:
        words = "|".join(word.value for word in self.words)
        return {"type": "string", "pattern": f"^({words})(,({words}))*$"}


@dataclass(frozen=True, slots=True)
class ChoiceFilter:
    """Exactly one word of an enum: `sort=urgent`."""

    description: str
    words: type[StrEnum]

    def read(self, text: str) -> str:
        return self.words(text).value

    def schema(self) -> dict[str, Any]:
        return {"type": "string", "enum": [word.value for word in self.words]}


@dataclass(frozen=True, slots=True)
class InstantFilter:
    """An instant in RFC 3339; a `+` that was not encoded arrives as a space and is read as one."""

    description: str

    def read(self, text: str) -> datetime:
        return from_rfc3339(text.replace(" ", "+"))

    def schema(self) -> dict[str, Any]:
        return {"type": "string", "format": "date-time"}


@dataclass(frozen=True, slots=True)
class DayFilter:
    """A day of the calendar, in one spelling: `2026-11-30`."""

    description: str
    first: date
    last: date

    def read(self, text: str) -> date:
        if not _DAY.fullmatch(text):
            raise ValueError(text)
        day = date.fromisoformat(text)
        if not self.first <= day <= self.last:
            raise ValueError(text)
        return day

    def schema(self) -> dict[str, Any]:
        return {"type": "string", "format": "date"}


@dataclass(frozen=True, slots=True)
class NumberFilter:
    description: str
    minimum: int
    maximum: int

    def read(self, text: str) -> int:
        if not (text.isascii() and text.isdecimal() and len(text) <= 18):
            raise ValueError(text)
        number = int(text)
        if not self.minimum <= number <= self.maximum:
            raise ValueError(text)
        return number

    def schema(self) -> dict[str, Any]:
        return {"type": "integer", "minimum": self.minimum, "maximum": self.maximum}


def read_filters(request: Request, filters: Mapping[str, Filter]) -> dict[str, Any]:
    """The given values by name. Raises BadInput for a name that is not there, twice there or not readable."""
    values: dict[str, Any] = {}
    for name, texts in request.query_params.lists():
        known = filters.get(name)
        if known is None:
            raise BadInput("invalid_filter", f"There is no filter {name[:60]!r} here.", field=name[:60])
        if len(texts) != 1:
            raise BadInput("invalid_filter", f"The filter {name!r} stands twice.", field=name)
        try:
            values[name] = known.read(texts[0])
        except ValueError:
            message = f"{texts[0][:60]!r} is no value of the filter {name!r}."
            raise BadInput("invalid_filter", message, field=name) from None
    return values
