"""How many tries may wait for an answer from outside at once: each holds a thread that serves everybody."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from baton.core.errors import TooMany

MAX_AT_ONCE: Final = 3
SECONDS: Final = 30.0
"""The longest any try takes."""
_RETRY_SECONDS: Final = 5
_slots = threading.BoundedSemaphore(MAX_AT_ONCE)


@contextmanager
def one_slot() -> Iterator[None]:
    """The block may talk to the outside. Raises TooMany while as many others do as may."""
    if not _slots.acquire(blocking=False):
        message = f"{MAX_AT_ONCE} others are being tried on this server just now."
        raise TooMany("rate_limited", message, retry_after=_RETRY_SECONDS)
    try:
        yield
    finally:
        _slots.release()
