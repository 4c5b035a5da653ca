"""The text that a running step has written so far, read by what answers requests in threads.

An animation: where Valkey is away or slow there is none, and nobody waits for it.
"""

from functools import cache

import redis
from django.conf import settings
from redis.backoff import NoBackoff
from redis.exceptions import RedisError
from redis.retry import Retry

from baton.live.bus import OpenText, decode_open_text, partial_key

_TIMEOUT_SECONDS = 0.2
_AWAY = (RedisError, OSError, TimeoutError)


def read_open_text(run: str, step: str) -> OpenText | None:
    """What is kept of it; None where nothing is."""
    try:
        body = _client().get(partial_key(run, step))
    except _AWAY:
        return None
    return None if body is None else decode_open_text(body)


@cache
def _client() -> "redis.Redis":
    return redis.Redis.from_url(
        settings.BATON.redis_url,
        socket_timeout=_TIMEOUT_SECONDS,
        socket_connect_timeout=_TIMEOUT_SECONDS,
        retry=Retry(NoBackoff(), 0),
    )
