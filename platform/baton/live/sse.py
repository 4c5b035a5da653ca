"""Server-sent events: the same objects as on the socket, for services and for what speaks no WebSocket.

`/sse/runs/{id}?after=` follows one run, `/sse/changes` the lists of a project. `id:` is the last seq, so that
a client that begins again (`Last-Event-ID`) loses nothing.
"""

import asyncio
import contextlib
import logging
import re
from typing import Any
from urllib.parse import parse_qs

import orjson

from baton.api.errors import envelope, headers_of, status_of
from baton.api.translate import translate
from baton.audit.context import RequestContext, request_context
from baton.core.clock import now, to_rfc3339
from baton.core.errors import BadInput, BatonError, Forbidden, NotFound, Unavailable
from baton.core.ids import new_id
from baton.live import frames
from baton.live.bridge import Receive, Scope, Send
from baton.live.credentials import listener_of_request
from baton.live.frames import Frame
from baton.live.service import LiveService
from baton.live.sockets import Socket, pump
from baton.tenancy.actor import Actor

BEAT_SECONDS = 15.0
_LAST_SEQ = 2**31 - 1
_RUN = re.compile(r"/sse/runs/([^/]+)")
_CHANGES = "/sse/changes"
_USABLE_ID = re.compile(r"[A-Za-z0-9._-]{1,64}", re.ASCII)
_log = logging.getLogger("baton.live")


async def stream(scope: Scope, receive: Receive, send: Send) -> None:
    """Answer one request below /sse/."""
    given = _header(scope, b"x-request-id")
    request_id = given if _USABLE_ID.fullmatch(given) else str(new_id())
    client = scope.get("client")
    with request_context(RequestContext(request_id, client[0] if client else None)):
        try:
            await _Stream(scope["state"]["live"], scope, send, request_id).serve(receive)
        except Exception as error:
            known = translate(error)
            if known is None:
                _log.exception("A stream failed")
                known = BatonError("internal_error", "Baton failed to answer this.")
            await _refuse(send, known, request_id)


class _Stream:
    def __init__(self, live: LiveService, scope: Scope, send: Send, request_id: str) -> None:
        self._live = live
        self._scope = scope
        self._send = send
        self._request_id = request_id
        self._last = 0
        self._writing = asyncio.Lock()
        self._over = asyncio.Event()
        self._why: Frame | None = None

    async def serve(self, receive: Receive) -> None:
        """Raises, before anything is sent, what refuses the request."""
        run = self._run()
        self._last = self._after() if run else 0
        self._refuse_foreign_pages()
        if self._live.is_stopping:
            raise Unavailable("unavailable", "The server is about to end.", retry_after=1)
        socket = await self._join(takes_changes=run is None)
        try:
            if run is not None:
                self._live.hub.watch(socket, run, self._last)
                await _first_answer(socket, run)
            await self._begin()
            await self._stream(socket, receive)
        finally:
            self._live.hub.leave(socket)

    def _run(self) -> str | None:
        if self._scope["method"] != "GET":
            raise BatonError("method_not_allowed", f"{self._scope['method']} is not possible here.")
        match = _RUN.fullmatch(self._scope["path"])
        if match is None:
            if self._scope["path"] != _CHANGES:
                raise NotFound
            return None
        if not frames.is_run_id(match[1]):
            raise NotFound
        return match[1]

    def _after(self) -> int:
        given = _header(self._scope, b"last-event-id")
        if not given:
            query = parse_qs(self._scope["query_string"].decode("latin-1"))
            given = query.get("after", ["0"])[-1]
        if not (given.isascii() and given.isdecimal() and len(given) < 11 and int(given) <= _LAST_SEQ):
            raise _bad_after()
        return int(given)

    def _refuse_foreign_pages(self) -> None:
        """A page that says where it comes from is held to it, as on the socket; a service says nothing."""
        origins = [value.decode("latin-1") for name, value in self._scope["headers"] if name == b"origin"]
        host = _header(self._scope, b"host")
        if origins and not self._live.origins.allows(origins, host=host, scheme=self._scope["scheme"]):
            raise Forbidden("forbidden", "This page may not read streams.")

    async def _join(self, *, takes_changes: bool) -> Socket:
        scope = {key: value for key, value in self._scope.items() if key != "state"}

        def check(*, counts: bool = False) -> Actor:
            with request_context(RequestContext(self._request_id)):
                return listener_of_request(scope, counts=counts)

        socket = Socket(
            await self._live.threads.run(check, counts=True),
            check,
            self._end,
            takes_changes=takes_changes,
            catches_up_itself=True,
        )
        self._live.hub.join(socket)
        return socket

    async def _begin(self) -> None:
        headers = [
            (b"content-type", b"text/event-stream; charset=utf-8"),
            (b"cache-control", b"no-store"),
            (b"x-accel-buffering", b"no"),
            (b"x-content-type-options", b"nosniff"),
            (b"x-request-id", self._request_id.encode()),
        ]
        await self._send({"type": "http.response.start", "status": 200, "headers": headers})
        await self._write(frames.welcome(to_rfc3339(now()), self._live.recheck_seconds))

    async def _stream(self, socket: Socket, receive: Receive) -> None:
        tasks = [
            asyncio.create_task(work)
            for work in (pump(socket, self._write), _gone(receive), self._over.wait(), self._beat())
        ]
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
        with contextlib.suppress(OSError, TimeoutError):
            async with asyncio.timeout(2):
                if self._why is not None:
                    await self._write(self._why)
                await self._send({"type": "http.response.body", "body": b""})

    async def _write(self, frame: Frame) -> None:
        if frame.last > self._last:
            self._last = frame.last
        lines = f"id: {self._last}\ndata: {frame.text}\n\n" if frame.run else f"data: {frame.text}\n\n"
        await self._put(lines.encode())

    async def _beat(self) -> None:
        """A sign of life, so that neither a proxy nor the client takes silence for the end."""
        while True:
            await asyncio.sleep(BEAT_SECONDS)
            await self._put(b": \n\n")

    async def _put(self, body: bytes) -> None:
        async with self._writing:
            await self._send({"type": "http.response.body", "body": body, "more_body": True})

    def _end(self, code: int, reason: str) -> None:
        self._why = frames.closed(code, reason)
        self._over.set()


async def _first_answer(socket: Socket, run: str) -> None:
    """Wait for the first frame: a run that is not there is a 404, not a stream."""
    frame = await socket.outlet.peek()
    if frame is not None and frame.text == frames.refused(run, "not_found").text:
        raise NotFound
    if frame is not None and frame.text == frames.refused(run, "bad_cursor").text:
        raise _bad_after()


def _bad_after() -> BadInput:
    return BadInput("invalid_filter", "`after` is the seq of an event that is there, or 0.", field="after")


async def _gone(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


def _header(scope: Scope, name: bytes) -> str:
    values = [value for key, value in scope["headers"] if key == name]
    return values[-1].decode("latin-1") if values else ""


async def _refuse(send: Send, error: BatonError, request_id: str) -> None:
    more = {"X-Request-ID": request_id, "Cache-Control": "no-store", **headers_of(error)}
    headers: list[Any] = [(b"content-type", b"application/json")]
    headers += [(name.lower().encode(), value.encode()) for name, value in more.items()]
    body = orjson.dumps(envelope(error, request_id))
    await send({"type": "http.response.start", "status": status_of(error), "headers": headers})
    await send({"type": "http.response.body", "body": body})
