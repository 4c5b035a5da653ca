"""Runs an HTTP tool: one request through the door out, its answer as bounded text.

It judges no policy and retries nothing; it says precisely whether anything may have left, since that decides
whether an outcome is known.
"""

import asyncio
import ssl
from http import HTTPStatus
from typing import Final

from agents_app.arguments import InvalidArguments
from agents_app.tools.http.answer import answer_text, status_line
from agents_app.tools.http.request import build_request, http_of
from agents_app.tools.shorten import KIB, MODEL_LIMIT, RECORD_LIMIT, shorten
from baton.core.hiding import hide
from baton.egress.aiohttp_carrier import AiohttpCarrier
from baton.egress.allow import AllowList
from baton.egress.errors import EgressError
from baton.egress.exchange import Answer
from baton.egress.gate import Gate
from baton.egress.resolver import Resolver
from orchestration.engine.ports import ToolError, ToolInvocation, ToolOutcome

_INLINE: Final = 64 * KIB
_ERROR_LIMIT: Final = 4 * KIB
_GATEWAY_LOST_IT: Final = frozenset({HTTPStatus.BAD_GATEWAY, HTTPStatus.GATEWAY_TIMEOUT})
"""A gateway says so when it sent the request on and got no answer: nobody knows whether it was done."""


class HttpToolRunner:
    """One session on one event loop, made with the first call."""

    def __init__(
        self, allow: AllowList, *, resolver: Resolver | None = None, tls: ssl.SSLContext | None = None
    ) -> None:
        self._allow = allow
        self._resolver = resolver
        self._tls = tls
        self._carrier: AiohttpCarrier | None = None

    async def run(self, invocation: ToolInvocation) -> ToolOutcome:
        """The answer of a 2xx; ToolError for everything else."""
        secrets = _secrets(invocation)
        try:
            answer = await self._open().send(build_request(invocation))
        except InvalidArguments as error:
            raise ToolError(error.code, error.message, sent=False) from error
        except EgressError as error:
            raise ToolError(
                error.code,
                hide(error.message, secrets),
                sent=error.sent,
                answered=error.status is not None,
                status=error.status,
            ) from None
        if len(answer.body) > _INLINE:
            # Milliseconds of parsing that a thousand other runs on this loop need not wait for.
            return await asyncio.to_thread(_outcome, invocation, answer, secrets)
        return _outcome(invocation, answer, secrets)

    async def close(self) -> None:
        carrier, self._carrier = self._carrier, None
        if carrier is not None:
            await carrier.close()

    def _open(self) -> AiohttpCarrier:
        if self._carrier is None:
            self._carrier = AiohttpCarrier(Gate(self._allow, self._resolver), tls=self._tls)
        return self._carrier


def _outcome(invocation: ToolInvocation, answer: Answer, secrets: tuple[str, ...]) -> ToolOutcome:
    text = answer_text(answer, http_of(invocation.tool).response, secrets)
    if not 200 <= answer.status < 300:
        raise ToolError(
            "tool_error",
            f"{invocation.tool.name} answered {status_line(answer.status)}: {shorten(text, _ERROR_LIMIT)}",
            sent=True,
            answered=answer.status not in _GATEWAY_LOST_IT,
            status=answer.status,
        )
    content = shorten(text, MODEL_LIMIT)
    return ToolOutcome(
        content=content,
        full=shorten(text, RECORD_LIMIT),
        status=answer.status,
        truncated=content != text,
        duration_ms=answer.duration_ms,
    )


def _secrets(invocation: ToolInvocation) -> tuple[str, ...]:
    """The header, the value in it, and its last word: a service echoes the key without its `Bearer`."""
    credential = invocation.credential
    if credential is None or not credential.value:
        return ()
    return credential.header_text, credential.value, credential.value.split(" ")[-1]
