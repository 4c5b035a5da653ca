"""What goes to a model and what comes back from models and tools, without the secrets of the project. Pure.

Done before anything is recorded, so that arguments, digests and the record speak of the same texts.
"""

import json
from collections.abc import Callable
from dataclasses import replace
from typing import cast

from orchestration.engine.messages import Message, Part
from orchestration.engine.ports import ModelError, ModelReply, RequestedCall, ToolError, ToolOutcome

type Hide = Callable[[str], str]


def hide_in_messages(messages: tuple[Message, ...], hide: Hide) -> tuple[Message, ...]:
    """A prompt. Its messages may be kept and asked again, so what differs is a copy."""
    return tuple(_message(message, hide) for message in messages)


def hide_in_reply(reply: ModelReply, hide: Hide) -> ModelReply:
    """A provider that repeats its key, say. Thoughts are signed as they are, so one that holds a secret is
    not kept at all."""
    thoughts = json.dumps(reply.reasoning_items, ensure_ascii=False)
    return replace(
        reply,
        text=hide(reply.text),
        reasoning=hide(reply.reasoning),
        model=hide(reply.model),
        reasoning_items=reply.reasoning_items if hide(thoughts) == thoughts else (),
        calls=tuple(
            RequestedCall(
                None if call.provider_id is None else hide(call.provider_id),
                hide(call.name),
                None if call.arguments is None else hide(call.arguments),
            )
            for call in reply.calls
        ),
    )


def hide_in_outcome(outcome: ToolOutcome, hide: Hide) -> ToolOutcome:
    """A tool that answers with a secret of another one; its own it does not give away anyway."""
    return replace(outcome, content=hide(outcome.content), full=hide(outcome.full))


def hide_in_error[E: ModelError | ToolError](error: E, hide: Hide) -> E:
    """The same error with its message cleaned."""
    hidden = hide(error.message)
    if hidden != error.message:
        error.message = hidden
        error.args = (hidden,)
    return error


def _message(message: Message, hide: Hide) -> Message:
    content = message["content"]
    changed = dict(message)
    if isinstance(content, str):
        changed["content"] = hide(content)
    elif content is not None:
        changed["content"] = [_part(part, hide) for part in content]
    if "tool_calls" in message:
        calls = message["tool_calls"]
        changed["tool_calls"] = [{**call, "arguments": hide(call["arguments"])} for call in calls]
    return cast(Message, changed)


def _part(part: Part, hide: Hide) -> Part:
    return {**part, "text": hide(part["text"])} if part["type"] == "text" else part
