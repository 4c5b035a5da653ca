"""Telemetry as `baton up` has it with the standard variables alone: through Celery, the demo's shop and its policy."""

import signal
from collections.abc import Iterator

import pytest
from otlp import Collector, collector
from stack import Stack, stack


@pytest.fixture(scope="module")
def collected() -> Iterator[Collector]:
    with collector() as held:
        yield held


@pytest.fixture(scope="module")
def platform(collected: Collector) -> Iterator[Stack]:
    with stack(**collected.environment, OTEL_LOGS_EXPORTER="otlp") as running:
        yield running


def test_a_run_of_the_demo_is_one_trace_over_its_approval(platform: Stack, collected: Collector) -> None:
    run = platform.start("My order NL-1051 arrived broken. Please refund EUR 63.")
    platform.approve(run)
    assert platform.wait_end(run)["status"] == "completed"

    platform.until(lambda: len(collected.named(run, "invoke_workflow")) == 2, "the last span", 20)
    spans = collected.of(run)
    assert {span.trace for span in spans} == {platform.run(run)["trace_id"]}
    assert {span.service for span in spans} == {"baton-worker"}
    assert len(collected.named(run, "baton.approval")) == 1
    assert len(collected.named(run, "execute_tool issue_refund")) == 1
    ids = {span.id for span in spans}
    assert len(ids) == len(spans)
    assert {each for span in spans for each in (span.parent, *span.links) if each} <= ids


def test_a_stop_sends_what_is_left_and_processes_export_their_logs(
    platform: Stack, collected: Collector
) -> None:
    run = platform.start("My order NL-1051 arrived broken. Please refund EUR 12.")
    assert platform.wait_end(run)["status"] == "completed"
    platform.kill("worker", signal.SIGTERM)

    platform.until(lambda: collected.named(run, "invoke_workflow"), "the spans", 20)
    assert collected.lines
