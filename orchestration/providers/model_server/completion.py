"""A scripted reply in the form of chat completions: whole, or as the chunks of a stream."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from orchestration.engine.ports import RequestedCall, Usage
from orchestration.providers.model_server.scenario import Fault, Scenario
from orchestration.providers.scripted.script import ScriptedReply

_WIRE_FINISH = {"refusal": "stop"}


@dataclass(frozen=True, slots=True)
class Completion:
    """One answer on its way out."""

    id: str
    model: str
    reply: ScriptedReply
    usage: Usage
    scenario: Scenario

    def whole(self) -> dict[str, Any]:
        message: dict[str, Any] = {"role": "assistant", **self._text_fields(self.reply.text)}
        if calls := self.reply.calls:
            message["tool_calls"] = [
                {"id": each.provider_id, "type": "function", "function": self._function(each)}
                for each in calls
            ]
        choice = {"index": 0, "message": message, "finish_reason": self._finish(), "logprobs": None}
        body = {**self._frame("chat.completion"), "choices": [choice]}
        return {**body, "usage": usage_form(self.usage)} if self.scenario.usage else body

    def chunks(self) -> Iterator[dict[str, Any]]:
        """The first names the role, the last but usage names the end."""
        yield self._chunk({"role": "assistant", "content": None})
        if self.reply.reasoning:
            yield self._chunk({"reasoning_content": self.reply.reasoning})
        for piece in _pieces(self.reply.text, self.scenario.chunks):
            yield self._chunk(self._text_fields(piece))
        for index, call in enumerate(self.reply.calls):
            yield from self._call_chunks(0 if self.scenario.fault is Fault.INDEX_REUSE else index, call)
        if self.scenario.fault is not Fault.NO_FINISH:
            yield self._chunk({}, self._finish())
        if self.scenario.usage:
            yield {**self._frame("chat.completion.chunk"), "choices": [], "usage": usage_form(self.usage)}

    def _call_chunks(self, index: int, call: RequestedCall) -> Iterator[dict[str, Any]]:
        function = self._function(call)
        arguments = function.get("arguments")
        if arguments:
            function["arguments"] = ""
        first = {"index": index, "id": call.provider_id, "type": "function", "function": function}
        yield self._chunk({"tool_calls": [first]})
        for piece in _pieces(arguments or "", self.scenario.chunks):
            yield self._chunk({"tool_calls": [{"index": index, "function": {"arguments": piece}}]})

    def _function(self, call: RequestedCall) -> dict[str, Any]:
        if self.scenario.fault is Fault.MISSING_ARGUMENTS:
            return {"name": call.name}
        return {"name": call.name, "arguments": call.arguments}

    def _text_fields(self, text: str) -> dict[str, Any]:
        if self.reply.ended_by == "refusal":
            return {"content": None, "refusal": text}
        return {"content": text or None}

    def _finish(self) -> str:
        return _WIRE_FINISH.get(self.reply.ended_by, self.reply.ended_by)

    def _chunk(self, delta: dict[str, Any], finish_reason: str | None = None) -> dict[str, Any]:
        choice = {"index": 0, "delta": delta, "finish_reason": finish_reason, "logprobs": None}
        return {**self._frame("chat.completion.chunk"), "choices": [choice]}

    def _frame(self, kind: str) -> dict[str, Any]:
        return {
            "id": self.id,
            "object": kind,
            "created": 0,
            "model": self.model,
            "system_fingerprint": "scripted",
        }


def with_fault(reply: ScriptedReply, fault: Fault | None) -> ScriptedReply:
    """The reply as a model in that trouble would have given it."""
    match fault:
        case Fault.REFUSAL:
            return ScriptedReply("I cannot help with that.", finish_reason="refusal")
        case Fault.LENGTH:
            return replace(reply, text=reply.text[: len(reply.text) // 2], finish_reason="length")
        case Fault.CONTENT_FILTER:
            return ScriptedReply(finish_reason="content_filter")
        case Fault.DUPLICATE_IDS:
            return replace(reply, calls=tuple(replace(call, provider_id="c1") for call in reply.calls))
        case _:
            return reply


def usage_form(usage: Usage) -> dict[str, Any]:
    """Tokens as chat completions name them."""
    known = (usage.input or 0) + (usage.output or 0)
    return {
        "prompt_tokens": usage.input,
        "completion_tokens": usage.output,
        "total_tokens": known,
        "prompt_tokens_details": {"cached_tokens": usage.cached},
        "completion_tokens_details": {"reasoning_tokens": usage.reasoning},
    }


def _pieces(text: str, count: int) -> list[str]:
    """The text in about that many pieces; none where there is no text."""
    size = max(1, -(-len(text) // max(1, count)))
    return [text[start : start + size] for start in range(0, len(text), size)]
