"""The body of a request, read whole before anything else looks at it: bounded in bytes and in time.

Django ignores a body without a length (chunked), and a server's thread that reads from a client which has
stopped sending waits for ever. So a helper thread reads, and a request whose body is late is answered anyway.
Behind `live` the event loop has read it already (`baton.live.bridge`), or says why not.
"""

import threading
from collections.abc import Callable
from io import BytesIO
from typing import Protocol

from django.http import HttpRequest, HttpResponse

from baton.api.handlers import answer
from baton.core.errors import BatonError, TooLarge, Unavailable
from baton.core.strict_json import MAX_BYTES

BODY_SECONDS = 20.0
MAX_READERS = 64
_PIECE = 256 * 1024


class _Stream(Protocol):
    def read(self, size: int, /) -> bytes: ...


class NotReceived:
    """Stands for a body of which not everything came: whoever reads it is told why."""

    def __init__(self, error: BatonError) -> None:
        self._error = error

    def read(self, size: int = -1, /) -> bytes:
        raise self._error

    readline = read


class BodyMiddleware:
    """Puts the whole body in memory, or answers 413, 408 or 503."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self._get_response = get_response
        self._readers = threading.BoundedSemaphore(MAX_READERS)

    def __call__(self, request: HttpRequest) -> HttpResponse:
        try:
            self._read(request)
        except BatonError as error:
            return answer(request, error)
        return self._get_response(request)

    def _read(self, request: HttpRequest) -> None:
        length = _length(request)
        if length == 0:
            _put(request, b"")
            return
        if length > MAX_BYTES:
            raise too_large()
        stream = request.META["wsgi.input"]
        if isinstance(stream, BytesIO | NotReceived):
            self._take(request, stream.read(MAX_BYTES + 1), length)
            return
        if not self._readers.acquire(blocking=False):
            raise Unavailable(
                "unavailable", "Too many requests are being received.", retry_after=BODY_SECONDS
            )
        # A chunked body says no length: one byte beyond the limit is read to know that it is beyond.
        wanted = length if length > 0 else MAX_BYTES + 1
        self._take(request, _read_in_time(stream, wanted, self._readers.release), length)

    @staticmethod
    def _take(request: HttpRequest, body: bytes, length: int) -> None:
        if len(body) > MAX_BYTES:
            raise too_large()
        if len(body) < length:
            raise BatonError("timeout", "The request was not received whole.")
        _put(request, body)


def _put(request: HttpRequest, body: bytes) -> None:
    request.META["CONTENT_LENGTH"] = str(len(body))
    vars(request)["_stream"] = BytesIO(body)


def _length(request: HttpRequest) -> int:
    """The stated length; 0 without a body, -1 where it is not stated."""
    if "chunked" in request.META.get("HTTP_TRANSFER_ENCODING", "").lower():
        return -1
    stated = request.META.get("CONTENT_LENGTH") or "0"
    return int(stated[:20]) if stated.isascii() and stated.isdecimal() else 0


def _read_in_time(stream: _Stream, wanted: int, done: Callable[[], None]) -> bytes:
    """All of the stream, at most `wanted` bytes. `done` is called by the reader, however late it ends."""
    pieces: list[bytes] = []
    failures: list[BaseException] = []
    ready = threading.Event()

    def read() -> None:
        left = wanted
        try:
            while left > 0:
                piece = stream.read(min(_PIECE, left))
                if not piece:
                    break
                pieces.append(piece)
                left -= len(piece)
        except BaseException as error:
            failures.append(error)
        finally:
            done()
            ready.set()

    # A daemon, otherwise a client that stalls would keep the process from ending.
    threading.Thread(target=read, name="request-body", daemon=True).start()
    if not ready.wait(BODY_SECONDS) or failures:
        raise BatonError("timeout", "The request was not received whole.")
    return b"".join(pieces)


def too_large() -> TooLarge:
    """What is said of a body beyond the limit."""
    return TooLarge("body_too_large", f"The request is larger than {MAX_BYTES} bytes.")
