"""Listening to the bus: one subscription of the process, begun anew whenever it breaks.

A subscription that is only quiet looks like one whose server is gone, so it is asked from time to time. The
client's own time limit on reading has to be off: redis-py 8 ends every quiet connection after five seconds.
"""

import asyncio
import contextlib
import logging
from collections.abc import Callable
from typing import Any

import redis.asyncio
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import RedisError

from baton.live.bus import Message, decode

CONNECT_SECONDS = 2.0
QUIET_SECONDS = 5.0
FIRST_PAUSE, LONGEST_PAUSE = 0.1, 1.0
_AWAY = (RedisError, OSError, TimeoutError)
_log = logging.getLogger("baton.live")


class Listener:
    """`take` gets each message; `found` is called when a subscription begins, `lost` when it has ended."""

    def __init__(
        self,
        url: str,
        channel: str,
        take: Callable[[Message], None],
        *,
        found: Callable[[], None],
        lost: Callable[[], None],
    ) -> None:
        self.is_up = False
        self._url = url
        self._channel = channel
        self._take = take
        self._found = found
        self._lost = lost

    async def run(self) -> None:
        """For as long as the process serves."""
        pause = FIRST_PAUSE
        while True:
            try:
                await self._listen()
            except _AWAY as error:
                if self.is_up:
                    pause = FIRST_PAUSE
                    _log.warning("the bus is lost: %s", type(error).__name__)
            if self.is_up:
                self.is_up = False
                self._lost()
            await asyncio.sleep(pause)
            pause = min(pause * 2, LONGEST_PAUSE)

    async def _listen(self) -> None:
        client = redis.asyncio.Redis.from_url(
            self._url,
            socket_timeout=None,
            socket_connect_timeout=CONNECT_SECONDS,
            retry=Retry(NoBackoff(), 0),
        )
        pubsub: Any = client.pubsub()
        try:
            async with asyncio.timeout(CONNECT_SECONDS):
                await pubsub.subscribe(self._channel)
            await self._receive(pubsub)
        finally:
            with contextlib.suppress(*_AWAY):
                await pubsub.aclose()
            with contextlib.suppress(*_AWAY):
                await client.aclose()

    async def _receive(self, pubsub: Any) -> None:
        is_asked = False
        while True:
            message = await pubsub.get_message(timeout=QUIET_SECONDS)
            if message is None:
                if is_asked or not self.is_up:
                    raise TimeoutError("the bus does not answer")
                is_asked = True
                async with asyncio.timeout(CONNECT_SECONDS):
                    await pubsub.ping()
                continue
            is_asked = False
            if message["type"] == "subscribe":
                self.is_up = True
                _log.info("the bus is heard")
                self._found()
            elif message["type"] == "message":
                decoded = decode(message["data"])
                if decoded is not None:
                    self._take(decoded)
