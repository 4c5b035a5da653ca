"""The list of what the supervisor does again and again. Each app adds its own in `AppConfig.ready`.

A loop is a function that gets a connection of the role baton_super, in autocommit, does one round and answers
how many rows it moved. Every round must be safe to interrupt and to run twice at once.
"""

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module

import psycopg

Round = Callable[[psycopg.Connection], int]
Pause = float | Callable[[], float]


@dataclass(frozen=True, slots=True)
class Loop:
    """One of them."""

    name: str
    seconds: Pause
    run: Round | str
    channel: str | None = None
    """A NOTIFY on it starts the next round at once; a round that moved rows is then followed by another."""

    def pause(self) -> float:
        return self.seconds() if callable(self.seconds) else self.seconds

    def load(self) -> Round:
        """The function itself; `module:function` is how an app spares other processes its import."""
        if not isinstance(self.run, str):
            return self.run
        module, _, name = self.run.partition(":")
        loaded: Round = getattr(import_module(module), name)
        return loaded


_loops: dict[str, Loop] = {}


def register(name: str, seconds: Pause, run: Round | str, *, channel: str | None = None) -> None:
    """Add a loop; the same name again replaces it, so that a second `ready` does no harm."""
    _loops[name] = Loop(name, seconds, run, channel)


def registered() -> tuple[Loop, ...]:
    return tuple(_loops.values())
