"""A client that keeps some connections busy: the next request leaves when the answer before it is whole.

Written on the protocol and not on a library: what a client costs is taken from the two cores of the servers.
"""

import asyncio
import time
from collections.abc import Iterator
from dataclasses import dataclass, field

_END = b"\r\n\r\n"
_LENGTH = b"content-length:"


@dataclass(frozen=True, slots=True)
class Ask:
    """One kind of request."""

    method: str
    path: str
    headers: tuple[str, ...] = ()
    body: bytes = b""

    def to_bytes(self, port: int) -> bytes:
        lines = [f"{self.method} {self.path} HTTP/1.1", f"Host: 127.0.0.1:{port}", *self.headers]
        if self.body:
            lines += ["Content-Type: application/json", f"Content-Length: {len(self.body)}"]
        return "\r\n".join(lines).encode() + _END + self.body


@dataclass
class Load:
    """What came of it."""

    seconds: float = 0.0
    latencies: list[float] = field(default_factory=list)
    statuses: set[int] = field(default_factory=set)
    last: bytes = b""
    """The body of an answer."""


def keep_asking(port: int, ask: Ask, *, connections: int, seconds: float) -> Load:
    """Ask until the time is over; every answer that was waited for counts."""
    load = Load()
    asyncio.run(_keep_asking(port, ask.to_bytes(port), connections, seconds, load))
    return load


async def _keep_asking(port: int, request: bytes, connections: int, seconds: float, load: Load) -> None:
    loop = asyncio.get_running_loop()
    begun = time.perf_counter()
    askers = [_Asker(request, load, begun + seconds, loop.create_future()) for _ in range(connections)]
    for asker in askers:
        await loop.create_connection(lambda asker=asker: asker, "127.0.0.1", port)  # type: ignore[misc]
    await asyncio.gather(*(asker.done for asker in askers))
    load.seconds = time.perf_counter() - begun


class _Asker(asyncio.Protocol):
    def __init__(self, request: bytes, load: Load, until: float, done: asyncio.Future[None]) -> None:
        self.done = done
        self._request = request
        self._load = load
        self._until = until
        self._received = bytearray()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.WriteTransport)
        self._transport = transport
        self._ask()

    def data_received(self, data: bytes) -> None:
        self._received += data
        for status, body in self._answers():
            now = time.perf_counter()
            self._load.latencies.append(now - self._asked_at)
            self._load.statuses.add(status)
            self._load.last = body
            if now < self._until:
                self._ask()
            else:
                self.done.set_result(None)
                self._transport.close()

    def connection_lost(self, error: Exception | None) -> None:
        if not self.done.done():
            self.done.set_exception(error or ConnectionResetError("the server has hung up"))

    def _ask(self) -> None:
        self._asked_at = time.perf_counter()
        self._transport.write(self._request)

    def _answers(self) -> Iterator[tuple[int, bytes]]:
        """The answer that has arrived whole, if it has."""
        head = self._received.find(_END)
        if head < 0:
            return
        lines = bytes(self._received[:head]).lower()
        at = lines.index(_LENGTH) + len(_LENGTH)
        end = head + len(_END) + int(lines[at:].split(b"\r\n", 1)[0])
        if len(self._received) >= end:
            body = bytes(self._received[head + len(_END) : end])
            self._received.clear()
            yield int(lines[9:12]), body
