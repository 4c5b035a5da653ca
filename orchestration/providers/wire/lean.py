"""The lean transport: the same bytes over Baton's bare HTTP, at a fraction of what an SDK costs."""

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager

import orjson

from baton.egress.aiohttp_stream import StreamedAnswer, StreamingCarrier
from baton.egress.allow import AllowList
from orchestration.providers.wire.transport import Answer, Refused

_LONGEST_REFUSAL = 64 * 1024


class LeanTransport:
    """One base address on one event loop."""

    def __init__(self, base_url: str, headers: Mapping[str, str], allow: AllowList) -> None:
        self._base_url = base_url.rstrip("/")
        self._headers = headers
        self._carrier = StreamingCarrier(allow)

    @asynccontextmanager
    async def post(
        self, path: str, body: bytes, headers: Mapping[str, str], seconds: float
    ) -> AsyncIterator[Answer]:
        async with self._carrier.post(self._base_url + path, {**self._headers, **headers}, body) as answer:
            if not 200 <= answer.status < 300:
                raise Refused(answer.status, answer.headers, await _refusal(answer))
            yield Answer(answer.headers.get("content-type", ""), answer.pieces)

    async def close(self) -> None:
        await self._carrier.close()


async def _refusal(answer: StreamedAnswer) -> object:
    """What it said, as far as anybody reads an error."""
    body = b""
    async for piece in answer.pieces:
        body += piece
        if len(body) > _LONGEST_REFUSAL:
            return None
    try:
        return orjson.loads(body)
    except orjson.JSONDecodeError:
        return body.decode("utf-8", "replace").strip() or None
