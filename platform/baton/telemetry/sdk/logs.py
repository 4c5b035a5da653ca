"""Log lines as OTLP has them, tied to the trace of the run that they are about.

The SDK's own handler is deprecated, and its successor would show attributes of a record that hold secrets.
"""

import logging
import time
import traceback
from collections.abc import Callable, Sequence
from typing import Any

from opentelemetry._logs import LogRecord, SeverityNumber
from opentelemetry.sdk._logs import LoggerProvider
from opentelemetry.sdk._logs.export import BatchLogRecordProcessor
from opentelemetry.sdk.resources import Resource
from opentelemetry.trace import NonRecordingSpan, SpanContext, TraceFlags, set_span_in_context

from baton.telemetry.about import current
from baton.telemetry.names import RUN_ID
from baton.telemetry.span import segment_id

_OURS = "opentelemetry"
"""Lines of the exporter about itself are not exported: each failure would make the next."""


class ExportingHandler(logging.Handler):
    """Hands lines to a provider, which sends them from a thread of its own."""

    def __init__(self, provider: LoggerProvider, hide: Callable[[str], str]) -> None:
        super().__init__(logging.INFO)
        self._provider = provider
        self._hide = hide

    def emit(self, record: logging.LogRecord) -> None:
        """Never raises: a line that cannot be exported still stands in the console."""
        if record.name.split(".", 1)[0] == _OURS:
            return
        try:
            self._provider.get_logger(record.name).emit(self._translated(record))
        except Exception:
            self.handleError(record)

    def _translated(self, record: logging.LogRecord) -> LogRecord:
        about = current()
        attributes: dict[str, Any] = {"code.line.number": record.lineno, "code.file.path": record.pathname}
        context = None
        if about is not None:
            attributes[RUN_ID] = about.run_id
            context = set_span_in_context(NonRecordingSpan(_root(about.run_id, about.trace_id)))
        if record.exc_info and record.exc_info[0] is not None:
            attributes["exception.type"] = record.exc_info[0].__name__
            attributes["exception.stacktrace"] = self._hide(
                "".join(traceback.format_exception(*record.exc_info))
            )
        return LogRecord(
            timestamp=int(record.created * 1e9),
            observed_timestamp=time.time_ns(),
            context=context,
            severity_text=record.levelname,
            severity_number=_severity(record.levelno),
            body=self._hide(record.getMessage()),
            attributes=attributes,
        )


def _root(run_id: str, trace_id: str) -> SpanContext:
    """The first span of the run: which of its later ones a line belongs to is not known yet."""
    first = int(segment_id(run_id, 1), 16)
    return SpanContext(int(trace_id, 16), first, is_remote=True, trace_flags=TraceFlags(TraceFlags.SAMPLED))


def _severity(level: int) -> SeverityNumber:
    """Ten of Python's steps are four of OpenTelemetry's, and its scale ends at 24."""
    return SeverityNumber(max(1, min(24, level // 10 * 4 + 1)))


def open_logs(exporters: Sequence[Any], resource: Resource, hide: Callable[[str], str]) -> LoggerProvider:
    """From now on what is logged in this process is exported as well."""
    provider = LoggerProvider(resource=resource, shutdown_on_exit=False)
    for exporter in exporters:
        provider.add_log_record_processor(BatchLogRecordProcessor(exporter))
    logging.getLogger().addHandler(ExportingHandler(provider, hide))
    return provider
