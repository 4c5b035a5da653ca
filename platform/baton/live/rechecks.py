"""Looking again at who listens: every half minute, and at once when something was revoked."""

import asyncio
import logging

from baton.api.translate import translate
from baton.core.errors import BatonError, Unavailable
from baton.live.bus import Revoked
from baton.live.credentials import close_code_of, is_same_place
from baton.live.hub import Hub
from baton.live.sockets import Close, Socket
from baton.live.threads import Threads

BLIND_SECONDS = 55.0
"""Whoever could not be looked at for so long is let go: a revocation acts within a minute, always."""
STUCK_SECONDS = 30.0
_log = logging.getLogger("baton.live")


class Rechecks:
    """Every socket's next look, and those that cannot wait."""

    def __init__(self, hub: Hub, threads: Threads, every: float) -> None:
        self._hub = hub
        self._threads = threads
        self._every = every
        self._tasks: set[asyncio.Task[None]] = set()
        self._loop = asyncio.get_running_loop()

    async def run(self) -> None:
        """For as long as the process serves."""
        while True:
            await asyncio.sleep(min(1.0, self._every / 4))
            now = self._loop.time()
            for socket in list(self._hub.sockets):
                if socket.writing_since is not None and now - socket.writing_since > STUCK_SECONDS:
                    socket.end(Close.TOO_SLOW, "too_slow")
                elif now - socket.checked_at > BLIND_SECONDS:
                    socket.end(Close.TRY_LATER, "unavailable")
                elif now - socket.checked_at >= self._every:
                    self._look_at(socket)

    def revoked(self, message: Revoked) -> None:
        """Rights have changed: look at whom they belong to, now."""
        for socket in list(self._hub.sockets_of(message)):
            socket.must_be_checked = True
            self._look_at(socket)

    def _look_at(self, socket: Socket) -> None:
        if socket.is_being_checked:
            return
        socket.is_being_checked = True
        task = self._loop.create_task(self._check(socket))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _check(self, socket: Socket) -> None:
        try:
            while True:
                socket.must_be_checked = False
                begun = self._loop.time()
                refusal = await self._refusal_of(socket)
                if refusal is not None and not isinstance(refusal, Unavailable):
                    socket.end(close_code_of(refusal), refusal.code)
                    return
                if refusal is None:
                    socket.checked_at = begun
                if not socket.must_be_checked:
                    return
        finally:
            socket.is_being_checked = False

    async def _refusal_of(self, socket: Socket) -> BatonError | None:
        try:
            actor = await self._threads.run(socket.check)
        except Exception as error:
            known = translate(error)
            if known is None:
                _log.exception("A listener could not be looked at")
                return Unavailable("unavailable", "")
            return known
        if is_same_place(actor, socket.actor):
            return None
        return BatonError("forbidden", "")
