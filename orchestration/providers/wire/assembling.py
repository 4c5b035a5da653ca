"""What every assembly of a reply does alike."""

from collections.abc import Callable
from typing import Any

from baton.core.text import clean_text
from orchestration.engine.ports import Usage
from orchestration.providers.wire.failures import malformed


def guarded(add: Callable[[Any], None], data: Any, what: str) -> None:
    """Hosts send what no type foresees: that is a stream nobody can read, never a fault of ours."""
    try:
        add(data)
    except (AttributeError, KeyError, TypeError, ValueError, IndexError) as error:
        raise malformed(f"it is no {what} ({type(error).__name__})") from error


def text_of(value: Any) -> str:
    """A text or nothing; anything else is no text."""
    if value is None or isinstance(value, str):
        return value or ""
    raise TypeError(f"{type(value).__name__} where text belongs")


def count_of(value: Any) -> int | None:
    """A number of tokens, None where none is said. Unknown stays None: it must not look free."""
    return value if isinstance(value, int) and not isinstance(value, bool) and value >= 0 else None


class GrowingText:
    """A text that comes in pieces and is shown while it grows."""

    def __init__(self, on_text: Callable[[str], None] | None) -> None:
        self._on_text = on_text
        self._pieces: list[str] = []

    def add(self, piece: str) -> None:
        if piece:
            self._pieces.append(piece)
            if self._on_text is not None:
                self._on_text(clean_text(piece))

    def __str__(self) -> str:
        return clean_text("".join(self._pieces))


NOTHING_KNOWN = Usage()
