"""The model client: one request, one stream, one reply. It never retries; that is the engine's one layer."""

import asyncio
import re
from collections.abc import Callable
from weakref import WeakKeyDictionary

from openai import AsyncOpenAI, AsyncStream, OpenAIError, Timeout

from agents_app.providers import PROVIDERS
from baton.egress.allow import AllowList
from baton.egress.errors import EgressError
from baton.egress.httpx2_carrier import async_client
from baton.egress.rule import judge_listed_url
from orchestration.engine.ports import ModelError, ModelReply, ModelRequest
from orchestration.providers.connection import ConnectionSpec
from orchestration.providers.openai_chat.body import BodyBuilder
from orchestration.providers.openai_chat.failures import model_error, timed_out
from orchestration.providers.openai_chat.reading import read_answer
from orchestration.providers.openai_chat.reply import ReplyAssembly

_PLACE = PROVIDERS["openai_chat"]
LONGEST_CALL = 3600.0
CONNECT_SECONDS = 10.0
NO_KEY = "none"
"""Sent where the connection has no secret: hosts that want none ignore it, the SDK insists on something."""

_SENDABLE_SECRET = re.compile(r"[\x21-\x7e]+")


class OpenAIChatClient:
    """One connection. It may be used from several event loops: each gets its own SDK client, since sockets
    belong to the loop they were opened on."""

    def __init__(self, connection: ConnectionSpec, secret: str | None, allow: AllowList) -> None:
        self._base_url = connection.base_url or _PLACE.base_url
        self._secret = secret
        self._allow = allow
        self._bodies = BodyBuilder(connection)
        self._clients: WeakKeyDictionary[asyncio.AbstractEventLoop, AsyncOpenAI] = WeakKeyDictionary()

    async def complete(
        self, request: ModelRequest, on_text: Callable[[str], None] | None = None
    ) -> ModelReply:
        """Raises ModelError for every failure. Cancelling it closes the request's connection."""
        tools = self._bodies.tools(request.tools)
        body = self._bodies.body(request, tools)
        assembly = ReplyAssembly(tools.originals, on_text)
        try:
            async with asyncio.timeout(request.timeout):
                await self._exchange(body, request.timeout, assembly)
        except TimeoutError as error:
            if not assembly.is_whole:
                raise timed_out(request.timeout) from error
        except (OpenAIError, EgressError) as error:
            raise self._without_secret(model_error(error, request.timeout)) from error
        except ModelError as error:
            raise self._without_secret(error) from None
        return assembly.reply()

    async def close(self) -> None:
        """Close what this event loop opened."""
        client = self._clients.pop(asyncio.get_running_loop(), None)
        if client is not None:
            await client.close()

    async def _exchange(self, body: bytes, timeout: float, assembly: ReplyAssembly) -> None:
        stream = await self._client().post(
            "/chat/completions",
            cast_to=object,
            content=body,
            options={
                "headers": {"Content-Type": "application/json", "Accept": "text/event-stream"},
                "timeout": Timeout(timeout, connect=min(timeout, CONNECT_SECONDS)),
            },
            stream=True,
            stream_cls=AsyncStream[object],
        )
        response = stream.response
        try:
            await read_answer(response.headers.get("content-type", ""), response.aiter_bytes(), assembly)
        finally:
            await response.aclose()

    def _client(self) -> AsyncOpenAI:
        loop = asyncio.get_running_loop()
        client = self._clients.get(loop)
        if client is None:
            client = self._clients[loop] = self._open()
        return client

    def _open(self) -> AsyncOpenAI:
        client = AsyncOpenAI(
            api_key=self._secret or NO_KEY,
            base_url=self._base_url,
            max_retries=0,
            http_client=async_client(self._allow, LONGEST_CALL),
        )
        # The SDK fills these from the process's environment. Keys and accounts of the platform's operator
        # must never travel to a host that an organization chose.
        client.organization = client.project = client.admin_api_key = None
        client._custom_headers = {}
        return client

    def _without_secret(self, error: ModelError) -> ModelError:
        """A host may repeat the key in its error; errors are recorded and shown."""
        if self._secret and self._secret in error.message:
            error.message = error.message.replace(self._secret, "[secret]")
            error.args = (error.message,)
        return error


def open_client(connection: ConnectionSpec, secret: str | None, allow: AllowList) -> OpenAIChatClient:
    """The registry's entry. The address is OpenAI's or one the platform's operator listed: whoever may edit a
    connection could otherwise have a key of the platform sent to a host of their own."""
    try:
        judge_listed_url(connection.base_url or _PLACE.base_url, allow, _PLACE.hosts)
    except EgressError as error:
        message = f"{error.message} An operator can list it in BATON_EGRESS_ALLOW."
        raise ModelError("host_not_allowed", message, retryable=False) from error
    if secret and not _SENDABLE_SECRET.fullmatch(secret):
        message = "The connection's key holds characters that no header can carry."
        raise ModelError("authentication", message, retryable=False)
    return OpenAIChatClient(connection, secret, allow)
