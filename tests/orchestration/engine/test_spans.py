"""Spans of a run: what is folded, and that whoever shares the telling of a run tells each span once."""

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

import pytest
import trace_files

from baton.telemetry.span import Span
from orchestration.engine.events import EventKind, Record
from orchestration.engine.spans.fold import SpanFold
from orchestration.engine.states import RUN_ENDS

RUN, TRACE = "0192f0a0-0000-7000-8000-000000000001", "ab" * 16
FACTS = {
    EventKind.APPROVAL_DECIDED,
    EventKind.APPROVAL_EXPIRED,
    EventKind.APPROVAL_CANCELLED,
    EventKind.APPROVAL_SUPERSEDED,
    EventKind.RUN_CANCELLING,
    EventKind.TOOL_CHANGED,
    EventKind.LATE_RESULT,
}


def at(second: float) -> str:
    return f"2026-12-01T10:00:{second:06.3f}Z"


def record(seq: int, second: float, what: str, /, **payload: Any) -> Record:
    return Record(seq, what, payload, at(second))


def fold(*records: Record, **options: Any) -> dict[str, Span]:
    """The last span of each name."""
    folding = SpanFold(RUN, TRACE, **options)
    return {span.name: span for record in records for span in folding.feed(record)}


CREATED = record(
    1, 0, "run_created", agent={"id": "a1", "name": "desk", "version": 3, "version_id": "v"},
    model={"provider": "openai_chat", "name": "gpt"}, input="refund me",
)  # fmt: skip
ASKED = record(2, 1, "model_call_started", step="s1", number=1, model="gpt", provider="openai_chat")
FAILED = record(
    3, 3, "model_attempt_failed", step="s1", attempt=1, code="provider_error", message="the prompt was",
    retry_in_ms=500, duration_ms=1500, provider="openai_chat", model="gpt",
    next={"target": 1, "provider": "anthropic_messages", "model": "claude"},
)  # fmt: skip
REPLIED = record(
    4, 6, "model_call_completed", step="s1", attempt=2, text="I will", finish_reason="tool_calls", target=1,
    calls=[{"id": "c1", "provider_id": "x", "name": "refund", "arguments": '{"amount":5}'}], duration_ms=2000,
    provider="anthropic_messages", model="claude-5", response_id="r-1",
    usage={"input": 10, "cached": 2, "output": 4, "reasoning": None},
)  # fmt: skip
PROPOSED = record(
    5, 6, "tool_call_proposed", call="c1", outcome="ask", host="shop.example:8443", effect_class="keyed",
    arguments={"amount": 5}, problem=None,
)  # fmt: skip
REQUESTED = record(6, 6, "approval_requested", approval="p1", call="c1", revision=1, digest="d")
WAITING = record(7, 6, "run_waiting", waiting_for=["approval"])
DECIDED = record(8, 20, "approval_decided", approval="p1", call="c1", decision="approve", decided_at=at(14))
STARTED = record(9, 21, "tool_call_started", call="c1", execution=1)
DONE = record(
    10, 22, "tool_call_completed", call="c1", kind="ok", content="refunded", code=None, duration_ms=800, status=200
)  # fmt: skip
ENDED = record(11, 23, "run_completed", output="Done.")
STORY = (CREATED, ASKED, FAILED, REPLIED, PROPOSED, REQUESTED, WAITING, DECIDED, STARTED, DONE, ENDED)
SECOND = 1_000_000_000


def test_a_failed_attempt_and_its_retry_are_spans_of_their_own() -> None:
    spans = fold(*STORY)

    failed, replied = spans["chat gpt"], spans["chat claude"]
    assert (failed.error, failed.kind, failed.end - failed.start) == (
        "provider_error",
        "client",
        1.5 * SECOND,
    )
    assert "the prompt was" not in str(failed.attributes)
    assert replied.links == (failed.span_id,)
    assert replied.end - replied.start == 2 * SECOND
    assert replied.error is None
    assert {
        key: value for key, value in replied.attributes.items() if not key.startswith("baton.")
    } == {
        "gen_ai.operation.name": "chat",
        "gen_ai.provider.name": "anthropic",
        "gen_ai.request.model": "claude",
        "gen_ai.response.model": "claude-5",
        "gen_ai.response.id": "r-1",
        "gen_ai.response.finish_reasons": ("tool_calls",),
        "gen_ai.usage.input_tokens": 10,
        "gen_ai.usage.output_tokens": 4,
        "gen_ai.usage.cache_read.input_tokens": 2,
    }  # fmt: skip


def test_a_run_that_waited_has_two_stretches_of_work_that_are_linked() -> None:
    folding = SpanFold(RUN, TRACE)
    first, second = (
        span for each in STORY for span in folding.feed(each) if span.name == "invoke_workflow desk"
    )

    assert (first.attributes["baton.run.status"], first.attributes["baton.run.waiting_for"]) == (
        "waiting",
        ("approval",),
    )
    assert (second.attributes["baton.run.status"], second.links) == ("completed", (first.span_id,))
    assert (first.parent_id, second.parent_id) == (None, None)
    assert first.end - first.start == 6 * SECOND
    assert second.end - second.start == 3 * SECOND


def test_an_approval_says_its_decision_and_how_long_it_waited() -> None:
    approval = fold(*STORY)["baton.approval"]

    assert approval.attributes["baton.approval.decision"] == "approve"
    assert approval.attributes["baton.approval.wait_ms"] == 8000
    assert approval.end - approval.start == 14 * SECOND


def test_an_executed_call_says_where_it_went_and_follows_from_its_approval() -> None:
    spans = fold(*STORY)
    tool, approval = spans["execute_tool refund"], spans["baton.approval"]

    assert tool.links == (approval.span_id,)
    assert tool.parent_id == spans["invoke_agent desk"].span_id
    assert tool.end - tool.start == 0.8 * SECOND
    assert (tool.attributes["server.address"], tool.attributes["server.port"]) == ("shop.example", 8443)
    assert (tool.attributes["baton.tool.execution"], tool.attributes["http.response.status_code"]) == (1, 200)


def test_no_content_is_there_unless_it_is_asked_for() -> None:
    without = " ".join(str(span.attributes) for span in fold(*STORY).values())
    spans = fold(*STORY, with_content=True)

    assert not [word for word in ("refund me", "I will", "amount", "refunded") if word in without]
    assert "refund me" in str(spans["chat claude"].attributes["gen_ai.input.messages"])
    assert "I will" in str(spans["chat claude"].attributes["gen_ai.output.messages"])
    assert spans["execute_tool refund"].attributes["gen_ai.tool.call.arguments"] == '{"amount":5}'
    assert spans["execute_tool refund"].attributes["gen_ai.tool.call.result"] == "refunded"


def test_a_rejected_call_is_a_span_without_length_that_says_so() -> None:
    spans = fold(
        *STORY[:7],
        record(8, 20, "approval_decided", approval="p1", call="c1", decision="reject"),
        record(9, 21, "tool_call_completed", call="c1", kind="rejected", content="No.", code=None),
    )

    tool = spans["execute_tool refund"]
    assert (tool.error, tool.start, tool.attributes["baton.tool.execution"]) == ("rejected", tool.end, 0)
    assert spans["baton.approval"].attributes["baton.approval.decision"] == "reject"


def test_an_unknown_outcome_is_an_error_and_is_not_told_twice() -> None:
    folding = SpanFold(RUN, TRACE)
    lost = record(10, 22, "tool_call_unknown", call="c1", code="outcome_unknown", message="?")
    aside = record(11, 22, "run_needs_attention", code="outcome_unknown", message="?", call="c1")
    later = record(12, 40, "tool_call_completed", call="c1", kind="ok", content="it happened", code=None)
    spans = [span for each in (*STORY[:9], lost, aside, later, ENDED) for span in folding.feed(each)]

    assert [span.error for span in spans if span.name == "execute_tool refund"] == ["outcome_unknown"]
    assert [span.error for span in spans if span.name == "invoke_workflow desk"] == [
        None,
        "outcome_unknown",
        None,
    ]


def test_what_was_under_way_at_the_end_of_a_run_ends_with_it() -> None:
    cancelled = record(3, 5, "run_cancelled")
    spans = fold(CREATED, ASKED, record(3, 4, "run_cancelling"), cancelled)

    assert spans["chat gpt"].error == "cancelled"
    assert spans["invoke_workflow desk"].attributes["baton.run.status"] == "cancelled"
    assert spans["invoke_workflow desk"].error is None


def test_tasks_of_several_agents_are_parents_of_what_they_do() -> None:
    spans = fold(
        CREATED,
        record(2, 1, "task_started", task="t1", kind="plan", agent={"name": "planner", "id": "a2"}),
        record(3, 1, "model_call_started", task="t1", step="s1", number=1, model="gpt", provider="scripted"),
        record(4, 2, "model_call_completed", task="t1", step="s1", attempt=1, text="", calls=[], finish_reason="stop"),
        record(5, 3, "something_of_later", task={"id": "t2", "kind": "review", "agent": {"name": "critic"}}),
        record(6, 9, "run_completed", output=""),
    )  # fmt: skip

    plan, review = spans["plan planner"], spans["invoke_agent critic"]
    assert spans["chat gpt"].parent_id == plan.span_id
    assert plan.end - plan.start == SECOND
    assert (plan.attributes["baton.task.id"], review.attributes["baton.task.kind"]) == ("t1", "review")
    assert plan.parent_id == review.parent_id == spans["invoke_workflow desk"].span_id


def traces(*files: str) -> list[tuple[Record, ...]]:
    return [trace.records for file in files for trace in trace_files.read(file)]


def entries(records: Sequence[Record], chance: random.Random) -> Iterator[tuple[int, int] | None]:
    """The record as workers may have committed it: runs of events; None stands before one of another worker."""
    first: int | None = None
    for each in records:
        if each.kind in FACTS or each.kind == EventKind.RUN_CREATED:
            if first is not None:
                yield first, each.seq - 1
            first = None
            continue
        if first is None:
            first = each.seq
        if chance.random() < 0.5:
            yield first, each.seq
            first = None
        if first is None and chance.random() < 0.4:
            yield None
    if first is not None:
        yield first, records[-1].seq


def told_by_several(records: Sequence[Record], chance: random.Random) -> list[Span]:
    """Each worker folds everything up to its last entry, and tells of what falls into its entries."""
    workers: list[list[tuple[int, int]]] = [[]]
    for entry in entries(records, chance):
        if entry is None:
            workers.append([])
        else:
            workers[-1].append(entry)
    spans: list[Span] = []
    for ranges in workers:
        folding = SpanFold(RUN, TRACE)
        for each in records:
            if not ranges or each.seq > ranges[-1][1]:
                break
            told = folding.feed(each)
            if any(first <= each.seq <= last for first, last in ranges):
                spans += told
    return spans


def by_id(spans: Sequence[Span]) -> list[Span]:
    return sorted(spans, key=lambda span: (span.span_id, span.start))


@pytest.mark.parametrize("file", ["real.json", "random-legal-1.json", "random-legal-2.json"])
def test_several_workers_tell_together_what_one_would_have_told(file: str) -> None:
    for number, records in enumerate(traces(file)):
        folding = SpanFold(RUN, TRACE)
        alone = [span for each in records for span in folding.feed(each)]
        for seed in range(8):
            together = told_by_several(records, random.Random(f"{number}/{seed}"))
            assert by_id(together) == by_id(alone), (number, seed)


@pytest.mark.parametrize("file", ["real.json", "random-legal-1.json", "random-legal-2.json"])
def test_no_span_is_made_twice_and_every_parent_and_link_is_a_span(file: str) -> None:
    for records in traces(file):
        folding = SpanFold(RUN, TRACE)
        spans = [span for each in records for span in folding.feed(each)]
        ids = Counter(span.span_id for span in spans)
        ended = records[-1].kind.removeprefix("run_") in set(RUN_ENDS)

        assert set(ids.values()) <= {1}
        assert all(span.start <= span.end for span in spans)
        if ended:
            named = {each for span in spans for each in (span.parent_id, *span.links) if each}
            assert named <= set(ids)


@pytest.mark.parametrize("file", trace_files.FILES)
def test_whatever_a_record_holds_is_folded(file: str) -> None:
    for records in traces(file):
        folding = SpanFold(RUN, TRACE, with_content=True)
        for each in records:
            folding.feed(each)
