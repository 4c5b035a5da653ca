"""The tables of legal changes: what the words of the record allow."""

import itertools

import pytest

from orchestration.engine.states import (
    APPROVAL_TRANSITIONS,
    CALL_ENDS,
    CALL_TRANSITIONS,
    RUN_ENDS,
    RUN_TRANSITIONS,
    ApprovalState,
    CallState,
    RunStatus,
    StepState,
)


def reachable[S](start: S, transitions: frozenset[tuple[S, S]]) -> set[S]:
    seen, frontier = {start}, [start]
    while frontier:
        here = frontier.pop()
        for before, after in transitions:
            if before == here and after not in seen:
                seen.add(after)
                frontier.append(after)
    return seen


@pytest.mark.parametrize("end", sorted(RUN_ENDS))
def test_nothing_follows_the_end_of_a_run(end: RunStatus) -> None:
    assert not [pair for pair in RUN_TRANSITIONS if pair[0] is end]


@pytest.mark.parametrize("end", sorted(CALL_ENDS))
def test_nothing_follows_the_end_of_a_call(end: CallState) -> None:
    assert not [pair for pair in CALL_TRANSITIONS if pair[0] is end]


@pytest.mark.parametrize("status", sorted(set(RunStatus) - RUN_ENDS))
def test_every_open_run_can_still_end_and_can_run_out_of_time(status: RunStatus) -> None:
    assert reachable(status, RUN_TRANSITIONS) & RUN_ENDS
    assert (status, RunStatus.TIMED_OUT) in RUN_TRANSITIONS


def test_every_word_is_used() -> None:
    assert reachable(RunStatus.QUEUED, RUN_TRANSITIONS) == set(RunStatus)
    assert reachable(CallState.PROPOSED, CALL_TRANSITIONS) == set(CallState)
    assert reachable(ApprovalState.PENDING, APPROVAL_TRANSITIONS) == set(ApprovalState)


def test_nothing_changes_into_itself() -> None:
    pairs = itertools.chain(RUN_TRANSITIONS, CALL_TRANSITIONS, APPROVAL_TRANSITIONS)

    assert all(before != after for before, after in pairs)


@pytest.mark.requirement("promise P2")
def test_what_has_ended_can_never_execute_again() -> None:
    before_executing = {before for before, after in CALL_TRANSITIONS if after is CallState.EXECUTING}

    assert not before_executing & CALL_ENDS
    assert CallState.UNKNOWN not in before_executing


def test_a_decided_approval_is_never_decided_again() -> None:
    decisions = {ApprovalState.APPROVED, ApprovalState.REJECTED}

    assert {before for before, after in APPROVAL_TRANSITIONS if after in decisions} == {ApprovalState.PENDING}


def test_step_states_are_those_of_calls_without_the_words_of_approval() -> None:
    assert {state.value for state in StepState} <= {state.value for state in CallState}
