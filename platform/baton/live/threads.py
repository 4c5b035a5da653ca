"""Where the event loop sends what would block it: a few threads for Django's ORM.

A connection is held for the length of one call and never while something is waited for.
"""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from django.db import close_old_connections


class Threads:
    """At most `number` calls at once; the others wait their turn."""

    def __init__(self, number: int) -> None:
        self._pool = ThreadPoolExecutor(number, thread_name_prefix="live")

    async def run[**P, T](self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """What the call returns or raises."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._pool, _between_connections, lambda: work(*args, **kwargs))

    def stop(self) -> None:
        """Let calls under way finish by themselves."""
        self._pool.shutdown(wait=False, cancel_futures=True)


def _between_connections(work: Callable[[], Any]) -> Any:
    close_old_connections()
    try:
        return work()
    finally:
        close_old_connections()
