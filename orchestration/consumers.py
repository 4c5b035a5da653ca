"""The browser's socket: who it is and what it watches. What is streamed is the hub's business."""

import asyncio
import logging
from functools import partial
from typing import Any, assert_never

from channels.generic.websocket import AsyncWebsocketConsumer
from django.conf import settings
from django.http import parse_cookie

from baton.api.translate import translate
from baton.core.clock import now, to_rfc3339
from baton.core.errors import BatonError, TooMany, Unauthenticated, Unavailable
from baton.live import frames
from baton.live.credentials import close_code_of, listener_of_session
from baton.live.frames import BadCursor, BadFrame, Frame, Hello, Ping, UnwatchRun, WatchRun, read_frame
from baton.live.pace import Pace
from baton.live.service import LiveService
from baton.live.sockets import Close, Socket, pump
from baton.live.tickets import Claim, redeem_ticket, session_mark

HELLO_SECONDS = 5.0
CLOSE_SECONDS = 5.0
FRAMES_PER_SECOND = 20
_log = logging.getLogger("baton.live")


class TraceConsumer(AsyncWebsocketConsumer):
    """One connection, from its handshake to its close."""

    live: LiveService
    session_key: str
    socket: Socket | None = None
    _ending: "asyncio.Task[None] | None" = None
    _pumping: "asyncio.Task[None] | None" = None
    _late: asyncio.TimerHandle | None = None
    _is_given_up = False

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        self._serving = asyncio.current_task()
        try:
            await super().__call__(scope, receive, send)
        except asyncio.CancelledError:
            if not self._is_given_up:
                raise
        finally:
            self._let_go()

    async def connect(self) -> None:
        """Refuse foreign pages before the handshake; everything else is said by a close code after it."""
        self.live = self.scope["state"]["live"]
        self._loop = asyncio.get_running_loop()
        self._pace = Pace(FRAMES_PER_SECOND)
        if not self._is_from_here():
            await self.close(Close.NOT_ALLOWED)
            return
        await self.accept()
        self.session_key = self._cookie(settings.SESSION_COOKIE_NAME)
        if not self.session_key:
            self._end(Close.NOT_SIGNED_IN, "not_signed_in")
            return
        self._late = self._loop.call_later(HELLO_SECONDS, self._end, Close.NOT_SIGNED_IN, "no_hello")

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """One frame of the client's."""
        if self._ending is not None:
            return
        if not self._pace.allows(self._loop.time()):
            self._end(Close.BAD_FRAME, "too_many_frames")
            return
        try:
            if text_data is None:
                raise BadFrame("not_text")
            await self._act(read_frame(text_data))
        except BadFrame as error:
            self._end(Close.BAD_FRAME, str(error))
        except BadCursor as error:
            if self.socket is None:
                self._end(Close.NOT_SIGNED_IN, "no_hello")
            else:
                self.live.hub.answer(self.socket, frames.refused(error.run, str(error)))

    async def disconnect(self, code: int) -> None:
        self._let_go()

    async def _act(self, frame: frames.ClientFrame) -> None:
        if isinstance(frame, Hello):
            if self.socket is not None:
                raise BadFrame("second_hello")
            await self._greet(frame.ticket)
            return
        if self.socket is None:
            self._end(Close.NOT_SIGNED_IN, "no_hello")
            return
        hub = self.live.hub
        match frame:
            case WatchRun():
                hub.watch(self.socket, frame.run, frame.after)
            case UnwatchRun():
                hub.unwatch(self.socket, frame.run)
            case Ping():
                hub.answer(self.socket, frames.pong())
            case _:
                assert_never(frame)

    async def _greet(self, ticket: str) -> None:
        try:
            claim = await redeem_ticket(self.live.valkey, ticket)
            self.socket = await self._sit_down(claim)
            self.live.hub.join(self.socket)
        except Exception as error:
            known = translate(error)
            if known is None:
                raise
            self.socket = None
            self._end(_close_code(known), known.code)
            return
        if self._ending is not None:  # too late after all
            self._let_go()
            return
        if self._late is not None:
            self._late.cancel()
        welcome = frames.welcome(to_rfc3339(now()), self.live.recheck_seconds)
        self.live.hub.answer(self.socket, welcome)
        self._pumping = self._loop.create_task(pump(self.socket, self._write))

    async def _sit_down(self, claim: Claim | None) -> Socket:
        """The socket of whom cookie and ticket name together."""
        if claim is None or claim.session != session_mark(self.session_key):
            raise Unauthenticated("invalid_ticket", "The ticket is not good here.")
        check = partial(listener_of_session, self.session_key, claim.project)
        actor = await self.live.threads.run(check)
        if str(actor.user_id) != claim.user:
            raise Unauthenticated("invalid_ticket", "The ticket is somebody else's.")
        return Socket(actor, check, self._end)

    async def _write(self, frame: Frame) -> None:
        await self.base_send({"type": "websocket.send", "text": frame.text})

    def _end(self, code: int, reason: str) -> None:
        """Send nothing more, and close."""
        if self._ending is None:
            self._ending = self._loop.create_task(self._close(code, reason))

    async def _close(self, code: int, reason: str) -> None:
        self._let_go()
        try:
            async with asyncio.timeout(CLOSE_SECONDS):
                await self.close(code, reason)
        except TimeoutError:
            # It reads nothing, so it cannot be told either.
            self._is_given_up = True
            if self._serving is not None:
                self._serving.cancel()
        except OSError:
            pass

    def _let_go(self) -> None:
        if self._late is not None:
            self._late.cancel()
        if self._pumping is not None:
            self._pumping.cancel()
        if self.socket is not None:
            self.live.hub.leave(self.socket)

    def _is_from_here(self) -> bool:
        origins = self._headers(b"origin")
        hosts = self._headers(b"host")
        host = hosts[0] if len(hosts) == 1 else ""
        return self.live.origins.allows(origins, host=host, scheme=self.scope["scheme"])

    def _headers(self, wanted: bytes) -> list[str]:
        return [value.decode("latin-1") for name, value in self.scope["headers"] if name.lower() == wanted]

    def _cookie(self, name: str) -> str:
        return str(parse_cookie("; ".join(self._headers(b"cookie"))).get(name, ""))


def _close_code(error: BatonError) -> int:
    if isinstance(error, TooMany | Unavailable):
        return Close.TRY_LATER
    return close_code_of(error)
