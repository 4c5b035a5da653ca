"""Lines that a person types, read so that waiting for one can be broken off when it no longer matters."""

import os
import select
import sys
import termios
import time
from collections.abc import Callable

_TICK = 0.5
_TOO_QUICK = 0.4
"""Nothing can be decided so soon after a card appears: a held or early key would decide what nobody read."""


class NoMoreInput(Exception):
    """The terminal was closed, or Ctrl-D pressed."""


class Interrupted(Exception):
    """The question has become void while it was asked."""


def is_interactive() -> bool:
    """Whether a person can be asked."""
    try:
        return sys.stdin.isatty() and sys.stdout.isatty()
    except ValueError:  # closed
        return False


class Keyboard:
    """The terminal behind stdin, in its own line editing."""

    def __init__(self, descriptor: int | None = None) -> None:
        self._descriptor = sys.stdin.fileno() if descriptor is None else descriptor

    def forget_early_keys(self) -> None:
        """Drop what was typed before the card could be read."""
        time.sleep(_TOO_QUICK)
        termios.tcflush(self._descriptor, termios.TCIFLUSH)

    def ask(self, prompt: str, is_void: Callable[[], bool]) -> str:
        """One line, stripped. Raises Interrupted as soon as `is_void`, NoMoreInput at the end of input."""
        sys.stdout.write(prompt)
        sys.stdout.flush()
        while not self._has_line():
            if is_void():
                termios.tcflush(self._descriptor, termios.TCIFLUSH)
                sys.stdout.write("\n")
                raise Interrupted
        typed = os.read(self._descriptor, 4096)
        if not typed:
            sys.stdout.write("\n")
            raise NoMoreInput
        return typed.decode(errors="replace").strip()

    def _has_line(self) -> bool:
        return bool(select.select([self._descriptor], [], [], _TICK)[0])
