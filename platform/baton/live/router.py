"""The ASGI router: what waits or streams is answered here, everything else by the WSGI application."""

import logging
from collections.abc import Awaitable, Callable
from urllib.parse import quote

import orjson

from baton.live.bridge import Bridge, Receive, Scope, Send
from baton.live.service import LiveService

type App = Callable[[Scope, Receive, Send], Awaitable[None]]

SOCKET_PATH = "/ws/"
STREAM_PATH = "/sse/"
HEALTH_PATH = "/livez"
_log = logging.getLogger("baton.live")


class Router:
    """`socket` gets WebSockets, `stream` what is below /sse/, `web` all other requests."""

    def __init__(
        self, *, socket: App, stream: App, web: Bridge, make_service: Callable[[], LiveService]
    ) -> None:
        self._socket = socket
        self._stream = stream
        self._web = web
        self._make_service = make_service

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        match scope["type"]:
            case "lifespan":
                await self._live(scope, receive, send)
            case "websocket" if scope["path"] == SOCKET_PATH:
                await self._socket(scope, receive, send)
            case "websocket":
                await receive()
                await send({"type": "websocket.close", "code": 4404})
            case "http" if scope["path"].startswith(STREAM_PATH):
                await self._stream(scope, receive, send)
            case "http" if scope["path"] == HEALTH_PATH:
                await _tell_health(scope["state"]["live"], send)
            case "http":
                await self._web(_with_ascii_query(scope), receive, send)

    async def _live(self, scope: Scope, receive: Receive, send: Send) -> None:
        await receive()
        try:
            service = self._make_service()
            service.start()
        except Exception as error:
            _log.exception("live cannot start")
            await send({"type": "lifespan.startup.failed", "message": type(error).__name__})
            return
        scope["state"]["live"] = service
        await send({"type": "lifespan.startup.complete"})
        await receive()
        self._web.stop()
        await service.stop()
        await send({"type": "lifespan.shutdown.complete"})


def _with_ascii_query(scope: Scope) -> Scope:
    """A WSGI environment holds nothing else in a query."""
    query = scope["query_string"]
    if not query.isascii():
        scope["query_string"] = quote(query, safe="%/:?#[]@!$&'()*+,;=-._~").encode()
    return scope


async def _tell_health(live: LiveService, send: Send) -> None:
    """Alive; without the bus it still serves, a little later."""
    body = orjson.dumps(
        {
            "status": "ok",
            "bus": live.listener.is_up,
            "streams": len(live.hub.sockets),
            "runs": len(live.hub.topics),
        }
    )
    headers = [(b"content-type", b"application/json"), (b"cache-control", b"no-store")]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await send({"type": "http.response.body", "body": body})
