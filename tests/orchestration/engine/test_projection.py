"""The view of a run: what people see after these events."""

import json
from typing import Any

import pytest
from simulator import Outage, Reply, Simulator, Wanted

from orchestration.engine import projection
from orchestration.engine.bodies import BodyRef
from orchestration.engine.durations import milliseconds_between
from orchestration.engine.events import EventKind, Record
from orchestration.engine.view import CancelView, RunView, UsageView

FREE = Wanted("look", {"order": "o1"}, "allow")
GATED = Wanted("refund", {"order": "o1", "amount": 10})


def test_a_created_run_is_queued_and_shows_its_header() -> None:
    view = Simulator([]).view

    assert view.status == "queued"
    assert view.agent == {"id": "agent", "name": "Desk", "version": 1, "version_id": "v"}
    assert view.requester == {"kind": "user", "id": "u", "name": "alice"}
    assert view.input == "Please help."
    assert view.limits == {"steps": 200, "tokens": None}
    assert view.last_seq == 1


def test_a_waiting_run_says_what_it_waits_for_and_shows_the_card() -> None:
    simulator = Simulator([Reply(calls=(GATED,))]).run()

    (card,) = simulator.view.pending_approvals
    assert simulator.view.status == "waiting"
    assert simulator.view.waiting_for == ("approval",)
    assert card.sentence == "Do refund"
    assert card.host == "example.com"
    assert card.arguments == {"order": "o1", "amount": 10}
    assert simulator.view.calls[0].approvals == (card.id,)


def test_a_decision_queues_the_run_until_a_worker_goes_on() -> None:
    simulator = Simulator([Reply(calls=(GATED,))]).run()

    simulator.approve("call-1-0", by="bo")

    assert simulator.view.status == "queued"
    assert simulator.view.waiting_for == ()
    assert simulator.view.calls[0].state == "allowed"
    assert simulator.view.approvals[0].by == {"kind": "user", "id": "bo", "name": "bo"}
    simulator.step()
    assert simulator.view.status == "running"


def test_a_decision_while_a_sibling_runs_leaves_the_run_running() -> None:
    simulator = Simulator([Reply(calls=(GATED, FREE))])
    for _ in range(3):
        simulator.step()

    simulator.reject("call-1-0", "no")

    assert simulator.view.status == "running"
    assert simulator.view.approvals[0].state == "rejected"
    assert simulator.view.approvals[0].reason == "no"


def test_usage_is_summed_and_unknown_counts_are_not_zero() -> None:
    simulator = Simulator(
        [
            Reply(calls=(FREE,), usage={"input": 10, "cached": 4, "output": 5, "reasoning": 2}),
            Reply(text="Done.", usage={"input": None, "cached": None, "output": 7, "reasoning": None}),
        ]
    ).run()

    assert simulator.view.usage == UsageView(input=10, cached=4, output=12, reasoning=2, unknown=1)
    assert simulator.view.steps[1].usage.unknown == 1


def test_failed_attempts_stand_beside_the_one_that_worked() -> None:
    simulator = Simulator([Outage("provider_rate_limited", 400), Reply(text="Done.")]).run()

    attempts = [
        (each.number, each.state, each.code, each.retry_in_ms) for each in simulator.view.steps[0].attempts
    ]
    assert attempts == [(1, "failed", "provider_rate_limited", 400), (2, "succeeded", None, None)]
    assert simulator.view.steps[0].state == "succeeded"


def test_a_step_that_was_given_up_has_failed() -> None:
    simulator = Simulator([Outage(retry_in_ms=None)]).run()

    assert simulator.view.steps[0].state == "failed"
    assert simulator.view.error is not None
    assert simulator.view.error.code == "provider_error"


def test_durations_are_whole_milliseconds() -> None:
    simulator = Simulator([Reply(calls=(FREE,)), Reply(text="Done.")]).run()

    # One event a second: created 1, model 2-3, proposed 4, started 5, result 6, model 7-8, completed 9.
    assert simulator.view.duration_ms == 8_000
    assert simulator.view.steps[0].duration_ms == 1_000
    assert simulator.view.calls[0].duration_ms == 3
    assert simulator.view.started_at == "2026-11-30T12:00:02.000Z"


@pytest.mark.parametrize(
    ("start", "end", "expected"),
    [
        ("2026-11-30T12:00:00.004Z", "2026-11-30T12:00:01.000Z", 996),
        ("2026-11-30T12:00:00.000Z", "2026-11-30T13:00:00.000+01:00", 0),
        ("2026-11-30T12:00:01.000Z", "2026-11-30T12:00:00.000Z", 0),
        (None, "2026-11-30T12:00:00.000Z", None),
        ("", "2026-11-30T12:00:00.000Z", None),
    ],
)
def test_milliseconds_between(start: str | None, end: str | None, expected: int | None) -> None:
    assert milliseconds_between(start, end) == expected


def test_a_cancelled_run_says_who_cancelled_it_and_leaves_no_open_card() -> None:
    simulator = Simulator([Reply(calls=(GATED, GATED))]).run()

    simulator.cancel()
    simulator.run()

    view = simulator.view
    assert view.status == "cancelled"
    assert view.cancel == CancelView(
        "2026-11-30T12:00:09.000Z", {"kind": "user", "id": "a", "name": "ann"}, ""
    )
    assert view.pending_approvals == ()
    assert [call.state for call in view.calls] == ["cancelled", "cancelled"]


def test_what_still_ran_at_the_end_is_unknown() -> None:
    simulator = Simulator([Reply(calls=(FREE, GATED))])
    for _ in range(3):
        simulator.step()

    simulator.time_out()

    assert [call.state for call in simulator.view.calls] == ["unknown", "cancelled"]
    assert simulator.view.error is not None
    assert simulator.view.error.code == "deadline_passed"


@pytest.mark.requirement("promises 7.55")
def test_a_late_result_is_shown_and_changes_nothing_else() -> None:
    simulator = Simulator([Reply(calls=(FREE,))])
    for _ in range(3):
        simulator.step()
    simulator.time_out()
    before = simulator.view

    simulator.record(EventKind.LATE_RESULT, call="call-1-0", content="too late")

    assert simulator.view.calls[0].late
    assert simulator.view.calls[0].state == before.calls[0].state
    assert simulator.view.status == "timed_out"


def test_a_broken_binding_shows_the_failed_call() -> None:
    simulator = Simulator([Reply(calls=(GATED,))]).run()
    simulator.approve("call-1-0")

    simulator.record(
        EventKind.RUN_NEEDS_ATTENTION, code="approval_binding_broken", message="differs", call="call-1-0"
    )

    assert simulator.view.status == "needs_attention"
    assert simulator.view.calls[0].state == "failed"
    assert simulator.view.calls[0].code == "approval_binding_broken"


def test_unknown_kinds_are_counted_and_change_nothing_else() -> None:
    simulator = Simulator([])
    before = simulator.view

    view = projection.evolve(before, Record(2, "invented_later", {"x": 1}))

    assert (view.ignored, view.last_seq) == (1, 2)
    assert view.status == before.status


def test_an_event_about_something_never_seen_is_counted() -> None:
    view = projection.evolve(
        Simulator([]).view, Record(2, EventKind.TOOL_CALL_STARTED, {"call": "nobody", "execution": 1})
    )

    assert view.ignored == 1


def test_a_long_text_stays_a_reference() -> None:
    reference = {"ref": "b1", "size": 20_000, "head": "Once"}
    simulator = Simulator([])
    simulator.step()

    simulator.record(
        EventKind.MODEL_CALL_COMPLETED,
        step="step-1",
        attempt=1,
        text=reference,
        calls=[],
        finish_reason="stop",
        usage={},
    )

    assert simulator.view.steps[0].text == BodyRef("b1", 20_000, "Once")
    assert simulator.view.to_json()["steps"][0]["text"] == reference


def test_the_whole_answer_of_a_tool_stays_a_reference() -> None:
    reference = {"ref": "b2", "size": 90_000, "head": "{"}
    simulator = Simulator([Reply(calls=(FREE,))])
    for _ in range(3):
        simulator.step()

    simulator.record(
        EventKind.TOOL_CALL_COMPLETED, call="call-1-0", kind="ok", content="{...}", status=200, body=reference
    )

    assert simulator.view.calls[0].body == BodyRef("b2", 90_000, "{")
    assert simulator.view.calls[0].status == 200


def test_the_json_of_a_view_is_plain_and_canonical() -> None:
    simulator = Simulator([Reply(calls=(GATED, FREE))]).run()
    simulator.approve("call-1-0")
    simulator.run()

    plain = simulator.view.to_json()

    assert json.loads(simulator.view.canonical()) == plain
    assert set(types_in(plain)) <= {dict, list, str, int, bool, type(None)}
    assert plain["status"] == "completed"


def test_nothing_at_all_folds_to_an_empty_view() -> None:
    assert projection.fold([]) == RunView()


def types_in(value: Any) -> set[type]:
    if isinstance(value, dict):
        return {dict}.union(*(types_in(item) for item in value.values()))
    if isinstance(value, list):
        return {list}.union(*(types_in(item) for item in value))
    return {type(value)}
