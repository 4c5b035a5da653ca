"""Tokens of a scripted reply: counted words, so that budgets and screens have something true to show.

A word is a token here. That is what this model consumes and nobody is billed for it; no real model counts so.
"""

from collections.abc import Sequence

from orchestration.engine.history.content import text_of
from orchestration.engine.messages import Message
from orchestration.engine.ports import Usage
from orchestration.providers.scripted.script import ScriptedReply


def counted_usage(messages: Sequence[Message], reply: ScriptedReply) -> Usage:
    return Usage(
        input=sum(_words_in(message) for message in messages),
        cached=0,
        output=_words(reply.text) + sum(1 + _words(call.arguments or "") for call in reply.calls),
        reasoning=_words(reply.reasoning),
    )


def _words_in(message: Message) -> int:
    calls = message.get("tool_calls") or ()
    return _words(text_of(message["content"])) + sum(1 + _words(call["arguments"] or "") for call in calls)


def _words(text: str) -> int:
    return len(text.split())
