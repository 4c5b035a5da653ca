"""The httpx2 client for an SDK that tells less than happened: it remembers what became of its requests.

It also holds the one header of a credential: put on a request by the door itself, for its own host, so that
no SDK and no log of an SDK ever has it.
"""

import ssl
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from typing import Final

import httpx2

from baton.egress.allow import AllowList
from baton.egress.errors import ConnectionFailed, EgressError, EgressTimeout, HostNotAllowed
from baton.egress.gate import CONNECT_SECONDS, Gate
from baton.egress.headers import judge_headers
from baton.egress.httpx2_carrier import GatedTransport
from baton.egress.resolver import Resolver

_UNSENT: Final = (httpx2.ConnectError, httpx2.ConnectTimeout, httpx2.PoolTimeout, httpx2.UnsupportedProtocol)


@dataclass(frozen=True, slots=True)
class BoundHeader:
    """A header for one host. Its repr never shows the value."""

    host: str
    name: str
    value: str = field(repr=False)


@dataclass(slots=True)
class Watch:
    """What became of the POST that was sent last."""

    error: EgressError | None = None
    status: int | None = None
    left: int = 0
    """How many may have left since the mark: one that was cut off, too; not one that never connected."""

    @property
    def may_have_left(self) -> bool:
        return self.left > 0

    def mark(self) -> None:
        """What came before does not count any more."""
        self.error, self.status, self.left = None, None, 0

    def begin(self) -> None:
        """A new one leaves."""
        self.error, self.status = None, None
        self.left += 1

    def failed(self, error: EgressError) -> None:
        """It brought nothing."""
        self.error, self.status = error, error.status
        if not error.sent:
            self.left -= 1


def watched_client(
    allow: AllowList,
    timeout: float,
    *,
    limit: int,
    header: BoundHeader | None = None,
    resolver: Resolver | None = None,
    tls: ssl.SSLContext | None = None,
) -> tuple[httpx2.AsyncClient, Watch]:
    """A client for `http_client=` of an SDK, and what it remembers. `timeout` is for each whole answer."""
    gate, watch = Gate(allow, resolver), Watch()
    inner = GatedTransport(gate, timeout, tls=tls, limit=limit)
    client = httpx2.AsyncClient(
        transport=WatchedTransport(inner, gate, watch, header),
        timeout=httpx2.Timeout(timeout, connect=CONNECT_SECONDS),
        follow_redirects=False,
        trust_env=False,
        headers={"user-agent": "Baton"},
    )
    return client, watch


class WatchedTransport(httpx2.AsyncBaseTransport):
    """Before the gated one: the credential goes on, and what comes back is written down."""

    def __init__(self, inner: GatedTransport, gate: Gate, watch: Watch, header: BoundHeader | None) -> None:
        self._inner = inner
        self._gate = gate
        self._watch = watch
        self._header = header

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        if request.method != "POST":
            self._put_on(request)
            return await self._inner.handle_async_request(request)
        self._watch.begin()
        try:
            self._put_on(request)
            response = await self._inner.handle_async_request(request)
        except (EgressError, httpx2.TransportError) as error:
            self._watch.failed(as_egress(error))
            raise
        self._watch.status = response.status_code
        assert isinstance(response.stream, httpx2.AsyncByteStream)
        response.stream = _WatchedStream(response.stream, self._watch)
        return response

    async def aclose(self) -> None:
        await self._inner.aclose()

    def _put_on(self, request: httpx2.Request) -> None:
        if self._header is None:
            return
        destination = self._gate.judge(str(request.url))
        if not destination.is_named_by(self._header.host):
            message = f"The credential belongs to {self._header.host}, not to {destination.authority}."
            raise HostNotAllowed(message)
        for name, value in judge_headers({self._header.name: self._header.value}).items():
            request.headers[name] = value


class _WatchedStream(httpx2.AsyncByteStream):
    def __init__(self, stream: httpx2.AsyncByteStream, watch: Watch) -> None:
        self._stream = stream
        self._watch = watch

    async def __aiter__(self) -> AsyncIterator[bytes]:
        try:
            async for chunk in self._stream:
                yield chunk
        except (EgressError, httpx2.TransportError) as error:
            self._watch.error = as_egress(error)
            raise

    async def aclose(self) -> None:
        await self._stream.aclose()


def as_egress(error: BaseException) -> EgressError:
    """One of ours for one of httpx2: whether anything may have left is what its kind says."""
    known = EgressError.behind(error)
    if known is not None:
        return known
    sent = not isinstance(error, _UNSENT)
    if isinstance(error, httpx2.TimeoutException):
        return EgressTimeout("The answer was not complete in time.", sent=sent)
    return ConnectionFailed(f"The connection broke ({type(error).__name__}).", sent=sent)
