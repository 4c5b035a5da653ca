"""HTTP/1.1 as far as a model server needs it: one asyncio protocol, keep-alive, bodies by Content-Length.

Hand-written because the bench drives it from the same two cores as the engine it measures. It listens on
loopback for tests and demos; it is no server to put on the internet.
"""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

MAX_HEAD = 64 * 1024
MAX_BODY = 32 * 1024 * 1024

_REASONS = {
    200: b"OK",
    400: b"Bad Request",
    401: b"Unauthorized",
    404: b"Not Found",
    411: b"Length Required",
    413: b"Content Too Large",
    429: b"Too Many Requests",
    431: b"Request Header Fields Too Large",
    500: b"Internal Server Error",
    503: b"Service Unavailable",
    529: b"Overloaded",
}


@dataclass(frozen=True, slots=True)
class Request:
    method: str
    target: str
    headers: dict[str, str]
    """Names in lower case."""
    body: bytes


class Exchange:
    """One request and the answer being written to it."""

    def __init__(self, request: Request, transport: asyncio.Transport) -> None:
        self.request = request
        self._transport = transport

    def answer(self, status: int, body: bytes, headers: dict[str, str] | None = None) -> None:
        """A whole answer in one write."""
        head = self._head(status, {"content-type": "application/json", **(headers or {})})
        self._transport.write(b"%scontent-length: %d\r\n\r\n%s" % (head, len(body), body))

    def start_stream(self) -> None:
        fields = {"content-type": "text/event-stream", "cache-control": "no-cache"}
        self._transport.write(self._head(200, fields) + b"transfer-encoding: chunked\r\n\r\n")

    def send(self, data: bytes) -> None:
        self._transport.write(b"%x\r\n%s\r\n" % (len(data), data))

    def end_stream(self) -> None:
        self._transport.write(b"0\r\n\r\n")

    def break_off(self) -> None:
        """Close without finishing, as a proxy that dies does."""
        self._transport.close()

    def _head(self, status: int, headers: dict[str, str]) -> bytes:
        fields = "".join(f"{name}: {value}\r\n" for name, value in headers.items()).encode("latin-1")
        return b"HTTP/1.1 %d %s\r\n%s" % (status, _REASONS.get(status, b"Unknown"), fields)


type Handler = Callable[[Exchange], Awaitable[None]]


class HttpProtocol(asyncio.Protocol):
    """One connection: requests are answered one after the other; a client that leaves cancels its own."""

    def __init__(self, handler: Handler, connections: set["HttpProtocol"]) -> None:
        self._handler = handler
        self._connections = connections
        self._buffer = bytearray()
        self._transport: asyncio.Transport | None = None
        self._answering: asyncio.Future[None] | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        self._connections.add(self)

    def connection_lost(self, exc: Exception | None) -> None:
        self._connections.discard(self)
        if self._answering is not None:
            self._answering.cancel()

    def close(self) -> None:
        if self._transport is not None:
            self._transport.close()

    def data_received(self, data: bytes) -> None:
        self._buffer += data
        self._begin_next()

    def _begin_next(self) -> None:
        if self._answering is not None or self._transport is None or self._transport.is_closing():
            return
        try:
            request = take_request(self._buffer)
        except BadRequest as error:
            Exchange(Request("", "", {}, b""), self._transport).answer(error.status, b'{"error":{}}')
            self._transport.close()
            return
        if request is None:
            return
        exchange = Exchange(request, self._transport)
        self._answering = asyncio.ensure_future(self._handler(exchange))
        self._answering.add_done_callback(self._answered)

    def _answered(self, answering: "asyncio.Future[None]") -> None:
        self._answering = None
        if answering.cancelled():
            return
        if error := answering.exception():
            self.close()
            context = {"message": "the model server failed", "exception": error, "protocol": self}
            asyncio.get_running_loop().call_exception_handler(context)
        self._begin_next()


class BadRequest(Exception):
    """The bytes are no request that is answered here; `status` says why."""

    def __init__(self, status: int) -> None:
        super().__init__(status)
        self.status = status


def take_request(buffer: bytearray) -> Request | None:
    """Cut the first whole request off the buffer; None while it is not all there."""
    end = buffer.find(b"\r\n\r\n")
    if end < 0:
        if len(buffer) > MAX_HEAD:
            raise BadRequest(431)
        return None
    first, *lines = buffer[:end].decode("latin-1").split("\r\n")
    headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)}
    if "transfer-encoding" in headers:
        raise BadRequest(411)
    length = headers.get("content-length", "0")
    if not length.isdecimal() or first.count(" ") != 2:
        raise BadRequest(400)
    if int(length) > MAX_BODY:
        raise BadRequest(413)
    total = end + 4 + int(length)
    if len(buffer) < total:
        return None
    method, target, _ = first.split(" ")
    request = Request(method, target, headers, bytes(buffer[end + 4 : total]))
    del buffer[:total]
    return request
