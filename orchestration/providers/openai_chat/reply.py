"""The reply put together from the chunks of a stream."""

from collections.abc import Callable
from typing import Any

from baton.core.text import clean_text
from orchestration.engine.ports import ModelError, ModelReply, Usage
from orchestration.providers.openai_chat.calls import CallAssembly
from orchestration.providers.openai_chat.failures import malformed, stream_failure

_FINISH = {"length": "length", "max_tokens": "length", "content_filter": "content_filter"}


class ReplyAssembly:
    """Puts one reply together from its stream."""

    def __init__(self, original_names: dict[str, str], on_text: Callable[[str], None] | None) -> None:
        self._original_names = original_names
        self._on_text = on_text
        self._text: list[str] = []
        self._refusal: list[str] = []
        self._reasoning: list[str] = []
        self._calls = CallAssembly()
        self._finish: str | None = None
        self._usage = Usage()
        self._model = ""
        self._id = ""

    @property
    def is_whole(self) -> bool:
        """The model has said why it stopped; what may still come is usage."""
        return self._finish is not None

    def add(self, chunk: Any) -> None:
        """Raises ModelError where the chunk is an error, or nothing that chat completions know."""
        self._guarded(self._add, chunk)

    def add_whole(self, completion: Any) -> None:
        """The answer of a host that does not stream."""
        self._guarded(lambda whole: self._add(_whole_as_chunk(whole)), completion)

    @staticmethod
    def _guarded(add: Callable[[Any], None], data: Any) -> None:
        try:
            add(data)
        except (AttributeError, KeyError, TypeError, ValueError, IndexError) as error:
            raise malformed(f"it is no chat completion ({type(error).__name__})") from error

    def reply(self) -> ModelReply:
        if self._finish is None:
            raise malformed("it ended without a finish reason")
        calls = self._calls.requested(self._original_names)
        text, refusal = "".join(self._text), "".join(self._refusal)
        return ModelReply(
            text=clean_text(text or refusal),
            calls=calls,
            finish_reason="refusal" if refusal else _neutral_finish(self._finish, bool(calls)),
            usage=self._usage,
            model=clean_text(self._model),
            reasoning=clean_text("".join(self._reasoning)),
            response_id=clean_text(self._id) or None,
        )

    def _add(self, chunk: dict[str, Any]) -> None:
        if error := chunk.get("error"):
            raise stream_failure(error)
        self._model = _text(chunk.get("model")) or self._model
        self._id = _text(chunk.get("id")) or self._id
        if usage := chunk.get("usage"):
            self._usage = read_usage(usage)
        choice = next((each for each in chunk.get("choices") or () if not each.get("index")), None)
        if choice is None:
            return
        self._add_delta(choice.get("delta") or {})
        if reason := choice.get("finish_reason"):
            if reason == "error":
                raise ModelError("provider_error", "The provider broke its answer off.", retryable=True)
            self._finish = str(reason)

    def _add_delta(self, delta: dict[str, Any]) -> None:
        if text := _text(delta.get("content")):
            self._text.append(text)
            if self._on_text is not None:
                self._on_text(clean_text(text))
        self._refusal.append(_text(delta.get("refusal")))
        self._reasoning.append(_text(delta.get("reasoning_content") or delta.get("reasoning")))
        for piece in delta.get("tool_calls") or ():
            self._calls.add(piece)


def read_usage(usage: dict[str, Any]) -> Usage:
    """Unknown stays None: an endpoint that does not count must not look free."""
    prompt = usage.get("prompt_tokens_details") or {}
    completion = usage.get("completion_tokens_details") or {}
    return Usage(
        input=_count(usage.get("prompt_tokens")),
        cached=_count(prompt.get("cached_tokens")),
        output=_count(usage.get("completion_tokens")),
        reasoning=_count(completion.get("reasoning_tokens")),
    )


def _text(value: Any) -> str:
    if value is None or isinstance(value, str):
        return value or ""
    raise TypeError(f"{type(value).__name__} where text belongs")


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


def _count(value: Any) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) and value >= 0 else None
