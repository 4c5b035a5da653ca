"""The model client of every HTTP API: one request, one stream, one reply. It never retries."""

import asyncio
from collections.abc import Callable, Mapping
from weakref import WeakKeyDictionary

from orchestration.engine.ports import ModelError, ModelReply, ModelRequest
from orchestration.providers.wire.dialect import Assembly, Dialect
from orchestration.providers.wire.failures import broken_connection, refusal, timed_out
from orchestration.providers.wire.reading import read_answer
from orchestration.providers.wire.tools import ToolSets
from orchestration.providers.wire.transport import Refused, Transport

_HEADERS: Mapping[str, str] = {"Content-Type": "application/json", "Accept": "text/event-stream"}


class ModelWire:
    """One connection. It may be used from several event loops: each gets a transport of its own, since
    sockets belong to the loop they were opened on."""

    def __init__(
        self, dialect: Dialect, path: str, open_transport: Callable[[], Transport], secret: str | None
    ) -> None:
        self._dialect = dialect
        self._path = path
        self._open_transport = open_transport
        self._secret = secret
        self._tools = ToolSets(dialect.tools)
        self._transports: WeakKeyDictionary[asyncio.AbstractEventLoop, Transport] = WeakKeyDictionary()

    async def complete(
        self, request: ModelRequest, on_text: Callable[[str], None] | None = None
    ) -> ModelReply:
        """Raises ModelError for every failure. Cancelling it closes the request's connection."""
        tools = self._tools.of(request.tools)
        body = self._dialect.body(request, tools)
        assembly = self._dialect.assembly(request, tools, on_text)
        try:
            async with asyncio.timeout(request.timeout):
                await self._exchange(body, request.timeout, assembly)
        except TimeoutError as error:
            if not assembly.is_whole:
                raise timed_out(request.timeout, assembly.usage) from error
        except Refused as error:
            raise self._without_secret(self._refusal(error)) from error
        except ModelError as error:
            raise self._without_secret(error) from None
        except Exception as error:
            if (failure := broken_connection(error, request.timeout)) is None:
                raise
            raise self._without_secret(failure) from error
        return assembly.reply()

    async def close(self) -> None:
        """Close what this event loop opened."""
        transport = self._transports.pop(asyncio.get_running_loop(), None)
        if transport is not None:
            await transport.close()

    async def _exchange(self, body: bytes, seconds: float, assembly: Assembly) -> None:
        async with self._transport().post(self._path, body, _HEADERS, seconds) as answer:
            await read_answer(answer.content_type, answer.pieces, assembly)

    def _transport(self) -> Transport:
        loop = asyncio.get_running_loop()
        transport = self._transports.get(loop)
        if transport is None:
            transport = self._transports[loop] = self._open_transport()
        return transport

    def _refusal(self, error: Refused) -> ModelError:
        return refusal(error, self._dialect.refusal)

    def _without_secret(self, error: ModelError) -> ModelError:
        """A host may repeat the key in its error; errors are recorded and shown."""
        if self._secret and self._secret in error.message:
            error.message = error.message.replace(self._secret, "[secret]")
            error.args = (error.message,)
        return error
