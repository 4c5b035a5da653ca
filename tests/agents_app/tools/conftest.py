"""A real aiohttp server on a free loopback port that writes down what it gets and answers as told."""

from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

import pytest
from aiohttp import web

from agents_app.spec import CredentialRef, HttpSpec, ToolSpec
from baton.egress.allow import AllowList
from orchestration.engine.ports import CredentialValue, ToolInvocation


@dataclass(frozen=True)
class Recorded:
    method: str
    raw_path: str
    headers: dict[str, str]
    body: bytes


@dataclass
class Shop:
    port: int = 0
    requests: list[Recorded] = field(default_factory=list)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def host(self) -> str:
        return f"127.0.0.1:{self.port}"

    @property
    def allow(self) -> AllowList:
        return AllowList.parse(self.host)


type OpenShop = Callable[..., AbstractAsyncContextManager[Shop]]


@asynccontextmanager
async def shop_answering(
    body: bytes | str = b"{}", *, status: int = 200, content_type: str = "application/json", **headers: str
) -> AsyncIterator[Shop]:
    shop = Shop()

    async def answer(request: web.Request) -> web.Response:
        heard = {name.lower(): value for name, value in request.headers.items()}
        shop.requests.append(Recorded(request.method, request.raw_path, heard, await request.read()))
        data = body.encode() if isinstance(body, str) else body
        named = {"Content-Type": content_type} if content_type else {}
        return web.Response(body=data, status=status, headers=named | headers)

    application = web.Application()
    application.router.add_route("*", "/{any:.*}", answer)
    runner = web.AppRunner(application, access_log=None)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    shop.port = runner.addresses[0][1]
    try:
        yield shop
    finally:
        await runner.cleanup()


@pytest.fixture
def open_shop() -> OpenShop:
    return shop_answering


@pytest.fixture
def invoke() -> Callable[..., ToolInvocation]:
    """A call of one tool; every part can be said, the rest is plain."""

    def make(
        url: str,
        arguments: dict[str, Any] | None = None,
        *,
        method: Any = "GET",
        variables: dict[str, str] | None = None,
        credential: CredentialValue | None = None,
        timeout: float = 5.0,
        **http: Any,
    ) -> ToolInvocation:
        wanted = (
            CredentialRef(name=credential.name, host=credential.host, header=credential.header)
            if credential
            else None
        )
        tool = ToolSpec(
            tool_id="t1",
            version_id="v1",
            version=1,
            name="find_order",
            description="An order.",
            input_schema={"type": "object", "properties": {}},
            http=HttpSpec(method=method, url=url, **http),
            credential=wanted,
        )
        return ToolInvocation(
            call_id="c1",
            idempotency_key="tc_0123",
            tool=tool,
            arguments=arguments or {},
            variables=variables or {},
            credential=credential,
            timeout=timeout,
        )

    return make
