"""Opens what was chosen. Loaded by name, and only where something was chosen (`baton.telemetry.start`)."""

import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from opentelemetry.sdk._logs import LoggerProvider
from opentelemetry.sdk.resources import SERVICE_NAME, Resource
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import SpanExportResult
from opentelemetry.sdk.trace.sampling import Decision

from baton.telemetry.choice import Choice
from baton.telemetry.sdk.conversion import readable
from baton.telemetry.sdk.exporters import load_exporters
from baton.telemetry.sdk.logs import open_logs
from baton.telemetry.sdk.patience import Patience
from baton.telemetry.span import Span

logger = logging.getLogger(__name__)


class Sender:
    """Sends spans through the exporters, in the thread of the caller.

    OTEL_TRACES_SAMPLER is asked for the trace alone, so that every worker answers the same for all of it.
    """

    def __init__(self, exporters: Sequence[Any], resource: Resource, hide: Callable[[str], str]) -> None:
        self._exporters = exporters
        self._resource = resource
        self._hide = hide
        self._sampler = TracerProvider(resource=resource, shutdown_on_exit=False).sampler

    def is_sampled(self, trace_id: str) -> bool:
        decision = self._sampler.should_sample(None, int(trace_id, 16), "").decision
        return decision is Decision.RECORD_AND_SAMPLE

    def send(self, spans: Sequence[Span]) -> bool:
        """Whether one exporter or more took them: sent again, the others would have them twice."""
        ready = [readable(span, self._resource, self._hide) for span in spans]
        taken = False
        for exporter in self._exporters:
            try:
                taken |= exporter.export(ready) is SpanExportResult.SUCCESS
            except Exception:
                logger.exception("an exporter of spans failed")
        return taken

    def close(self) -> None:
        for exporter in self._exporters:
            exporter.shutdown()


@dataclass(frozen=True, slots=True)
class Opened:
    """What was turned on in this process."""

    sender: Sender | None
    logs: LoggerProvider | None
    patience: Patience

    def close(self) -> None:
        """Lines that are still to be sent are, or are given up after a few seconds."""
        if self.sender is not None:
            self.sender.close()
        if self.logs is not None:
            with self.patience.bounded():
                self.logs.shutdown()


def open_telemetry(choice: Choice, hide: Callable[[str], str]) -> Opened:
    """OTEL_SERVICE_NAME and OTEL_RESOURCE_ATTRIBUTES win over the service's own name."""
    resource = Resource({SERVICE_NAME: choice.service}).merge(_named())
    traces = load_exporters("opentelemetry_traces_exporter", choice.traces)
    logs = load_exporters("opentelemetry_logs_exporter", choice.logs)
    return Opened(
        sender=Sender(traces, resource, hide) if traces else None,
        logs=open_logs(logs, resource, hide) if logs else None,
        patience=Patience(logs),
    )


def _named() -> Resource:
    """What the environment says of this process, less the name that the SDK would make up."""
    found = Resource.create()
    if str(found.attributes.get(SERVICE_NAME, "")).startswith("unknown_service"):
        return Resource({name: value for name, value in found.attributes.items() if name != SERVICE_NAME})
    return found
