"""The reply put together from the events of Anthropic's messages."""

import json
from collections.abc import Callable, Mapping
from typing import Any

from baton.core.text import clean_text, mark_text
from orchestration.engine.ports import ModelReply, RequestedCall, Usage
from orchestration.providers.wire.assembling import GrowingText, count_of, guarded, text_of
from orchestration.providers.wire.failures import malformed, stream_failure

_FINISH = {
    "max_tokens": "length",
    "model_context_window_exceeded": "length",
    "pause_turn": "length",
    "refusal": "refusal",
}
_THOUGHTS = frozenset({"thinking", "redacted_thinking"})
_WHAT = "message"


class ReplyAssembly:
    """Puts one message together from its stream."""

    def __init__(self, original_names: dict[str, str], on_text: Callable[[str], None] | None) -> None:
        self._original_names = original_names
        self._text = GrowingText(on_text)
        self._blocks: dict[int, dict[str, Any]] = {}
        self._arguments: dict[int, list[str]] = {}
        self._message: Mapping[str, Any] = {}
        self._stop: str | None = None
        self._explanation = ""
        self._counts: dict[str, Any] = {}
        self._usage = Usage()
        self.is_over = False

    @property
    def is_whole(self) -> bool:
        return self._stop is not None

    @property
    def usage(self) -> Usage:
        return self._usage

    def add(self, event: Any) -> None:
        guarded(self._add, event, _WHAT)

    def add_whole(self, answer: Any) -> None:
        """The answer of a host that does not stream."""
        guarded(self._add_message, answer, _WHAT)

    def reply(self) -> ModelReply:
        if self._stop is None:
            raise malformed("it ended without a stop reason", self._usage)
        collected: list[ModelReply] = []
        guarded(lambda stop: collected.append(self._reply(stop)), self._stop, _WHAT)
        return collected[0]

    def _reply(self, stop: str) -> ModelReply:
        blocks = [self._blocks[place] for place in sorted(self._blocks)]
        calls = tuple(
            self._call(place, block)
            for place, block in sorted(self._blocks.items())
            if block["type"] == "tool_use"
        )
        thoughts = tuple(block for block in blocks if block["type"] in _THOUGHTS)
        text = str(self._text)
        return ModelReply(
            text=text or clean_text(self._explanation),
            calls=calls,
            finish_reason=_FINISH.get(stop, "tool_calls" if calls else "stop"),
            usage=self._usage,
            model=clean_text(text_of(self._message.get("model"))),
            reasoning=clean_text("".join(text_of(block.get("thinking")) for block in thoughts)),
            response_id=clean_text(text_of(self._message.get("id"))) or None,
            reasoning_items=thoughts,
        )

    def _add(self, event: Mapping[str, Any]) -> None:
        match event.get("type"):
            case "message_start":
                self._message = event["message"]
                self._count(self._message.get("usage"))
            case "content_block_start":
                self._begin(int(event["index"]), event["content_block"])
            case "content_block_delta":
                self._go_on(int(event["index"]), event["delta"])
            case "message_delta":
                self._count(event.get("usage"))
                self._end(event["delta"])
            case "message_stop":
                self.is_over = True
            case "error":
                raise stream_failure(event, self._usage)
            case _:
                pass

    def _add_message(self, message: Mapping[str, Any]) -> None:
        if "error" in message:
            raise stream_failure(message, self._usage)
        self._message = message
        self._count(message.get("usage"))
        for place, block in enumerate(message["content"]):
            self._begin(place, block)
        self._end(message)

    def _end(self, said: Mapping[str, Any]) -> None:
        """A model that refuses may do so without a word; then the provider's reason is the answer."""
        if reason := said.get("stop_reason"):
            self._stop = str(reason)
        if details := said.get("stop_details"):
            self._explanation = text_of(details.get("explanation"))

    def _begin(self, place: int, block: Mapping[str, Any]) -> None:
        self._blocks[place] = dict(block)
        if block["type"] == "text":
            self._text.add(text_of(block.get("text")))

    def _go_on(self, place: int, delta: Mapping[str, Any]) -> None:
        block = self._blocks[place]
        match delta.get("type"):
            case "text_delta":
                self._text.add(text_of(delta["text"]))
            case "input_json_delta":
                self._arguments.setdefault(place, []).append(text_of(delta["partial_json"]))
            case "thinking_delta":
                block["thinking"] = text_of(block.get("thinking")) + text_of(delta["thinking"])
            case "signature_delta":
                block["signature"] = text_of(delta["signature"])
            case _:
                pass

    def _call(self, place: int, block: Mapping[str, Any]) -> RequestedCall:
        """Arguments come as pieces of JSON, or whole with the block where a host does not stream them."""
        name = text_of(block.get("name"))
        # Not by the fast writer: it has no numbers beyond 64 bits.
        arguments = "".join(self._arguments.get(place, ())) or json.dumps(
            block.get("input") or {}, ensure_ascii=False, separators=(",", ":")
        )
        return RequestedCall(
            provider_id=clean_text(text_of(block.get("id"))) or None,
            name=self._original_names.get(name, mark_text(name)),
            arguments=mark_text(arguments),
        )

    def _count(self, said: Any) -> None:
        """What is said later counts for all of it, and says nothing of what it leaves out."""
        if said:
            self._counts |= {name: value for name, value in said.items() if value is not None}
            self._usage = read_usage(self._counts)


def read_usage(usage: Mapping[str, Any]) -> Usage:
    """`input_tokens` are the fresh ones alone there; ours are all that was read."""
    fresh, cached = count_of(usage.get("input_tokens")), count_of(usage.get("cache_read_input_tokens"))
    written = count_of(usage.get("cache_creation_input_tokens"))
    details = usage.get("output_tokens_details") or {}
    return Usage(
        input=None if fresh is None else fresh + (cached or 0) + (written or 0),
        cached=cached,
        output=count_of(usage.get("output_tokens")),
        reasoning=count_of(details.get("thinking_tokens")),
    )
