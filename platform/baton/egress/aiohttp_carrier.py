"""One request and its bounded answer over aiohttp: tools and webhooks.

It connects only to addresses the gate passed, under the original name, follows no redirect, keeps no cookie
and no connection, and reads no proxy from the environment. It retries nothing.
"""

import asyncio
import ssl
import time
from collections.abc import Mapping
from types import SimpleNamespace

import aiohttp
from aiohttp.http_exceptions import LineTooLong
from yarl import URL

from baton.egress.aiohttp_connector import GatedConnector, send_once
from baton.egress.body import MIB, BoundedBody
from baton.egress.errors import (
    ConnectionFailed,
    EgressTimeout,
    InvalidResponse,
    ResponseTooLarge,
)
from baton.egress.exchange import Answer, Request
from baton.egress.gate import CONNECT_SECONDS, Gate
from baton.egress.headers import judge_headers
from baton.egress.redirect import refuse_redirect
from baton.egress.rule import Destination
from baton.egress.tls import trusting_system


class AiohttpCarrier:
    """Bound to the event loop it is made on; close it there."""

    def __init__(self, gate: Gate, *, limit: int = MIB, tls: ssl.SSLContext | None = None) -> None:
        self._gate = gate
        self._limit = limit
        trace = aiohttp.TraceConfig()
        trace.on_connection_create_end.append(_note_connection)
        self._session = aiohttp.ClientSession(
            connector=GatedConnector(gate, tls or trusting_system()),
            cookie_jar=aiohttp.DummyCookieJar(),
            auto_decompress=False,
            trust_env=False,
            timeout=aiohttp.ClientTimeout(total=None, sock_connect=CONNECT_SECONDS),
            skip_auto_headers=("User-Agent", "Content-Type"),
            trace_configs=[trace],
            middlewares=(send_once,),
        )

    async def send(self, request: Request) -> Answer:
        """Raises EgressError; its `sent` is False only where no connection came about."""
        destination = self._gate.judge(request.url)
        headers = judge_headers(request.headers) | {"accept-encoding": "gzip, deflate"}
        progress = SimpleNamespace(sent=False, status=None)
        begun = time.monotonic()
        try:
            async with asyncio.timeout(request.timeout):
                answer, body = await self._exchange(request, destination, headers, progress)
        except TimeoutError as error:
            raise EgressTimeout(
                _unfinished(destination, progress, f"in {request.timeout:g} s"),
                sent=progress.sent,
                status=progress.status,
            ) from error
        except aiohttp.ClientError as error:
            raise _translate(error, destination, progress) from error
        return Answer(
            status=answer.status,
            media_type=answer.content_type.lower() if "Content-Type" in answer.headers else "",
            charset=answer.charset,
            body=body,
            duration_ms=round((time.monotonic() - begun) * 1000),
        )

    async def close(self) -> None:
        await self._session.close()
        self._gate.close()

    async def _exchange(
        self,
        request: Request,
        destination: Destination,
        headers: Mapping[str, str],
        progress: SimpleNamespace,
    ) -> tuple[aiohttp.ClientResponse, bytes]:
        async with self._session.request(
            request.method,
            URL(destination.url, encoded=True),
            headers=headers,
            data=request.body,
            allow_redirects=False,
            trace_request_ctx=progress,
        ) as answer:
            progress.status = answer.status
            refuse_redirect(destination, answer.status)
            body = BoundedBody(answer.headers.get("Content-Encoding"), self._limit, answer.status)
            pieces = [piece async for chunk in answer.content.iter_any() for piece in body.feed(chunk)]
            body.finish()
            return answer, b"".join(pieces)


async def _note_connection(
    session: aiohttp.ClientSession, context: SimpleNamespace, params: aiohttp.TraceConnectionCreateEndParams
) -> None:
    context.trace_request_ctx.sent = True


def _unfinished(destination: Destination, progress: SimpleNamespace, how: str) -> str:
    if progress.status is not None:
        return f"{destination.authority} answered {progress.status}, but its answer did not end {how}."
    if progress.sent:
        return f"{destination.authority} did not answer {how}."
    return f"{destination.authority} was not reached {how}."


def _translate(
    error: aiohttp.ClientError, destination: Destination, progress: SimpleNamespace
) -> ConnectionFailed | InvalidResponse | ResponseTooLarge:
    """aiohttp's errors by what they say of the other side; their own texts may quote what it sent."""
    where, known = destination.authority, {"sent": progress.sent, "status": progress.status}
    match error:
        case aiohttp.ClientConnectorCertificateError():
            return ConnectionFailed(f"The certificate of {where} is not valid for it.", **known)
        case aiohttp.ClientConnectorError():
            reason = error.os_error.strerror or "no connection"
            return ConnectionFailed(f"{where} cannot be reached: {reason}.", **known)
        case aiohttp.ClientResponseError() if _caused_by(error, LineTooLong):
            return ResponseTooLarge(f"{where} sent larger headers than are read.", **known)
        case aiohttp.ClientResponseError():
            return InvalidResponse(f"{where} did not answer in HTTP that can be read.", **known)
        case _:
            return ConnectionFailed(
                f"The connection to {where} broke before the answer was complete.", **known
            )


def _caused_by(error: BaseException | None, kind: type[Exception]) -> bool:
    while error is not None and not isinstance(error, kind):
        error = error.__cause__
    return error is not None
