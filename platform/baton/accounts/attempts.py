"""How often a password may be tried: counted in the cache, so that all processes count together.

Each allowed try is a slot that stays taken for a minute: no window to wait out, no counter to race for. When
the cache is away, each process counts by itself: sign-in goes on, and is still not unlimited.
"""

import hashlib
import logging
from collections.abc import Callable
from dataclasses import dataclass

import redis
from django.core.cache import caches

from baton.core.errors import TooMany

WINDOW_SECONDS = 60
PER_ACCOUNT_AND_ADDRESS = 5
PER_ACCOUNT = 20
"""From everywhere together: more than one address, so nobody else can lock a person out with five tries."""
PER_ADDRESS = 20
"""For all accounts together: what an office behind one address needs, and little for who tries many names."""

_log = logging.getLogger("baton.accounts")


@dataclass(frozen=True, slots=True)
class Attempt:
    """A try that was let through; `give_back` frees its slots, for the password was right."""

    slots: tuple[str, ...]

    def give_back(self) -> None:
        for slot in self.slots:
            _in_cache(lambda cache, slot=slot: cache.delete(slot))  # type: ignore[misc]


def admit(account: str, address: str) -> Attempt:
    """Take a slot for this try, or raise TooMany."""
    account = account.strip().lower()
    taken: list[str] = []
    for name, limit in (
        (f"both\0{account}\0{address}", PER_ACCOUNT_AND_ADDRESS),
        (f"account\0{account}", PER_ACCOUNT),
        (f"address\0{address}", PER_ADDRESS),
    ):
        slot = _take(hashlib.sha256(name.encode()).hexdigest(), limit)
        if slot is None:
            Attempt(tuple(taken)).give_back()
            raise TooMany(
                "rate_limited", "Too many tries. Wait a minute, then try again.", retry_after=WINDOW_SECONDS
            )
        taken.append(slot)
    return Attempt(tuple(taken))


def _take(name: str, limit: int) -> str | None:
    for number in range(limit):
        slot = f"sign-in:{name}:{number}"
        if _in_cache(lambda cache, slot=slot: cache.add(slot, 1, WINDOW_SECONDS)):  # type: ignore[misc]
            return slot
    return None


def _in_cache(do: Callable[[object], bool]) -> bool:
    try:
        return do(caches["default"])
    except (redis.RedisError, OSError):
        _log.warning("The cache does not answer; tries to sign in are counted in this process")
        return do(caches["process"])
