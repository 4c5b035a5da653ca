"""Telling the database which providers answer nobody, so that people see why runs wait.

Runs never wait for it: what is newest of each connection is written by one task, again and again while the
database is away. Rows of a worker that died are ended by the supervisor.
"""

import asyncio
import contextlib
import logging

import psycopg
from psycopg_pool import PoolTimeout

from orchestration.runner.circuits import Outage
from orchestration.runner.store import Store

logger = logging.getLogger(__name__)

_AGAIN_SECONDS = 1.0


class Outages:
    """What this process has to say of its connections."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._news: dict[tuple[str, str], Outage | None] = {}
        """By (organization, connection); None: it answers again."""
        self._wake = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        self._task = asyncio.create_task(self._serve(), name="outages")

    async def stop(self) -> None:
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task

    def tell(self, organization_id: str, connection_id: str, outage: Outage | None) -> None:
        """It is out, or (None) it answers again."""
        self._news[(organization_id, connection_id)] = outage
        self._wake.set()

    async def _serve(self) -> None:
        while True:
            await self._wake.wait()
            self._wake.clear()
            while self._news:
                place, outage = next(iter(self._news.items()))
                try:
                    await self._store.note_outage(*place, outage)
                except (psycopg.Error, PoolTimeout, OSError) as error:
                    logger.warning("an outage is not written: %s", str(error).split("\n")[0])
                    await asyncio.sleep(_AGAIN_SECONDS)
                    continue
                if self._news.get(place) is outage:  # else something newer came meanwhile
                    del self._news[place]
