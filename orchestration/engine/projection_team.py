"""What the events of an orchestration do to the view of a run: its plan, its tasks, their reviews."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from orchestration.engine.bodies import read_text
from orchestration.engine.durations import milliseconds_between
from orchestration.engine.events import EventKind, Record
from orchestration.engine.states import RunStatus
from orchestration.engine.view import PlanItemView, PlanView, ProblemView, RunView, TaskView

type TeamHandler = Callable[[RunView, Record], RunView | None]

_REVIEW = "review"
_WORKS = frozenset({"execute", "revise"})


def close_tasks(view: RunView, record: Record) -> RunView:
    """The run has ended: nobody works on anything any more."""
    tasks = tuple(
        _ended(task, record, RunStatus.CANCELLED) if task.state is RunStatus.RUNNING else task
        for task in view.tasks
    )
    return replace(view, tasks=tasks)


def _on_plan(view: RunView, record: Record) -> RunView:
    items = tuple(_item(item) for item in record.payload["items"])
    return replace(view, plan=PlanView(record.payload["source"], record.at, items))


def _item(item: Mapping[str, Any]) -> PlanItemView:
    return PlanItemView(
        key=item["key"],
        title=item["title"],
        prompt=item["prompt"],
        agent=item.get("agent") or "",
        specialization=item.get("specialization") or "",
        depends_on=tuple(item.get("depends_on") or ()),
    )


def _on_started(view: RunView, record: Record) -> RunView:
    payload = record.payload
    task = TaskView(
        id=payload["task"],
        kind=payload["kind"],
        agent=payload["agent"],
        state=RunStatus.RUNNING,
        started_at=record.at,
        reason=payload["reason"],
        input=read_text(payload.get("input")),
        item=payload.get("item"),
        round=payload.get("round"),
        continues=payload.get("continues"),
    )
    view = replace(view, tasks=(*view.tasks, task))
    if task.kind in _WORKS:
        return _with_item(view, task.item, state="working", author=task.agent["name"], task=task.id)
    if task.kind == _REVIEW:
        return _with_item(view, task.item, state="reviewing", reviews=task.round or 0)
    return view


def _on_completed(view: RunView, record: Record) -> RunView | None:
    payload = record.payload

    def change(task: TaskView) -> TaskView:
        return replace(
            _ended(task, record, RunStatus.COMPLETED),
            output=read_text(payload["output"]),
            verdict=payload.get("verdict"),
        )

    return _with_task(view, payload["task"], change)


def _on_failed(view: RunView, record: Record) -> RunView | None:
    payload = record.payload
    state = RunStatus.REJECTED if payload["is_refusal"] else RunStatus.FAILED
    error = ProblemView(payload["code"], payload["message"])
    return _with_task(view, payload["task"], lambda task: replace(_ended(task, record, state), error=error))


def _on_item_ended(view: RunView, record: Record) -> RunView:
    payload = record.payload
    error = None if payload.get("code") is None else ProblemView(payload["code"], payload["message"])
    return _with_item(
        view,
        payload["item"],
        state=payload["state"],
        reason=payload.get("reason"),
        final_revision_unreviewed=payload["final_revision_unreviewed"],
        error=error,
    )


def _ended(task: TaskView, record: Record, state: RunStatus) -> TaskView:
    return replace(
        task,
        state=state,
        ended_at=record.at,
        duration_ms=milliseconds_between(task.started_at, record.at),
    )


def _with_task(view: RunView, identifier: str, change: Callable[[TaskView], TaskView]) -> RunView | None:
    if not any(task.id == identifier for task in view.tasks):
        return None
    return replace(view, tasks=tuple(change(task) if task.id == identifier else task for task in view.tasks))


def _with_item(view: RunView, key: str | None, **changes: Any) -> RunView:
    """Also where there is no such task: the task of an agent is shown all the same."""
    plan = view.plan
    if plan is None:
        return view
    items = tuple(replace(item, **changes) if item.key == key else item for item in plan.items)
    return replace(view, plan=replace(plan, items=items))


TEAM_HANDLERS: Mapping[str, TeamHandler] = {
    EventKind.PLAN_MADE: _on_plan,
    EventKind.TASK_STARTED: _on_started,
    EventKind.TASK_COMPLETED: _on_completed,
    EventKind.TASK_FAILED: _on_failed,
    EventKind.PLAN_ITEM_ENDED: _on_item_ended,
}
