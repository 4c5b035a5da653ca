"""A script written as data: replies consumed by position, for tests and for trying a policy out.

    {"latency_ms": 0, "gap_ms": 0, "replies": [
        {"calls": [{"id": "c1", "name": "find_order", "arguments": {"order": "NL-1042"}}]},
        {"text": "Done.", "finish_reason": "stop", "usage": {"input": 10, "output": 2}, "latency_ms": 50}]}

`arguments` may be an object, or the raw text (or null) a model would have sent. The position is the number of
assistant messages so far, so the script keeps no state and a run that moves to another worker goes on.
"""

from collections.abc import Sequence
from typing import Any

from pydantic import BaseModel, ConfigDict, ValidationError

from orchestration.engine.messages import Message
from orchestration.engine.ports import RequestedCall, ToolSchema, Usage
from orchestration.providers.scripted.script import Script, ScriptedReply, ScriptError, call, replies_so_far


class _Strict(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class _CallData(_Strict):
    id: str | None = None
    name: str
    arguments: dict[str, Any] | str | None = None


class _UsageData(_Strict):
    input: int | None = None
    cached: int | None = None
    output: int | None = None
    reasoning: int | None = None


class _ReplyData(_Strict):
    text: str = ""
    reasoning: str = ""
    calls: tuple[_CallData, ...] = ()
    finish_reason: str | None = None
    usage: _UsageData | None = None
    latency_ms: int | None = None
    gap_ms: int | None = None


class _ScriptData(_Strict):
    replies: tuple[_ReplyData, ...]
    latency_ms: int = 0
    gap_ms: int = 0


def script_from_json(text: str) -> Script:
    """The script in a connection's JSON text; raises ScriptError naming the first fault."""
    try:
        data = _ScriptData.model_validate_json(text)
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(str(step) for step in first["loc"]) or "script"
        raise ScriptError(f"The script is not readable: {place}: {first['msg']}.") from error

    def replay(messages: Sequence[Message], tools: Sequence[ToolSchema]) -> ScriptedReply:
        position = replies_so_far(messages)
        if position >= len(data.replies):
            raise ScriptError(
                f"The script has {len(data.replies)} replies; reply {position + 1} was asked for."
            )
        return _reply(data.replies[position], position, data)

    return replay


def _reply(data: _ReplyData, position: int, script: _ScriptData) -> ScriptedReply:
    return ScriptedReply(
        text=data.text,
        reasoning=data.reasoning,
        calls=tuple(_call(each, position, place) for place, each in enumerate(data.calls)),
        finish_reason=data.finish_reason,
        usage=Usage(**data.usage.model_dump()) if data.usage else None,
        latency_ms=script.latency_ms if data.latency_ms is None else data.latency_ms,
        gap_ms=script.gap_ms if data.gap_ms is None else data.gap_ms,
    )


def _call(data: _CallData, position: int, place: int) -> RequestedCall:
    provider_id = data.id or f"call_{position + 1}_{place + 1}"
    if isinstance(data.arguments, dict):
        return call(data.name, data.arguments, provider_id=provider_id)
    return RequestedCall(provider_id, data.name, data.arguments)
