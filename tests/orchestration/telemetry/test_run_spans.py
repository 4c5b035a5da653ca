"""Runs as a collector sees them: real workers, real OTLP, whoever drove the run and however often it changed."""

import json
import logging
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest
from ledger import Ledger
from otlp import Collector, Received, collector
from worker_processes import worker_process
from world import World, reply, running, script

from baton.egress.allow import AllowList
from baton.telemetry.choice import Choice
from baton.telemetry.start import start_telemetry
from orchestration.engine.events import Record
from orchestration.engine.ports import ToolError, ToolInvocation, ToolOutcome
from orchestration.engine.spans.fold import SpanFold
from orchestration.runner.loop import Runner
from orchestration.runner.settings import RunnerSettings
from orchestration.telemetry.observer import SpanObserver

SECRET = "sk-canary-9f8e7d6c5b4a"


def hide(text: str) -> str:
    return text.replace(SECRET, "[secret]")


@pytest.fixture
def collected(monkeypatch: pytest.MonkeyPatch) -> Iterator[Collector]:
    with collector() as held:
        for name, value in held.environment.items():
            monkeypatch.setenv(name, value)
        yield held


@contextmanager
def worker(world: World, ledger: Any = None, *, content: bool = False, logs: bool = False) -> Iterator[None]:
    """A runner with telemetry, which is gone at the end of the block and has sent everything."""
    exporter = ("otlp_proto_http",)
    choice = Choice("baton-worker", exporter, exporter if logs else (), content)
    telemetry = start_telemetry(choice, hide)
    assert telemetry is not None
    assert telemetry.sender is not None
    handlers = logging.getLogger().handlers
    observer = SpanObserver(
        world.database.url("worker"), telemetry.sender, with_content=content, seconds=0.05
    )
    observer.start()
    settings = RunnerSettings(
        database_url=world.database.url("worker"),
        allow=AllowList.parse(""),
        lease_seconds=3.0,
        renew_seconds=0.5,
        look_seconds=0.1,
        drain_seconds=1.0,
        project_seconds=0.0,
    )
    runner = Runner(settings, lambda: ledger or Ledger(), observer)
    thread = threading.Thread(target=runner.run, daemon=True)
    thread.start()
    try:
        yield
    finally:
        runner.stop()
        thread.join(20)
        observer.stop()
        telemetry.close()
        handlers[:] = [each for each in handlers if type(each).__name__ != "ExportingHandler"]


def expected(world: World, run: UUID) -> Counter[tuple[str, str]]:
    """Names and ids of the spans that the whole record comes to."""
    rows = world.owner(
        "select seq, kind, payload, at from orchestration_traceevent where run_id = %s order by seq", [run]
    )
    fold = SpanFold(str(run), run.hex)
    spans = [
        span
        for row in rows
        for span in fold.feed(
            Record(row["seq"], row["kind"], row["payload"], row["at"].isoformat(timespec="milliseconds"))
        )
    ]
    return Counter((span.name, span.span_id) for span in spans)


def assert_whole(world: World, collected: Collector, run: UUID) -> list[Received]:
    """Every span of the record once, all of one trace, each below one that is there too."""
    spans = collected.of(run)
    assert Counter((span.name, span.id) for span in spans) == expected(world, run)
    assert {span.trace for span in spans} == {run.hex}
    ids = {span.id for span in spans}
    assert {each for span in spans for each in (span.parent, *span.links) if each} <= ids
    assert {span.name.split(" ")[0] for span in spans if not span.parent} == {"invoke_workflow"}
    return spans


def ask_agent(world: World, *, effect_class: str = "at_most_once") -> UUID:
    """An agent that pays once, after somebody was asked."""
    tool = world.add_tool("pay", effect_class=effect_class)
    world.set_policy([{"tool": "pay", "outcome": "ask"}])
    replies = script(reply(("pay", {"n": 1, "note": SECRET})), reply(text="Paid."))
    return world.add_agent(tools=[tool], connection=world.add_connection(script=replies))


def test_one_trace_goes_over_the_wait_for_a_person_and_two_workers(
    world: World, collected: Collector
) -> None:
    run = world.start(ask_agent(world))
    with worker(world):
        card = world.pending(run)
        world.wait_for(run, "waiting")
    before = list(collected.of(run))
    world.decide(card)
    with worker(world):
        world.wait_for(run, "completed")

    spans = assert_whole(world, collected, run)
    assert {span.name for span in before} == {"invoke_workflow desk", "invoke_agent desk", "chat scripted"}
    first, second = collected.named(run, "invoke_workflow")
    assert second.links == (first.id,)
    assert first.end <= second.start
    (approval,) = collected.named(run, "baton.approval")
    (tool,) = collected.named(run, "execute_tool pay")
    assert approval.attributes["baton.approval.decision"] == "approve"
    assert approval.attributes["baton.approval.id"] == str(card)
    assert tool.links == (approval.id,)
    agents = {span.id: span for span in collected.named(run, "invoke_agent")}
    assert agents[tool.parent].parent == second.id
    assert agents[approval.parent].parent == first.id
    assert {span.service for span in spans} == {"baton-worker"}


def test_a_rejected_call_and_its_decision_are_told(world: World, collected: Collector) -> None:
    run = world.start(ask_agent(world))
    with worker(world):
        world.decide(world.pending(run), "reject", reason="no")
        world.wait_for(run, "completed")

    assert_whole(world, collected, run)
    (tool,) = collected.named(run, "execute_tool pay")
    assert (tool.is_error, tool.attributes["error.type"]) == (True, "rejected")
    assert tool.start == tool.end


def test_an_unknown_outcome_is_an_error_of_call_and_run(world: World, collected: Collector) -> None:
    def lose(arguments: Any) -> str:
        raise ToolError("timeout", "no answer", sent=True)

    run = world.start(ask_agent(world))
    with worker(world, Ledger({"pay": lose})):
        world.decide(world.pending(run))
        world.wait_for(run, "needs_attention")

    assert_whole(world, collected, run)
    (tool,) = collected.named(run, "execute_tool pay")
    assert tool.attributes["error.type"] == "outcome_unknown"
    assert collected.named(run, "invoke_workflow")[-1].attributes["error.type"] == "outcome_unknown"


def test_tries_that_fail_are_spans_with_what_was_wrong(world: World, collected: Collector) -> None:
    broken = world.add_connection(provider="openai_chat", base_url="https://127.0.0.1:9/v1")
    run = world.start(world.add_agent(connection=broken, model="gpt-x"))
    with worker(world):
        world.wait_for(run, "failed")

    assert_whole(world, collected, run)
    tries = collected.named(run, "chat gpt-x")
    assert tries
    assert all(each.is_error and each.kind == 3 for each in tries)
    assert [each.attributes["baton.attempt"] for each in tries] == list(range(1, len(tries) + 1))
    assert all(later.links == (earlier.id,) for earlier, later in pairwise(tries))
    assert collected.named(run, "invoke_workflow")[0].is_error


def test_a_run_whose_worker_was_killed_is_told_whole_by_the_next(
    world: World, collected: Collector, tmp_path: Path
) -> None:
    """The killed one had told what it had committed before the call in which it died."""
    tool = world.add_tool("pay", effect_class="keyed")
    world.set_policy([{"tool": "pay", "outcome": "allow"}])
    replies = script(reply(("pay", {"n": 1})), reply(text="Paid."))
    run = world.start(world.add_agent(tools=[tool], connection=world.add_connection(script=replies)))
    environment = {"TELEMETRY": "1", "LINGER": "1.5"}
    with worker_process(world, tmp_path / "ledger", "tool.after_effect", more=environment) as killed:
        assert killed.wait(30) == 137
    told_before = len(collected.of(run))
    with worker(world, Ledger()):
        world.wait(lambda: world.supervise() or world.run(run)["status"] == "completed", "the end")

    assert_whole(world, collected, run)
    assert told_before == 1
    assert len(collected.named(run, "execute_tool")) == 1
    assert len(collected.named(run, "invoke_workflow")) == 1


def test_a_run_given_back_at_a_stop_is_told_once(world: World, collected: Collector) -> None:
    going = threading.Event()

    def slow(arguments: Any) -> str:
        going.set()
        time.sleep(0.2)
        return "done"

    tool = world.add_tool("pay", effect_class="keyed")
    world.set_policy([{"tool": "pay", "outcome": "allow"}])
    replies = script(*[reply(("pay", {"n": n})) for n in range(6)], reply(text="Paid."))
    run = world.start(world.add_agent(tools=[tool], connection=world.add_connection(script=replies)))
    for _ in range(3):
        going.clear()
        with worker(world, Ledger({"pay": slow})):
            going.wait(10)
    with worker(world):
        world.wait_for(run, "completed")

    assert_whole(world, collected, run)
    assert world.run(run)["claims"] >= 3


def test_content_is_absent_by_default(world: World, collected: Collector) -> None:
    run = world.start(ask_agent(world), "my very private words")
    with worker(world, Ledger({"pay": lambda arguments: "confidential result"})):
        world.decide(world.pending(run))
        world.wait_for(run, "completed")

    shown = json.dumps([{**span.attributes} for span in collected.of(run)])
    assert not [word for word in ("private", "confidential", "note", "Paid", SECRET) if word in shown]


def test_content_is_there_where_it_is_asked_for_with_secrets_hidden(
    world: World, collected: Collector
) -> None:
    run = world.start(ask_agent(world), "my very private words")
    with worker(world, Ledger({"pay": lambda arguments: f"confidential {SECRET}"}), content=True):
        world.decide(world.pending(run))
        world.wait_for(run, "completed")

    assert_whole(world, collected, run)
    first, second = collected.named(run, "chat")
    (tool,) = collected.named(run, "execute_tool")
    assert "my very private words" in first.attributes["gen_ai.input.messages"]
    assert "Paid." in second.attributes["gen_ai.output.messages"]
    assert json.loads(tool.attributes["gen_ai.tool.call.arguments"]) == {"n": 1, "note": "[secret]"}
    assert tool.attributes["gen_ai.tool.call.result"] == "confidential [secret]"
    assert SECRET not in json.dumps([{**span.attributes} for span in collected.of(run)])


def test_a_collector_that_is_away_delays_nothing_and_gets_everything_later(
    world: World, collected: Collector
) -> None:
    collected.answer = 400
    runs = [world.start(world.add_agent()) for _ in range(3)]
    with worker(world):
        started = time.monotonic()
        for run in runs:
            world.wait_for(run, "completed")
        took = time.monotonic() - started
        time.sleep(0.3)
        collected.answer = 200

    assert took < 5
    for run in runs:
        assert_whole(world, collected, run)


def test_a_tool_is_told_of_the_span_of_its_execution(world: World, collected: Collector) -> None:
    class Listening(Ledger):
        async def run(self, invocation: ToolInvocation) -> ToolOutcome:
            heard.append(invocation.traceparent)
            return await super().run(invocation)

    heard: list[str | None] = []
    run = world.start(ask_agent(world))
    with worker(world, Listening()):
        world.decide(world.pending(run))
        world.wait_for(run, "completed")

    (tool,) = collected.named(run, "execute_tool")
    assert heard == [f"00-{run.hex}-{tool.id}-01"]


def test_log_lines_about_a_run_belong_to_its_trace(world: World, collected: Collector) -> None:
    def fall(arguments: Any) -> str:
        logging.getLogger("orchestration.test").warning("paying with %s", SECRET)
        return "done"

    tool = world.add_tool("pay", effect_class="keyed")
    world.set_policy([{"tool": "pay", "outcome": "allow"}])
    replies = script(reply(("pay", {"n": 1})), reply(text="Paid."))
    run = world.start(world.add_agent(tools=[tool], connection=world.add_connection(script=replies)))
    with worker(world, Ledger({"pay": fall}), logs=True):
        world.wait_for(run, "completed")

    lines = [line for line in collected.lines if line.attributes.get("baton.run.id") == str(run)]
    assert [line.text for line in lines] == ["paying with [secret]"]
    assert lines[0].trace == run.hex


def test_without_telemetry_a_runner_is_watched_by_nobody(world: World, collected: Collector) -> None:
    run = world.start(world.add_agent())
    with running(world.database) as runner:
        world.wait_for(run, "completed")
        assert runner.incarnation is not None
        assert runner.incarnation.worker.observer is None

    assert collected.spans == []
