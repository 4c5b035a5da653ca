"""The engine as a state machine: whatever worker, people and crashes do, in whatever order.

After every move the incremental values equal the folds, every change of a state is one the tables allow, and
nothing has run that must not.
"""

from collections import Counter
from typing import Any

import hypothesis.strategies as st
import pytest
from hypothesis import settings
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from simulator import EFFECT_CLASSES, Outage, Reply, Simulator, Wanted

from orchestration.engine import projection
from orchestration.engine.decisions import CallModel
from orchestration.engine.events import EventKind
from orchestration.engine.history import repair
from orchestration.engine.kinds import converse
from orchestration.engine.states import (
    APPROVAL_TRANSITIONS,
    CALL_TRANSITIONS,
    RUN_ENDS,
    RUN_TRANSITIONS,
    CallState,
    EffectClass,
    RunStatus,
)

WANTED = st.builds(
    Wanted,
    tool=st.sampled_from([*EFFECT_CLASSES] * 3 + ["nope"]),
    arguments=st.fixed_dictionaries({"n": st.integers(0, 1)}),
    policy=st.sampled_from(["ask", "allow", "ask", "allow", "ask", "deny", "invalid"]),
    provider_id=st.sampled_from([None, "c1"]),
)
WITH_CALLS = st.builds(
    Reply, text=st.sampled_from(["", "So."]), calls=st.lists(WANTED, min_size=2, max_size=4).map(tuple)
)
WITHOUT_CALLS = st.builds(
    Reply, text=st.sampled_from(["Done.", ""]), finish_reason=st.sampled_from(["stop", "refusal", "length"])
)
OUTAGES = st.builds(Outage, retry_in_ms=st.sampled_from([100, 100, 100, None]))
SCRIPTS = st.tuples(
    WITH_CALLS,
    st.one_of(WITH_CALLS, WITH_CALLS, OUTAGES),
    st.one_of(WITH_CALLS, WITHOUT_CALLS),
    st.one_of(WITHOUT_CALLS, OUTAGES),
)
NEVER_RUN = frozenset({CallState.DENIED, CallState.REJECTED})


class Machine(RuleBasedStateMachine):
    simulator: Simulator

    @initialize(script=SCRIPTS, steps=st.sampled_from([200, 200, 3]))
    def start(self, script: tuple[Reply | Outage, ...], steps: int) -> None:
        self.simulator = Simulator(script, limits={"steps": steps, "tokens": None})
        self.checked = 0

    # The worker.

    @rule(times=st.integers(1, 4))
    def work(self, times: int) -> None:
        for _ in range(times):
            self.simulator.step()

    @precondition(lambda self: self.simulator.running)
    @rule(data=st.data(), kind=st.sampled_from(["ok", "tool_error"]))
    def finish(self, data: st.DataObject, kind: str) -> None:
        self.simulator.finish(data.draw(st.sampled_from(self.simulator.running)), kind)

    @precondition(lambda self: self.simulator.running)
    @rule(data=st.data())
    def lose_answer(self, data: st.DataObject) -> None:
        call = data.draw(st.sampled_from(self.simulator.running))
        if self.simulator.state.call(call).effect_class is EffectClass.AT_MOST_ONCE:
            self.simulator.lose_answer(call)

    @precondition(lambda self: self.simulator.running)
    @rule()
    def kill(self) -> None:
        self.simulator.kill()

    # The people and the clock.

    @precondition(lambda self: self.simulator.view.pending_approvals and not self.simulator.state.cancelling)
    @rule(data=st.data(), what=st.sampled_from(["expire", "approve", "reject", "approve", "approve"]))
    def decide(self, data: st.DataObject, what: str) -> None:
        approval = data.draw(st.sampled_from(self.simulator.view.pending_approvals))
        getattr(self.simulator, what)(approval.call)

    @precondition(lambda self: self.simulator.calls_in(CallState.ALLOWED))
    @rule(data=st.data(), what=st.sampled_from(["expire", "supersede"]))
    def void(self, data: st.DataObject, what: str) -> None:
        call = data.draw(st.sampled_from(self.simulator.calls_in(CallState.ALLOWED)))
        if self.simulator.state.call(call).approval is not None and not self.simulator.state.cancelling:
            getattr(self.simulator, what)(call)

    @precondition(lambda self: self.simulator.view.pending_approvals)
    @rule(tool=st.sampled_from(list(EFFECT_CLASSES)), withdrawn=st.booleans())
    def change_tool(self, tool: str, withdrawn: bool) -> None:
        if withdrawn:
            self.simulator.withdrawn.add(tool)
        self.simulator.change_tool(tool)

    @precondition(lambda self: self.is_grown() and not self.simulator.state.cancelling)
    @rule()
    def cancel(self) -> None:
        self.simulator.cancel()

    @precondition(lambda self: self.is_grown())
    @rule()
    def time_out(self) -> None:
        self.simulator.time_out()

    def is_grown(self) -> bool:
        """So that most lives get somewhere before they are cut short."""
        return not self.simulator.state.ended and len(self.simulator.records) > 12

    # What always holds.

    @invariant()
    def incremental_equals_fold(self) -> None:
        simulator = self.simulator
        assert converse.fold(simulator.spec, simulator.records) == simulator.state
        assert projection.fold(simulator.records) == simulator.view
        assert simulator.view.ignored == 0

    @invariant()
    def every_change_is_one_the_tables_allow(self) -> None:
        for before, after in zip(
            self.simulator.views[self.checked :], self.simulator.views[self.checked + 1 :], strict=False
        ):
            assert is_legal_run_change(before.status, after.status)
            for each, changed in zip(before.calls, after.calls, strict=False):
                assert each.state is changed.state or (each.state, changed.state) in CALL_TRANSITIONS
            for card, later in zip(before.approvals, after.approvals, strict=False):
                assert card.state is later.state or (card.state, later.state) in APPROVAL_TRANSITIONS
        self.checked = len(self.simulator.views) - 1

    @invariant()
    def both_readers_agree_on_the_open_step(self) -> None:
        shown = {call.id: call.state for call in self.simulator.view.calls}
        assert all(shown[call.id] is call.state for call in self.simulator.state.calls)

    @invariant()
    def nothing_ran_that_must_not(self) -> None:
        for call in self.simulator.view.calls:
            keys = self.simulator.executions.get(call.id, [])
            assert len(set(keys)) <= 1
            if call.state in NEVER_RUN:
                assert keys == []
            if call.effect_class == EffectClass.AT_MOST_ONCE:
                assert len(keys) <= 1

    @invariant()
    def each_call_has_at_most_one_result(self) -> None:
        results = Counter(
            record.payload["call"]
            for record in self.simulator.records
            if record.kind == EventKind.TOOL_CALL_COMPLETED
        )
        assert all(count == 1 for count in results.values())

    @invariant()
    def a_model_is_only_called_with_a_whole_transcript(self) -> None:
        if isinstance(self.simulator.decide(), CallModel):
            assert self.simulator.state.is_step_answered
            _, repairs = repair(list(converse.messages_of(self.simulator.state)))
            assert repairs == []

    @invariant()
    def nothing_starts_once_the_run_is_cancelled_or_over(self) -> None:
        kinds = self.simulator.kinds()
        stops = [place for place, kind in enumerate(kinds) if kind in STOPS]
        if stops:
            assert not STARTS.intersection(kinds[stops[0] :])

    def teardown(self) -> None:
        """Whatever happened: a worker and a person who says no bring the run to an end or to a person."""
        simulator = self.simulator
        while True:
            simulator.run()
            self.every_change_is_one_the_tables_allow()
            if not simulator.view.pending_approvals or simulator.view.status != RunStatus.WAITING:
                break
            simulator.reject(simulator.view.pending_approvals[0].call)
        assert simulator.view.status in RUN_ENDS | {RunStatus.NEEDS_ATTENTION}
        assert converse.fold(simulator.spec, simulator.records) == simulator.state


STARTS = frozenset({EventKind.TOOL_CALL_STARTED.value, EventKind.MODEL_CALL_STARTED.value})
STOPS = frozenset(
    {
        EventKind.RUN_CANCELLING.value,
        EventKind.RUN_COMPLETED.value,
        EventKind.RUN_FAILED.value,
        EventKind.RUN_TIMED_OUT.value,
    }
)


def is_legal_run_change(before: RunStatus, after: RunStatus) -> bool:
    """A claim writes no event, so a queued run may be seen first when it is already beyond running."""
    if before is after or (before, after) in RUN_TRANSITIONS:
        return True
    claimed = (before, RunStatus.QUEUED) in RUN_TRANSITIONS or before is RunStatus.QUEUED
    return claimed and (after is RunStatus.RUNNING or (RunStatus.RUNNING, after) in RUN_TRANSITIONS)


TestEngine: Any = pytest.mark.requirement("promise P22")(Machine.TestCase)
TestEngine.settings = settings(max_examples=100, stateful_step_count=30, deadline=None)
