"""A model client that answers from a script, in process."""

import asyncio
from collections.abc import Callable

from baton.egress.allow import AllowList
from orchestration.engine.ports import ModelError, ModelReply, ModelRequest
from orchestration.providers.connection import ConnectionSpec
from orchestration.providers.scripted.script import Script, ScriptedReply, ScriptError
from orchestration.providers.scripted.scripts import find_script
from orchestration.providers.scripted.usage import counted_usage


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
        await self._take_time(reply, request.timeout)
        if on_text is not None and reply.text:
            on_text(reply.text)
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

    async def _take_time(self, reply: ScriptedReply, timeout: float) -> None:
        seconds = reply.latency_ms / 1000
        if seconds > timeout:
            await asyncio.sleep(timeout)
            message = f"The scripted model did not answer within {timeout:g} s."
            raise ModelError("provider_timeout", message, retryable=True)
        if seconds > 0:
            await asyncio.sleep(seconds)


def open_client(connection: ConnectionSpec, secret: str | None, allow: AllowList) -> ScriptedClient:
    """The registry's entry: the script is named, or written out, in the connection."""
    try:
        return ScriptedClient(find_script(connection.script or "echo"))
    except ScriptError as error:
        raise _refused(error) from error


def _refused(error: ScriptError) -> ModelError:
    return ModelError("invalid_request", str(error), retryable=False)
