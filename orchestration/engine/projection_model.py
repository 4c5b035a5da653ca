"""What the events of a model call do to the view of a run."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from orchestration.engine.bodies import read_text
from orchestration.engine.durations import milliseconds_between
from orchestration.engine.events import EventKind, Record
from orchestration.engine.states import StepState
from orchestration.engine.view import AttemptView, CallView, RunView, StepView, UsageView

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
    )
    return replace(view, steps=(*view.steps, step))


def _on_attempt_failed(view: RunView, record: Record) -> RunView | None:
    payload = record.payload
    attempt = AttemptView(
        number=payload["attempt"],
        state=StepState.FAILED,
        at=record.at,
        code=payload["code"],
        message=payload["message"],
        retry_in_ms=payload.get("retry_in_ms"),
        duration_ms=payload.get("duration_ms"),
    )

    def change(step: StepView) -> StepView:
        step = replace(step, attempts=(*step.attempts, attempt))
        return step if attempt.retry_in_ms is not None else _ended(step, record, StepState.FAILED)

    return _with_step(view, payload["step"], change)


def _on_completed(view: RunView, record: Record) -> RunView | None:
    payload = record.payload
    usage = _read_usage(payload.get("usage") or {})
    calls = tuple(_read_call(payload["step"], index, call) for index, call in enumerate(payload["calls"]))
    attempt = AttemptView(
        number=payload["attempt"],
        state=StepState.SUCCEEDED,
        at=record.at,
        duration_ms=payload.get("duration_ms"),
    )

    def change(step: StepView) -> StepView:
        return replace(
            _ended(step, record, StepState.SUCCEEDED),
            model=payload.get("model") or step.model,
            text=read_text(payload["text"]),
            reasoning=read_text(payload.get("reasoning")),
            finish_reason=payload["finish_reason"],
            usage=usage,
            attempts=(*step.attempts, attempt),
            calls=tuple(call.id for call in calls),
        )

    changed = _with_step(view, payload["step"], change)
    if changed is None:
        return None
    return replace(changed, calls=changed.calls + calls, usage=_add(changed.usage, usage))


def _ended(step: StepView, record: Record, state: StepState) -> StepView:
    duration = milliseconds_between(step.started_at, record.at)
    return replace(step, state=state, ended_at=record.at, duration_ms=duration)


def _with_step(view: RunView, identifier: str, change: Callable[[StepView], StepView]) -> RunView | None:
    """Looks from the end: what happens, happens to the newest step."""
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


def _read_usage(usage: Mapping[str, Any]) -> UsageView:
    unknown = usage.get("input") is None or usage.get("output") is None
    return UsageView(
        input=usage.get("input") or 0,
        cached=usage.get("cached") or 0,
        output=usage.get("output") or 0,
        reasoning=usage.get("reasoning") or 0,
        unknown=int(unknown),
    )


def _add(left: UsageView, right: UsageView) -> UsageView:
    return UsageView(
        input=left.input + right.input,
        cached=left.cached + right.cached,
        output=left.output + right.output,
        reasoning=left.reasoning + right.reasoning,
        unknown=left.unknown + right.unknown,
    )


MODEL_HANDLERS: Mapping[str, ModelHandler] = {
    EventKind.MODEL_CALL_STARTED: _on_started,
    EventKind.MODEL_ATTEMPT_FAILED: _on_attempt_failed,
    EventKind.MODEL_CALL_COMPLETED: _on_completed,
}
