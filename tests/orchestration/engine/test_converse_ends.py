"""How the tool loop ends: limits, refusals, lost workers, cancels and broken records, as tables."""

import dataclasses

import pytest
from simulator import Reply, Simulator, Wanted, make_spec

from orchestration.engine.decisions import (
    Attention,
    Await,
    CallModel,
    Fact,
    FactKind,
    Fail,
    Reject,
)
from orchestration.engine.events import EventKind, Record
from orchestration.engine.kinds import converse
from orchestration.engine.kinds.converse import BrokenRecord, Recovery, RecoveryAction
from orchestration.engine.limits import MAX_CALLS
from orchestration.engine.states import CallState, EffectClass, WaitingFor

APPROVAL = (WaitingFor.APPROVAL,)


def after_reply(*calls: Wanted, text: str = "", finish_reason: str = "tool_calls") -> Simulator:
    """One model call made, nothing done about its reply."""
    simulator = Simulator([Reply(text=text, calls=calls, finish_reason=finish_reason)])
    simulator.step()
    return simulator


@pytest.mark.requirement("promises 7.50")
def test_too_many_calls_in_one_reply_refuse_the_whole_step() -> None:
    simulator = after_reply(*[Wanted("look", policy="allow")] * (MAX_CALLS + 1))

    decision = simulator.decide()

    assert isinstance(decision, Fail)
    assert decision.code == "too_many_calls"
    simulator.run()
    assert simulator.executions == {}
    assert {call.state for call in simulator.view.calls} == {"cancelled"}


def test_a_reply_recorded_in_part_is_still_too_many_calls() -> None:
    simulator = Simulator([])
    simulator.step()
    payload = {"step": "s", "text": "", "calls": [], "calls_requested": 10_000, "finish_reason": "tool_calls"}

    state = converse.evolve(Simulator([]).state, Record(2, EventKind.MODEL_CALL_COMPLETED, payload))

    decision = converse.decide(state)
    assert isinstance(decision, Fail)
    assert decision.code == "too_many_calls"


def test_calls_of_a_truncated_reply_are_never_made() -> None:
    simulator = after_reply(Wanted("look", policy="allow"), finish_reason="length")

    decision = simulator.decide()

    assert isinstance(decision, Fail)
    assert decision.code == "output_truncated"
    simulator.run()
    assert simulator.executions == {}


@pytest.mark.parametrize("finish_reason", ["refusal", "content_filter"])
def test_a_refusal_rejects_the_run_with_the_words_of_the_model(finish_reason: str) -> None:
    simulator = after_reply(Wanted("look", policy="allow"), text="I cannot.", finish_reason=finish_reason)

    assert simulator.decide() == Reject("model_refused", "I cannot.")


@pytest.mark.parametrize("text", ["", "  \n", "```\n```", "~~~json\n~~~"])
def test_an_empty_reply_is_asked_about_once_and_then_fails(text: str) -> None:
    simulator = Simulator([Reply(text=text), Reply(text=text)])

    simulator.step()

    assert simulator.decide() == CallModel(number=2)
    assert converse.messages_of(simulator.state)[-1]["role"] == "user"
    simulator.run()
    assert simulator.view.error is not None
    assert simulator.view.error.code == "empty_output"


def test_an_answer_after_an_empty_reply_completes_the_run() -> None:
    simulator = Simulator([Reply(text=""), Reply(text="Here.")]).run()

    assert simulator.view.output == "Here."


def test_the_step_limit_counts_model_and_tool_calls_and_lets_the_open_step_finish() -> None:
    simulator = Simulator(
        [Reply(calls=(Wanted("look", policy="allow"), Wanted("mail", policy="allow")))],
        limits={"steps": 2, "tokens": None},
    )

    simulator.run()

    assert simulator.results() == ["ok", "ok"]
    assert simulator.state.steps_used == 3
    assert simulator.view.error is not None
    assert simulator.view.error.code == "step_limit"


def test_the_token_budget_stops_the_next_model_call() -> None:
    simulator = Simulator(
        [Reply(calls=(Wanted("look", policy="allow"),))], limits={"steps": 200, "tokens": 15}
    ).run()

    assert simulator.state.tokens_used == 15
    assert simulator.view.error is not None
    assert simulator.view.error.code == "token_budget"


def test_a_silent_provider_does_not_make_a_budget_free() -> None:
    silent: dict[str, int | None] = {"input": None, "output": None}
    simulator = Simulator([Reply(text="x" * 400, usage=silent)])

    simulator.step()

    # "Help." and "Please help." are 17 characters.
    assert simulator.state.tokens_used == 5 + 100
    assert simulator.view.usage.unknown == 1
    assert simulator.view.usage.output == 0


@pytest.mark.requirement("promise P3")
@pytest.mark.parametrize(
    ("tool", "action"),
    [
        ("look", RecoveryAction.RERUN),
        ("mail", RecoveryAction.RERUN),
        ("flag", RecoveryAction.RERUN),
        ("refund", RecoveryAction.UNKNOWN),
    ],
)
def test_a_call_found_executing_is_rerun_only_if_its_class_allows(tool: str, action: RecoveryAction) -> None:
    simulator = after_reply(Wanted(tool, policy="allow"))
    simulator.step()
    simulator.step()

    assert converse.recover(simulator.state) == (Recovery("call-1-0", action),)


def test_a_call_of_no_known_class_is_never_rerun() -> None:
    simulator = after_reply(Wanted("mail", policy="allow"))
    simulator.step()
    simulator.step()
    call = dataclasses.replace(simulator.state.calls[0], effect_class=EffectClass.AT_MOST_ONCE)

    recoveries = converse.recover(simulator.state.with_call(call))

    assert recoveries == (Recovery("call-1-0", RecoveryAction.UNKNOWN),)


@pytest.mark.requirement("promise P3")
def test_an_unknown_outcome_asks_for_a_person_once_its_siblings_have_finished() -> None:
    simulator = after_reply(Wanted("refund", policy="allow"), Wanted("look", policy="allow"))
    simulator.step()
    simulator.step()

    simulator.lose_answer("call-1-0")

    assert simulator.decide() == Await((Fact(FactKind.RESULT, "call-1-1"),))
    simulator.finish("call-1-1")
    assert simulator.decide() == Await(
        (Fact(FactKind.RESOLUTION, "call-1-0"),),
        attention=Attention("outcome_unknown", "no answer", "call-1-0"),
    )
    simulator.run()
    assert simulator.view.status == "needs_attention"
    assert len(simulator.executions["call-1-0"]) == 1


@pytest.mark.requirement("promises 7.45")
def test_a_broken_approval_binding_fails_the_call_and_asks_for_a_person() -> None:
    simulator = after_reply(Wanted("refund")).run()
    simulator.approve("call-1-0")
    record = Record(
        99,
        EventKind.RUN_NEEDS_ATTENTION,
        {"code": "approval_binding_broken", "message": "differs", "call": "call-1-0"},
    )

    state = converse.evolve(simulator.state, record)

    assert state.call("call-1-0").state is CallState.FAILED
    assert converse.decide(state) == Await(
        (Fact(FactKind.RESOLUTION, "call-1-0"),),
        attention=Attention("approval_binding_broken", "differs", "call-1-0"),
    )


@pytest.mark.requirement("promise P13")
def test_nothing_starts_after_a_cancel() -> None:
    simulator = after_reply(Wanted("refund"), Wanted("mail"), Wanted("look", policy="allow")).run()
    simulator.approve("call-1-0")

    simulator.cancel()

    assert simulator.decide() == Await()
    simulator.run()
    assert simulator.view.status == "cancelled"
    assert [call.state for call in simulator.view.calls] == ["cancelled", "cancelled", "succeeded"]
    assert list(simulator.executions) == ["call-1-2"]


@pytest.mark.requirement("promise P13")
def test_a_cancel_waits_for_what_executes() -> None:
    simulator = after_reply(Wanted("look", policy="allow"))
    simulator.step()
    simulator.step()

    simulator.cancel()

    assert simulator.decide() == Await((Fact(FactKind.RESULT, "call-1-0"),))


def test_an_ended_run_wants_nothing() -> None:
    simulator = Simulator([Reply(text="Done.")]).run()

    assert simulator.decide() == Await()
    assert simulator.state.ended


def test_a_tool_error_is_a_result_and_the_run_goes_on() -> None:
    simulator = after_reply(Wanted("look", policy="allow"))
    simulator.step()
    simulator.step()

    simulator.finish("call-1-0", "tool_error", "look failed: HTTP 500")

    assert simulator.decide() == CallModel(number=2)
    assert converse.messages_of(simulator.state)[-1] == {
        "role": "tool",
        "tool_call_id": "call-1-0",
        "content": "look failed: HTTP 500",
        "is_error": True,
    }


def test_a_second_result_of_a_call_is_a_broken_record() -> None:
    simulator = after_reply(Wanted("look", policy="allow"), Wanted("refund")).run()

    with pytest.raises(BrokenRecord):
        simulator.record(EventKind.TOOL_CALL_COMPLETED, call="call-1-0", kind="ok", content="again")


def test_a_record_about_a_call_that_is_not_open_is_a_broken_record() -> None:
    simulator = after_reply(Wanted("look", policy="allow"))

    with pytest.raises(BrokenRecord, match="call-9"):
        simulator.record(EventKind.TOOL_CALL_STARTED, call="call-9", execution=1)


def test_an_unknown_kind_of_event_changes_nothing() -> None:
    simulator = after_reply(Wanted("look", policy="allow"))

    assert converse.evolve(simulator.state, Record(9, "something_new", {})) is simulator.state


def test_the_step_has_one_spec_field_for_each_tool_name() -> None:
    simulator = Simulator([], spec=make_spec(("look",)))

    assert simulator.state.tools == ("look",)
