"""A streaming answer over aiohttp, for the bare way to model providers: the same door, kept connections.

It connects only to addresses the gate passed, under the original name, follows no redirect, keeps no cookie
and reads no proxy from the environment. A connection is kept for the next request to the same host, as an SDK
does: a model call may be asked again, so one that meets a connection that was just closed costs a try.
"""

import ssl
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Final

import aiohttp
from yarl import URL

from baton.egress.aiohttp_connector import GatedConnector, send_once
from baton.egress.allow import AllowList
from baton.egress.body import MIB, BoundedBody
from baton.egress.errors import ConnectionFailed, EgressTimeout, InvalidResponse, ResponseTooLarge
from baton.egress.gate import CONNECT_SECONDS, Gate
from baton.egress.headers import judge_headers
from baton.egress.redirect import refuse_redirect
from baton.egress.tls import trusting_system

STREAM_LIMIT: Final = 32 * MIB
"""A long streamed reply carries a few hundred bytes of frame for each token."""


@dataclass(frozen=True, slots=True)
class StreamedAnswer:
    """An answer whose body is still coming. Reading it to its end gives the connection back."""

    status: int
    headers: Mapping[str, str]
    """By names in lower case."""
    pieces: AsyncIterator[bytes]


class StreamingCarrier:
    """Bound to the event loop it is made on; close it there."""

    def __init__(
        self, allow: AllowList, *, limit: int = STREAM_LIMIT, tls: ssl.SSLContext | None = None
    ) -> None:
        self._gate = Gate(allow)
        self._limit = limit
        self._session = aiohttp.ClientSession(
            connector=GatedConnector(self._gate, tls or trusting_system(), keep=True),
            cookie_jar=aiohttp.DummyCookieJar(),
            auto_decompress=False,
            trust_env=False,
            timeout=aiohttp.ClientTimeout(total=None, sock_connect=CONNECT_SECONDS),
            skip_auto_headers=("User-Agent", "Content-Type"),
            middlewares=(send_once,),
            read_bufsize=256 * 1024,
        )

    @asynccontextmanager
    async def post(self, url: str, headers: Mapping[str, str], body: bytes) -> AsyncIterator[StreamedAnswer]:
        """Raises EgressError. Leaving the block before the end of the body closes the connection."""
        destination = self._gate.judge(url)
        # Asked to come as it is: a compressed stream is held back by whoever compresses it.
        sent = judge_headers(headers) | {"accept-encoding": "identity"}
        try:
            async with self._session.post(
                URL(destination.url, encoded=True), headers=sent, data=body, allow_redirects=False
            ) as answer:
                refuse_redirect(destination, answer.status)
                bounded = BoundedBody(answer.headers.get("Content-Encoding"), self._limit, answer.status)
                known = {name.lower(): value for name, value in answer.headers.items()}
                yield StreamedAnswer(answer.status, known, _pieces(answer, bounded))
        except aiohttp.ClientError as error:
            raise _translate(error, destination.authority) from error

    async def close(self) -> None:
        await self._session.close()
        self._gate.close()


async def _pieces(answer: aiohttp.ClientResponse, bounded: BoundedBody) -> AsyncIterator[bytes]:
    async for chunk in answer.content.iter_any():
        for piece in bounded.feed(chunk):
            yield piece
    bounded.finish()


def _translate(
    error: aiohttp.ClientError, where: str
) -> ConnectionFailed | InvalidResponse | EgressTimeout | ResponseTooLarge:
    """aiohttp's errors by what they say of the other side; their own texts may quote what it sent."""
    match error:
        case aiohttp.ConnectionTimeoutError():
            return EgressTimeout(f"{where} was not reached in time.", sent=False)
        case aiohttp.ClientConnectorCertificateError():
            return ConnectionFailed(f"The certificate of {where} is not valid for it.")
        case aiohttp.ClientConnectorError():
            return ConnectionFailed(
                f"{where} cannot be reached: {error.os_error.strerror or 'no connection'}."
            )
        case aiohttp.ClientResponseError():
            return InvalidResponse(f"{where} did not answer in HTTP that can be read.", sent=True)
        case _:
            return ConnectionFailed(
                f"The connection to {where} broke before the answer was complete.", sent=True
            )
