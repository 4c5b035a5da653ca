"""What the records of a model call do to the state of a conversing task."""

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from orchestration.engine.bodies import Text, length_of, read_text
from orchestration.engine.events import Record
from orchestration.engine.kinds.converse.state import (
    AssistantTurn,
    Call,
    FailedAttempt,
    Origin,
    State,
    ToolTurn,
    Turn,
    UserTurn,
)
from orchestration.engine.refusals import EMPTY_REPLY_NOTE
from orchestration.engine.retry import CIRCUIT_OPEN

CHARACTERS_PER_TOKEN = 4
"""For the tokens of a provider that does not count them: a budget must not be free because it is silent."""

_EMPTY_FENCE = re.compile(r"(`{3,}|~{3,})[\w-]*\s*(`{3,}|~{3,})?")


def on_started(state: State, record: Record) -> State:
    return replace(state, step=record.payload["step"], failure=None)


def on_attempt_failed(state: State, record: Record) -> State:
    """A try gave no reply; the step stays open for the next one, or is given up."""
    payload = record.payload
    following = payload.get("next")
    target, tries, waited = tried_so_far(state, payload["code"], payload.get("duration_ms") or 0)
    if following is not None:
        target, tries, waited = following["target"], 0, 0
    failure = FailedAttempt(
        attempt=payload["attempt"],
        code=payload["code"],
        message=payload["message"],
        retry_in_ms=payload.get("retry_in_ms"),
        target=target,
        tries=tries,
        waited_ms=waited + (payload.get("retry_in_ms") or 0),
    )
    return replace(state, failure=failure, tokens_used=state.tokens_used + _tokens_of_failure(payload, state))


def tried_so_far(state: State, code: str, duration_ms: int) -> tuple[int, int, int]:
    """(target, tries, waited_ms) once a try that failed with the code is counted; not asked is no try."""
    target, tries, waited = 0, 0, 0
    if state.failure is not None:
        target, tries, waited = state.failure.target, state.failure.tries, state.failure.waited_ms
    return target, tries + (code != CIRCUIT_OPEN), waited + duration_ms


def on_completed(state: State, record: Record) -> State:
    """A reply: its text, its calls, and what it used."""
    payload = record.payload
    text = read_text(payload["text"])
    calls = tuple(_read_call(index, call) for index, call in enumerate(payload["calls"]))
    requested = max(payload.get("calls_requested") or 0, len(calls))
    empty = not calls and payload["finish_reason"] in ("stop", "tool_calls") and is_blank(text)
    return replace(
        state,
        turns=state.turns
        + ((_turn_of_reply(payload, text, calls),) if not empty else (UserTurn(EMPTY_REPLY_NOTE),)),
        step=None,
        last_step=payload["step"],
        failure=None,
        model_calls=state.model_calls + 1,
        finish_reason=payload["finish_reason"],
        reply=text,
        calls=calls,
        calls_requested=requested,
        steps_used=state.steps_used + 1,
        tokens_used=state.tokens_used + _tokens_of(payload, state, text, calls),
        empty_replies=state.empty_replies + 1 if empty else 0,
    )


def is_blank(text: Text) -> bool:
    """Nothing but white space, or a fence around nothing."""
    return isinstance(text, str) and (not text.strip() or bool(_EMPTY_FENCE.fullmatch(text.strip())))


def _read_call(index: int, call: Mapping[str, Any]) -> Call:
    return Call(
        id=call["id"],
        index=index,
        provider_id=call.get("provider_id"),
        tool=call["name"],
        arguments=read_text(call.get("arguments")),
    )


def _turn_of_reply(payload: Mapping[str, Any], text: Text, calls: tuple[Call, ...]) -> AssistantTurn:
    requested = tuple((call.id, call.tool, call.arguments) for call in calls)
    return AssistantTurn(text, requested, _origin_of(payload, calls))


def _origin_of(payload: Mapping[str, Any], calls: tuple[Call, ...]) -> Origin | None:
    if payload.get("connection_id") is None:
        return None
    return Origin(
        connection_id=payload["connection_id"],
        provider=payload["provider"],
        model=payload["model"],
        response_id=payload.get("response_id"),
        provider_ids=tuple(call.provider_id for call in calls),
        reasoning=read_text(payload.get("reasoning_items")),
    )


def _tokens_of_failure(payload: Mapping[str, Any], state: State) -> int:
    """Of a try that gave no reply; without a usage nothing was read or written."""
    usage = payload.get("usage")
    if usage is None:
        return 0
    read = usage.get("input")
    return int(_estimate_prompt(state) if read is None else read) + int(usage.get("output") or 0)


def _tokens_of(payload: Mapping[str, Any], state: State, text: Text, calls: tuple[Call, ...]) -> int:
    usage = payload.get("usage") or {}
    read, written = usage.get("input"), usage.get("output")
    if read is None:
        read = _estimate_prompt(state)
    if written is None:
        written = _estimate(length_of(text) + sum(length_of(call.arguments) for call in calls))
    return int(read) + int(written)


def _estimate_prompt(state: State) -> int:
    return _estimate(len(state.instructions) + sum(_length_of_turn(turn) for turn in state.turns))


def _length_of_turn(turn: Turn) -> int:
    match turn:
        case UserTurn(text):
            return length_of(text)
        case AssistantTurn(text, calls):
            return length_of(text) + sum(length_of(arguments) for _, _, arguments in calls)
        case ToolTurn(_, content, _):
            return length_of(content)


def _estimate(characters: int) -> int:
    return -(-characters // CHARACTERS_PER_TOKEN)
