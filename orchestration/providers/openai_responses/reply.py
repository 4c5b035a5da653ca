"""The reply put together from the events of the responses API.

Text is shown as it grows; everything else is taken from whole items, which come once each is done or with the
response at the end. A host that leaves one of the two out is read by the other.
"""

from collections.abc import Callable, Mapping
from typing import Any

from baton.core.text import clean_text, mark_text
from orchestration.engine.ports import ModelError, ModelReply, RequestedCall, Usage
from orchestration.providers.wire.assembling import GrowingText, count_of, guarded, text_of
from orchestration.providers.wire.failures import malformed, stream_failure

_ENDS = frozenset({"response.completed", "response.incomplete", "response.failed", "response.cancelled"})
_WHAT = "response"


class ReplyAssembly:
    """Puts one response together from its stream."""

    def __init__(self, original_names: dict[str, str], on_text: Callable[[str], None] | None) -> None:
        self._original_names = original_names
        self._shown = GrowingText(on_text)
        self._items: dict[int, Mapping[str, Any]] = {}
        self._response: Mapping[str, Any] | None = None
        self._usage = Usage()

    @property
    def is_whole(self) -> bool:
        return self._response is not None

    @property
    def is_over(self) -> bool:
        return self._response is not None

    @property
    def usage(self) -> Usage:
        return self._usage

    def add(self, event: Any) -> None:
        guarded(self._add, event, _WHAT)

    def add_whole(self, answer: Any) -> None:
        """The answer of a host that does not stream."""
        guarded(self._end, answer, _WHAT)

    def reply(self) -> ModelReply:
        if self._response is None:
            raise malformed("it ended without its end", self._usage)
        collected: list[ModelReply] = []
        guarded(lambda response: collected.append(self._reply(response)), self._response, _WHAT)
        return collected[0]

    def _add(self, event: Mapping[str, Any]) -> None:
        kind = event.get("type")
        if kind == "response.output_text.delta":
            self._shown.add(text_of(event.get("delta")))
        elif kind == "response.output_item.done":
            # Some hosts number nothing; then items stand in the order in which they come.
            self._items[int(event.get("output_index", len(self._items)))] = event["item"]
        elif kind == "error":
            raise stream_failure(event, self._usage)
        elif kind in _ENDS:
            self._end(event["response"])

    def _end(self, response: Mapping[str, Any]) -> None:
        if usage := response.get("usage"):
            self._usage = read_usage(usage)
        status = response.get("status")
        if status is None and "output" not in response:
            raise _no_response(response, self._usage)
        if status in ("failed", "cancelled"):
            raise stream_failure({"error": response.get("error") or {}}, self._usage)
        if status == "incomplete" and not response.get("incomplete_details"):
            raise ModelError(
                "provider_error", "The provider broke its answer off.", retryable=True, usage=self._usage
            )
        self._response = response

    def _reply(self, response: Mapping[str, Any]) -> ModelReply:
        items = list(response.get("output") or ()) or [self._items[place] for place in sorted(self._items)]
        text, refusal, thought = "", "", ""
        calls: list[RequestedCall] = []
        reasoning: list[dict[str, Any]] = []
        for item in items:
            match item.get("type"):
                case "message":
                    text += _texts(item.get("content"), "output_text", "text")
                    refusal += _texts(item.get("content"), "refusal", "refusal")
                case "function_call":
                    calls.append(self._call(item))
                case "reasoning":
                    reasoning.append(dict(item))
                    thought += _texts(item.get("summary"), "summary_text", "text")
                    thought += _texts(item.get("content"), "reasoning_text", "text")
                case _:
                    pass
        text, refusal = clean_text(text) or (str(self._shown) if not items else ""), clean_text(refusal)
        return ModelReply(
            text=text or refusal,
            calls=tuple(calls),
            finish_reason="refusal" if refusal else _finish(response, bool(calls)),
            usage=self._usage,
            model=clean_text(text_of(response.get("model"))),
            reasoning=clean_text(thought),
            response_id=clean_text(text_of(response.get("id"))) or None,
            reasoning_items=tuple(reasoning),
        )

    def _call(self, item: Mapping[str, Any]) -> RequestedCall:
        name, arguments = text_of(item.get("name")), item.get("arguments")
        return RequestedCall(
            provider_id=clean_text(text_of(item.get("call_id"))) or None,
            name=self._original_names.get(name, mark_text(name)),
            arguments=None if arguments is None else mark_text(text_of(arguments)),
        )


def read_usage(usage: Mapping[str, Any]) -> Usage:
    """Tokens as responses count them; unknown stays None."""
    given, written = usage.get("input_tokens_details") or {}, usage.get("output_tokens_details") or {}
    return Usage(
        input=count_of(usage.get("input_tokens")),
        cached=count_of(given.get("cached_tokens")),
        output=count_of(usage.get("output_tokens")),
        reasoning=count_of(written.get("reasoning_tokens")),
    )


def _no_response(answer: Mapping[str, Any], usage: Usage) -> ModelError:
    """A host that answers 200 and an error, or nothing that a response has."""
    return stream_failure(answer, usage) if answer.get("error") else malformed("it is no response", usage)


def _texts(parts: Any, kind: str, name: str) -> str:
    return "".join(text_of(part.get(name)) for part in parts or () if part.get("type") == kind)


def _finish(response: Mapping[str, Any], with_calls: bool) -> str:
    if response.get("status") == "incomplete":
        reason = response["incomplete_details"].get("reason")
        return "content_filter" if reason == "content_filter" else "length"
    return "tool_calls" if with_calls else "stop"
