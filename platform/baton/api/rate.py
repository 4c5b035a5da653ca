"""How many requests an organization may send in a second, counted in the broker for all processes together.

The broker may be lost at any moment, so the limit fails open: it protects neighbours, it is no safeguard.
"""

import time
from collections.abc import Sequence
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
    """In one second of the clock: so many of one organization, and so many of each of its keys and people.

    Without a quota of the organization's own, `BATON_REQUESTS_PER_SECOND` (0: no limit) of all together.
    """

    def allow_request(self, request: Request, view: Any) -> bool:
        actor = actor_of(request)
        given = actor.quota.together
        limits = {
            actor.organization_id: settings.BATON.baton_requests_per_second if given is None else given,
            actor.id: actor.quota.each or 0,
        }
        limited = {who: limit for who, limit in limits.items() if limit}
        if limited:
            counted = _counter().count(*limited)
            for limit, count in zip(limited.values(), counted, strict=True):
                if count > limit:
                    raise TooMany("rate_limited", f"More than {limit} requests in a second.", retry_after=1)
        return True


class _Counter:
    """Counts in one round trip mostly; after a failure it does not ask again for a while."""

    def __init__(self, url: str) -> None:
        self._client = redis.Redis.from_url(
            url, socket_timeout=_TIMEOUT_SECONDS, socket_connect_timeout=_TIMEOUT_SECONDS
        )
        self._asks_again_at = 0.0

    def count(self, *whose: UUID) -> list[int]:
        """Requests of each in this second, this one included; 0 when the broker is away."""
        if time.monotonic() < self._asks_again_at:
            return [0] * len(whose)
        second = int(time.time())
        keys = [f"requests:{each.hex}:{second}" for each in whose]
        try:
            counts = self._increase(keys)
            for key, count in zip(keys, counts, strict=True):
                if (
                    count == 1
                ):  # the first of the second says how long; each saying it cost every request more
                    self._client.expire(key, 2)
            return counts
        except (redis.RedisError, OSError):
            self._asks_again_at = time.monotonic() + _PAUSE_SECONDS
            return [0] * len(whose)

    def _increase(self, keys: Sequence[str]) -> list[int]:
        if len(keys) == 1:
            return [int(self._client.incr(keys[0]))]
        with self._client.pipeline(transaction=False) as pipeline:
            for key in keys:
                pipeline.incr(key)
            return [int(count) for count in pipeline.execute()]


@cache
def _counter() -> _Counter:
    return _Counter(settings.BATON.redis_url)
