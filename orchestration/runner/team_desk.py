"""Writing down what an orchestration wants: its plan, the tasks of its members, and how each of them ends."""

import json
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import assert_never

from baton.core.ids import new_id
from orchestration.engine.bodies import load_text, write_text
from orchestration.engine.decisions import Answer, Fail, Reject
from orchestration.engine.events import EventKind
from orchestration.engine.output import Refused
from orchestration.engine.team.briefing import bodies_in, bodies_of, briefing
from orchestration.engine.team.plan import read_plan
from orchestration.engine.team.state import TaskKind, TeamState
from orchestration.engine.team.steps import EndItem, RecordPlan, StartTask
from orchestration.engine.team.verdict import read_verdict
from orchestration.runner.draft import Draft
from orchestration.runner.ends import close_calls
from orchestration.runner.teams import LoadedTeam

type Load = Callable[[Sequence[str]], Awaitable[Mapping[str, str]]]

_PROCESSING = frozenset({TaskKind.EXECUTE, TaskKind.REVIEW, TaskKind.REVISE})
"""An agent does one of these at a time in a run (agents 6 and 9)."""
_UNREADABLE = {TaskKind.PLAN: "PLAN_INVALID", TaskKind.REVIEW: "invalid_review"}
_MISSED_ITS_FORM = frozenset({"output_invalid", "output_truncated", "empty_output"})


class TeamDesk:
    """For one draft of a run of an orchestration."""

    def __init__(self, draft: Draft, team: LoadedTeam, load: Load) -> None:
        self._draft = draft
        self._team = team
        self._load = load

    async def follow(self, step: RecordPlan | StartTask | EndItem) -> None:
        match step:
            case RecordPlan(plan=plan):
                self._draft.add(EventKind.PLAN_MADE, plan.to_json())
            case StartTask():
                await self._start(step)
            case EndItem():
                self._end_item(step)
            case _:
                assert_never(step)

    async def end_task(self, task: str, end: Answer | Fail | Reject) -> None:
        """A member has answered or given up. A plan or a review is read here: its form was judged before."""
        if isinstance(end, Fail | Reject):
            self._fail(task, end)
            return
        kind = self._state.tasks[task].kind
        payload: dict[str, object] = {"task": task, "output": write_text(end.text)}
        if kind in (TaskKind.PLAN, TaskKind.REVIEW):
            value = json.loads(load_text(end.text, await self._load(bodies_in((end.text,)))))
            if kind is TaskKind.REVIEW:
                verdict = read_verdict(value, (), self._team.spec.review.rubric)
                assert not isinstance(verdict, Refused)
                payload["verdict"] = verdict.to_json()
        self._draft.add(EventKind.TASK_COMPLETED, payload)
        if kind is TaskKind.PLAN:
            plan = read_plan(value, self._team.spec.members)
            assert not isinstance(plan, Refused)
            self._draft.add(EventKind.PLAN_MADE, plan.to_json())
        self._set_processing(task, on=False)

    async def _start(self, step: StartTask) -> None:
        text = briefing(self._state, step, await self._load(bodies_of(self._state)))
        task = str(new_id())
        about = {"item": step.item or None, "round": step.round or None}
        payload = {
            "task": task,
            "kind": step.kind.value,
            "agent": {
                "id": step.member.agent_id,
                "name": step.member.name,
                "version": step.member.version,
                "version_id": step.member.version_id,
            },
            **about,
            "continues": step.continues or None,
            "reason": step.reason,
            "input": self._draft.text(text),
        }
        self._draft.row(
            "task",
            {
                "id": task,
                "kind": step.kind.value,
                "agent_version_id": step.member.version_id,
                "contract": about,
                "is_processing": step.kind in _PROCESSING,
            },
        )
        self._draft.add(EventKind.TASK_STARTED, payload)

    def _fail(self, task: str, end: Fail | Reject) -> None:
        close_calls(self._draft, of=task)
        code = end.code
        if code in _MISSED_ITS_FORM:
            code = _UNREADABLE.get(self._state.tasks[task].kind, code)
        payload = {
            "task": task,
            "code": code,
            "message": end.message,
            "is_refusal": isinstance(end, Reject),
        }
        self._draft.add(EventKind.TASK_FAILED, payload)
        self._set_processing(task, on=False)

    def _end_item(self, step: EndItem) -> None:
        item = self._state.items[step.item]
        payload = {
            "item": step.item,
            "state": step.stage.value,
            "reason": None if step.reason is None else step.reason.value,
            "final_revision_unreviewed": step.final_revision_unreviewed,
            "reviews": len(item.rounds),
            "by": item.task or None,
            "code": None if step.failure is None else step.failure.code,
            "message": None if step.failure is None else step.failure.message,
        }
        self._draft.add(EventKind.PLAN_ITEM_ENDED, payload)

    def _set_processing(self, task: str, *, on: bool) -> None:
        if self._state.tasks[task].kind in _PROCESSING:
            self._draft.move_task(task, is_processing=on)

    @property
    def _state(self) -> TeamState:
        state = self._draft.state.team
        assert state is not None  # only an orchestration has these wishes
        return state
