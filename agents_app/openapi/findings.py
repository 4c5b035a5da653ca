"""What could not be taken from an OpenAPI document as it stands, and what stops a document altogether."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Self

from baton.core.errors import Unprocessable

MAX_SHOWN = 300
MAX_POINTER = 500
MAX_NOTES = 50


@dataclass(frozen=True, slots=True)
class OpenApiProblem:
    """`pointer` is a JSON pointer into the document; an operation without content has the reason among its
    problems, elsewhere they say what was left out or changed."""

    code: str
    message: str
    pointer: str

    @classmethod
    def of(cls, code: str, message: str, pointer: str) -> Self:
        """Bounded: names in a document may be as long as it is."""
        return cls(code, message[:MAX_SHOWN], pointer[:MAX_POINTER])


class InvalidOpenApi(Unprocessable):
    """The document cannot be read at all."""

    def __init__(self, message: str, details: Mapping[str, Any] | None = None) -> None:
        super().__init__("invalid_openapi", message, field="document", details=details)


class CannotBeTool(Exception):
    """Ends the reading of one operation."""

    def __init__(self, code: str, message: str, pointer: str) -> None:
        super().__init__(message)
        self.problem = OpenApiProblem.of(code, message, pointer)


@dataclass(slots=True)
class Notes:
    """The problems of one operation, each once, in the order in which they were met."""

    found: list[OpenApiProblem] = field(default_factory=list)
    _met: set[OpenApiProblem] = field(default_factory=set)

    def add(self, code: str, message: str, pointer: str) -> None:
        if len(self.found) >= MAX_NOTES:
            return
        problem = OpenApiProblem.of(code, message, pointer)
        if problem not in self._met:
            self._met.add(problem)
            self.found.append(problem)


def escape(part: str) -> str:
    """A key as a part of a JSON pointer."""
    return part.replace("~", "~0").replace("/", "~1")


def shown(value: Any) -> str:
    """A foreign value inside a message: short."""
    text = value if isinstance(value, str) else repr(value)
    return text if len(text) <= 60 else f"{text[:59]}…"
