"""The reply put together from the chunks of a stream."""

from collections.abc import Callable
from typing import Any

from baton.core.text import clean_text
from orchestration.engine.ports import ModelError, ModelReply, Usage
from orchestration.providers.openai_chat.calls import CallAssembly
from orchestration.providers.wire.assembling import GrowingText, count_of, guarded, text_of
from orchestration.providers.wire.failures import malformed, stream_failure

_FINISH = {"length": "length", "max_tokens": "length", "content_filter": "content_filter"}


class ReplyAssembly:
    """Puts one reply together from its stream."""

    def __init__(self, original_names: dict[str, str], on_text: Callable[[str], None] | None) -> None:
        self._original_names = original_names
        self._text = GrowingText(on_text)
        self._refusal: list[str] = []
        self._reasoning: list[str] = []
        self._reasoning_name = "reasoning_content"
        self._calls = CallAssembly()
        self._finish: str | None = None
        self._usage = Usage()
        self._model = ""
        self._id = ""
        self.is_over = False
        """Chat completions say it by an event that is no JSON."""

    @property
    def is_whole(self) -> bool:
        """The model has said why it stopped; what may still come is usage."""
        return self._finish is not None

    @property
    def usage(self) -> Usage:
        return self._usage

    def add(self, event: Any) -> None:
        """Raises ModelError where the chunk is an error, or nothing that chat completions know."""
        guarded(self._add, event, "chat completion")

    def add_whole(self, answer: Any) -> None:
        """The answer of a host that does not stream."""
        guarded(lambda whole: self._add(_whole_as_chunk(whole)), answer, "chat completion")

    def reply(self) -> ModelReply:
        if self._finish is None:
            raise malformed("it ended without a finish reason", self._usage)
        calls = self._calls.requested(self._original_names)
        text, refusal = str(self._text), clean_text("".join(self._refusal))
        return ModelReply(
            text=text or refusal,
            calls=calls,
            finish_reason="refusal" if refusal else _neutral_finish(self._finish, bool(calls)),
            usage=self._usage,
            model=clean_text(self._model),
            reasoning=clean_text("".join(self._reasoning)),
            response_id=clean_text(self._id) or None,
            reasoning_items=self._reasoning_items(),
        )

    def _reasoning_items(self) -> tuple[dict[str, Any], ...]:
        """As the host named it; sent back only to connections that say so."""
        thought = clean_text("".join(self._reasoning))
        return ({self._reasoning_name: thought},) if thought else ()

    def _add(self, chunk: dict[str, Any]) -> None:
        if error := chunk.get("error"):
            raise stream_failure(error, self._usage)
        self._model = text_of(chunk.get("model")) or self._model
        self._id = text_of(chunk.get("id")) or self._id
        if usage := chunk.get("usage"):
            self._usage = read_usage(usage)
        choice = next((each for each in chunk.get("choices") or () if not each.get("index")), None)
        if choice is None:
            return
        self._add_delta(choice.get("delta") or {})
        if reason := choice.get("finish_reason"):
            if reason == "error":
                message = "The provider broke its answer off."
                raise ModelError("provider_error", message, retryable=True, usage=self._usage)
            self._finish = str(reason)

    def _add_delta(self, delta: dict[str, Any]) -> None:
        self._text.add(text_of(delta.get("content")))
        self._refusal.append(text_of(delta.get("refusal")))
        self._reasoning_name = "reasoning" if delta.get("reasoning") else self._reasoning_name
        self._reasoning.append(text_of(delta.get("reasoning_content") or delta.get("reasoning")))
        for piece in delta.get("tool_calls") or ():
            self._calls.add(piece)


def read_usage(usage: dict[str, Any]) -> Usage:
    """Unknown stays None: an endpoint that does not count must not look free."""
    prompt = usage.get("prompt_tokens_details") or {}
    completion = usage.get("completion_tokens_details") or {}
    return Usage(
        input=count_of(usage.get("prompt_tokens")),
        cached=count_of(prompt.get("cached_tokens")),
        output=count_of(usage.get("completion_tokens")),
        reasoning=count_of(completion.get("reasoning_tokens")),
    )


def _neutral_finish(reason: str, with_calls: bool) -> str:
    """Hosts say `stop` with calls, and have words of their own for an ordinary end."""
    return _FINISH.get(reason, "tool_calls" if with_calls else "stop")


def _whole_as_chunk(completion: dict[str, Any]) -> dict[str, Any]:
    choices = []
    for choice in completion.get("choices") or ():
        message = choice.get("message") or {}
        pieces = [{**call, "index": index} for index, call in enumerate(message.get("tool_calls") or ())]
        choices.append({**choice, "delta": {**message, "tool_calls": pieces}})
    return {**completion, "choices": choices}
