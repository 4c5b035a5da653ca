"""The WSGI application behind `live`, when both share the one port: REST and pages, in threads of their own.

A thread is lent to a request only between its whole body and its whole answer, both of which are bounded: a
client that sends or reads slowly holds nobody's thread. What is not read of a refused body uvicorn drops as
it comes, since a connection that is closed on a client which still sends takes the answer back with it.
"""

import asyncio
from collections.abc import Awaitable, Callable, Iterable, MutableMapping
from io import BytesIO
from typing import Any

from a2wsgi import WSGIMiddleware

from baton.api.body import BODY_SECONDS, MAX_READERS, NotReceived, too_large
from baton.core.errors import BatonError, Unavailable
from baton.core.strict_json import MAX_BYTES

type Scope = MutableMapping[str, Any]
type Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
type Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
type StartResponse = Callable[..., Any]
type Wsgi = Callable[[dict[str, Any], StartResponse], Iterable[bytes]]

_SMALL = 64 * 1024
"""A body up to here takes no turn: so many may be held at once as there are connections."""
_INPUT = "baton.input"


class Bridge:
    """An ASGI application around a WSGI one."""

    def __init__(self, application: Wsgi, threads: int) -> None:
        self._turns = asyncio.Semaphore(MAX_READERS)
        gathered: Any = _gathered(application)
        self._wsgi: Any = WSGIMiddleware(gathered, workers=threads, send_queue_size=0)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        body = await self._body(scope, receive)
        if body is None:
            return  # the client has left
        scope[_INPUT] = body
        await self._wsgi(scope, _nothing_more, send)

    def stop(self) -> None:
        """Take no more; what is under way may finish."""
        self._wsgi.executor.shutdown(wait=False, cancel_futures=True)

    async def _body(self, scope: Scope, receive: Receive) -> BytesIO | NotReceived | None:
        length = _length(scope)
        if length == 0:
            return BytesIO()
        if length is not None and length > MAX_BYTES:
            return NotReceived(too_large())
        if length is not None and length <= _SMALL:
            return await _read(receive, BODY_SECONDS)
        if self._turns.locked():
            return NotReceived(
                Unavailable("unavailable", "Too many requests are being received.", retry_after=BODY_SECONDS)
            )
        async with self._turns:
            return await _read(receive, BODY_SECONDS)


async def _read(receive: Receive, seconds: float) -> BytesIO | NotReceived | None:
    """The whole body, read no further than shows that it is too large. None: the client has left."""
    body = BytesIO()
    try:
        async with asyncio.timeout(seconds):
            while True:
                message = await receive()
                if message["type"] == "http.disconnect":
                    return None
                body.write(message.get("body", b""))
                if body.tell() > MAX_BYTES:
                    return NotReceived(too_large())
                if not message.get("more_body"):
                    break
    except TimeoutError:
        return NotReceived(BatonError("timeout", "The request was not received whole."))
    body.seek(0)
    return body


def _length(scope: Scope) -> int | None:
    """The stated length; 0 without a body, None where it is not stated."""
    headers: dict[bytes, bytes] = dict(scope["headers"])
    if b"transfer-encoding" in headers:
        return None
    stated = headers.get(b"content-length", b"0")
    return int(stated) if stated.isdigit() else None


def _gathered(application: Wsgi) -> Wsgi:
    """The application with its body in memory, and its answer in one piece: the thread waits for nobody."""

    def answer(environ: dict[str, Any], start_response: StartResponse) -> Iterable[bytes]:
        environ["wsgi.input"] = environ["asgi.scope"][_INPUT]
        pieces = application(environ, start_response)
        try:
            return [b"".join(pieces)]
        finally:
            if (close := getattr(pieces, "close", None)) is not None:
                close()

    return answer


async def _nothing_more() -> MutableMapping[str, Any]:
    return {"type": "http.request", "body": b"", "more_body": False}
