"""How many requests an organization may send in a second, counted in the broker for all processes together.

The broker may be lost at any moment, so the limit fails open: it protects neighbours, it is no safeguard.
"""

import time
from functools import cache
from typing import Any
from uuid import UUID

import redis
from django.conf import settings
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle

from baton.api.actor import actor_of
from baton.core.errors import TooMany

_TIMEOUT_SECONDS = 0.25
_PAUSE_SECONDS = 5.0


class OrganizationRate(BaseThrottle):
    """At most `BATON_REQUESTS_PER_SECOND` (0: no limit) of one organization in one second of the clock."""

    def allow_request(self, request: Request, view: Any) -> bool:
        limit: int = settings.BATON.baton_requests_per_second
        if limit and _counter().count(actor_of(request).organization_id) > limit:
            raise TooMany("rate_limited", f"More than {limit} requests in a second.", retry_after=1)
        return True


class _Counter:
    """Counts in one round trip; after a failure it does not ask again for a while."""

    def __init__(self, url: str) -> None:
        self._client = redis.Redis.from_url(
            url, socket_timeout=_TIMEOUT_SECONDS, socket_connect_timeout=_TIMEOUT_SECONDS
        )
        self._asks_again_at = 0.0

    def count(self, organization_id: UUID) -> int:
        """Requests of the organization in this second, this one included; 0 when the broker is away."""
        if time.monotonic() < self._asks_again_at:
            return 0
        key = f"requests:{organization_id.hex}:{int(time.time())}"
        try:
            with self._client.pipeline(transaction=False) as pipeline:
                pipeline.incr(key)
                pipeline.expire(key, 2)
                return int(pipeline.execute()[0])
        except (redis.RedisError, OSError):
            self._asks_again_at = time.monotonic() + _PAUSE_SECONDS
            return 0


@cache
def _counter() -> _Counter:
    return _Counter(settings.BATON.redis_url)
