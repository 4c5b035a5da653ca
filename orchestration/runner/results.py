"""Recording what an effect brought: the events and rows of a model reply, a failed try, a tool's result."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from agents_app.prices import PriceList
from agents_app.spec import EffectClass
from baton.core.clock import to_rfc3339
from orchestration.engine.events import EventKind, ResultKind
from orchestration.engine.kinds.converse import tried_so_far
from orchestration.engine.limits import MAX_CALLS
from orchestration.engine.ports import ModelError, ModelReply, ToolError
from orchestration.engine.refusals import tool_error_text
from orchestration.engine.retry import FailedTry, next_try
from orchestration.runner.draft import TaskDraft
from orchestration.runner.effects import ModelResult, ToolResult
from orchestration.runner.ends import UNKNOWN
from orchestration.runner.spent import Spent, spent_on

_SHORT = 500


@dataclass(frozen=True, slots=True)
class Asked:
    """A model of an agent, as the record names it."""

    target: int
    connection_id: str
    provider: str
    model: str

    def in_row(self) -> dict[str, str]:
        """Columns of an attempt, and fields of its event."""
        return {"connection_id": self.connection_id, "provider": self.provider, "model": self.model}

    def in_next(self) -> dict[str, Any]:
        """What a failed attempt says of who is asked after it."""
        return {"target": self.target, "provider": self.provider, "model": self.model}


def record_model(
    draft: TaskDraft,
    result: ModelResult,
    *,
    task_id: str,
    asked: Asked,
    fallback: Asked | None,
    prices: PriceList,
    seconds_left: float,
) -> None:
    """A reply, or a failed try with the pause before the next one (null: given up)."""
    spent = spent_on(result, prices, asked.provider, asked.model)
    if result.reply is not None:
        _record_reply(draft, result, result.reply, task_id, asked, spent)
    elif result.error is not None:
        failed = _failed_try(draft, result, result.error)
        then = next_try(
            failed, has_fallback=fallback is not None, deadline_left=seconds_left, seed=result.step
        )
        _attempt_row(draft, result, "failed", asked.in_row(), spent, code=result.error.code)
        payload = {
            "step": result.step,
            "attempt": result.attempt,
            "code": result.error.code,
            "message": result.error.message[:_SHORT],
            "retry_in_ms": None if then is None else round(then.delay * 1000),
            **asked.in_row(),
            "duration_ms": result.duration_ms,
            **spent.in_event(),
        }
        if then is not None and then.falls_back and fallback is not None:
            payload["next"] = fallback.in_next()
        draft.add(EventKind.MODEL_ATTEMPT_FAILED, payload)


def _failed_try(draft: TaskDraft, result: ModelResult, error: ModelError) -> FailedTry:
    _, tries, waited_ms = tried_so_far(draft.state, error.code, result.duration_ms)
    return FailedTry(
        code=error.code,
        retryable=error.retryable,
        retry_after=error.retry_after,
        tries=tries,
        waited=waited_ms / 1000,
        out_for=result.out_for,
    )


def record_tool(draft: TaskDraft, result: ToolResult) -> None:
    """What came of an execution; an unknown outcome stays unknown, it is never guessed."""
    call = draft.state.call(result.call)
    if result.outcome is not None:
        content = draft.text(result.outcome.content)
        full = result.outcome.full if result.outcome.truncated else None
        draft.move_call(result.call, "succeeded", result_kind=ResultKind.OK.value)
        draft.add(
            EventKind.TOOL_CALL_COMPLETED,
            {
                "call": result.call,
                "kind": ResultKind.OK.value,
                "content": content,
                "code": None,
                "duration_ms": result.duration_ms,
                "status": result.outcome.status,
                "body": None if full is None else draft.text(full),
            },
        )
        return
    harmless = call.effect_class is EffectClass.READ_ONLY
    known = result.error is not None and result.error.outcome_known
    if not known and not harmless:
        why = result.error.message if result.error else "The call was cut off before an answer came."
        draft.move_call(result.call, "unknown", result_code=UNKNOWN)
        draft.add(
            EventKind.TOOL_CALL_UNKNOWN,
            {
                "call": result.call,
                "code": UNKNOWN,
                "message": f"Whether it happened is not known. {why}"[:_SHORT],
            },
        )
        return
    error = result.error or ToolError("aborted", "The run ended first.", sent=False)
    draft.move_call(result.call, "failed", result_kind=ResultKind.TOOL_ERROR.value, result_code=error.code)
    draft.add(
        EventKind.TOOL_CALL_COMPLETED,
        {
            "call": result.call,
            "kind": ResultKind.TOOL_ERROR.value,
            "content": tool_error_text(call.tool, error.message),
            "code": error.code,
            "duration_ms": result.duration_ms,
            "status": error.status,
            "body": None,
        },
    )


def _record_reply(
    draft: TaskDraft, result: ModelResult, reply: ModelReply, task_id: str, asked: Asked, spent: Spent
) -> None:
    calls = [
        {
            "id": identifier,
            "provider_id": call.provider_id,
            "name": call.name,
            "arguments": None if call.arguments is None else draft.text(call.arguments),
        }
        for identifier, call in zip(result.call_ids, reply.calls, strict=False)
    ]
    payload = {
        "step": result.step,
        "attempt": result.attempt,
        "text": draft.text(reply.text),
        "calls": calls,
        "finish_reason": reply.finish_reason,
        "connection_id": asked.connection_id,
        "provider": asked.provider,
        "target": asked.target,
        "model": reply.model,
        "duration_ms": result.duration_ms,
        **spent.in_event(),
    }
    if reply.reasoning:
        payload["reasoning"] = draft.text(reply.reasoning)
    if reply.response_id is not None:
        payload["response_id"] = reply.response_id
    if reply.reasoning_items:
        payload["reasoning_items"] = draft.text(json.dumps(reply.reasoning_items))
    if len(reply.calls) > MAX_CALLS:
        payload["calls_requested"] = len(reply.calls)
    draft.row(
        "step",
        {
            "id": result.step,
            "task_id": task_id,
            "number": draft.state.model_calls + 1,
            "kind": "model_call",
            "state": "succeeded",
            "started_at": to_rfc3339(result.started_at),
        },
    )
    _attempt_row(draft, result, "succeeded", {**asked.in_row(), "model": reply.model or asked.model}, spent)
    draft.add(EventKind.MODEL_CALL_COMPLETED, payload)


def _attempt_row(
    draft: TaskDraft,
    result: ModelResult,
    state: str,
    asked: Mapping[str, str],
    spent: Spent,
    code: str | None = None,
) -> None:
    draft.row(
        "attempt",
        {
            "step_id": result.step,
            "number": result.attempt,
            "state": state,
            **asked,
            "code": code,
            **spent.in_row(),
            "duration_ms": result.duration_ms,
        },
    )
