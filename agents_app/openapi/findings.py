"""What could not be taken from an OpenAPI document as it stands, and what stops a document altogether."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from baton.core.errors import Unprocessable

MAX_SHOWN = 300


@dataclass(frozen=True, slots=True)
class OpenApiProblem:
    """`pointer` is a JSON pointer into the document; an operation without content has the reason among its
    problems, elsewhere they say what was left out or changed."""

    code: str
    message: str
    pointer: str


class InvalidOpenApi(Unprocessable):
    """The document cannot be read at all."""

    def __init__(self, message: str, details: Mapping[str, Any] | None = None) -> None:
        super().__init__("invalid_openapi", message, field="document", details=details)


class CannotBeTool(Exception):
    """Ends the reading of one operation."""

    def __init__(self, code: str, message: str, pointer: str) -> None:
        super().__init__(message)
        self.problem = OpenApiProblem(code, message[:MAX_SHOWN], pointer)


@dataclass(slots=True)
class Notes:
    """The problems of one operation, each once, in the order in which they were met."""

    found: list[OpenApiProblem] = field(default_factory=list)
    most: int = 50

    def add(self, code: str, message: str, pointer: str) -> None:
        problem = OpenApiProblem(code, message[:MAX_SHOWN], pointer)
        if problem not in self.found and len(self.found) < self.most:
            self.found.append(problem)


def escape(part: str) -> str:
    """A key as a part of a JSON pointer."""
    return part.replace("~", "~0").replace("/", "~1")


def shown(value: Any) -> str:
    """A foreign value inside a message: short."""
    text = value if isinstance(value, str) else repr(value)
    return text if len(text) <= 60 else f"{text[:59]}…"
