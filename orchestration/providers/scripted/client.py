"""A model client that answers from a script, in process."""

import asyncio
import re
from collections.abc import Callable

from baton.egress.allow import AllowList
from orchestration.engine.ports import ModelError, ModelReply, ModelRequest
from orchestration.providers.connection import ConnectionSpec
from orchestration.providers.scripted.script import Script, ScriptedReply, ScriptError
from orchestration.providers.scripted.scripts import find_script
from orchestration.providers.scripted.usage import counted_usage

_WORD = re.compile(r"\s*\S+\s*|\s+")


class ScriptedClient:
    """Answers every model name from one script."""

    def __init__(self, script: Script) -> None:
        self._script = script

    async def complete(
        self, request: ModelRequest, on_text: Callable[[str], None] | None = None
    ) -> ModelReply:
        try:
            reply = self._script(request.messages, request.tools)
        except ScriptError as error:
            raise _refused(error) from error
        try:
            async with asyncio.timeout(request.timeout):
                await _say(reply, on_text or _to_nobody)
        except TimeoutError as error:
            message = f"The scripted model did not answer within {request.timeout:g} s."
            raise ModelError("provider_timeout", message, retryable=True) from error
        return ModelReply(
            text=reply.text,
            calls=reply.calls,
            finish_reason=reply.ended_by,
            usage=reply.usage or counted_usage(request.messages, reply),
            model=request.model,
            reasoning=reply.reasoning,
        )

    async def close(self) -> None:
        """There is nothing to close."""


async def _say(reply: ScriptedReply, on_text: Callable[[str], None]) -> None:
    """The text in its time: at once, or word by word."""
    if reply.latency_ms:
        await asyncio.sleep(reply.latency_ms / 1000)
    words = _WORD.findall(reply.text) if reply.gap_ms else [reply.text]
    for place, word in enumerate(words):
        if place:
            await asyncio.sleep(reply.gap_ms / 1000)
        if word:
            on_text(word)


def _to_nobody(text: str) -> None:
    """Nobody listens while it is said."""


def open_client(connection: ConnectionSpec, secret: str | None, allow: AllowList) -> ScriptedClient:
    """The registry's entry: the script is named, or written out, in the connection."""
    try:
        return ScriptedClient(find_script(connection.script or "echo"))
    except ScriptError as error:
        raise _refused(error) from error


def _refused(error: ScriptError) -> ModelError:
    return ModelError("invalid_request", str(error), retryable=False)
