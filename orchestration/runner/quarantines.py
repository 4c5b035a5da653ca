"""Telling the database which tools of servers are no longer what was imported, so that people see it.

The call that noticed has failed by itself and waits for nothing here. What is not written yet is tried again
while the database is away; what a process takes along when it dies, the next call notices anew.
"""

import asyncio
import contextlib
import logging

import psycopg
from psycopg_pool import PoolTimeout

from orchestration.runner.store import Store

logger = logging.getLogger(__name__)

_AGAIN_SECONDS = 1.0


class Quarantines:
    """What this process has found."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._news: dict[tuple[str, str], str] = {}
        """By (organization, version of a tool): what is different."""
        self._wake = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        self._task = asyncio.create_task(self._serve(), name="quarantines")

    async def stop(self) -> None:
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task

    def tell(self, organization_id: str, version_id: str, message: str) -> None:
        """The tool is no longer what was imported."""
        self._news[(organization_id, version_id)] = message
        self._wake.set()

    async def _serve(self) -> None:
        while True:
            await self._wake.wait()
            self._wake.clear()
            while self._news:
                place, message = next(iter(self._news.items()))
                try:
                    await self._store.quarantine_tool(*place, message)
                except (psycopg.Error, PoolTimeout, OSError) as error:
                    logger.warning("a quarantine is not written: %s", str(error).split("\n")[0])
                    await asyncio.sleep(_AGAIN_SECONDS)
                    continue
                del self._news[place]
