"""How aiohttp opens a connection through the gate, and sends over it no more than once."""

import socket
import ssl
from typing import Final

import aiohttp
from aiohttp.abc import AbstractResolver, ResolveResult

from baton.egress.gate import Gate

_CONNECTIONS: Final = 256
_KEPT_SECONDS: Final = 30.0


class GatedConnector(aiohttp.TCPConnector):
    """Connects to what the gate passed: once per request, unless connections are to be kept.

    A kept connection that the other side just closed loses a request after it was sent. Of a tool call that
    would be an unknown outcome for nothing, so only what may be asked again keeps connections, and their
    number has no bound here: a thousand models may think at once.
    """

    def __init__(self, gate: Gate, tls: ssl.SSLContext, *, keep: bool = False) -> None:
        super().__init__(
            resolver=_GatedResolver(gate),
            use_dns_cache=False,
            ssl=tls,
            limit=0 if keep else _CONNECTIONS,
            force_close=not keep,
            keepalive_timeout=_KEPT_SECONDS if keep else None,
        )
        self._gate = gate

    async def connect(
        self, req: aiohttp.ClientRequest, traces: list[aiohttp.tracing.Trace], timeout: aiohttp.ClientTimeout
    ) -> aiohttp.connector.Connection:
        # Numbers never reach a resolver, so the address is judged here for whatever asks for a connection.
        self._gate.judge(str(req.url))
        return await super().connect(req, traces, timeout)


class _GatedResolver(AbstractResolver):
    def __init__(self, gate: Gate) -> None:
        self._gate = gate

    async def resolve(
        self, host: str, port: int = 0, family: socket.AddressFamily = socket.AF_UNSPEC
    ) -> list[ResolveResult]:
        return [
            ResolveResult(
                hostname=host,
                host=address,
                port=port,
                family=socket.AF_INET6 if ":" in address else socket.AF_INET,
                proto=socket.IPPROTO_TCP,
                flags=socket.AI_NUMERICHOST,
            )
            for address in await self._gate.addresses(host, port)
        ]

    async def close(self) -> None:
        """The gate belongs to the carrier."""


class _BrokeOff(aiohttp.ClientError):
    """The connection ended before the answer."""


async def send_once(
    request: aiohttp.ClientRequest, handler: aiohttp.ClientHandlerType
) -> aiohttp.ClientResponse:
    """Otherwise aiohttp sends GET, PUT and DELETE a second time by itself, seen by nobody."""
    try:
        return await handler(request)
    except aiohttp.ClientConnectorError:
        raise
    except (aiohttp.ClientOSError, aiohttp.ServerDisconnectedError) as error:
        raise _BrokeOff from error
