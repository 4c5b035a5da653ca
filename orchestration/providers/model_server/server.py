"""The routes of the model server and its life: start on a port, answer, stop."""

import asyncio
from collections.abc import Mapping
from types import TracebackType
from typing import Self
from urllib.parse import unquote

import orjson

from orchestration.providers.model_server.answering import answer_request
from orchestration.providers.model_server.api import Api, Problem, openai_error
from orchestration.providers.model_server.chat import ChatApi
from orchestration.providers.model_server.counts import Counts
from orchestration.providers.model_server.embeddings import EmbeddingsApi
from orchestration.providers.model_server.http import Exchange, HttpProtocol
from orchestration.providers.model_server.messages import MessagesApi
from orchestration.providers.model_server.responses import ResponsesApi
from orchestration.providers.model_server.scenario import PLAIN, Scenario
from orchestration.providers.scripted.script import Script
from orchestration.providers.scripted.scripts import SCRIPTS


class ModelServer:
    """`async with ModelServer() as server:` listens on a free loopback port, at `server.base_url`."""

    def __init__(
        self,
        *,
        scripts: Mapping[str, Script] | None = None,
        scenario: Scenario = PLAIN,
        host: str = "127.0.0.1",
        port: int = 0,
    ) -> None:
        self.scripts = {**SCRIPTS, **(scripts or {})}
        self.counts = Counts()
        self.responses = ResponsesApi()
        self._apis: tuple[Api | EmbeddingsApi, ...] = (
            ChatApi(),
            self.responses,
            MessagesApi(),
            EmbeddingsApi(),
        )
        self._scenario = scenario
        self._host = host
        self._port = port
        self._connections: set[HttpProtocol] = set()
        self._server: asyncio.Server | None = None

    async def start(self) -> None:
        loop = asyncio.get_running_loop()
        self._server = await loop.create_server(self._protocol, self._host, self._port, backlog=1024)
        self._port = self._server.sockets[0].getsockname()[1]

    async def stop(self) -> None:
        """Stop listening and drop every connection."""
        if self._server is None:
            return
        self._server.close()
        for connection in list(self._connections):
            connection.close()
        await self._server.wait_closed()
        self._server = None

    @property
    def authority(self) -> str:
        """host:port, as an entry of BATON_EGRESS_ALLOW wants it."""
        return f"{self._host}:{self._port}"

    @property
    def base_url(self) -> str:
        return f"http://{self.authority}/v1"

    def base_url_with(self, scenario: str) -> str:
        """A base URL whose every answer follows a scenario."""
        return f"http://{self.authority}/{scenario}/v1"

    async def __aenter__(self) -> Self:
        await self.start()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.stop()

    def _protocol(self) -> HttpProtocol:
        return HttpProtocol(self._handle, self._connections)

    async def _handle(self, exchange: Exchange) -> None:
        target = exchange.request.target.partition("?")[0]
        if exchange.request.method == "POST":
            for api in self._apis:
                if target.endswith(api.path):
                    await self._count(exchange, api, unquote(target.removesuffix(api.path).strip("/")))
                    return
        match exchange.request.method, target:
            case "GET", "/stat":
                exchange.answer(200, orjson.dumps(self.counts.stat()))
            case "GET", "/requests":
                exchange.answer(200, orjson.dumps(self.counts.requests()))
            case "GET", "/healthz":
                exchange.answer(200, b'{"status":"ok"}')
            case "GET", "/v1/models":
                models = [{"id": name, "object": "model", "owned_by": "scripted"} for name in self.scripts]
                exchange.answer(200, orjson.dumps({"object": "list", "data": models}))
            case "POST", "/reset":
                self.counts.reset()
                exchange.answer(200, b"{}")
            case _:
                problem = Problem(404, "not_found", f"Nothing is at {target}.")
                exchange.answer(404, orjson.dumps(openai_error(problem)))

    async def _count(self, exchange: Exchange, api: Api | EmbeddingsApi, path: str) -> None:
        self.counts.begin(exchange.request)
        try:
            if isinstance(api, EmbeddingsApi):
                await api.answer(exchange, path, self._scenario, self.counts)
            else:
                await answer_request(exchange, api, path, self.scripts, self._scenario, self.counts)
        except asyncio.CancelledError:
            self.counts.left += 1
            raise
        finally:
            self.counts.end()
