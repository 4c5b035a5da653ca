"""The tool loop as tables, from a reply to its calls and their results: these records, that decision."""

import pytest
from simulator import Outage, Reply, Simulator, Wanted

from orchestration.engine.decisions import (
    Answer,
    Await,
    CallModel,
    CallResult,
    CallTools,
    Fact,
    FactKind,
    Fail,
)
from orchestration.engine.events import EventKind, Record, ResultKind
from orchestration.engine.kinds import converse
from orchestration.engine.limits import MAX_CORRECTIONS
from orchestration.engine.states import CallState, WaitingFor

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
