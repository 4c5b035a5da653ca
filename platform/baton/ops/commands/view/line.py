"""One trace event as a person reads it, before it is laid out for a width."""

from dataclasses import dataclass

from baton.ops.commands.view.foreign import Quote
from baton.ops.commands.view.statuses import Shape


@dataclass(frozen=True, slots=True)
class Line:
    """A full sentence; every text in it is visible (`baton.core.visible`) already."""

    at: str
    sentence: str
    shape: Shape | None = None
    """None: it went well, which needs no sign."""
    duration_ms: int | None = None
    facts: tuple[str, ...] = ()
    """What belongs to it, in whole sentences, under it."""
    quote: Quote | None = None
    passing: bool = False
    """True while something goes on: a later line says how it ended, so that a live view drops this one."""
