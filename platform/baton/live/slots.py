"""Slots that processes share through Valkey: so many hold something at once; a dead one's are free again.

A sorted set under one key: a holder's token and when it expires by Valkey's clock. While Valkey is away
nobody is asked and `take` answers None; it is for the caller to go on by itself.
"""

import time
from collections.abc import Collection
from typing import Any

import redis
import redis.asyncio
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff

SLOT_SECONDS = 15
TIMEOUT_SECONDS = 1.0
AWAY_SECONDS = 3.0
"""So long it is not asked after it did not answer: a line of waiting calls must not wait for it too."""
_AWAY = (redis.RedisError, OSError, TimeoutError)
_NOW = "local now = redis.call('TIME'); now = now[1] + now[2] / 1000000"
_TAKE = f"""
{_NOW}
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now)
if redis.call('ZCARD', KEYS[1]) >= tonumber(ARGV[2]) then return 0 end
redis.call('ZADD', KEYS[1], now + ARGV[1], ARGV[3])
redis.call('EXPIRE', KEYS[1], ARGV[1] * 2)
return 1
"""
_RENEW = f"""
{_NOW}
for n = 2, #ARGV do redis.call('ZADD', KEYS[1], now + ARGV[1], ARGV[n]) end
redis.call('EXPIRE', KEYS[1], ARGV[1] * 2)
return 1
"""


class SharedSlots:
    """For one event loop. Nothing here raises."""

    def __init__(self, url: str, seconds: int = SLOT_SECONDS) -> None:
        self._seconds = seconds
        self._away_until = 0.0
        self._client: Any = redis.asyncio.Redis.from_url(
            url,
            socket_timeout=TIMEOUT_SECONDS,
            socket_connect_timeout=TIMEOUT_SECONDS,
            retry=Retry(NoBackoff(), 1, (redis.ConnectionError,)),
        )

    @property
    def renew_seconds(self) -> float:
        """How often what is held must be renewed."""
        return self._seconds / 3

    async def take(self, key: str, limit: int, token: str) -> bool | None:
        """Whether one of `limit` slots is this token's now; None where Valkey does not say."""
        answer = await self._ask("EVAL", _TAKE, 1, key, self._seconds, limit, token)
        return None if answer is None else bool(answer)

    async def renew(self, key: str, tokens: Collection[str]) -> None:
        """Go on holding, also where Valkey has forgotten everything meanwhile."""
        await self._ask("EVAL", _RENEW, 1, key, self._seconds, *tokens)

    async def free(self, key: str, tokens: Collection[str]) -> None:
        """Give slots back; one that cannot be given back expires."""
        await self._ask("ZREM", key, *tokens)

    async def close(self) -> None:
        try:
            await self._client.aclose()
        except _AWAY:
            return

    async def _ask(self, *command: Any) -> Any:
        if time.monotonic() < self._away_until:
            return None
        try:
            return await self._client.execute_command(*command)
        except _AWAY:
            self._away_until = time.monotonic() + AWAY_SECONDS
            return None
