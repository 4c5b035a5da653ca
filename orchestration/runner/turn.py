"""Writing a turn: everything that follows from the record and needs no effect, into one draft."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, assert_never

from baton.core.ids import new_id
from orchestration.engine.bodies import BodyRef
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
from orchestration.engine.kinds.converse import decide
from orchestration.runner.draft import Draft
from orchestration.runner.effects import ModelResult, ToolResult
from orchestration.runner.ends import close_run
from orchestration.runner.judging import Bench, propose
from orchestration.runner.starting import Starts, judge_again
from orchestration.runner.store import Store


class Closing(StrEnum):
    """Why a run is to be left, whatever it would want next."""

    TIMED_OUT = "timed_out"
    CANCELLED = "cancelled"
    RELEASE = "queued"


@dataclass(slots=True)
class Turn:
    """One turn of one run. `write` fills the draft; `ends` then says that the run is left with it."""

    draft: Draft
    bench: Bench
    store: Store
    starts: Starts
    provider: str
    release_in: float = 0.0
    recorded: list[ModelResult | ToolResult] = field(default_factory=list)
    """Results of effects that the draft holds."""
    ends: bool = False
    must_wait: bool = False
    """What is left to do waits for the calls that execute."""

    def close(self, why: Closing) -> None:
        """Leave the run: nothing of it executes here any more."""
        self.ends = True
        if why is Closing.RELEASE:
            self.draft.entry.patch |= {"status": "queued", "available_in": self.release_in}
        else:
            close_run(self.draft, why.value)

    async def write(self) -> None:
        """Decide, write, and decide again on what was written, until an effect or a fact is needed."""
        while not (self.ends or self.must_wait or self.draft.is_closed):
            decision = decide(self.draft.state)
            match decision:
                case CallModel(step=None):
                    self._start_step(decision)
                case CallTools():
                    await self._bring_forward(decision)
                case CallModel():
                    return
                case Await(attention=None, waiting_for=reasons):
                    if not reasons:
                        return
                    self._park([reason.value for reason in reasons])
                case Await(attention=attention):
                    assert attention is not None
                    self._set_aside(attention)
                case Answer(text=text):
                    await self._answer(text)
                case Reject(code=code, message=message):
                    self._finish("rejected", EventKind.RUN_REJECTED, {"code": code, "message": message})
                case Fail(code=code, message=message):
                    self._finish("failed", EventKind.RUN_FAILED, {"code": code, "message": message})
                case Retrieve() | AskHuman() | StartTasks() | HandOff():
                    message = f"This version does not know {type(decision).__name__}."
                    self._finish(
                        "failed", EventKind.RUN_FAILED, {"code": "not_supported", "message": message}
                    )
                case _:
                    assert_never(decision)
        # A call that was set aside has ended the run inside the loop.
        self.ends = self.draft.is_closed

    def _start_step(self, wish: CallModel) -> None:
        payload = {
            "step": str(new_id()),
            "number": wish.number,
            "model": self.bench.agent.spec.model,
            "provider": self.provider,
        }
        self.draft.add(EventKind.MODEL_CALL_STARTED, payload)

    async def _bring_forward(self, wish: CallTools) -> None:
        before = self.draft.seq
        if wish.propose:
            bodies = await self._arguments_of(wish.propose)
            for call in wish.propose:
                propose(self.draft, self.bench, self.draft.state.call(call), bodies)
        if wish.judge:
            await judge_again(self.draft, self.bench, self.store, wish.judge)
        for result in wish.answer:
            self._answer_call(result)
        if wish.start and not self.draft.is_closed:
            await self.starts.plan(self.draft, self.bench, wish.start)
        self.must_wait = self.draft.seq == before

    def _answer_call(self, result: CallResult) -> None:
        state = self.draft.state.call(result.call).state.value
        self.draft.move_call(result.call, state, result_kind=result.kind.value, result_code=result.code)
        self.draft.add(
            EventKind.TOOL_CALL_COMPLETED,
            {"call": result.call, "kind": result.kind.value, "content": result.content, "code": result.code},
        )

    async def _arguments_of(self, calls: tuple[str, ...]) -> Mapping[str, str]:
        """Arguments too long for their event: written by this draft, or stored before."""
        texts = (self.draft.state.call(call).arguments for call in calls)
        wanted = [text.ref for text in texts if isinstance(text, BodyRef)]
        return await self._bodies(wanted)

    async def _bodies(self, wanted: list[str]) -> dict[str, str]:
        written = {row["id"]: row["content"] for row in self.draft.entry.rows.get("runbody", ())}
        missing = [ref for ref in wanted if ref not in written]
        context = self.bench.context
        return written | await self.store.load_bodies(context.organization_id, context.run_id, missing)

    async def _answer(self, text: str | BodyRef) -> None:
        output = text if isinstance(text, str) else (await self._bodies([text.ref]))[text.ref]
        shown = text if isinstance(text, str) else {"ref": text.ref, "size": text.size, "head": text.head}
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
        self.draft.add(kind, payload)
        self.draft.entry.patch["status"] = status
        if "code" in payload:
            self.draft.entry.patch |= {"error_code": payload["code"], "error_message": payload["message"]}
        self.ends = True
