"""A pure stand-in for the runner, the people and the crashes, for tests of the engine.

It acts on decisions as the runner must, records what comes of them, and lets a test be the outside world:
decide, let expire, change a tool, kill the worker, cancel. It keeps no state but the records, the scripted
replies and what the outside world saw (`executions`).
"""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from agents_app.spec import AgentSpec, HttpSpec, ProfileSpec, ToolSpec
from orchestration.engine import projection
from orchestration.engine.contract import contract_of
from orchestration.engine.decisions import (
    Answer,
    Await,
    CallModel,
    CallTools,
    Decision,
    Fail,
    Reject,
)
from orchestration.engine.events import EventKind, Record
from orchestration.engine.fingerprint import fingerprint_of
from orchestration.engine.kinds import converse
from orchestration.engine.kinds.converse import Call, RecoveryAction, State
from orchestration.engine.states import ApprovalState, CallState, EffectClass
from orchestration.engine.view import RunView

EFFECT_CLASSES = {
    "look": EffectClass.READ_ONLY,
    "mail": EffectClass.KEYED,
    "flag": EffectClass.NATURAL,
    "refund": EffectClass.AT_MOST_ONCE,
}

MOST_RECORDS = 2_000
"""A simulation that comes here goes in circles."""


def make_spec(tools: Sequence[str] = tuple(EFFECT_CLASSES), instructions: str = "Help.") -> AgentSpec:
    return AgentSpec(
        agent_id="agent",
        version=1,
        name="Desk",
        instructions=instructions,
        profile=ProfileSpec(
            profile_id="p", version_id="pv", version=1, name="Desk", specialization="refunds"
        ),
        connection_id="c",
        model="scripted",
        tools=tuple(
            ToolSpec(
                tool_id=name,
                version_id=f"{name}-1",
                version=1,
                name=name,
                description=name,
                input_schema={"type": "object"},
                effect_class=EFFECT_CLASSES[name],
                http=HttpSpec(method="POST", url=f"https://example.com/{name}"),
            )
            for name in tools
        ),
    )


@dataclass(frozen=True)
class Wanted:
    """A call as the scripted model asks for it; `policy` is what the judge will say."""

    tool: str
    arguments: Mapping[str, Any] = field(default_factory=dict)
    policy: str = "ask"
    provider_id: str | None = None


@dataclass(frozen=True)
class Reply:
    text: str = ""
    calls: tuple[Wanted, ...] = ()
    finish_reason: str = "stop"
    usage: Mapping[str, int | None] = field(default_factory=lambda: {"input": 10, "output": 5})
    more: Mapping[str, Any] = field(default_factory=dict)
    """Further fields of its event."""


@dataclass(frozen=True)
class Outage:
    """A failed attempt; no `retry_in_ms` means that the retry layer gave up."""

    code: str = "provider_error"
    retry_in_ms: int | None = 500
    more: Mapping[str, Any] = field(default_factory=dict)


class Simulator:
    def __init__(
        self,
        script: Sequence[Reply | Outage],
        *,
        spec: AgentSpec | None = None,
        limits: Mapping[str, int | None] | None = None,
    ) -> None:
        self.spec = spec or make_spec()
        self.script = list(script)
        self.records: list[Record] = []
        self.wanted: dict[str, Wanted] = {}
        self.executions: dict[str, list[str]] = {}
        """Per call the idempotency key of each request that reached the outside world."""
        self.execution_order: list[str] = []
        self.running: list[str] = []
        """Effects that the living worker waits for."""
        self.withdrawn: set[str] = set()
        self.views: list[RunView] = []
        self.states: list[State] = []
        self.view = RunView()
        self.record(
            EventKind.RUN_CREATED,
            agent={"id": "agent", "name": "Desk", "version": 1, "version_id": "v"},
            input="Please help.",
            requester={"kind": "user", "id": "u", "name": "alice"},
            deadline_at="2026-12-01T00:00:00.000Z",
            limits=dict(limits or {"steps": 200, "tokens": None}),
            model={"provider": "scripted", "name": "scripted", "scripted": True},
        )

    # The worker.

    def decide(self) -> Decision:
        return converse.decide(self.state)

    def step(self) -> bool:
        """Act on one decision; False when the worker has nothing to do or waits for its own effects."""
        assert len(self.records) < MOST_RECORDS, self.kinds()
        decision = self.decide()
        match decision:
            case CallModel():
                self._call_model(decision)
            case CallTools():
                self._call_tools(decision)
            case Await(attention=attention) if attention is not None:
                if self.view.status == "needs_attention":
                    return False
                self.record(
                    EventKind.RUN_NEEDS_ATTENTION,
                    code=attention.code,
                    message=attention.message,
                    call=attention.call,
                )
            case Await(waiting_for=waiting_for) if waiting_for:
                if self.view.status == "waiting":
                    return False
                self.record(EventKind.RUN_WAITING, waiting_for=[word.value for word in waiting_for])
            case Await(facts=facts):
                if facts or not self.state.cancelling or self.state.ended:
                    return False
                self.record(EventKind.RUN_CANCELLED)
            case Answer(text):
                self.record(EventKind.RUN_COMPLETED, output=text)
            case Reject(code, message):
                self.record(EventKind.RUN_REJECTED, code=code, message=message)
            case Fail(code, message):
                self.record(EventKind.RUN_FAILED, code=code, message=message)
            case _:
                raise AssertionError(f"converse never decides {decision}")
        return True

    def run(self, finish: Callable[[list[str]], str] = lambda running: running[0]) -> "Simulator":
        """Until the run is parked or over; effects finish in the order that `finish` picks."""
        while True:
            if self.step():
                continue
            if not self.running:
                return self
            self.finish(finish(self.running))

    def finish(self, call: str, kind: str = "ok", content: str = "done") -> None:
        self.running.remove(call)
        self.record(EventKind.TOOL_CALL_COMPLETED, call=call, kind=kind, content=content, duration_ms=3)

    def lose_answer(self, call: str) -> None:
        """The effect of an at_most_once call was sent and nobody answered."""
        self.running.remove(call)
        self._unknown(call)

    def kill(self) -> None:
        """The worker dies; another one claims the run. Neither writes an event of its own."""
        self.running.clear()
        state = converse.fold(self.spec, self.records)
        for recovery in converse.recover(state):
            if recovery.action is RecoveryAction.RERUN:
                self._send(recovery.call)
            else:
                self._unknown(recovery.call)

    # The people.

    def approve(self, call: str, by: str = "ann") -> None:
        self._decide(call, "approve", by, "")

    def reject(self, call: str, reason: str = "wrong file", by: str = "ann") -> None:
        self._decide(call, "reject", by, reason)

    def expire(self, call: str) -> None:
        """Nobody decided in time, or nobody executed in time what was decided."""
        self.record(EventKind.APPROVAL_EXPIRED, approval=self.card(call), call=call)

    def supersede(self, call: str, because: str = "decider_role") -> None:
        self.record(EventKind.APPROVAL_SUPERSEDED, approval=self.card(call), call=call, because=[because])

    def change_tool(self, tool: str) -> None:
        self.record(EventKind.TOOL_CHANGED, tool=tool)

    def cancel(self) -> None:
        self.record(EventKind.RUN_CANCELLING, by={"kind": "user", "id": "a", "name": "ann"}, reason="")
        for approval in self.view.pending_approvals:
            self.record(EventKind.APPROVAL_CANCELLED, approval=approval.id, call=approval.call)

    def time_out(self) -> None:
        self.running.clear()
        self.record(EventKind.RUN_TIMED_OUT)

    # What a test looks at.

    @property
    def state(self) -> State:
        return self.states[-1]

    def call(self, number: int) -> str:
        """Id of the call of that place in the last reply."""
        return self.state.calls[number].id

    def card(self, call: str) -> str:
        card = self.state.call(call).approval
        assert card is not None, f"{call} has no card"
        return card

    def calls_in(self, *states: CallState) -> list[str]:
        return [call.id for call in self.state.in_states(*states)]

    def kinds(self) -> list[str]:
        return [record.kind for record in self.records]

    def results(self, step: int = 0) -> list[str | None]:
        """The kinds of the results of one step's calls, in call order."""
        calls = self.view.steps[step].calls
        return [call.result for call in self.view.calls if call.id in calls]

    # Inside.

    def _call_model(self, decision: CallModel) -> None:
        step = decision.step
        if step is None:
            step = f"step-{decision.number}"
            self.record(
                EventKind.MODEL_CALL_STARTED,
                step=step,
                number=decision.number,
                model="scripted",
                provider="scripted",
            )
        answer = self.script.pop(0) if self.script else Reply(text="Done.")
        if isinstance(answer, Outage):
            self.record(
                EventKind.MODEL_ATTEMPT_FAILED,
                step=step,
                attempt=decision.attempt,
                code=answer.code,
                message="The provider failed.",
                retry_in_ms=answer.retry_in_ms,
                **answer.more,
            )
            return
        calls = []
        for place, wanted in enumerate(answer.calls):
            identifier = f"call-{decision.number}-{place}"
            self.wanted[identifier] = wanted
            calls.append(
                {
                    "id": identifier,
                    "provider_id": wanted.provider_id,
                    "name": wanted.tool,
                    "arguments": json.dumps(wanted.arguments),
                }
            )
        self.record(
            EventKind.MODEL_CALL_COMPLETED,
            step=step,
            attempt=decision.attempt,
            text=answer.text,
            calls=calls,
            finish_reason=answer.finish_reason,
            usage=dict(answer.usage),
            model="scripted",
            duration_ms=7,
            **answer.more,
        )

    def _call_tools(self, decision: CallTools) -> None:
        for call in decision.propose:
            self._propose(self.state.call(call))
        for call in decision.judge:
            self._judge_again(self.state.call(call))
        for result in decision.answer:
            self.record(
                EventKind.TOOL_CALL_COMPLETED,
                call=result.call,
                kind=result.kind.value,
                content=result.content,
                code=result.code,
            )
        for call in decision.start:
            if self.state.call(call).tool in self.withdrawn:
                self._withdraw(call)
                continue
            execution = self.state.call(call).execution + 1
            self.record(EventKind.TOOL_CALL_STARTED, call=call, execution=execution)
            self._send(call)

    def _propose(self, call: Call) -> None:
        wanted = self.wanted[call.id]
        outcome, problem = wanted.policy, None
        if wanted.tool not in self.state.tools:
            outcome, problem = "none", {"code": "unknown_tool", "message": "no such tool"}
        elif wanted.policy == "invalid":
            outcome, problem = "none", {"code": "invalid_arguments", "message": "/amount: is required"}
        elif fingerprint_of(wanted.tool, wanted.arguments) in self.state.rejected:
            outcome, problem = "deny", {"code": "rejected_before", "message": "rejected before"}
        known = wanted.tool in self.state.tools
        self.record(
            EventKind.TOOL_CALL_PROPOSED,
            call=call.id,
            step=f"step-{self.state.model_calls}",
            index=call.index,
            tool=wanted.tool,
            tool_version=f"{wanted.tool}-1" if known else None,
            arguments=dict(wanted.arguments) if problem is None else None,
            sentence=f"Do {wanted.tool}",
            host="example.com",
            effect_class=EFFECT_CLASSES[wanted.tool].value if known else None,
            outcome=outcome,
            rule={"id": None, "text": "No rule matches."},
            problem=problem,
        )
        if outcome == "ask":
            self._request(call.id, revision=1, because=[])

    def _request(self, call: str, revision: int, because: list[str]) -> None:
        wanted = self.wanted[call]
        self.record(
            EventKind.APPROVAL_REQUESTED,
            approval=f"{call}-card-{revision}",
            call=call,
            revision=revision,
            digest="d" * 64,
            sentence=f"Do {wanted.tool}",
            tool=wanted.tool,
            host="example.com",
            credential=None,
            arguments=dict(wanted.arguments),
            effect_class=EFFECT_CLASSES[wanted.tool].value,
            rule={"id": None, "text": "No rule matches."},
            expires_at="2026-12-01T00:00:00.000Z",
            because=because,
        )

    def _judge_again(self, call: Call) -> None:
        if call.tool in self.withdrawn:
            self._withdraw(call.id)
            return
        cards = [each for each in self.view.approvals if each.call == call.id]
        because = ["tool_definition"]
        if cards and cards[-1].state is not ApprovalState.SUPERSEDED:
            self.supersede(call.id, "tool_definition")
        elif cards:
            because = list(cards[-1].superseded_because)
        self._request(call.id, revision=len(cards) + 1, because=because)

    def _withdraw(self, call: str) -> None:
        cards = [each for each in self.view.approvals if each.call == call]
        if cards and cards[-1].state in (ApprovalState.PENDING, ApprovalState.APPROVED):
            self.supersede(call, "tool_definition")
        self.record(EventKind.TOOL_CALL_COMPLETED, call=call, kind="tool_withdrawn", content="withdrawn")

    def _send(self, call: str) -> None:
        self.running.append(call)
        self.executions.setdefault(call, []).append(f"tc_{call}")
        self.execution_order.append(call)

    def _unknown(self, call: str) -> None:
        self.record(EventKind.TOOL_CALL_UNKNOWN, call=call, code="outcome_unknown", message="no answer")

    def _decide(self, call: str, decision: str, by: str, reason: str) -> None:
        self.record(
            EventKind.APPROVAL_DECIDED,
            approval=self.card(call),
            call=call,
            decision=decision,
            by={"kind": "user", "id": by, "name": by},
            reason=reason,
            decided_at="2026-11-30T12:00:00.000Z",
        )

    def record(self, event: EventKind, /, **payload: Any) -> None:
        seq = len(self.records) + 1
        stored = json.loads(json.dumps(payload))
        record = Record(seq, event.value, stored, f"2026-11-30T12:{seq // 60 % 60:02}:{seq % 60:02}.000Z")
        before = self.states[-1] if self.states else converse.initial(contract_of(record), self.spec)
        self.records.append(record)
        self.states.append(converse.evolve(before, record))
        self.view = projection.evolve(self.view, record)
        self.views.append(self.view)
