"""The driver of one run: read, decide, act, record, until the run waits or ends (docs/architecture.md).

A turn drafts everything that follows from what is known, commits it in one entry, and only then starts what
the entry allowed. If the journal refuses, the draft is thrown away, what came between is read, and the turn
is taken again: results of effects are kept until they are recorded.
"""

import asyncio
import json
import logging
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Coroutine, Mapping
from functools import partial
from typing import Any, assert_never

import psycopg
from psycopg_pool import PoolTimeout

from baton.telemetry.about import work_for
from orchestration.engine.decisions import CallModel
from orchestration.engine.events import EventKind, NewEvent
from orchestration.engine.kinds.converse import RecoveryAction, State, recover, server_history
from orchestration.engine.ports import ModelError, ServerHistory, ToolError
from orchestration.engine.retry import OUTAGE_CODES
from orchestration.engine.run import RunState, decide, evolve_all
from orchestration.engine.states import CallState
from orchestration.journal.entry import Answer, Entry, EntryRefused, JournalLost
from orchestration.runner.draft import Draft
from orchestration.runner.effects import ModelResult, ToolResult, call_model, call_tool
from orchestration.runner.ends import UNKNOWN, break_off
from orchestration.runner.hand import Hand, Result, doubted, is_repeatable
from orchestration.runner.judging import parsed
from orchestration.runner.lines import Line
from orchestration.runner.opening import card_context, open_run
from orchestration.runner.output import AnswerForm, read_answer, record_output
from orchestration.runner.partial_text import PartialStream, Watched
from orchestration.runner.project import Project
from orchestration.runner.results import Asked, record_model, record_tool
from orchestration.runner.seats import Seats
from orchestration.runner.starting import Start, Starts
from orchestration.runner.store import ClaimedRun
from orchestration.runner.targets import Target, following, target_of
from orchestration.runner.turn import Closing, Turn
from orchestration.runner.worker import Worker

logger = logging.getLogger(__name__)

_DATABASE_AWAY = (psycopg.OperationalError, psycopg.InterfaceError, PoolTimeout, OSError)
_PAUSED_SECONDS = 2.0


class Driver:
    """One claimed run on the loop. `drive` returns when the run is parked, ended, released or lost."""

    def __init__(self, worker: Worker, claimed: ClaimedRun) -> None:
        self._worker = worker
        self._run = claimed
        self._seq = claimed.last_seq
        self._signal = claimed.signal
        self._deadline = time.monotonic() + claimed.deadline_seconds
        self._state: RunState
        self._seats: Seats
        self._project: Project
        self._watched = Watched(claimed.organization_id, claimed.project_id, claimed.run_id)
        self._wake = asyncio.Event()
        self._hand = Hand(self._wake)
        self._again: list[str] = []
        """Calls to send once more under their key: found executing at the claim, or without an answer."""
        self._in_doubt: set[str] = set()
        """Calls of which an earlier execution may have happened."""
        self._executions: Counter[str] = Counter()
        self._refused: Mapping[str, str] = {}
        self._is_open = False
        self._failure = ""
        self._stale = False
        self._draining = False
        self._cut_off_at: float | None = None

    # From outside

    def notice(self, signal: int, status: str) -> None:
        """A fact may have come, or the run was cancelled: look before the next step."""
        if signal != self._signal or (status == "cancelling" and not self._state_is_cancelling()):
            self._stale = True
            self._wake.set()

    def drain(self) -> None:
        """The worker stops: end the wait for the model, let tool calls finish a moment, give the run back."""
        self._draining = True
        self._wake.set()

    async def drive(self) -> None:
        work_for(self._run.run_id, self._run.trace_id)
        try:
            await self._drive()
        except Exception:  # let go of in a lease; after five claims without progress a person is asked
            logger.exception("run %s could not be ended", self._run.run_id)
        finally:
            self._hand.drop()

    async def _drive(self) -> None:
        try:
            while await self._patiently(self._turn):
                pass
        except EntryRefused as error:
            message = f"The record refused an entry of this run: {error}"
        except Exception as error:  # one run's fault must not end the worker
            logger.exception("run %s failed inside the runner", self._run.run_id)
            message = f"{type(error).__name__} inside the runner."
        else:
            return
        self._failure = message[:500]
        while await self._patiently(self._break_off if self._is_open else self._set_aside):
            pass

    # Turns

    async def _open(self) -> None:
        self._seats, self._state = await open_run(self._worker, self._run)
        for task in self._state.open:
            self._recover(self._state.tasks[task])
        self._is_open = True

    def _recover(self, state: State) -> None:
        for recovery in recover(state):
            if recovery.action is RecoveryAction.RERUN:
                self._again.append(recovery.call)
                self._in_doubt.add(recovery.call)
            else:
                lost = "The worker that made this call was lost before an answer was recorded."
                self._hand.results.append(
                    ToolResult(recovery.call, error=ToolError(UNKNOWN, lost, sent=True))
                )

    async def _patiently(self, step: Callable[[], Awaitable[bool]]) -> bool:
        """One step; while the database is away the effects go on and the step is taken again."""
        try:
            return await step()
        except (JournalLost, *_DATABASE_AWAY):
            if not self._worker.is_alive():
                return False
            self._stale = True
            await asyncio.sleep(0.1)
            return True

    async def _turn(self) -> bool:
        """One turn; False when the run is no longer ours."""
        if not self._is_open:
            await self._open()
        if self._stale:
            await self._read_facts()
        if self._state.ended:
            return False
        self._seats.take_in(self._state)
        self._project = await self._worker.projects.get(self._run.organization_id, self._run.project_id)
        turn = self._new_turn()
        self._absorb(turn)
        await self._write(turn)
        if not turn.draft.entry.is_empty:
            turn.draft.note_usage(self._state)
            answer = await self._worker.journal.record(turn.draft.entry)
            if answer.outcome == "fenced":
                await self._keep_late_results()
                return False
            await self._settle(turn, answer)
            if answer.outcome != "done":
                return True
            if turn.ends:
                return False
        await self._act(turn.starts.planned)
        if not (self._stale or self._hand.results):
            await self._wait()
        return True

    async def _write(self, turn: Turn) -> None:
        closing = self._closing(turn.draft.state)
        if closing is None:
            if self._again:
                await turn.start_again(self._again)
            await turn.write()
            return
        for state in self._state.tasks.values():
            if state.step is not None:
                self._hand.abort(state.step)
        if closing is not Closing.RELEASE:
            self._hand.results += [ToolResult(call, aborted=True) for call in self._again]
            self._again.clear()
        if self._cut_off_at is None and not self._is_only_paused(closing):
            self._cut_off_at = time.monotonic() + self._worker.settings.drain_seconds
        if self._hand.is_empty and not self._has_unrecorded(turn):
            turn.close(closing)
        elif self._cut_off_at is not None and time.monotonic() >= self._cut_off_at:
            if closing is Closing.RELEASE:
                turn.close(closing)  # whoever takes the run next recovers what is cut off
            else:
                self._hand.cut_off()

    def _has_unrecorded(self, turn: Turn) -> bool:
        """Results that came after the draft was begun: they go into the next one, and the end after them."""
        open_calls = {call.id for _, call in turn.draft.state.in_states(CallState.EXECUTING)}
        return any(
            isinstance(result, ToolResult) and result.call in open_calls for result in self._hand.results
        )

    def _is_only_paused(self, closing: Closing) -> bool:
        """A kill switch starts nothing new; what runs already may take its time."""
        return closing is Closing.RELEASE and not self._draining

    def _closing(self, state: RunState) -> Closing | None:
        if state.cancelling:
            return Closing.CANCELLED
        if time.monotonic() >= self._deadline or "deadline" in self._refused.values():
            return Closing.TIMED_OUT
        if self._draining or "paused" in self._refused.values():
            return Closing.RELEASE
        return None

    # Effects

    async def _act(self, planned: list[Start]) -> None:
        """Start what the committed draft allowed, as long as the lease is certain."""
        if not self._worker.is_alive():
            return
        for start in planned:
            self._start_tool(start)
        if self._closing(self._state) is not None:
            return
        self._seats.take_in(self._state)
        for wish in decide(self._state):
            match wish.decision:
                case CallModel(step=str(step)) as call if not self._hand.holds(step):
                    await self._start_model(wish.task, call, step)

    async def _start_model(self, task: str, wish: CallModel, step: str) -> None:
        agent, run, state = self._seats.agent(task), self._run, self._state.tasks[task]
        spec = agent.spec
        target = target_of(spec, wish.target)
        result = ModelResult(step, wish.attempt, self._worker.clock.now(), target.number)
        try:
            line = await self._worker.lines.get(run.organization_id, self._project, target.connection_id)
        except ModelError as error:
            result.error = error
            self._hand.results.append(result)
            return
        history = self._history(state, target.connection_id)
        prompt = self._seats.prompt(task)
        say = prompt.whole if history is None else prompt.since_last_reply
        messages = await say(state, self._project)
        self._hand.start(
            step,
            self._read(
                call_model(
                    line,
                    result=result,
                    model=target.model,
                    messages=messages,
                    tools=agent.tools,
                    settings=target.settings,
                    deadline=self._deadline,
                    run_id=run.run_id,
                    pause=wish.retry_in_ms / 1000,
                    is_outage=state.failure is not None and state.failure.code in OUTAGE_CODES,
                    go_on=self._go_on,
                    text=self._text_of(step, wish.attempt),
                    hide=self._project.hide,
                    history=history,
                    output=agent.output,
                    kept=prompt.kept,
                ),
                agent.form,
            ),
        )

    async def _read(self, calling: Coroutine[Any, Any, ModelResult], form: AnswerForm | None) -> ModelResult:
        """The reply as the answer that the agent owes; in a thread, since a long one takes a while."""
        result = await calling
        if result.reply is not None and form is not None:
            result.output = await asyncio.to_thread(read_answer, result.reply, form)
        return result

    def _history(self, state: State, connection_id: str) -> ServerHistory | None:
        """The conversation as the provider keeps it, where the connection says that it may."""
        connection = self._project.connections.get(connection_id)
        if connection is None or connection.spec.history != "server":
            return None
        return server_history(state, connection_id)

    def _text_of(self, step: str, attempt: int) -> PartialStream | None:
        texts = self._worker.texts
        return None if texts is None else texts.stream(self._watched, step, attempt, self._project.spelt)

    async def _go_on(self, line: Line) -> Line:
        """After a wait before a model call: a run that was cancelled meanwhile asks no model (promise P13),
        and a corrected key or address is used."""
        run = self._run
        try:
            status = await self._worker.store.load_status(run.organization_id, run.run_id)
            project = await self._worker.projects.get(run.organization_id, run.project_id)
        except _DATABASE_AWAY:
            return line
        if status != "running":
            self._stale = True
            self._wake.set()
            await asyncio.Event().wait()  # the next turn aborts this call
        return await self._worker.lines.get(run.organization_id, project, line.connection_id)

    def _start_tool(self, start: Start) -> None:
        self._executions[start.call] += 1
        try:
            credential = self._project.secret_of(start.tool)
        except LookupError as error:
            failure = ToolError("credential_missing", str(error), sent=False)
            self._hand.results.append(ToolResult(start.call, error=failure))
            return
        server = self._project.server_of(start.tool)
        self._hand.start(
            start.call,
            call_tool(
                self._worker.tools,
                call=start.call,
                tool=start.tool,
                arguments=parsed(start.arguments),
                variables=self._project.variables,
                credential=credential,
                seconds=self._deadline - time.monotonic(),
                hide=self._project.hide,
                traceparent=self._traceparent(start.call),
                server=server.place if server else None,
                trace_id=self._run.trace_id,
                is_quarantined=start.tool.version_id in self._project.quarantined,
                on_changed=partial(
                    self._worker.quarantines.tell, self._run.organization_id, start.tool.version_id
                ),
            ),
        )

    def _traceparent(self, call: str) -> str | None:
        observer, run = self._worker.observer, self._run
        if observer is None:
            return None
        return observer.traceparent(run.run_id, run.trace_id, call, self._state.call(call).execution)

    async def _wait(self) -> None:
        """Until an effect ends, a fact is noticed, the deadline passes or an abort is due."""
        limit = self._deadline if self._cut_off_at is None else self._cut_off_at
        await self._hand.wait(limit)
        unanswered = self._hand.collect(self._may_repeat)
        self._again += unanswered
        self._in_doubt.update(unanswered)

    def _may_repeat(self, result: ToolResult) -> bool:
        call = self._state.call(result.call)
        return self._closing(self._state) is None and is_repeatable(
            result, call.effect_class, self._executions[result.call]
        )

    def _absorb(self, turn: Turn) -> None:
        """Put what effects brought into the draft, in the order in which they ended."""
        draft = turn.draft
        self._hand.results = [result for result in self._hand.results if self._is_wanted(result)]
        turn.recorded = list(self._hand.results)
        for result in turn.recorded:
            match result:
                case ModelResult():
                    self._absorb_model(draft, result)
                case ToolResult():
                    task = draft.state.task_of_call(result.call)
                    assert task is not None  # it is wanted
                    if result.call in self._in_doubt:
                        result.error = doubted(result.error)
                    record_tool(draft.of(task), result)
                case _:
                    assert_never(result)

    def _absorb_model(self, draft: Draft, result: ModelResult) -> None:
        task = draft.state.task_of_step(result.step)
        assert task is not None  # it is wanted
        spec = self._seats.agent(task).spec
        after = following(spec, result.target)
        record_model(
            draft.of(task),
            result,
            task_id=self._seats.id_of(task),
            asked=self._asked(target_of(spec, result.target)),
            fallback=None if after is None else self._asked(after),
            prices=self._project.prices,
            seconds_left=self._deadline - time.monotonic(),
        )
        if result.output is not None:
            record_output(draft.of(task), result.step, result.output)

    def _is_wanted(self, result: Result) -> bool:
        """False where the record has it already: its entry was committed and only the answer was lost."""
        if isinstance(result, ToolResult):
            return any(call.id == result.call for _, call in self._state.in_states(CallState.EXECUTING))
        task = self._state.task_of_step(result.step)
        if task is None:
            return False
        failure = self._state.tasks[task].failure
        return result.attempt == (1 if failure is None else failure.attempt + 1)

    # The record

    async def _settle(self, turn: Turn, answer: Answer) -> None:
        """Take in the journal's answer."""
        if answer.outcome == "done":
            if answer.base_seq == self._seq:
                self._state, self._seq = turn.draft.state, answer.last_seq
            else:
                await self._reread()
            self._hand.forget(turn.recorded)
            started = {start.call for start in turn.starts.planned}
            executing = {call.id for _, call in self._state.in_states(CallState.EXECUTING)}
            self._again = [call for call in self._again if call in executing - started]
            self._refused = {}
        elif answer.outcome == "refused":
            self._refused = answer.refused
        else:  # moved, cancelling: something came that was not known
            self._stale = True
        if answer.signal != self._signal:
            self._stale = True

    async def _read_facts(self) -> None:
        """The signal first: a fact that comes after it was read is noticed when the run would be parked."""
        signal = await self._worker.store.load_signal(self._run.organization_id, self._run.run_id)
        await self._reread()
        self._signal = signal
        self._stale = False

    async def _reread(self) -> None:
        run = self._run
        records = await self._worker.store.load_records(run.organization_id, run.run_id, self._seq)
        if not records:
            return
        self._state = evolve_all(self._state, records)
        self._seq = records[-1].seq
        # An entry whose answer was lost may have been recorded: then its calls are executing and nothing of
        # them has left yet.
        for _, call in self._state.in_states(CallState.EXECUTING):
            if not self._hand.holds(call.id) and call.id not in self._again:
                self._again.append(call.id)

    async def _keep_late_results(self) -> None:
        for result in self._hand.results:
            if isinstance(result, ToolResult) and (result.outcome or result.error):
                text = result.outcome.content if result.outcome else str(result.error)
                payload = {"call": result.call, "content": text[:8000], "ok": result.outcome is not None}
                await self._worker.store.keep_late_result(self._run.run_id, json.dumps(payload))

    async def _break_off(self) -> bool:
        """End the run without the draft that could not be recorded; True: a fact came, once more."""
        await self._read_facts()
        if self._state.ended:
            return False
        draft = Draft(self._new_entry(), self._state, self._seq)
        break_off(draft, "internal_error", self._failure)
        answer = await self._worker.journal.record(draft.entry)
        return answer.outcome in ("moved", "cancelling")

    async def _set_aside(self) -> bool:
        """A record that cannot even be read: a person must look, and what it says of calls stays as it is."""
        entry = Entry(run=self._run.run_id, epoch=self._run.epoch, seen_signal=self._signal)
        payload = {"code": "broken_record", "message": self._failure, "call": None}
        entry.events.append(NewEvent(EventKind.RUN_NEEDS_ATTENTION, payload))
        entry.patch |= {
            "status": "needs_attention",
            "error_code": "broken_record",
            "error_message": self._failure,
        }
        await self._worker.journal.record(entry)
        return False

    def _new_entry(self) -> Entry:
        """Whatever is drafted follows from the facts that are known: one more, and it is drafted anew."""
        return Entry(
            run=self._run.run_id,
            epoch=self._run.epoch,
            expect_signal=self._signal,
            seen_signal=self._signal,
        )

    def _new_turn(self) -> Turn:
        draft = Draft(self._new_entry(), self._state, self._seq)
        return Turn(
            draft=draft,
            seats=self._seats,
            project=self._project,
            context=card_context(self._run, self._worker.clock.now(), self._deadline - time.monotonic()),
            store=self._worker.store,
            starts=Starts(self._worker.store, self._refused),
            release_in=0.0 if self._draining else _PAUSED_SECONDS,
        )

    def _asked(self, target: Target) -> Asked:
        provider = self._project.provider_of(target.connection_id)
        return Asked(target.number, target.connection_id, provider, target.model)

    def _state_is_cancelling(self) -> bool:
        return hasattr(self, "_state") and self._state.cancelling
