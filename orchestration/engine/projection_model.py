"""What the events of a model call do to the view of a run."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from orchestration.engine.bodies import read_text
from orchestration.engine.durations import milliseconds_between
from orchestration.engine.events import EventKind, Record
from orchestration.engine.spending import add_costs, add_usage, read_cost, read_usage
from orchestration.engine.states import StepState
from orchestration.engine.view import AttemptView, CallView, CostView, NextModel, RunView, StepView

type ModelHandler = Callable[[RunView, Record], RunView | None]


def _on_started(view: RunView, record: Record) -> RunView:
    payload = record.payload
    step = StepView(
        id=payload["step"],
        number=payload["number"],
        model=payload["model"],
        provider=payload["provider"],
        state=StepState.EXECUTING,
        started_at=record.at,
        task=payload.get("task"),
    )
    return replace(view, steps=(*view.steps, step))


def _on_attempt_failed(view: RunView, record: Record) -> RunView | None:
    """A try without a reply. Where `usage` is missing, nothing was read or written, so nothing is owed."""
    payload = record.payload
    given, following = payload.get("usage"), payload.get("next")
    usage = None if given is None else read_usage(given)
    attempt = AttemptView(
        number=payload["attempt"],
        state=StepState.FAILED,
        at=record.at,
        code=payload["code"],
        message=payload["message"],
        retry_in_ms=payload.get("retry_in_ms"),
        duration_ms=payload.get("duration_ms"),
        provider=payload.get("provider"),
        model=payload.get("model"),
        usage=usage,
        cost=CostView() if usage is None else read_cost(payload.get("cost")),
        next=None
        if following is None
        else NextModel(following["target"], following["provider"], following["model"]),
    )

    def change(step: StepView) -> StepView:
        if attempt.next is not None:
            asks = attempt.next
            step = replace(step, target=asks.target, provider=asks.provider, model=asks.model)
        return step if attempt.retry_in_ms is not None else _ended(step, record, StepState.FAILED)

    return _with_attempt(view, payload["step"], attempt, change)


def _on_completed(view: RunView, record: Record) -> RunView | None:
    payload = record.payload
    calls = tuple(_read_call(payload["step"], index, call) for index, call in enumerate(payload["calls"]))
    attempt = AttemptView(
        number=payload["attempt"],
        state=StepState.SUCCEEDED,
        at=record.at,
        duration_ms=payload.get("duration_ms"),
        provider=payload.get("provider"),
        model=payload.get("model"),
        usage=read_usage(payload.get("usage") or {}),
        cost=read_cost(payload.get("cost")),
    )

    def change(step: StepView) -> StepView:
        target = payload.get("target")
        return replace(
            _ended(step, record, StepState.SUCCEEDED),
            model=payload.get("model") or step.model,
            provider=payload.get("provider") or step.provider,
            target=step.target if target is None else target,
            text=read_text(payload["text"]),
            reasoning=read_text(payload.get("reasoning")),
            finish_reason=payload["finish_reason"],
            calls=tuple(call.id for call in calls),
        )

    changed = _with_attempt(view, payload["step"], attempt, change)
    return None if changed is None else replace(changed, calls=changed.calls + calls)


def _with_attempt(
    view: RunView, identifier: str, attempt: AttemptView, change: Callable[[StepView], StepView]
) -> RunView | None:
    """One try more: what it used and cost is its step's and its run's."""

    def add(step: StepView) -> StepView:
        return replace(
            change(step),
            attempts=(*step.attempts, attempt),
            usage=add_usage(step.usage, attempt.usage),
            cost=add_costs(step.cost, attempt.cost),
        )

    changed = with_step(view, identifier, add)
    if changed is None:
        return None
    return replace(
        changed, usage=add_usage(view.usage, attempt.usage), cost=add_costs(view.cost, attempt.cost)
    )


def _ended(step: StepView, record: Record, state: StepState) -> StepView:
    duration = milliseconds_between(step.started_at, record.at)
    return replace(step, state=state, ended_at=record.at, duration_ms=duration)


def with_step(view: RunView, identifier: str, change: Callable[[StepView], StepView]) -> RunView | None:
    """The view with that step changed. Looks from the end: what happens, happens to the newest step."""
    for place in range(len(view.steps) - 1, -1, -1):
        if view.steps[place].id == identifier:
            changed = change(view.steps[place])
            return replace(view, steps=(*view.steps[:place], changed, *view.steps[place + 1 :]))
    return None


def _read_call(step: str, index: int, call: Mapping[str, Any]) -> CallView:
    return CallView(
        id=call["id"],
        step=step,
        index=index,
        tool=call["name"],
        provider_id=call.get("provider_id"),
        requested=read_text(call.get("arguments")),
    )


MODEL_HANDLERS: Mapping[str, ModelHandler] = {
    EventKind.MODEL_CALL_STARTED: _on_started,
    EventKind.MODEL_ATTEMPT_FAILED: _on_attempt_failed,
    EventKind.MODEL_CALL_COMPLETED: _on_completed,
}
