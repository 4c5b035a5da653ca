"""What `live` keeps in Valkey and reads there beside the bus: who is watched, texts that are being written.

All of it may be lost at any moment; then an animation is missing.
"""

import asyncio
import logging
from collections.abc import Collection, Sequence

import redis.asyncio
from redis.exceptions import RedisError

from baton.live.bus import WATCHED_SECONDS, PartialText, decode_open_text, partial_key, watched_key
from baton.live.reading import Place

TIMEOUT_SECONDS = 1.0
_AWAY = (RedisError, OSError, TimeoutError)
_log = logging.getLogger("baton.live")


class Partials:
    """One connection pool, used from the event loop."""

    def __init__(self, client: "redis.asyncio.Redis") -> None:
        self._client = client
        self._tasks: set[asyncio.Task[None]] = set()

    def watched(self, runs: Collection[str]) -> None:
        """Say that somebody watches these runs; nobody waits for it."""
        if not runs:
            return
        task = asyncio.get_running_loop().create_task(self._say_watched(list(runs)))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def read(self, place: Place, run: str, steps: Sequence[str]) -> list[PartialText]:
        """The texts of these steps as far as they are written."""
        if not steps:
            return []
        try:
            bodies = await self._client.mget([partial_key(run, step) for step in steps])
        except _AWAY:
            return []
        found = zip(steps, bodies, strict=True)
        texts = [_read(place, run, step, body) for step, body in found if body is not None]
        return [text for text in texts if text is not None]

    async def _say_watched(self, runs: list[str]) -> None:
        try:
            async with self._client.pipeline(transaction=False) as pipeline:
                for run in runs:
                    pipeline.set(watched_key(run), 1, ex=WATCHED_SECONDS)
                await pipeline.execute()
        except _AWAY as error:
            _log.debug("nobody can be told who is watched: %s", type(error).__name__)


def _read(place: Place, run: str, step: str, body: bytes | str) -> PartialText | None:
    kept = decode_open_text(body)
    if kept is None:
        return None
    return PartialText(place.organization, place.project, run, step, kept.attempt, kept.offset, kept.text)
