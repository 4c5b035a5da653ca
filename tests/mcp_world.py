"""MCP servers of tests on a free loopback port: a real one of the SDK, and one that answers whatever it is told."""

import asyncio
import inspect
import json
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import uvicorn
from mcp.server.mcpserver import MCPServer
from world import World

from agents_app.spec import McpSpec, ToolSpec
from agents_app.tools.mcp.conversation import Door
from agents_app.tools.mcp.listing import look_at
from baton.core.ids import new_id
from baton.egress.allow import AllowList
from orchestration.engine.ports import ServerPlace

LEGACY = "2025-06-18"
EMPTY = {"type": "object", "properties": {}}


@dataclass
class Served:
    """A server that can be reached."""

    port: int

    @property
    def host(self) -> str:
        return f"127.0.0.1:{self.port}"

    @property
    def url(self) -> str:
        return f"http://{self.host}/mcp"

    @property
    def allow(self) -> AllowList:
        return AllowList.parse(self.host)

    def place(self, name: str = "docs", timeout: float = 10.0) -> ServerPlace:
        return ServerPlace("s1", name, self.url, timeout)


@contextmanager
def serving(app: Any) -> Iterator[Served]:
    """The ASGI application on a port of its own, on a thread of this process."""
    listener = socket.socket()
    listener.bind(("127.0.0.1", 0))
    server = uvicorn.Server(
        uvicorn.Config(app, log_config=None, lifespan="auto", timeout_graceful_shutdown=1, ws="none")
    )
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]}, daemon=True)
    thread.start()
    while not server.started:
        time.sleep(0.01)
    try:
        yield Served(listener.getsockname()[1])
    finally:
        server.should_exit = True
        thread.join(timeout=10)
        listener.close()


@contextmanager
def real_server(server: MCPServer, **options: Any) -> Iterator[Served]:
    """A server of the SDK, of both eras."""
    with serving(server.streamable_http_app(**options)) as served:
        yield served


def listed(name: str, schema: Any = EMPTY, **more: Any) -> dict[str, Any]:
    """A tool as it stands in a list."""
    return {"name": name, "inputSchema": schema, **more}


@dataclass
class Script:
    """A server of the older era that answers as it is told, right or wrong."""

    pages: list[list[Any]] = field(default_factory=lambda: [[]])
    call: Callable[[dict[str, Any]], Any] = lambda params: {"content": []}
    """The result of `tools/call`, or what is to be awaited for it; ConnectionError hangs up in its middle."""
    status: int = 200
    """Of every answer."""
    headers: dict[str, str] = field(default_factory=dict)
    next_cursor: Callable[[int], Any] = lambda page: str(page + 1)
    heard: list[tuple[str, dict[str, str], Any]] = field(default_factory=list)
    """(method, headers, params) of every message."""

    def methods(self) -> list[str]:
        return [method for method, _, _ in self.heard]

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        assert scope["type"] == "http"
        if scope["method"] != "POST":
            await _answer(send, 405, b"")
            return
        body = b""
        while True:
            piece = await receive()
            body += piece.get("body", b"")
            if not piece.get("more_body"):
                break
        message = json.loads(body)
        headers = {name.decode(): value.decode() for name, value in scope["headers"]}
        method, params = message["method"], message.get("params") or {}
        self.heard.append((method, headers, params))
        if self.status != 200:
            await _answer(send, self.status, b"", self.headers)
            return
        if "id" not in message:
            await _answer(send, 202, b"")
            return
        try:
            result = self._result(method, params)
            result = await result if inspect.isawaitable(result) else result
        except ConnectionError:
            await _answer(send, 200, b"{", {"content-type": "application/json", "content-length": "1000"})
            return
        reply: dict[str, Any] = {"jsonrpc": "2.0", "id": message["id"]}
        reply |= {"error": result.error} if isinstance(result, Refusal) else {"result": result}
        await _answer(send, 200, json.dumps(reply).encode(), {"content-type": "application/json"})

    def _result(self, method: str, params: dict[str, Any]) -> Any:
        match method:
            case "initialize":
                info = {"name": "script", "version": "1"}
                return {"protocolVersion": LEGACY, "capabilities": {"tools": {}}, "serverInfo": info}
            case "tools/list":
                page = int(params.get("cursor", 0))
                more = page + 1 < len(self.pages)
                return {
                    "tools": self.pages[page % len(self.pages)],
                    **({"nextCursor": self.next_cursor(page)} if more else {}),
                }
            case "tools/call":
                return self.call(params)
            case _:
                return Refusal(-32601, "Method not found")


class Refusal:
    """An error of JSON-RPC."""

    def __init__(self, code: int, message: str) -> None:
        self.error = {"code": code, "message": message}


async def _answer(send: Any, status: int, body: bytes, headers: dict[str, str] | None = None) -> None:
    pairs = [(name.encode(), value.encode()) for name, value in (headers or {}).items()]
    await send({"type": "http.response.start", "status": status, "headers": pairs})
    await send({"type": "http.response.body", "body": body})


def add_server(world: World, served: Served, *, credential: Any = None, timeout: int = 30) -> str:
    """A server of the world's project; answers its id."""
    identifier = new_id()
    world.owner(
        "insert into agents_mcpserver (id, organization_id, project_id, name, url, credential_id, timeout_seconds)"
        " values (%s, %s, %s, %s, %s, %s, %s)",
        [
            identifier,
            world.organization,
            world.project,
            f"docs {identifier.hex[-6:]}",
            served.url,
            credential,
            timeout,
        ],
    )
    return str(identifier)


def import_tool(
    world: World, served: Served, server: str, remote: str, *, timeout: float = 30.0, **changes: Any
) -> ToolSpec:
    """A published tool of the project that is the server's tool, as the server says it now."""
    offered = asyncio.run(look_at(Door(served.allow), served.place(), None)).tool(remote)
    assert offered is not None
    mcp = McpSpec(
        server_id=server,
        server="docs",
        tool=remote,
        definition_digest=offered.definition_digest,
        output_schema=offered.output_schema,
        timeout_seconds=timeout,
    )
    plain = world.add_tool(f"docs_{remote}", schema=offered.input_schema, **changes)
    tool = plain.model_copy(update={"http": None, "mcp": mcp})
    world.change_tool(plain, http=None, mcp=mcp)
    return tool
