"""What a script wants to know of a conversation: who said what last, and which call was answered how."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from orchestration.engine.history.content import text_of
from orchestration.engine.messages import Message, MessageCall


@dataclass(frozen=True, slots=True)
class AnsweredCall:
    name: str
    arguments: str
    result: str
    """What the model was told."""


def user_texts(messages: Sequence[Message]) -> list[str]:
    """Every user turn, oldest first."""
    return [text_of(message["content"]) for message in messages if message["role"] == "user"]


def calls_of_this_turn(messages: Sequence[Message]) -> list[AnsweredCall]:
    """The calls since the last user turn, with their results, in the order they were asked for."""
    turn = messages[_turn_start(messages) :]
    results = {
        message.get("tool_call_id"): text_of(message["content"])
        for message in turn
        if message["role"] == "tool"
    }
    return [
        AnsweredCall(call["name"], call["arguments"] or "", results.get(call["id"], ""))
        for call in _calls(turn)
    ]


def _turn_start(messages: Sequence[Message]) -> int:
    starts = (place for place, message in enumerate(messages) if message["role"] == "user")
    return max(starts, default=-1) + 1


def _calls(messages: Sequence[Message]) -> Iterator[MessageCall]:
    for message in messages:
        yield from message.get("tool_calls") or ()
