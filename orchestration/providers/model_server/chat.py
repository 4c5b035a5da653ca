"""Chat completions: what was asked, and the answer whole or as the chunks of a stream."""

from collections.abc import Iterator
from typing import Any

from orchestration.engine.ports import RequestedCall, Usage
from orchestration.providers.model_server.api import Asked, Problem, openai_error, sse
from orchestration.providers.model_server.completion import Completion, pieces
from orchestration.providers.model_server.prompt import neutral_messages, neutral_tools
from orchestration.providers.model_server.scenario import Fault

_WIRE_FINISH = {"refusal": "stop"}


class ChatApi:
    """OpenAI's chat completions."""

    path = "/v1/chat/completions"
    end = b"data: [DONE]\n\n"

    def read(self, form: dict[str, Any]) -> Asked:
        """Raises KeyError and its like for what is no request."""
        return Asked(
            model=str(form["model"]),
            messages=neutral_messages(form["messages"]),
            tools=neutral_tools(form.get("tools") or []),
            stream=bool(form.get("stream")),
        )

    def whole(self, completion: Completion) -> dict[str, Any]:
        return _Chat(completion).whole()

    def events(self, completion: Completion) -> list[bytes]:
        return [sse(chunk) for chunk in _Chat(completion).chunks()]

    def keep(self, asked: Asked, completion: Completion) -> None:
        """Nothing is kept between two requests."""

    def error(self, problem: Problem) -> dict[str, Any]:
        return openai_error(problem)

    def error_event(self) -> bytes:
        error = {"message": "The server failed mid-stream.", "type": "server_error", "code": None}
        return sse({"error": error})


class _Chat:
    """A completion in the form of chat completions."""

    def __init__(self, completion: Completion) -> None:
        self.id = f"chatcmpl-{completion.digest}"
        self.model = completion.model
        self.reply = completion.reply
        self.usage = completion.usage
        self.scenario = completion.scenario
        self._completion = completion

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
        for piece in pieces(self.reply.text, self.scenario.chunks):
            yield self._chunk(self._text_fields(piece))
        for index, call in enumerate(self.reply.calls):
            yield from self._call_chunks(0 if self.scenario.fault is Fault.INDEX_REUSE else index, call)
        if self._completion.says_its_end:
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
        for piece in pieces(arguments or "", self.scenario.chunks):
            yield self._chunk({"tool_calls": [{"index": index, "function": {"arguments": piece}}]})

    def _function(self, call: RequestedCall) -> dict[str, Any]:
        if self._completion.arguments_are_missing:
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
