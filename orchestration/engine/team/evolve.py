"""What records do to the state of an orchestration. Kinds that it does not know change nothing."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from orchestration.engine.bodies import read_text
from orchestration.engine.events import EventKind, Record
from orchestration.engine.team.plan import plan_of
from orchestration.engine.team.state import (
    Failure,
    ItemState,
    Round,
    Stage,
    TaskKind,
    TaskState,
    TeamState,
)
from orchestration.engine.team.verdict import Verdict, verdict_of


def evolve(state: TeamState, record: Record) -> TeamState:
    """The state after one record more."""
    handler = _HANDLERS.get(record.kind)
    return state if handler is None else handler(state, record.payload)


def _on_plan(state: TeamState, payload: Mapping[str, Any]) -> TeamState:
    plan = plan_of(payload)
    return replace(state, plan=plan, items={item.key: ItemState(item) for item in plan.items})


def _on_started(state: TeamState, payload: Mapping[str, Any]) -> TeamState:
    task = TaskState(
        id=payload["task"],
        kind=TaskKind(payload["kind"]),
        agent=payload["agent"]["name"],
        item=payload["item"] or "",
        round=payload["round"] or 0,
        continues=payload["continues"] or "",
    )
    state = state.with_task(task)
    item = state.items.get(task.item)
    match task.kind:
        case TaskKind.EXECUTE | TaskKind.REVISE if item is not None:
            return state.with_item(replace(item, stage=Stage.WORKING, author=task.agent, task=task.id))
        case TaskKind.REVIEW if item is not None:
            rounds = item.rounds
            if not rounds or rounds[-1].number != task.round:
                rounds = (*rounds, Round(task.round))
            last = replace(rounds[-1], reviewers=(*rounds[-1].reviewers, task.agent))
            return state.with_item(replace(item, stage=Stage.REVIEWING, rounds=(*rounds[:-1], last)))
        case _:
            return state


def _on_completed(state: TeamState, payload: Mapping[str, Any]) -> TeamState:
    task = replace(state.tasks[payload["task"]], output=read_text(payload["output"]))
    state = state.with_task(task)
    item = state.items.get(task.item)
    if item is None:
        return state
    if task.kind is TaskKind.REVIEW:
        return state.with_item(_judged(item, task.agent, verdict_of(payload["verdict"])))
    return state.with_item(replace(item, stage=Stage.WORKED, output=task.output))


def _on_failed(state: TeamState, payload: Mapping[str, Any]) -> TeamState:
    failure = Failure(payload["code"], payload["message"], payload["is_refusal"])
    task = replace(state.tasks[payload["task"]], failure=failure)
    state = state.with_task(task)
    item = state.items.get(task.item)
    if item is None:
        return state
    if task.kind is TaskKind.REVIEW:
        return state.with_item(_judged(item, task.agent, None))
    return state.with_item(replace(item, stage=Stage.WORKED, failure=failure))


def _judged(item: ItemState, reviewer: str, verdict: Verdict | None) -> ItemState:
    last = item.rounds[-1]
    last = replace(last, verdicts=(*last.verdicts, (reviewer, verdict)))
    stage = Stage.JUDGED if last.is_judged else item.stage
    return replace(item, stage=stage, rounds=(*item.rounds[:-1], last))


def _on_item_ended(state: TeamState, payload: Mapping[str, Any]) -> TeamState:
    item = state.items[payload["item"]]
    failure = item.failure
    if payload["code"] is not None and failure is None:
        failure = Failure(payload["code"], payload["message"])
    return state.with_item(replace(item, stage=Stage(payload["state"]), failure=failure))


_HANDLERS: dict[str, Callable[[TeamState, Mapping[str, Any]], TeamState]] = {
    EventKind.PLAN_MADE: _on_plan,
    EventKind.TASK_STARTED: _on_started,
    EventKind.TASK_COMPLETED: _on_completed,
    EventKind.TASK_FAILED: _on_failed,
    EventKind.PLAN_ITEM_ENDED: _on_item_ended,
}
