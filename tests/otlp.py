"""A collector for tests: an OTLP/HTTP receiver that reads what arrives with OpenTelemetry's own messages."""

import gzip
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from opentelemetry.proto.collector.logs.v1.logs_service_pb2 import ExportLogsServiceRequest
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest
from opentelemetry.proto.common.v1.common_pb2 import AnyValue


@dataclass(frozen=True)
class Received:
    """A span as it came over the wire."""

    service: str
    name: str
    kind: int
    trace: str
    id: str
    parent: str
    start: int
    end: int
    is_error: bool
    attributes: Mapping[str, Any]
    links: tuple[str, ...]


@dataclass(frozen=True)
class Line:
    """A line of a log."""

    text: str
    trace: str
    attributes: Mapping[str, Any]


@dataclass
class Collector:
    """What has arrived, in that order."""

    port: int = 0
    spans: list[Received] = field(default_factory=list)
    lines: list[Line] = field(default_factory=list)
    answer: int = 200

    @property
    def environment(self) -> dict[str, str]:
        return {
            "OTEL_TRACES_EXPORTER": "otlp",
            "OTEL_EXPORTER_OTLP_ENDPOINT": f"http://127.0.0.1:{self.port}",
        }

    def of(self, run: object) -> list[Received]:
        """The spans of a run, by their start; those that began together as they came."""
        found = [span for span in self.spans if span.attributes.get("baton.run.id") == str(run)]
        return sorted(found, key=lambda span: span.start)

    def named(self, run: object, name: str) -> list[Received]:
        return [span for span in self.of(run) if span.name.startswith(name)]

    def take(self, path: str, body: bytes) -> None:
        if path == "/v1/traces":
            self._take_spans(ExportTraceServiceRequest.FromString(body))
        elif path == "/v1/logs":
            for resource in ExportLogsServiceRequest.FromString(body).resource_logs:
                for scope in resource.scope_logs:
                    for each in scope.log_records:
                        self.lines.append(
                            Line(_value(each.body), each.trace_id.hex(), _attributes(each.attributes))
                        )

    def _take_spans(self, request: ExportTraceServiceRequest) -> None:
        for resource in request.resource_spans:
            service = _attributes(resource.resource.attributes)["service.name"]
            for scope in resource.scope_spans:
                for span in scope.spans:
                    self.spans.append(
                        Received(
                            service=service,
                            name=span.name,
                            kind=span.kind,
                            trace=span.trace_id.hex(),
                            id=span.span_id.hex(),
                            parent=span.parent_span_id.hex(),
                            start=span.start_time_unix_nano,
                            end=span.end_time_unix_nano,
                            is_error=span.status.code == 2,
                            attributes=_attributes(span.attributes),
                            links=tuple(link.span_id.hex() for link in span.links),
                        )
                    )


@contextmanager
def collector() -> Iterator[Collector]:
    """Listens until the block ends."""
    held = Collector()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            if self.headers.get("Content-Encoding") == "gzip":
                body = gzip.decompress(body)
            if held.answer == 200:
                held.take(self.path, body)
            self.send_response(held.answer)
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, *arguments: object) -> None:
            return None

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    held.port = server.server_address[1]
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield held
    finally:
        server.shutdown()
        server.server_close()


def _attributes(pairs: Any) -> dict[str, Any]:
    return {pair.key: _value(pair.value) for pair in pairs}


def _value(value: AnyValue) -> Any:
    kind = value.WhichOneof("value")
    if kind == "array_value":
        return [_value(each) for each in value.array_value.values]
    return getattr(value, kind) if kind else None
