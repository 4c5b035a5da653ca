"""What is wrong with a definition, and where: collected, so that a person mends everything in one go."""

from dataclasses import dataclass, field
from typing import Any

from baton.core.errors import Unprocessable

MAX_DIAGNOSTICS = 100


@dataclass(frozen=True, slots=True)
class Position:
    """Line and column of a sign, both counted from 1, and what stands there as a JSON pointer."""

    line: int
    column: int
    pointer: str = field(default="", compare=False)

    def below(self, key: str | int) -> "Position":
        """The same place, said of something inside that is not there."""
        return Position(self.line, self.column, f"{self.pointer}/{escape(str(key))}")


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One finding. `code` is stable; `message` says what is wrong and what to write."""

    code: str
    message: str
    line: int
    column: int
    pointer: str = ""

    def __str__(self) -> str:
        return f"line {self.line}, column {self.column}: {self.message} ({self.code})"

    def to_json(self) -> dict[str, Any]:
        return {
            "code": self.code,
            "message": self.message,
            "pointer": self.pointer,
            "line": self.line,
            "column": self.column,
        }


class InvalidDefinition(Unprocessable):
    """The definition cannot be published: mend every diagnostic and send it again. Nothing was changed."""

    def __init__(self, diagnostics: tuple[Diagnostic, ...]) -> None:
        message = "\n".join(str(diagnostic) for diagnostic in diagnostics)
        details = {"diagnostics": [diagnostic.to_json() for diagnostic in diagnostics]}
        super().__init__("invalid_definition", message, details=details)
        self.diagnostics = diagnostics


class Findings:
    """The diagnostics of one reading, in the order of their places."""

    def __init__(self) -> None:
        self._found: set[Diagnostic] = set()

    def add(self, code: str, message: str, at: Position) -> None:
        self._found.add(Diagnostic(code, message, at.line, at.column, at.pointer))

    def found(self) -> tuple[Diagnostic, ...]:
        """At most so many, from the first line on."""
        ordered = sorted(self._found, key=lambda each: (each.line, each.column, each.code, each.message))
        return tuple(ordered[:MAX_DIAGNOSTICS])

    def raise_if_any(self) -> None:
        if self._found:
            raise InvalidDefinition(self.found())


def escape(key: str) -> str:
    """A key as a part of a JSON pointer (RFC 6901)."""
    return key.replace("~", "~0").replace("/", "~1")
