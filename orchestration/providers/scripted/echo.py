"""The smallest script: says back what it was told."""

from collections.abc import Sequence

from orchestration.engine.messages import Message
from orchestration.engine.ports import ToolSchema
from orchestration.providers.scripted.reading import user_texts
from orchestration.providers.scripted.script import ScriptedReply


def echo(messages: Sequence[Message], tools: Sequence[ToolSchema]) -> ScriptedReply:
    """Says what was said last."""
    texts = user_texts(messages)
    return ScriptedReply(f"You said: {texts[-1]}" if texts else "You said nothing.")
