"""What a script is, and what it answers with."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import orjson

from orchestration.engine.messages import Message
from orchestration.engine.ports import RequestedCall, ToolSchema, Usage


@dataclass(frozen=True, slots=True)
class ScriptedReply:
    text: str = ""
    calls: tuple[RequestedCall, ...] = ()
    finish_reason: str | None = None
    """None: `tool_calls` with calls, `stop` without."""
    reasoning: str = ""
    usage: Usage | None = None
    """None: counted from the words."""
    latency_ms: int = 0
    """Before the first word."""
    gap_ms: int = 0
    """Before each further word, so that the text is seen to grow."""

    @property
    def ended_by(self) -> str:
        return self.finish_reason or ("tool_calls" if self.calls else "stop")


type Script = Callable[[Sequence[Message], Sequence[ToolSchema]], ScriptedReply]


class ScriptError(Exception):
    """The script does not exist, is not readable, or has no reply for this conversation."""


def call(name: str, arguments: Mapping[str, Any], *, provider_id: str) -> RequestedCall:
    return RequestedCall(provider_id, name, orjson.dumps(arguments).decode())


def replies_so_far(messages: Sequence[Message]) -> int:
    return sum(message["role"] == "assistant" for message in messages)
