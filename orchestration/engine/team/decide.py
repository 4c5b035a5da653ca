"""`decide`: what the root of an orchestration wants next. Pure and total, as each task's own `decide`."""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from orchestration.engine.decisions import Fail, Reject
from orchestration.engine.team.plan import stored_plan
from orchestration.engine.team.review import Revise, after_round, after_work
from orchestration.engine.team.selection import (
    Busy,
    Field,
    Nobody,
    Selected,
    Selection,
    select_executor,
    select_named,
)
from orchestration.engine.team.state import (
    EndReason,
    Failure,
    ItemState,
    Stage,
    TaskKind,
    TaskState,
    TeamState,
)
from orchestration.engine.team.steps import (
    AnswerWith,
    EndItem,
    RecordPlan,
    Result,
    StartTask,
    Stop,
    TeamStep,
)

_NOBODY = "no_agent"
_ORDER = {Stage.JUDGED: 0, Stage.WORKED: 1, Stage.PENDING: 2}
"""What was begun goes on before anything new begins."""


def decide(state: TeamState) -> tuple[TeamStep, ...]:
    """Everything that can be done at this moment, in order. Empty: wait for the tasks that are open."""
    stop = _stop(state)
    if stop is not None:
        return (stop,)
    if state.plan is None:
        return _plan(state)
    steps = tuple(_of_items(state))
    if steps or any(not item.is_ended for item in state.items.values()):
        return steps
    return _end(state)


def results_of(state: TeamState) -> tuple[Result, ...]:
    """What each task of the plan came to, in the order of the plan."""
    return tuple(
        Result(item.item.title, item.output if item.stage is Stage.DONE else None, item.failure)
        for item in state.items.values()
    )


def _plan(state: TeamState) -> tuple[TeamStep, ...]:
    plan = stored_plan(state.spec)
    if plan is not None:
        return (RecordPlan(plan),)
    if state.of_kind(TaskKind.PLAN) is not None:
        return ()
    return _start_named(state, TaskKind.PLAN, state.spec.planner.agent)


def _of_items(state: TeamState) -> Iterator[TeamStep]:
    field = _field(state)
    waiting = sorted(state.items.values(), key=lambda item: _ORDER.get(item.stage, 3))
    for item in waiting:
        for step in _of_item(state, item, field):
            yield step
            if isinstance(step, StartTask):
                name = step.member.name
                load = {**field.load, name: field.load.get(name, 0) + 1}
                field = replace(field, busy=frozenset((*field.busy, name)), load=load)


def _of_item(state: TeamState, item: ItemState, field: Field) -> tuple[TeamStep, ...]:
    match item.stage:
        case Stage.PENDING:
            return _begin(state, item, field)
        case Stage.WORKED if item.failure is not None:
            return (EndItem(item.item.key, Stage.FAILED, EndReason.FAILED, failure=item.failure),)
        case Stage.WORKED:
            after = after_work(item, state.spec, field)
            return (after,) if isinstance(after, EndItem) else after
        case Stage.JUDGED:
            then = after_round(item, state.spec)
            return (then,) if isinstance(then, EndItem) else _revise(item, then, field)
        case _:
            return ()


def _begin(state: TeamState, item: ItemState, field: Field) -> tuple[TeamStep, ...]:
    needed = [state.items[key] for key in item.item.depends_on]
    lost = next((each for each in needed if each.stage in (Stage.FAILED, Stage.SKIPPED)), None)
    if lost is not None:
        message = f"It needs the result of '{lost.item.title}', which there is none of."
        return (EndItem(item.item.key, Stage.SKIPPED, failure=Failure("dependency_failed", message)),)
    if any(each.stage is not Stage.DONE for each in needed):
        return ()
    picked = select_executor(item.item, field)
    return _started(picked, TaskKind.EXECUTE, item)


def _revise(item: ItemState, then: Revise, field: Field) -> tuple[TeamStep, ...]:
    picked = select_named(item.author, field)
    if isinstance(picked, Selected):
        picked = replace(picked, reason="The author revises its own work.")
    return _started(picked, TaskKind.REVISE, item, then.round, item.task)


def _started(
    picked: Selection, kind: TaskKind, item: ItemState, round_number: int = 0, continues: str = ""
) -> tuple[TeamStep, ...]:
    match picked:
        case Selected(member, reason):
            return (StartTask(kind, member, reason, item.item.key, round_number, continues),)
        case Busy():
            return ()
        case Nobody(reason):
            return (EndItem(item.item.key, Stage.FAILED, failure=Failure(_NOBODY, reason)),)


def _end(state: TeamState) -> tuple[TeamStep, ...]:
    """Every task of the plan has ended."""
    results = results_of(state)
    if len(results) == 1 or not state.spec.compose:
        return (AnswerWith(results),)
    composed = state.of_kind(TaskKind.COMPOSE)
    if composed is None:
        return _start_named(state, TaskKind.COMPOSE, state.spec.compose)
    if composed.output is None:
        return ()
    return (AnswerWith((Result("", composed.output),)),)


def _start_named(state: TeamState, kind: TaskKind, name: str) -> tuple[TeamStep, ...]:
    match select_named(name, _field(state)):
        case Selected(member, reason):
            return (StartTask(kind, member, reason),)
        case Busy():
            return ()
        case Nobody(reason):
            return (Stop(Fail(_NOBODY, reason)),)


def _stop(state: TeamState) -> Stop | None:
    """What ends the run whatever is still under way."""
    for kind in (TaskKind.PLAN, TaskKind.COMPOSE):
        task = state.of_kind(kind)
        if task is not None and task.failure is not None:
            return Stop(_as_end(task.failure, _name_of(task)))
    failed = [item for item in state.items.values() if item.stage is Stage.FAILED]
    if failed and (state.spec.on_failure == "fail" or len(state.items) == 1):
        return Stop(_as_end(_failure_of(failed[0]), f"The task '{failed[0].item.title}'", len(state.items)))
    if failed and all(item.is_ended and item.stage is not Stage.DONE for item in state.items.values()):
        return Stop(_as_end(_failure_of(failed[0]), "No task of the plan has a result; the first"))
    return None


def _failure_of(item: ItemState) -> Failure:
    return item.failure or Failure("internal_error", "It failed without saying why.")


def _as_end(failure: Failure, what: str, items: int = 2) -> Fail | Reject:
    if failure.is_refusal:
        return Reject(failure.code, failure.message)
    return Fail(failure.code, failure.message if items == 1 else f"{what} failed: {failure.message}")


def _name_of(task: TaskState) -> str:
    return "Planning" if task.kind is TaskKind.PLAN else "Composing the answer"


def _field(state: TeamState) -> Field:
    load: Mapping[str, int] = {
        member.name: sum(task.agent == member.name for task in state.tasks.values())
        for member in state.spec.members
    }
    return Field(state.spec.members, frozenset(task.agent for task in state.open_tasks), load)
