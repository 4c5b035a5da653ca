"""A model server on a free port and a client of it, over real HTTP through the real SDK."""

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any

from baton.egress.allow import AllowList
from orchestration.engine.messages import Message
from orchestration.engine.ports import ModelClient, ModelReply, ModelRequest, ToolSchema
from orchestration.providers.connection import ConnectionSpec
from orchestration.providers.model_server import ModelServer
from orchestration.providers.registry import open_client
from orchestration.providers.scripted.replies import script_from_json

SECRET = "sk-test-0123456789"
TRANSPORT: ContextVar[str] = ContextVar("transport", default="sdk")
"""How the worlds of a test travel; tests of a provider run once for each way (conftest)."""
FIND_ORDER = ToolSchema(
    "find_order", "Looks an order up.", {"type": "object", "properties": {"order": {"type": "string"}}}
)


@dataclass
class World:
    """One server, one client of it."""

    server: ModelServer
    client: ModelClient

    async def ask(
        self,
        text: str = "Hello",
        *,
        model: str = "echo",
        tools: tuple[ToolSchema, ...] = (),
        settings: Mapping[str, Any] | None = None,
        timeout: float = 10.0,
        on_text: Callable[[str], None] | None = None,
    ) -> ModelReply:
        return await self.converse(
            [{"role": "user", "content": text}],
            model=model,
            tools=tools,
            settings=settings,
            timeout=timeout,
            on_text=on_text,
        )

    async def converse(
        self,
        messages: Sequence[Message],
        *,
        model: str = "echo",
        tools: tuple[ToolSchema, ...] = (),
        settings: Mapping[str, Any] | None = None,
        timeout: float = 10.0,
        on_text: Callable[[str], None] | None = None,
    ) -> ModelReply:
        request = ModelRequest(model, tuple(messages), tools, settings or {}, timeout)
        return await self.client.complete(request, on_text)

    def bodies(self) -> list[dict[str, Any]]:
        """What the server was sent."""
        return [request["body"] for request in self.server.counts.requests()]


@asynccontextmanager
async def world(
    *,
    script: str | None = None,
    scenario: str = "",
    capabilities: Mapping[str, Any] | None = None,
    secret: str | None = SECRET,
    provider: str = "openai_chat",
    transport: str | None = None,
    history: str = "client",
    model_capabilities: Mapping[str, Any] | None = None,
) -> AsyncIterator[World]:
    """`script` is JSON and answers as model `data`; `scenario` holds for every request."""
    scripts = {"data": script_from_json(script)} if script else {}
    async with ModelServer(scripts=scripts) as server:
        base_url = server.base_url_with(scenario) if scenario else server.base_url
        if provider == "anthropic_messages":
            base_url = base_url.removesuffix("/v1")
        way = transport or TRANSPORT.get()
        connection = ConnectionSpec(
            "c",
            provider,
            base_url,
            None,
            capabilities or {},
            model_capabilities or {},
            transport=way,
            history=history,
        )
        client = open_client(connection, secret, AllowList.parse(server.authority))
        try:
            yield World(server, client)
        finally:
            await client.close()


async def eventually(condition: Callable[[], bool], seconds: float = 3.0) -> None:
    """Wait for something another task does."""
    async with asyncio.timeout(seconds):
        while not condition():
            await asyncio.sleep(0.01)
