"""A finished span as a value, and the ids by which every process knows the same span. Pure.

Ids follow from what the span is about, so that whoever makes it, and however often, it is the same one.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from hashlib import sha256

type Value = str | bool | int | float | tuple[str, ...]


class SpanKind(StrEnum):
    INTERNAL = "internal"
    CLIENT = "client"


@dataclass(frozen=True, slots=True)
class Span:
    """Instants are nanoseconds since the epoch. `error`: what went wrong, of a small set of words."""

    name: str
    kind: SpanKind
    trace_id: str
    span_id: str
    parent_id: str | None
    start: int
    end: int
    attributes: Mapping[str, Value]
    error: str | None = None
    links: tuple[str, ...] = ()
    """Spans of the same trace that it follows from."""


def span_id(run_id: str, *what: object) -> str:
    """The id of the span of a run about this: 16 hex digits, never all zero."""
    text = "/".join(str(part) for part in (run_id, *what))
    found = sha256(text.encode()).hexdigest()[:16]
    return found if int(found, 16) else "0000000000000001"


def segment_id(run_id: str, number: int) -> str:
    """The span of the run's work between two waits; the first has number 1."""
    return span_id(run_id, "segment", number)


def execution_id(run_id: str, call: str, execution: int) -> str:
    """The span of one execution of a call, known before it starts: the called side hears it."""
    return span_id(run_id, "call", call, execution)


def traceparent(trace_id: str, parent: str, *, sampled: bool) -> str:
    """The header of W3C Trace Context that makes what the other side does a part of this span."""
    return f"00-{trace_id}-{parent}-{'01' if sampled else '00'}"
