"""`kernel.commit`: who may still write (fenced), who must look again (moved, cancelling), and what is written."""

import json
import threading
from collections.abc import Callable
from typing import Any
from uuid import UUID

import psycopg
import pytest
from journal_world import Desk, Held, event

from baton.core.ids import new_id

OTHER_ENDS = ("completed", "failed", "rejected", "waiting", "queued", "needs_attention")


def test_an_entry_is_recorded_whole_with_the_runs_next_numbers(desk: Desk) -> None:
    worker = desk.enlist()
    held = desk.hold(worker)

    [answer] = desk.commit(
        worker,
        held.entry(
            events=[event(n=1), event(n=2)],
            rows={"runbody": [{"id": str(new_id()), "content": "long"}]},
            patch={"steps_used": 3, "tokens_used": 2**40},
        ),
    )

    assert (answer["outcome"], answer["base_seq"], answer["last_seq"]) == ("done", 1, 3)
    row = desk.world.run(held.run)
    assert (row["last_seq"], row["steps_used"], row["tokens_used"]) == (3, 3, 2**40)
    assert [each["payload"] for each in desk.world.events(held.run)[1:]] == [{"n": 1}, {"n": 2}]
    desk.world.assert_gapless(held.run)


def test_organization_run_and_seq_come_from_the_run_and_not_from_the_entry(desk: Desk) -> None:
    worker = desk.enlist()
    held = desk.hold(worker)
    false = {"organization_id": str(new_id()), "run_id": str(new_id())}

    desk.commit(
        worker,
        held.entry(
            organization=str(new_id()),
            base=77,
            last=99,
            seq=5,
            events=[{**event(), "seq": 40, **false}],
            rows={
                "runbody": [{"id": str(new_id()), "content": "", **false}],
                "toolcall": [desk.new_call(held, **false)],
                "attempt": [_attempt(**false)],
                "step": [_step(held, **false)],
            },
        ),
    )

    for table in ("runbody", "toolcall", "attempt", "step"):
        rows = desk.world.owner(
            f"select organization_id from orchestration_{table} where run_id = %s", [held.run]
        )
        assert rows == [{"organization_id": desk.world.organization}], table
    desk.world.assert_gapless(held.run)


def _attempt(**changes: Any) -> dict[str, Any]:
    return {
        "step_id": str(new_id()),
        "number": 1,
        "state": "succeeded",
        "provider": "p",
        "model": "m",
        "duration_ms": 1,
    } | changes


def _step(held: Held, **changes: Any) -> dict[str, Any]:
    return {
        "id": str(new_id()),
        "task_id": str(held.task),
        "number": 1,
        "kind": "model_call",
        "state": "succeeded",
        "started_at": "2026-01-01T00:00:00Z",
    } | changes


# Fenced: promise P6.

FENCES: dict[str, Callable[[Desk, UUID, Held], object]] = {
    "the worker was stopped": lambda d, w, h: d.ask("select kernel.retire(%s)", [w]),
    "the worker's lease ran out": lambda d, w, h: d.world.owner(
        "update orchestration_worker set until = now() where id = %s", [w]
    ),
    "the worker's row is gone": lambda d, w, h: d.world.owner(
        "delete from orchestration_worker where id = %s", [w]
    ),
    "the run was queued again": lambda d, w, h: d.world.owner(
        "update orchestration_run set status = 'queued', worker_id = null where id = %s", [h.run]
    ),
    "the run was claimed again by the same worker": lambda d, w, h: (
        d.world.owner(
            "update orchestration_run set status = 'queued', worker_id = null where id = %s", [h.run]
        ),
        d.claim(w),
    ),
    "another worker holds the run": lambda d, w, h: (
        d.world.owner(
            "update orchestration_run set status = 'queued', worker_id = null where id = %s", [h.run]
        ),
        d.claim(d.enlist()),
    ),
    "the run ended": lambda d, w, h: d.world.owner(
        "update orchestration_run set status = 'timed_out' where id = %s", [h.run]
    ),
}


@pytest.mark.requirement("promise P6")
@pytest.mark.parametrize("why", FENCES)
def test_an_entry_is_fenced_when(desk: Desk, why: str) -> None:
    worker = desk.enlist()
    held = desk.hold(worker)
    FENCES[why](desk, worker, held)
    before = desk.everything()

    call = desk.new_call(held, "executing")
    for entry in (
        held.entry(events=[event()]),
        held.entry(rows={"toolcall": [call]}, intents=desk.start_of(call["id"])["intents"]),
        held.entry(patch={"status": "completed", "output": "late"}),
        held.entry(),
    ):
        assert desk.outcome(worker, entry) == "fenced"

    assert desk.everything() == before


@pytest.mark.requirement("promise P6")
@pytest.mark.parametrize("step", [-1, 1, 1000])
def test_an_entry_with_another_epoch_is_fenced(desk: Desk, step: int) -> None:
    worker = desk.enlist()
    held = desk.hold(worker)
    before = desk.everything()

    assert desk.outcome(worker, held.entry(events=[event()]) | {"epoch": held.epoch + step}) == "fenced"
    assert desk.outcome(new_id(), held.entry(events=[event()])) == "fenced"
    assert desk.outcome(desk.enlist(), held.entry(events=[event()])) == "fenced"
    assert desk.outcome(worker, held.entry(events=[event()]) | {"run": str(new_id())}) == "fenced"

    desk.world.owner("delete from orchestration_worker where id <> %s", [worker])
    assert desk.everything() == before


@pytest.mark.requirement("promise P6")
def test_a_fenced_entry_leaves_its_neighbours_alone(desk: Desk) -> None:
    worker = desk.enlist()
    good, bad = desk.hold(worker), desk.hold(worker)

    answers = desk.commit(worker, bad.entry(events=[event()]) | {"epoch": 9}, good.entry(events=[event()]))

    assert [answer["outcome"] for answer in answers] == ["fenced", "done"]
    assert [answer["n"] for answer in answers] == [0, 1]
    assert len(desk.world.events(good.run)) == 2
    assert len(desk.world.events(bad.run)) == 1


@pytest.mark.requirement("promise P6")
def test_a_heartbeat_cannot_wake_a_dead_worker(desk: Desk) -> None:
    worker, stopped = desk.enlist(), desk.enlist()
    desk.world.owner("update orchestration_worker set until = now() where id = %s", [worker])
    desk.ask("select kernel.retire(%s)", [stopped])

    for each in (worker, stopped, new_id()):
        assert desk.ask("select kernel.heartbeat(%s, 600) as a", [each]) == [{"a": None}]
        assert desk.claim(each) == []


# Busy


def test_a_row_that_somebody_holds_is_busy_and_its_neighbours_are_done(desk: Desk) -> None:
    worker = desk.enlist()
    first, second, third = desk.hold(worker), desk.hold(worker), desk.hold(worker)
    with desk.lock(second.run) as holder:
        answers = desk.commit(worker, *(held.entry(events=[event()]) for held in (first, second, third)))
        assert [answer["outcome"] for answer in answers] == ["done", "busy", "done"]
        assert len(desk.world.events(second.run)) == 1
        holder.rollback()

    assert desk.outcome(worker, second.entry(events=[event()])) == "done"
    desk.world.assert_gapless(second.run)


def test_the_row_of_a_dead_worker_that_somebody_holds_is_not_waited_for(desk: Desk) -> None:
    """The reaper skips a held row and takes it at the next sweep."""
    worker = desk.enlist()
    held, other = desk.hold(worker), desk.hold(worker)
    desk.ask("select kernel.retire(%s)", [worker])
    with desk.lock(held.run):
        desk.world.supervise()
        assert desk.world.run(held.run)["status"] == "running"
        assert desk.world.run(other.run)["status"] == "queued"
    desk.world.supervise()
    assert desk.world.run(held.run)["status"] == "queued"


# Moved


def test_an_entry_that_expects_another_signal_is_moved(desk: Desk) -> None:
    worker = desk.enlist()
    held = desk.hold(worker)
    _, approval = desk.ask_person(worker, held)
    desk.world.decide(approval)
    before = desk.everything()

    park = {"status": "waiting", "waiting_for": ["approval"]}
    [answer] = desk.commit(worker, held.entry(patch=park, expect_signal=held.signal, seen_signal=held.signal))
    assert (answer["outcome"], answer["run_signal"]) == ("moved", held.signal + 1)
    assert desk.outcome(worker, held.entry(patch=park, expect_signal=held.signal + 2)) == "moved"
    assert desk.everything() == before

    known = {"expect_signal": held.signal + 1, "seen_signal": held.signal + 1}
    assert desk.outcome(worker, held.entry(patch=park, **known)) == "done"
    row = desk.world.run(held.run)
    assert (row["status"], row["waiting_for"], row["worker_id"]) == ("waiting", ["approval"], None)
    assert row["signal"] == row["signal_seen"] == held.signal + 1


def test_a_fact_queues_a_parked_run_and_rings(desk: Desk) -> None:
    worker = desk.enlist()
    held = desk.hold(worker)
    _, approval = desk.ask_person(worker, held)
    park = {"status": "waiting", "waiting_for": ["approval"]}
    assert desk.outcome(worker, held.entry(patch=park, expect_signal=held.signal)) == "done"
    rung = "select count(*) from outbox_outboxmessage where payload->>'run' = %s"
    before = desk.world.database.value(rung, [str(held.run)])

    desk.world.decide(approval)

    row = desk.world.run(held.run)
    assert (row["status"], row["waiting_for"]) == ("queued", [])
    assert desk.world.database.value(rung, [str(held.run)]) == before + 1


# Cancelling: promise P13


@pytest.mark.requirement("promise P13")
def test_a_cancelled_run_takes_results_and_its_end_and_nothing_new(desk: Desk) -> None:
    worker = desk.enlist()
    held = desk.hold(worker)
    executing = desk.new_call(held, "executing")
    start = desk.start_of(executing["id"])["intents"]
    assert desk.outcome(worker, held.entry(rows={"toolcall": [executing]}, intents=start)) == "done"
    call, approval = desk.ask_person(worker, held)
    desk.world.decide(approval)
    desk.world.cancel(held.run)
    assert desk.approval(approval)["state"] == "cancelled"
    assert desk.call(call)["state"] == "cancelled"
    assert desk.call(executing["id"])["state"] == "executing"
    before = desk.everything()

    new_call = desk.new_call(held, "awaiting")
    for entry in (
        held.entry(rows={"toolcall": [new_call]}),
        held.entry(rows={"approval": [desk.new_card(call, revision=2)]}),
        held.entry(**desk.start_of(call, approval)),
        held.entry(intents=start, events=[event()]),
        held.entry(events=[event("model_call_started", step=str(new_id()), number=2)]),
        *(held.entry(patch={"status": status}) for status in OTHER_ENDS),
    ):
        assert desk.outcome(worker, entry) == "cancelling", entry
    assert desk.everything() == before

    result = held.entry(
        events=[event("tool_call_completed")], calls=[{"id": executing["id"], "state": "succeeded"}]
    )
    assert desk.outcome(worker, result) == "done"
    assert desk.call(executing["id"])["state"] == "succeeded"
    assert desk.world.run(held.run)["worker_id"] == worker
    assert (
        desk.outcome(worker, held.entry(events=[event("run_cancelled")], patch={"status": "cancelled"}))
        == "done"
    )
    row = desk.world.run(held.run)
    assert (row["status"], row["worker_id"]) == ("cancelled", None)
    assert row["ended_at"] is not None
    desk.world.assert_gapless(held.run)


@pytest.mark.requirement("promise P13")
def test_a_cancelled_run_whose_worker_died_ends_with_the_call_unknown(desk: Desk) -> None:
    worker = desk.enlist()
    held = desk.hold(worker)
    executing = desk.new_call(held, "executing")
    start = desk.start_of(executing["id"])["intents"]
    desk.commit(worker, held.entry(rows={"toolcall": [executing]}, intents=start))
    desk.world.cancel(held.run)
    desk.world.supervise()
    assert desk.world.run(held.run)["status"] == "cancelling"

    desk.ask("select kernel.retire(%s)", [worker])
    desk.world.supervise()

    assert desk.world.run(held.run)["status"] == "cancelled"
    assert desk.call(executing["id"])["state"] == "unknown"
    assert desk.world.kinds(held.run)[-2:] == ["tool_call_unknown", "run_cancelled"]
    desk.world.assert_gapless(held.run)


@pytest.mark.requirement("promise P13")
def test_a_cancel_is_said_once_and_a_second_one_is_told_so(desk: Desk) -> None:
    worker = desk.enlist()
    held = desk.hold(worker)

    assert [desk.world.cancel(held.run)["outcome"] for _ in range(2)] == ["cancelling", "already"]
    desk.commit(worker, held.entry(patch={"status": "cancelled"}))

    assert desk.world.cancel(held.run) == {"outcome": "ended", "status": "cancelled"}
    assert desk.world.kinds(held.run).count("run_cancelling") == 1


# A late result: promises 7.55


@pytest.mark.requirement("promises 7.55")
def test_a_late_result_is_kept_beside_the_record_and_changes_nothing(desk: Desk) -> None:
    worker = desk.enlist()
    held = desk.hold(worker)
    executing = desk.new_call(held, "executing")
    desk.commit(
        worker, held.entry(rows={"toolcall": [executing]}, intents=desk.start_of(executing["id"])["intents"])
    )
    desk.world.cancel(held.run)
    desk.ask("select kernel.retire(%s)", [worker])
    desk.world.supervise()
    before = desk.world.run(held.run)

    payload = json.dumps({"call": executing["id"], "content": "paid", "ok": True})
    desk.ask("select kernel.late_result(%s, %s)", [held.run, payload])

    after = desk.world.run(held.run)
    moved = {name for name in after if after[name] != before[name]}
    assert moved <= {"last_seq", "signal", "signal_seen"}
    assert desk.call(executing["id"])["state"] == "unknown"
    assert desk.world.events(held.run)[-1]["payload"]["content"] == "paid"
    desk.world.assert_gapless(held.run)


@pytest.mark.requirement("promises 7.55")
@pytest.mark.parametrize("state", ["awaiting", "executing", "succeeded", "failed"])
def test_a_late_result_of_a_call_that_is_not_lost_is_dropped(desk: Desk, state: str) -> None:
    worker = desk.enlist()
    held = desk.hold(worker)
    call = desk.new_call(held, state)
    intents = desk.start_of(call["id"])["intents"] if state == "executing" else []
    assert desk.outcome(worker, held.entry(rows={"toolcall": [call]}, intents=intents)) == "done"
    before = desk.everything()

    for run in (held.run, new_id()):
        desk.ask("select kernel.late_result(%s, %s)", [run, json.dumps({"call": call["id"]})])

    assert desk.everything() == before


# A bad entry

BAD: dict[str, Callable[[Desk, Held], dict[str, Any]]] = {
    "a status that is none": lambda d, h: h.entry(patch={"status": "done"}),
    "an illegal transition of the run": lambda d, h: h.entry(patch={"status": "cancelled"}),
    "an event of no kind": lambda d, h: h.entry(events=[{"payload": {}}]),
    "an event without a payload": lambda d, h: h.entry(events=[{"kind": "x"}]),
    "a row that lacks a column": lambda d, h: h.entry(rows={"runbody": [{"id": str(new_id())}]}),
    "a value of another type": lambda d, h: h.entry(rows={"toolcall": [d.new_call(h, index="first")]}),
    "a text too long for its column": lambda d, h: h.entry(
        rows={"toolcall": [d.new_call(h, tool_name="x" * 129)]}
    ),
    "a call that exists": lambda d, h: h.entry(rows={"toolcall": [c := d.new_call(h), c]}),
    "a card of a call that is not there": lambda d, h: h.entry(
        rows={"approval": [d.new_card(str(new_id()))]}
    ),
    "a call that executes without an intent": lambda d, h: h.entry(
        rows={"toolcall": [d.new_call(h, "executing")]}
    ),
    "a number that is none": lambda d, h: h.entry(patch={"steps_used": "many"}),
}


@pytest.mark.parametrize("what", BAD)
def test_a_bad_entry_fails_the_statement_and_changes_nothing(desk: Desk, what: str) -> None:
    worker = desk.enlist()
    good, bad = desk.hold(worker), desk.hold(worker)
    before = desk.everything()

    with pytest.raises(psycopg.Error) as raised:
        desk.commit(worker, good.entry(events=[event()]), BAD[what](desk, bad))

    assert not isinstance(raised.value, psycopg.OperationalError)
    assert desk.everything() == before


def test_two_workers_commit_at_once_without_waiting_for_each_other(desk: Desk) -> None:
    """Entries of different runs share no row: the second does not wait for the first one's commit."""
    workers = desk.enlist(), desk.enlist()
    first, second = desk.hold(workers[0]), desk.hold(workers[1])
    with desk.world.database.connect("worker", autocommit=False) as slow:
        slow.execute(
            "select * from kernel.commit(%s, %s)",
            [workers[0], psycopg.types.json.Jsonb([first.entry(events=[event()])])],
        )
        done = threading.Event()
        thread = threading.Thread(
            target=lambda: desk.outcome(workers[1], second.entry(events=[event()])) == "done" and done.set()
        )
        thread.start()
        assert done.wait(20)
        thread.join()
        slow.commit()
    assert len(desk.world.events(first.run)) == len(desk.world.events(second.run)) == 2


@pytest.mark.requirement("promise P12")
def test_only_an_event_counts_as_progress(desk: Desk) -> None:
    worker = desk.enlist()
    held = desk.hold(worker)
    count = "claims_since_progress"
    assert desk.world.run(held.run)[count] == 1

    call = desk.new_call(held, "executing")
    intents = desk.start_of(call["id"])["intents"]
    desk.commit(worker, held.entry(rows={"toolcall": [call]}, intents=intents))
    again = desk.start_of(call["id"], again=True)
    assert desk.outcome(worker, held.entry(**again)) == "done"
    assert desk.world.run(held.run)[count] == 1
    desk.commit(worker, held.entry(events=[event()]))
    assert desk.world.run(held.run)[count] == 0


@pytest.mark.requirement("promise P12")
def test_a_claim_that_is_given_back_in_order_is_not_held_against_the_run(desk: Desk) -> None:
    worker = desk.enlist()
    held = desk.hold(worker)
    for _ in range(8):
        assert desk.outcome(worker, held.entry(patch={"status": "queued"})) == "done"
        [held] = [each for each in desk.claim(worker) if each.run == held.run]
    assert desk.world.run(held.run)["claims_since_progress"] == 1
    assert desk.world.run(held.run)["claims"] == 9


def test_the_answer_says_whose_run_it_was_and_when_its_events_happened(desk: Desk) -> None:
    worker = desk.enlist()
    held = desk.hold(worker)
    event = {"kind": "model_attempt_failed", "payload": {}}

    [answer] = desk.commit(worker, held.entry(events=[event, event]))

    rows = desk.world.owner(
        "select distinct at from orchestration_traceevent where run_id = %s and seq > 1", [held.run]
    )
    assert (answer["organization_id"], answer["project_id"]) == (desk.world.organization, desk.world.project)
    assert rows == [{"at": answer["at"]}]
