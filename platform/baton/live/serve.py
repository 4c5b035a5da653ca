"""`python -m baton.live.serve`: the `live` process, uvicorn with what streams and a public address need."""

import argparse
import socket
from typing import Any

import uvicorn

from baton.live.http import PatientProtocol, PatientSocket

STOP_SECONDS = 5
BACKLOG = 2048
_MOST_BYTES = 64 * 1024
"""Of a client's frame; ours are refused far below, with a code of ours."""


class LiveServer(uvicorn.Server):
    """Tells the streams before it waits for them."""

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        live: Any = self.lifespan.state[
            "live"
        ]  # a LiveService, which cannot be imported before Django is set up
        live.begin_to_stop()
        await super().shutdown(sockets)


def server() -> LiveServer:
    """The server of `baton.asgi`, not started."""
    config = uvicorn.Config(
        "baton.asgi:application",
        http=PatientProtocol,
        ws=PatientSocket,
        ws_max_size=_MOST_BYTES,
        ws_per_message_deflate=False,  # it would compress each frame anew for every socket
        lifespan="on",
        proxy_headers=False,  # anybody can write them
        server_header=False,
        access_log=False,
        log_config=None,  # Django's is in force once the application is loaded
        log_level="warning",
        workers=1,  # WEB_CONCURRENCY would say otherwise
        timeout_graceful_shutdown=STOP_SECONDS,
    )
    return LiveServer(config)


def listen(host: str, port: int) -> socket.socket:
    """The socket, made here so that `::` is every address of both kinds."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    everywhere = host == "::" and socket.has_dualstack_ipv6()
    listening = socket.create_server((host, port), family=family, backlog=BACKLOG, dualstack_ipv6=everywhere)
    # Accepted ones inherit it. asyncio does not set it here, since a socket made so does not say that it is
    # TCP; then the body of an answer on a kept connection waits 40 ms for the acknowledgement of its head.
    listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, True)
    return listening


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m baton.live.serve")
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, required=True)
    given = parser.parse_args()
    server().run([listen(given.host, given.port)])


if __name__ == "__main__":
    main()
