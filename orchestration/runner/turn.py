"""Writing a turn: everything that follows from the record and needs no effect, into one draft."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any, assert_never

from baton.core.ids import new_id
from orchestration.engine.bodies import Text, write_text
from orchestration.engine.decisions import (
    Answer,
    AskHuman,
    Attention,
    Await,
    CallModel,
    CallResult,
    CallTools,
    Fail,
    HandOff,
    Reject,
    Retrieve,
    StartTasks,
)
from orchestration.engine.events import EventKind
from orchestration.engine.run import ROOT, Wish, decide
from orchestration.engine.states import WaitingFor
from orchestration.engine.team.briefing import answer_of, bodies_in
from orchestration.engine.team.steps import AnswerWith, EndItem, RecordPlan, StartTask, Stop
from orchestration.runner.cards import CardContext
from orchestration.runner.draft import Draft, TaskDraft
from orchestration.runner.effects import ModelResult, ToolResult
from orchestration.runner.ends import close_calls, close_run
from orchestration.runner.judging import Bench, propose
from orchestration.runner.project import Project
from orchestration.runner.seats import Seats
from orchestration.runner.starting import Starts, judge_again
from orchestration.runner.store import Store
from orchestration.runner.team_desk import TeamDesk

_CHANGES_WHAT_OTHERS_MAY = (Answer, Fail, Reject, EndItem)
"""After the end of a task or of a part of the plan the others want something else: they are asked again."""


class Closing(StrEnum):
    """Why a run is to be left, whatever it would want next."""

    TIMED_OUT = "timed_out"
    CANCELLED = "cancelled"
    RELEASE = "queued"


@dataclass(slots=True)
class Turn:
    """One turn of one run. `write` fills the draft; `ends` then says that the run is left with it."""

    draft: Draft
    seats: Seats
    project: Project
    context: CardContext
    store: Store
    starts: Starts
    release_in: float = 0.0
    recorded: list[ModelResult | ToolResult] = field(default_factory=list)
    """Results of effects that the draft holds."""
    ends: bool = False

    def close(self, why: Closing) -> None:
        """Leave the run: nothing of it executes here any more."""
        self.ends = True
        if why is Closing.RELEASE:
            self.draft.entry.patch |= {"status": "queued", "available_in": self.release_in}
        else:
            close_run(self.draft, why.value)

    async def write(self) -> None:
        """Decide, write, and decide again on what was written, until an effect or a fact is needed."""
        seq, wishes = -1, tuple[Wish, ...]()
        while seq != self.draft.seq and not self._is_left():
            self.seats.take_in(self.draft.state)
            seq, wishes = self.draft.seq, decide(self.draft.state)
            for wish in wishes:
                await self._follow(wish)
                if self._is_left() or isinstance(wish.decision, _CHANGES_WHAT_OTHERS_MAY):
                    break
        self.ends = self._is_left()
        if not self.ends:
            self._rest(wishes)

    async def start_again(self, calls: Sequence[str]) -> None:
        """Calls that were executing under a lost worker, or got no answer."""
        state = self.draft.state
        for task in state.open:
            own = [call for call in calls if state.task_of_call(call) == task]
            if own:
                await self.starts.plan_again(self.draft.of(task), self.bench(task), own)

    def bench(self, task: str) -> Bench:
        """What the calls of a task are judged with."""
        agent = self.seats.agent(task)
        context = replace(self.context, agent_version_id=agent.version_id)
        return Bench(agent, self.project, context, self.seats.id_of(task))

    def _is_left(self) -> bool:
        """Also a call that was set aside ends the run."""
        return self.ends or self.draft.is_closed

    async def _follow(self, wish: Wish) -> None:
        decision = wish.decision
        match decision:
            case CallModel(step=None):
                self._start_step(wish.task, decision)
            case CallTools():
                await self._bring_forward(wish.task, decision)
            case CallModel() | Await():
                return
            case Answer(text=text) if wish.task == ROOT:
                await self._answer(text)
            case Reject(code=code, message=message) if wish.task == ROOT:
                self._finish("rejected", EventKind.RUN_REJECTED, {"code": code, "message": message})
            case Fail(code=code, message=message) if wish.task == ROOT:
                self._finish("failed", EventKind.RUN_FAILED, {"code": code, "message": message})
            case Answer() | Reject() | Fail():
                await TeamDesk(self.draft, self.seats.team, self._bodies).end_task(wish.task, decision)
            case RecordPlan() | StartTask() | EndItem():
                await TeamDesk(self.draft, self.seats.team, self._bodies).follow(decision)
            case AnswerWith(results=results):
                bodies = await self._bodies(bodies_in(tuple(each.output for each in results)))
                await self._answer(answer_of(results, bodies))
            case Retrieve() | AskHuman() | StartTasks() | HandOff() | Stop():
                message = f"This version does not know {type(decision).__name__}."
                self._finish("failed", EventKind.RUN_FAILED, {"code": "not_supported", "message": message})
            case _:
                assert_never(decision)

    def _rest(self, wishes: tuple[Wish, ...]) -> None:
        """Leave the run where nothing of it moves without a fact from outside: no task has an effect under
        way, and each waits for people. One that a person must look at outweighs what others wait for."""
        waits = [wish.decision for wish in wishes if isinstance(wish.decision, Await)]
        if len(waits) < len(wishes) or not all(wait.waiting_for or wait.attention for wait in waits):
            return
        attention = next((wait.attention for wait in waits if wait.attention is not None), None)
        reasons = {each for wait in waits for each in wait.waiting_for}
        if attention is not None:
            self._set_aside(attention)
        elif reasons:
            self._park([reason.value for reason in WaitingFor if reason in reasons])

    def _start_step(self, task: str, wish: CallModel) -> None:
        spec = self.seats.agent(task).spec
        payload = {
            "step": str(new_id()),
            "number": wish.number,
            "model": spec.model,
            "provider": self.project.provider_of(spec.connection_id),
        }
        self.draft.of(task).add(EventKind.MODEL_CALL_STARTED, payload)

    async def _bring_forward(self, task: str, wish: CallTools) -> None:
        """What is left to do may wait for calls that execute: then nothing is written."""
        draft, bench = self.draft.of(task), self.bench(task)
        if wish.propose:
            bodies = await self._arguments_of(draft, wish.propose)
            for call in wish.propose:
                propose(draft, bench, draft.state.call(call), bodies)
        if wish.judge:
            await judge_again(draft, bench, self.store, wish.judge)
        for result in wish.answer:
            _answer_call(draft, result)
        if wish.start and not self.draft.is_closed:
            await self.starts.plan(draft, bench, wish.start)

    async def _arguments_of(self, draft: TaskDraft, calls: tuple[str, ...]) -> Mapping[str, str]:
        """Arguments too long for their event: written by this draft, or stored before."""
        return await self._bodies(bodies_in(tuple(draft.state.call(call).arguments for call in calls)))

    async def _bodies(self, wanted: Sequence[str]) -> dict[str, str]:
        written = {row["id"]: row["content"] for row in self.draft.entry.rows.get("runbody", ())}
        missing = [ref for ref in wanted if ref not in written]
        place = (self.context.organization_id, self.context.run_id)
        return written | await self.store.load_bodies(*place, missing)

    async def _answer(self, text: Text) -> None:
        output = text if isinstance(text, str) else (await self._bodies([text.ref]))[text.ref]
        shown = self.draft.text(text) if isinstance(text, str) else write_text(text)
        self.draft.entry.patch["output"] = output
        self._finish("completed", EventKind.RUN_COMPLETED, {"output": shown})

    def _set_aside(self, attention: Attention) -> None:
        payload = {"code": attention.code, "message": attention.message, "call": attention.call}
        self._finish("needs_attention", EventKind.RUN_NEEDS_ATTENTION, payload)

    def _park(self, waiting_for: list[str]) -> None:
        """Like every entry by compare-and-set on the signal we have seen: a fact since makes it `moved`."""
        self.draft.add(EventKind.RUN_WAITING, {"waiting_for": waiting_for})
        self.draft.entry.patch |= {"status": "waiting", "waiting_for": waiting_for}
        self.ends = True

    def _finish(self, status: str, kind: EventKind, payload: dict[str, Any]) -> None:
        if status != "needs_attention":
            close_calls(self.draft)  # of tasks that are still under way, and beside what ended the run
        self.draft.add(kind, payload)
        self.draft.entry.patch["status"] = status
        if "code" in payload:
            self.draft.entry.patch |= {"error_code": payload["code"], "error_message": payload["message"]}
        self.ends = True


def _answer_call(draft: TaskDraft, result: CallResult) -> None:
    state = draft.state.call(result.call).state.value
    draft.move_call(result.call, state, result_kind=result.kind.value, result_code=result.code)
    draft.add(
        EventKind.TOOL_CALL_COMPLETED,
        {"call": result.call, "kind": result.kind.value, "content": result.content, "code": result.code},
    )
