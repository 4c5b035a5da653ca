"""The same door for SDKs that bring their own requests: an httpx2 client over the gate.

It connects only to addresses the gate passed, under the original name, follows no redirect, keeps no cookie
and reads no proxy from the environment. The answer may stream; its size and its whole time are bounded.
An SDK may wrap what is raised here: `EgressError.behind(error)` finds it.
"""

import asyncio
import ssl
from collections.abc import AsyncGenerator, AsyncIterable, AsyncIterator, Generator, Iterable
from contextlib import aclosing, contextmanager
from typing import Final, cast

import httpcore2
import httpx2

from baton.egress.allow import AllowList
from baton.egress.body import MIB, BoundedBody
from baton.egress.errors import EgressTimeout
from baton.egress.gate import CONNECT_SECONDS, Gate
from baton.egress.redirect import refuse_redirect
from baton.egress.resolver import Resolver
from baton.egress.tls import trusting_system

STREAM_LIMIT: Final = 32 * MIB
"""A long streamed reply carries a few hundred bytes of frame for each token."""

_NEXT_ADDRESS_SECONDS: Final = 3.0
_KEPT_CONNECTIONS: Final = 20
_KEPT_SECONDS: Final = 30.0
_SAME_NAME: Final = (
    httpcore2.ConnectTimeout,
    httpcore2.ReadTimeout,
    httpcore2.WriteTimeout,
    httpcore2.PoolTimeout,
    httpcore2.ConnectError,
    httpcore2.ReadError,
    httpcore2.WriteError,
    httpcore2.LocalProtocolError,
    httpcore2.RemoteProtocolError,
    httpcore2.UnsupportedProtocol,
)


def async_client(
    allow: AllowList,
    timeout: float,
    *,
    resolver: Resolver | None = None,
    tls: ssl.SSLContext | None = None,
    limit: int = STREAM_LIMIT,
) -> httpx2.AsyncClient:
    """A client for `http_client=` of an SDK. `timeout` is the longest whole answer, in seconds; the SDK's own
    timeouts count between two pieces of it. Closing the client closes everything."""
    return httpx2.AsyncClient(
        transport=GatedTransport(Gate(allow, resolver), timeout, tls=tls, limit=limit),
        timeout=httpx2.Timeout(timeout, connect=CONNECT_SECONDS),
        follow_redirects=False,
        trust_env=False,
    )


class GatedTransport(httpx2.AsyncBaseTransport):
    """Built on the public pool rather than on httpx2's own transport, whose network cannot be chosen."""

    def __init__(self, gate: Gate, seconds: float, *, tls: ssl.SSLContext | None, limit: int) -> None:
        self._gate = gate
        self._seconds = seconds
        self._limit = limit
        self._pool = httpcore2.AsyncConnectionPool(
            ssl_context=tls or trusting_system(),
            max_connections=None,
            max_keepalive_connections=_KEPT_CONNECTIONS,
            keepalive_expiry=_KEPT_SECONDS,
            network_backend=_GatedNetwork(gate),
        )

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        destination = self._gate.judge(str(request.url))
        deadline = asyncio.get_running_loop().time() + self._seconds
        # Asked to come as it is: a compressed stream is held back by whoever compresses it.
        request.headers["accept-encoding"] = "identity"
        outgoing = httpcore2.Request(
            method=request.method,
            url=httpcore2.URL(
                scheme=request.url.raw_scheme,
                host=request.url.raw_host,
                port=request.url.port,
                target=request.url.raw_path,
            ),
            headers=request.headers.raw,
            content=request.stream,
            extensions=request.extensions,
        )
        with _httpx2_errors(destination.authority):
            async with asyncio.timeout_at(deadline):
                answer = await self._pool.handle_async_request(outgoing)
        try:
            refuse_redirect(destination, answer.status)
            headers = httpx2.Headers(answer.headers)
            body = BoundedBody(headers.get("content-encoding"), self._limit, answer.status)
        except BaseException:
            await answer.aclose()
            raise
        return httpx2.Response(
            answer.status,
            headers=_kept(headers),
            stream=_BoundedStream(answer, body, deadline, destination.authority),
            extensions=answer.extensions,
        )

    async def aclose(self) -> None:
        await self._pool.aclose()
        self._gate.close()


class _GatedNetwork(httpcore2.AsyncNetworkBackend):
    """Opens sockets to judged addresses only; TLS above it still sees the original name."""

    def __init__(self, gate: Gate) -> None:
        self._gate = gate
        self._network = httpcore2.AnyIOBackend()

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[httpcore2.SOCKET_OPTION] | None = None,
    ) -> httpcore2.AsyncNetworkStream:
        *others, last = await self._gate.addresses(host, port)
        patience = _NEXT_ADDRESS_SECONDS if timeout is None else min(timeout, _NEXT_ADDRESS_SECONDS)
        for address in others:
            try:
                return await self._network.connect_tcp(address, port, patience, local_address, socket_options)
            except (httpcore2.ConnectError, httpcore2.ConnectTimeout):
                continue
        return await self._network.connect_tcp(last, port, timeout, local_address, socket_options)

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(seconds)


class _BoundedStream(httpx2.AsyncByteStream):
    def __init__(self, answer: httpcore2.Response, body: BoundedBody, deadline: float, where: str) -> None:
        self._answer = answer
        self._body = body
        self._deadline = deadline
        self._where = where

    async def __aiter__(self) -> AsyncIterator[bytes]:
        # An SDK may come back for the rest after it has what it wants: each pass goes on from the last.
        chunks = cast(AsyncGenerator[bytes], aiter(cast(AsyncIterable[bytes], self._answer.stream)))
        async with aclosing(chunks):
            while (chunk := await self._next(chunks)) is not None:
                for piece in self._body.feed(chunk):
                    yield piece
        self._body.finish()

    async def _next(self, chunks: AsyncIterator[bytes]) -> bytes | None:
        with _httpx2_errors(self._where):
            async with asyncio.timeout_at(self._deadline):
                return await anext(chunks, None)

    async def aclose(self) -> None:
        await self._answer.aclose()


def _kept(headers: httpx2.Headers) -> httpx2.Headers:
    """What the caller sees: the body is unpacked already, and a cookie would join two requests."""
    dropped = {"set-cookie"}
    if "content-encoding" in headers:
        dropped |= {"content-encoding", "content-length"}
    return httpx2.Headers([(name, value) for name, value in headers.multi_items() if name not in dropped])


@contextmanager
def _httpx2_errors(where: str) -> Generator[None]:
    """The errors an SDK knows; the pool's own have the same names."""
    try:
        yield
    except TimeoutError:
        message = f"{where} did not complete its answer in time."
        raise httpx2.ReadTimeout(message) from EgressTimeout(message, sent=True)
    except _SAME_NAME as error:
        raise getattr(httpx2, type(error).__name__)(str(error)) from error
