"""What the parts of a fold share while they make spans: whose they are, what time it is, what is finished."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

from baton.core.clock import from_rfc3339
from baton.telemetry import names
from baton.telemetry.span import Span, SpanKind, Value, span_id

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)
MILLISECOND = 1_000_000


@dataclass(slots=True)
class Making:
    """The spans of one run. `now` is the instant of the record that is being read, in nanoseconds."""

    run_id: str
    trace_id: str
    organization_id: str = ""
    with_content: bool = False
    now: int = 0
    ready: list[Span] = field(default_factory=list)

    def add(
        self,
        name: str,
        identifier: str,
        attributes: Mapping[str, Value | None],
        *,
        start: int,
        end: int | None = None,
        parent: str | None,
        kind: SpanKind = SpanKind.INTERNAL,
        error: str | None = None,
        links: tuple[str, ...] = (),
    ) -> None:
        """A span that ended: now, or earlier. What is not known of it is left out."""
        end = self.now if end is None else end
        known = {key: value for key, value in attributes.items() if value is not None}
        self.ready.append(
            Span(
                name=name,
                kind=kind,
                trace_id=self.trace_id,
                span_id=identifier,
                parent_id=parent,
                start=min(start, end),
                end=end,
                attributes={names.RUN_ID: self.run_id, **known},
                error=error,
                links=links,
            )
        )

    def id_of(self, *what: object) -> str:
        return span_id(self.run_id, *what)


def instant(text: str | None, otherwise: int) -> int:
    """Nanoseconds since the epoch."""
    try:
        return (from_rfc3339(text or "") - _EPOCH) // _MICROSECOND * 1000
    except ValueError:
        return otherwise


def text_of(payload: Mapping[str, Any], name: str) -> str | None:
    """A field that is a text with something in it, or None."""
    value = payload.get(name)
    return value if isinstance(value, str) and value else None


def number_of(payload: Mapping[str, Any], name: str) -> int | None:
    """A field that is a whole number, or None."""
    value = payload.get(name)
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def part_of(payload: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    """A field that is an object; an empty one where it is not."""
    value = payload.get(name)
    return value if isinstance(value, Mapping) else {}
