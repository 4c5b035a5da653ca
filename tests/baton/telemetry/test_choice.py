"""What the environment turns on, and that nothing is loaded where it turns on nothing."""

import logging
import os
import subprocess
import sys

import pytest

from baton.settings.environment import Environment
from baton.telemetry.about import RunFilter, work_for
from baton.telemetry.choice import Choice
from baton.telemetry.span import execution_id, traceparent
from baton.telemetry.start import start_telemetry

# The client of Valkey loads the SDK of metrics by itself; ours is that of logs and traces.
LOADS = (
    "import django, sys; django.setup(); import baton.wsgi, orchestration.tasks, baton.ops.supervisor;"
    " print('opentelemetry.sdk._logs' in sys.modules)"
)


def choice(process: str = "worker", **variables: object) -> Choice:
    return Environment.model_validate(variables).telemetry(process)


@pytest.mark.parametrize(
    ("variables", "traces"),
    [
        ({}, ()),
        ({"otel_traces_exporter": ""}, ()),
        ({"otel_traces_exporter": "none"}, ()),
        ({"otel_traces_exporter": "otlp"}, ("otlp_proto_http",)),
        ({"otel_traces_exporter": "otlp", "otel_exporter_otlp_protocol": "grpc"}, ("otlp_proto_grpc",)),
        (
            {
                "otel_traces_exporter": "otlp",
                "otel_exporter_otlp_protocol": "grpc",
                "otel_exporter_otlp_traces_protocol": "http/protobuf",
            },
            ("otlp_proto_http",),
        ),
        ({"otel_traces_exporter": "otlp, console"}, ("otlp_proto_http", "console")),
        ({"otel_traces_exporter": "otlp", "otel_sdk_disabled": "TRUE"}, ()),
    ],
)
def test_the_standards_variables_choose_exporters(
    variables: dict[str, object], traces: tuple[str, ...]
) -> None:
    assert choice(**variables).traces == traces


def test_spans_are_the_workers_and_logs_everybodys() -> None:
    chosen = {"otel_traces_exporter": "otlp", "otel_logs_exporter": "otlp"}

    assert choice("worker", **chosen) == Choice("baton-worker", ("otlp_proto_http",), ("otlp_proto_http",))
    assert choice("live", **chosen) == Choice("baton-live", (), ("otlp_proto_http",))


@pytest.mark.parametrize(("exporter", "is_loaded"), [("none", "False"), ("console", "True")])
def test_the_sdk_is_loaded_only_where_it_is_asked_for(exporter: str, is_loaded: str) -> None:
    environment = os.environ | {
        "DJANGO_SETTINGS_MODULE": "baton.settings.test",
        "OTEL_LOGS_EXPORTER": exporter,
        "PYTHONPATH": "platform:.",
    }

    done = subprocess.run(
        [sys.executable, "-c", LOADS], env=environment, capture_output=True, text=True, timeout=120
    )

    assert done.stdout.splitlines()[0] == is_loaded, done.stderr


def test_nothing_chosen_opens_nothing() -> None:
    assert start_telemetry(choice(), str) is None


def test_an_exporter_that_is_not_installed_is_named() -> None:
    with pytest.raises(LookupError, match="zipkin"):
        start_telemetry(choice(otel_traces_exporter="zipkin"), str)


def test_a_tool_hears_of_the_execution_in_the_form_of_w3c() -> None:
    span = execution_id("run", "call", 1)

    assert len(span) == 16
    assert span == execution_id("run", "call", 1) != execution_id("run", "call", 2)
    assert traceparent("ab" * 16, span, sampled=True) == f"00-{'ab' * 16}-{span}-01"
    assert traceparent("ab" * 16, span, sampled=False).endswith("-00")


def test_a_line_says_which_run_it_is_about() -> None:
    def line() -> logging.LogRecord:
        record = logging.LogRecord("x", logging.INFO, "x.py", 1, "hello", (), None)
        RunFilter().filter(record)
        return record

    assert line().__dict__["about"] == ""
    work_for("r1", "ab")
    try:
        assert line().__dict__["about"] == " [run=r1 trace=ab]"
    finally:
        work_for("", "")


def test_the_standards_sampler_is_asked_for_whole_traces(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OTEL_TRACES_SAMPLER", "traceidratio")
    monkeypatch.setenv("OTEL_TRACES_SAMPLER_ARG", "0.5")
    telemetry = start_telemetry(choice(otel_traces_exporter="console"), str)
    assert telemetry is not None
    assert telemetry.sender is not None

    answers = [telemetry.sender.is_sampled(f"{n:032x}") for n in (1, 2**64 - 1)]

    assert answers == [True, False]
