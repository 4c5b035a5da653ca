"""HTTP and WebSocket as `live` speaks them: uvicorn's, with an end to the patience for silence.

uvicorn waits for the head of a request, and for the reading of what it has written, for ever: a few thousand
clients that send a letter a minute would take every file the process may open, a few hundred that read none
its memory. A socket that is closed on a client which reads nothing is one of these too.
"""

import asyncio
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

HEAD_SECONDS = 20.0
"""From a connection's beginning, or from an answer on it, to the end of the next request's head."""
READ_SECONDS = 120.0
"""How long more than a buffer full may wait for the client to read it."""


class _MustBeRead(asyncio.Protocol):
    """Ends a connection whose other side does not read what is written."""

    loop: asyncio.AbstractEventLoop
    transport: asyncio.Transport
    _unread: asyncio.TimerHandle | None = None

    def pause_writing(self) -> None:
        super().pause_writing()
        self._unread = self.loop.call_later(READ_SECONDS, self.transport.abort)

    def resume_writing(self) -> None:
        self._has_read()
        super().resume_writing()

    def connection_lost(self, exc: Exception | None) -> None:
        self._has_read()
        super().connection_lost(exc)

    def _has_read(self) -> None:
        if self._unread is not None:
            self._unread.cancel()
            self._unread = None


class PatientSocket(_MustBeRead, WebSocketsSansIOProtocol):
    """A WebSocket; how long one may say nothing is the consumer's business."""


class PatientProtocol(_MustBeRead, H11Protocol):
    """HTTP; ends a connection on which no request has begun in time."""

    _patience: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        self._wait_no_more()
        super().connection_lost(exc)

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        self._wait_no_more()
        self._has_read()  # from here on the socket hears of it
        super().handle_websocket_upgrade(event)

    def on_response_complete(self) -> None:
        self._wait()
        super().on_response_complete()

    def _wait(self) -> None:
        self._wait_no_more()
        self._patience = self.loop.call_later(HEAD_SECONDS, self._end)

    def _wait_no_more(self) -> None:
        if self._patience is not None:
            self._patience.cancel()
            self._patience = None

    def _end(self) -> None:
        """Unless a request is being answered; its own end begins the next wait."""
        under_way: Any = self.cycle
        if under_way is None or under_way.response_complete:
            self.transport.close()
