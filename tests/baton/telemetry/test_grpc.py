"""The same over gRPC, against a server made of OpenTelemetry's own service."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import grpc
import pytest
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceResponse
from opentelemetry.proto.collector.trace.v1.trace_service_pb2_grpc import (
    TraceServiceServicer,
    add_TraceServiceServicer_to_server,
)

from baton.telemetry.choice import Choice
from baton.telemetry.span import Span, SpanKind
from baton.telemetry.start import start_telemetry

SPAN = Span(
    "chat gpt", SpanKind.CLIENT, "ab" * 16, "cd" * 8, "ef" * 8, 5, 7, {"gen_ai.request.model": "gpt"},
    error="provider_error", links=("12" * 8,),
)  # fmt: skip


class Receiver(TraceServiceServicer):
    def __init__(self) -> None:
        self.requests: list[Any] = []

    def Export(self, request: Any, context: Any) -> ExportTraceServiceResponse:
        self.requests.append(request)
        return ExportTraceServiceResponse()


def test_a_span_arrives_over_grpc(monkeypatch: pytest.MonkeyPatch) -> None:
    receiver, server = Receiver(), grpc.server(ThreadPoolExecutor(2))
    add_TraceServiceServicer_to_server(receiver, server)
    port = server.add_insecure_port("127.0.0.1:0")
    server.start()
    monkeypatch.setenv("OTEL_EXPORTER_OTLP_ENDPOINT", f"http://127.0.0.1:{port}")
    telemetry = start_telemetry(Choice("baton-worker", ("otlp_proto_grpc",)), str)
    assert telemetry is not None
    assert telemetry.sender is not None

    is_taken = telemetry.sender.send([SPAN])

    telemetry.close()
    server.stop(0).wait()
    assert is_taken
    (resource,) = receiver.requests[0].resource_spans
    (span,) = resource.scope_spans[0].spans
    assert (span.name, span.trace_id.hex(), span.span_id.hex()) == ("chat gpt", "ab" * 16, "cd" * 8)
    assert (span.parent_span_id.hex(), span.links[0].span_id.hex()) == ("ef" * 8, "12" * 8)
    assert (span.start_time_unix_nano, span.end_time_unix_nano) == (5, 7)
    assert {pair.key: pair.value.string_value for pair in span.attributes} == {
        "gen_ai.request.model": "gpt",
        "error.type": "provider_error",
    }
