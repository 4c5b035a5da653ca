"""The SDK transport: the provider's own client posts, with its authentication, base URL and connections.

Bodies are built by our own code: it costs half the SDK's time, and what hosts really stream is looser than
the SDK's types.
"""

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from typing import Any

from orchestration.providers.wire.transport import Answer, Refused

CONNECT_SECONDS = 10.0


class SdkTransport:
    """One client of an SDK; both vendors' are made alike. `stream_class` is its AsyncStream, `timeout_class`
    its Timeout, `status_error` its APIStatusError."""

    def __init__(
        self, client: Any, *, stream_class: Any, timeout_class: Any, status_error: type[Exception]
    ) -> None:
        self._client = client
        self._stream = stream_class[object]
        self._timeout = timeout_class
        self._status_error = status_error

    @asynccontextmanager
    async def post(
        self, path: str, body: bytes, headers: Mapping[str, str], seconds: float
    ) -> AsyncIterator[Answer]:
        response = await self._begin(path, body, headers, seconds)
        try:
            yield Answer(response.headers.get("content-type", ""), response.aiter_bytes())
        finally:
            await response.aclose()

    async def close(self) -> None:
        await self._client.close()

    async def _begin(self, path: str, body: bytes, headers: Mapping[str, str], seconds: float) -> Any:
        try:
            stream = await self._client.post(
                path,
                cast_to=object,
                content=body,
                options={
                    "headers": dict(headers),
                    "timeout": self._timeout(seconds, connect=min(seconds, CONNECT_SECONDS)),
                },
                stream=True,
                stream_cls=self._stream,
            )
        except self._status_error as error:
            answer: Any = error
            raise Refused(answer.status_code, answer.response.headers, answer.body) from error
        return stream.response
