"""The tool loop as tables: these records, that decision."""

import dataclasses

import pytest
from simulator import Outage, Reply, Simulator, Wanted, make_spec

from orchestration.engine.decisions import (
    Answer,
    Attention,
    Await,
    CallModel,
    CallResult,
    CallTools,
    Fact,
    FactKind,
    Fail,
    Reject,
)
from orchestration.engine.events import EventKind, Record, ResultKind
from orchestration.engine.kinds import converse
from orchestration.engine.kinds.converse import BrokenRecord, Recovery, RecoveryAction
from orchestration.engine.limits import MAX_CALLS, MAX_CORRECTIONS
from orchestration.engine.states import CallState, EffectClass, WaitingFor

APPROVAL = (WaitingFor.APPROVAL,)


def after_reply(*calls: Wanted, text: str = "", finish_reason: str = "tool_calls") -> Simulator:
    """One model call made, nothing done about its reply."""
    simulator = Simulator([Reply(text=text, calls=calls, finish_reason=finish_reason)])
    simulator.step()
    return simulator


def test_a_new_run_calls_the_model() -> None:
    assert Simulator([]).decide() == CallModel(number=1)


def test_a_started_step_is_called_again_without_being_started_again() -> None:
    simulator = Simulator([Outage(retry_in_ms=500)])

    simulator.step()

    assert simulator.decide() == CallModel(number=1, step="step-1", attempt=2, retry_in_ms=500)


@pytest.mark.requirement("promises 7.77")
def test_a_model_call_that_was_given_up_fails_with_the_provider_code() -> None:
    simulator = Simulator([Outage(), Outage(code="provider_rate_limited", retry_in_ms=None)])

    simulator.step()
    simulator.step()

    assert simulator.decide() == Fail("provider_rate_limited", "The provider failed.")


def test_a_reply_of_text_is_the_answer() -> None:
    assert after_reply(text="All done.", finish_reason="stop").decide() == Answer("All done.")


def test_calls_are_judged_before_anything_is_done() -> None:
    simulator = after_reply(Wanted("look", policy="allow"), Wanted("refund"))

    assert simulator.decide() == CallTools(propose=("call-1-0", "call-1-1"))


def test_stop_with_calls_counts_as_tool_calls() -> None:
    simulator = after_reply(Wanted("look", policy="allow"), finish_reason="stop")

    assert simulator.decide() == CallTools(propose=("call-1-0",))


def test_an_allowed_call_starts_while_its_sibling_waits_for_a_person() -> None:
    simulator = after_reply(Wanted("refund"), Wanted("look", policy="allow"))

    simulator.step()

    assert simulator.decide() == CallTools(start=("call-1-1",))


def test_executing_calls_are_awaited_and_the_run_is_not_parked() -> None:
    simulator = after_reply(Wanted("refund"), Wanted("look", policy="allow"))

    simulator.step()
    simulator.step()

    assert simulator.decide() == Await((Fact(FactKind.RESULT, "call-1-1"),))


@pytest.mark.requirement("agents 17")
def test_only_approvals_left_parks_the_run() -> None:
    simulator = after_reply(Wanted("refund"), Wanted("look", policy="allow")).run()

    assert simulator.decide() == Await((Fact(FactKind.DECISION, "call-1-0-card-1"),), waiting_for=APPROVAL)
    assert simulator.kinds()[-1] == EventKind.RUN_WAITING


@pytest.mark.requirement("promise P22")
def test_decided_calls_start_in_the_order_of_their_decisions() -> None:
    simulator = after_reply(Wanted("refund"), Wanted("mail"), Wanted("flag")).run()

    for place in (2, 0, 1):
        simulator.approve(simulator.call(place))

    assert simulator.decide() == CallTools(start=("call-1-2", "call-1-0", "call-1-1"))


@pytest.mark.requirement("promises 7.47")
def test_a_rejection_is_answered_at_once_and_the_model_is_not_called_yet() -> None:
    simulator = after_reply(Wanted("refund"), Wanted("mail")).run()

    simulator.reject("call-1-0", "wrong file")

    decision = simulator.decide()
    assert isinstance(decision, CallTools)
    (result,) = decision.answer
    assert (result.call, result.kind) == ("call-1-0", ResultKind.REJECTED)
    assert "A person rejected this call; it did not run. Reason: wrong file" in result.content
    simulator.run()
    assert simulator.decide() == Await((Fact(FactKind.DECISION, "call-1-1-card-1"),), waiting_for=APPROVAL)


def test_an_expired_card_is_not_called_a_rejection() -> None:
    simulator = after_reply(Wanted("refund")).run()

    simulator.expire("call-1-0")

    decision = simulator.decide()
    assert isinstance(decision, CallTools)
    assert decision.answer[0].kind is ResultKind.APPROVAL_EXPIRED
    assert "nobody answered" in decision.answer[0].content


def test_an_approval_that_nobody_used_in_time_ends_the_call() -> None:
    simulator = after_reply(Wanted("refund")).run()

    simulator.approve("call-1-0")
    simulator.expire("call-1-0")

    decision = simulator.decide()
    assert isinstance(decision, CallTools)
    assert decision.start == ()
    assert decision.answer[0].code == "approval_unused"
    assert simulator.state.call("call-1-0").state is CallState.EXPIRED


def test_a_denied_call_never_starts_and_is_answered() -> None:
    simulator = after_reply(Wanted("refund", policy="deny"), Wanted("look", policy="allow"))

    simulator.step()

    expected = CallResult(
        "call-1-0",
        ResultKind.DENIED,
        "The rules of this project do not allow this call of refund; it did not run.",
        "denied",
    )
    assert simulator.decide() == CallTools(answer=(expected,), start=("call-1-1",))


@pytest.mark.requirement("promises 7.48")
def test_an_unknown_tool_is_answered_with_the_names_of_the_real_ones() -> None:
    simulator = after_reply(Wanted("Refund"))

    simulator.step()

    decision = simulator.decide()
    assert isinstance(decision, CallTools)
    assert decision.answer[0].kind is ResultKind.UNKNOWN_TOOL
    assert "look, mail, flag, refund" in decision.answer[0].content
    assert not simulator.view.approvals


@pytest.mark.requirement("promises 7.48")
def test_after_three_corrections_an_unknown_tool_fails_the_run() -> None:
    simulator = Simulator([Reply(calls=(Wanted("Refund"), Wanted("nope")))] * (MAX_CORRECTIONS + 1))

    simulator.run()

    assert simulator.view.status == "failed"
    assert simulator.view.error is not None
    assert simulator.view.error.code == "unknown_tool"
    assert simulator.state.model_calls == MAX_CORRECTIONS + 1
    assert simulator.executions == {}


@pytest.mark.requirement("promises 7.49")
def test_invalid_arguments_are_answered_with_every_problem_and_no_card() -> None:
    simulator = after_reply(Wanted("refund", policy="invalid"))

    simulator.step()

    decision = simulator.decide()
    assert isinstance(decision, CallTools)
    assert "/amount: is required" in decision.answer[0].content
    assert not simulator.view.approvals


def test_a_finer_problem_code_is_about_the_arguments() -> None:
    simulator = after_reply(Wanted("refund"))
    record = Record(
        9,
        EventKind.TOOL_CALL_PROPOSED,
        {
            "call": "call-1-0",
            "outcome": "none",
            "problem": {"code": "duplicate_key", "message": "'amount' appears twice"},
        },
    )

    state = converse.evolve(simulator.state, record)

    decision = converse.decide(state)
    assert isinstance(decision, CallTools)
    assert decision.answer[0].kind is ResultKind.INVALID_ARGUMENTS
    assert decision.answer[0].code == "duplicate_key"


@pytest.mark.requirement("promises 7.47")
def test_the_same_call_after_a_rejection_is_refused_without_a_card() -> None:
    same = Wanted("refund", {"order": "o1", "amount": 10})
    simulator = Simulator(
        [Reply(calls=(same,)), Reply(calls=(Wanted("refund", {"amount": 10, "order": "o1"}),))]
    )
    simulator.run()

    simulator.reject(simulator.call(0))
    simulator.run()

    assert [call.result for call in simulator.view.calls] == ["rejected", "rejected_before"]
    assert len(simulator.view.approvals) == 1
    assert simulator.executions == {}
    assert simulator.view.status == "completed"


def test_another_amount_after_a_rejection_gets_a_new_card() -> None:
    simulator = Simulator(
        [Reply(calls=(Wanted("refund", {"amount": 10}),)), Reply(calls=(Wanted("refund", {"amount": 9}),))]
    ).run()

    simulator.reject(simulator.call(0))
    simulator.run()

    assert len(simulator.view.approvals) == 2
    assert simulator.view.status == "waiting"


def test_an_identical_sibling_keeps_its_own_card_when_one_is_rejected() -> None:
    simulator = after_reply(Wanted("flag", {"on": True}), Wanted("flag", {"on": True})).run()

    simulator.reject("call-1-1")
    simulator.approve("call-1-0")
    simulator.run()

    assert simulator.results() == ["ok", "rejected"]
    assert simulator.execution_order == ["call-1-0"]


@pytest.mark.requirement("promises 7.44")
def test_an_approved_call_made_again_waits_for_its_own_card() -> None:
    wanted = Wanted("refund", {"amount": 10}, provider_id="c1")
    simulator = Simulator([Reply(calls=(wanted,)), Reply(calls=(wanted,))]).run()

    simulator.approve(simulator.call(0))
    simulator.run()

    assert simulator.view.status == "waiting"
    assert len(simulator.view.approvals) == 2
    assert list(simulator.executions) == ["call-1-0"]


@pytest.mark.requirement("promise P21")
def test_a_changed_tool_voids_the_card_and_asks_anew() -> None:
    simulator = after_reply(Wanted("refund"), Wanted("mail")).run()

    simulator.change_tool("refund")

    assert simulator.decide() == CallTools(judge=("call-1-0",))
    simulator.run()
    cards = [(card.call, card.state, card.because) for card in simulator.view.approvals]
    assert cards == [
        ("call-1-0", "superseded", ()),
        ("call-1-1", "pending", ()),
        ("call-1-0", "pending", ("tool_definition",)),
    ]
    assert simulator.view.status == "waiting"


@pytest.mark.requirement("promise P21")
def test_an_approval_that_became_void_before_execution_is_asked_again() -> None:
    simulator = after_reply(Wanted("refund")).run()
    simulator.approve("call-1-0")

    simulator.supersede("call-1-0", "decider_role")
    simulator.run()

    assert simulator.executions == {}
    assert [card.state for card in simulator.view.approvals] == ["superseded", "pending"]
    assert simulator.view.approvals[1].because == ("decider_role",)


@pytest.mark.requirement("promise P21")
def test_a_withdrawn_tool_ends_its_call_and_its_sibling_runs() -> None:
    simulator = after_reply(Wanted("refund"), Wanted("mail")).run()
    simulator.approve("call-1-0")
    simulator.approve("call-1-1")

    simulator.withdrawn.add("refund")
    simulator.run()

    assert simulator.results() == ["tool_withdrawn", "ok"]
    assert simulator.execution_order == ["call-1-1"]
    assert simulator.view.calls[0].state == "failed"


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
