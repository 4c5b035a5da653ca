"""HTTP as `live` speaks it: uvicorn's, with an end to the patience for whoever connects and asks nothing.

uvicorn waits for the head of a request for ever; a few thousand connections that send a letter a minute would
take every file the process may open.
"""

import asyncio
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

HEAD_SECONDS = 20.0
"""From a connection's beginning, or from an answer on it, to the end of the next request's head."""


class PatientProtocol(H11Protocol):
    """Ends a connection on which no request has begun in time."""

    _patience: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        self._wait_no_more()
        super().connection_lost(exc)

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        self._wait_no_more()
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
