"""What else both languages must agree on: the words of the record, and the spelling of JSON values."""

from collections.abc import Iterator, Mapping
from typing import Any

from trace_random import NUMBERS, TEXTS

from baton.core.canonical import canonical_text
from orchestration.engine.call_results import STATE_OF_RESULT
from orchestration.engine.durations import milliseconds_between
from orchestration.engine.events import EventKind
from orchestration.engine.states import (
    CALL_ENDS,
    RUN_ENDS,
    ApprovalState,
    CallState,
    RunStatus,
    StepState,
    WaitingFor,
)

_INSTANTS = (
    None, "", "2026-11-30T12:00:00.004Z", "2026-11-30T12:00:01Z", "2026-11-30T13:00:00.000+01:00",
    "2026-11-30T02:29:59.999999-09:30", "2024-02-29T23:59:59.999Z", "1970-01-01T00:00:00.000Z",
    "1969-12-31T23:59:59.9999Z",
)  # fmt: skip


def words() -> list[Mapping[str, Any]]:
    """Every closed list, by name."""
    return [
        {"name": "run statuses", "words": list(RunStatus)},
        {"name": "run ends", "words": sorted(RUN_ENDS)},
        {"name": "waits", "words": list(WaitingFor)},
        {"name": "call states", "words": list(CallState)},
        {"name": "call ends", "words": sorted(CALL_ENDS)},
        {"name": "step states", "words": list(StepState)},
        {"name": "approval states", "words": list(ApprovalState)},
        {"name": "event kinds", "words": list(EventKind)},
        {
            "name": "result states",
            "words": sorted(f"{kind} {state}" for kind, state in STATE_OF_RESULT.items()),
        },
    ]


def spellings() -> Iterator[Mapping[str, Any]]:
    """Values and their canonical text."""
    for value in (
        *NUMBERS,
        *TEXTS,
        *_EDGES,
        None,
        True,
        [],
        {},
        [[], {}],
        _KEYS,
        {"list": [*NUMBERS, *TEXTS]},
    ):
        yield {"value": value, "text": canonical_text(value)}


def durations() -> Iterator[Mapping[str, Any]]:
    """Pairs of instants and the whole milliseconds between them."""
    for start in _INSTANTS:
        for end in _INSTANTS:
            yield {"start": start, "end": end, "ms": milliseconds_between(start, end)}


_KEYS = {
    key: 0
    for key in ("", "a", "A", "aa", "\r", "1", "10", "2", "é", "e\u0301", "\u20ac", "\ufb33", "🎺", "\ue000")
}
_EDGES = (
    9007199254740991, 1e20, 123456789012345680.0, 1e-6, 0.000001234, 4.35, 0.3333333333333333, 1.5e300,
    2.2250738585072014e-308, -1e-7, 999999999999999900000.0,
)  # fmt: skip
