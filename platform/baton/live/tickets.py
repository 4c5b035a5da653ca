"""One-time tickets for sockets: a cookie alone must not open one, since a browser sends it for any page.

A ticket is got by a request that carries a CSRF token, is good for half a minute and one use, and only for
the person, the session and the project it was made for. Valkey holds it under its hash.
"""

import hashlib
import secrets
from dataclasses import asdict, dataclass
from functools import cache

import orjson
import redis
import redis.asyncio
from django.conf import settings
from redis.backoff import NoBackoff
from redis.exceptions import RedisError
from redis.retry import Retry

from baton.core.errors import Unavailable

EXPIRES_IN = 30
_MAX_LENGTH = 100
_TIMEOUT_SECONDS = 1.0
_AWAY = (RedisError, OSError, TimeoutError)


@dataclass(frozen=True, slots=True)
class Claim:
    """What a ticket stands for. `session`: the hash of its key, which itself is a secret."""

    user: str
    session: str
    project: str


def session_mark(session_key: str) -> str:
    return hashlib.sha256(f"session:{session_key}".encode()).hexdigest()


def issue_ticket(claim: Claim) -> str:
    """The text of a new ticket. Raises Unavailable where nothing can keep it."""
    ticket = secrets.token_urlsafe(32)
    try:
        _client().set(_key(ticket), orjson.dumps(asdict(claim)), ex=EXPIRES_IN)
    except _AWAY:
        raise _unavailable() from None
    return ticket


async def redeem_ticket(client: "redis.asyncio.Redis", ticket: str) -> Claim | None:
    """What it stands for, once; None for one that is unknown, used or too old. Raises Unavailable."""
    if len(ticket) > _MAX_LENGTH:
        return None
    try:
        body = await client.getdel(_key(ticket))
    except _AWAY:
        raise _unavailable() from None
    return None if body is None else Claim(**orjson.loads(body))


def _key(ticket: str) -> str:
    return f"baton.ticket:{hashlib.sha256(ticket.encode()).hexdigest()}"


@cache
def _client() -> "redis.Redis":
    return redis.Redis.from_url(
        settings.BATON.redis_url,
        socket_timeout=_TIMEOUT_SECONDS,
        socket_connect_timeout=_TIMEOUT_SECONDS,
        retry=Retry(NoBackoff(), 1),  # a kept connection may have died with a server that is back
    )


def _unavailable() -> Unavailable:
    return Unavailable("unavailable", "Tickets cannot be kept or looked up now.", retry_after=1)
