"""A span of ours as one of the SDK's, ready to be exported."""

from collections.abc import Callable

from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.trace import ReadableSpan
from opentelemetry.sdk.util.instrumentation import InstrumentationScope
from opentelemetry.trace import Link, SpanContext, SpanKind, Status, StatusCode, TraceFlags
from opentelemetry.util.types import AttributeValue

from baton.telemetry.names import CONTENT, ERROR_TYPE
from baton.telemetry.span import Span
from baton.telemetry.span import SpanKind as Kind

SCOPE = InstrumentationScope("baton")
_KINDS = {Kind.INTERNAL: SpanKind.INTERNAL, Kind.CLIENT: SpanKind.CLIENT}
_SAMPLED = TraceFlags(TraceFlags.SAMPLED)


def readable(span: Span, resource: Resource, hide: Callable[[str], str]) -> ReadableSpan:
    """The SDK calls these objects its own to make; but only its tracer insists on a clock and a chance."""
    attributes: dict[str, AttributeValue] = {
        name: hide(value) if name in CONTENT and isinstance(value, str) else value
        for name, value in span.attributes.items()
    }
    status = Status(StatusCode.UNSET)
    if span.error is not None:
        attributes[ERROR_TYPE] = span.error
        status = Status(StatusCode.ERROR, span.error)
    return ReadableSpan(
        name=span.name,
        context=_context(span.trace_id, span.span_id),
        parent=None if span.parent_id is None else _context(span.trace_id, span.parent_id),
        resource=resource,
        attributes=attributes,
        links=[Link(_context(span.trace_id, each)) for each in span.links],
        kind=_KINDS[span.kind],
        status=status,
        start_time=span.start,
        end_time=span.end,
        instrumentation_scope=SCOPE,
    )


def _context(trace_id: str, span_id: str) -> SpanContext:
    return SpanContext(int(trace_id, 16), int(span_id, 16), is_remote=False, trace_flags=_SAMPLED)
