"""A host that answers every request with the same bytes, for what a well-behaved server never says."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

from provider_world import SECRET, TRANSPORT

from baton.egress.allow import AllowList
from orchestration.engine.ports import ModelClient, ModelReply, ModelRequest
from orchestration.providers.connection import ConnectionSpec
from orchestration.providers.registry import open_client

HELLO = ModelRequest("m", ({"role": "user", "content": "Hello"},), timeout=10.0)


@dataclass
class RawHost:
    """What it was asked, and a client of it."""

    client: ModelClient
    targets: list[str] = field(default_factory=list)

    async def ask(self, request: ModelRequest = HELLO) -> ModelReply:
        return await self.client.complete(request)


@asynccontextmanager
async def raw_host(
    provider: str,
    body: bytes,
    *,
    content_type: str = "text/event-stream",
    status: str = "200 OK",
    base_path: str = "",
    ends: bool = True,
) -> AsyncIterator[RawHost]:
    """`ends`: the body is closed; otherwise the host leaves its connection open for ever."""
    targets: list[str] = []

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
        targets.append(head[0].split(" ")[1])
        length = next(line for line in head if line.lower().startswith("content-length"))
        await reader.readexactly(int(length.split(":")[1]))
        fields = f"HTTP/1.1 {status}\r\ncontent-type: {content_type}\r\ntransfer-encoding: chunked\r\n\r\n"
        writer.write(fields.encode() + b"%x\r\n%s\r\n" % (len(body), body))
        if ends:
            writer.write(b"0\r\n\r\n")
        await writer.drain()
        await reader.read()
        writer.close()

    server = await asyncio.start_server(answer, "127.0.0.1", 0)
    authority = f"127.0.0.1:{server.sockets[0].getsockname()[1]}"
    connection = ConnectionSpec("c", provider, f"http://{authority}{base_path}", transport=TRANSPORT.get())
    client = open_client(connection, SECRET, AllowList.parse(authority))
    async with server:
        try:
            yield RawHost(client, targets)
        finally:
            await client.close()


def stream(*events: dict[str, Any]) -> bytes:
    """Events without names."""
    return b"".join(b"data: " + json.dumps(event).encode() + b"\n\n" for event in events)
