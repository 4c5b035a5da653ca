"""The heartbeat: an operating-system thread that renews the worker's lease on a connection of its own.

A thread, so that a loop that is busy for a moment does not lose its runs; and it stops renewing when the loop
has not ticked for a renewal, so that a loop that hangs does lose them.
"""

import logging
import threading
import time
from collections.abc import Callable
from typing import Any

import psycopg

logger = logging.getLogger(__name__)

type Notice = dict[str, Any]
"""{"run", "status", "signal"} of a held run that was cancelled or has a fact it may not have seen."""


class Heartbeat:
    """Renews until stopped. `is_alive` is the monotonic cut-off after which nothing may start."""

    def __init__(
        self,
        conninfo: str,
        worker_id: str,
        *,
        lease: float,
        renew: float,
        on_notices: Callable[[float, list[Notice]], None],
        on_lost: Callable[[], None],
    ) -> None:
        self._conninfo = conninfo
        self._worker_id = worker_id
        self._lease = lease
        self._renew = renew
        self._on_notices = on_notices
        self._on_lost = on_lost
        self._stop = threading.Event()
        self._until = 0.0
        self._ticked = 0.0
        self._thread = threading.Thread(target=self._beat, name="heartbeat", daemon=True)

    def start(self) -> None:
        """Begin once enlisted: what passed before is neither the lease's time nor the loop's."""
        self._until = time.monotonic() + self._lease
        self._ticked = time.monotonic()
        self._thread.start()

    def stop(self) -> None:
        self._stop.set()
        if self._thread.is_alive():  # it never began where the database could not be reached
            self._thread.join(timeout=5)

    def tick(self) -> None:
        """Called by the loop: it is alive."""
        self._ticked = time.monotonic()

    @property
    def is_alive(self) -> bool:
        return time.monotonic() < self._until

    def _beat(self) -> None:
        connection: psycopg.Connection[Any] | None = None
        pause = self._renew
        while not self._stop.wait(pause):
            pause = self._renew
            if time.monotonic() - self._ticked > 2 * self._renew:
                logger.error("heartbeat: the loop has not ticked for %.1f s", time.monotonic() - self._ticked)
            elif (answer := self._ask(connection)) is not None:
                connection, notices = answer
                if notices is None:
                    break
                continue
            else:
                connection, pause = None, min(0.5, self._renew)
            if not self.is_alive:
                break
        if connection is not None:
            connection.close()
        if not self._stop.is_set():
            self._until = 0.0
            self._on_lost()

    def _ask(
        self, connection: psycopg.Connection[Any] | None
    ) -> tuple[psycopg.Connection[Any], list[Notice] | None] | None:
        """Renew once. None: the database cannot be asked. Notices None: the lease is lost for good."""
        asked = time.monotonic()
        try:
            if connection is None or connection.closed:
                connection = psycopg.connect(
                    self._conninfo, autocommit=True, connect_timeout=3, application_name="baton heartbeat"
                )
            row = connection.execute(
                "select kernel.heartbeat(%s, %s)", [self._worker_id, self._lease]
            ).fetchone()
        except psycopg.Error as error:
            logger.warning("heartbeat: not renewed: %s", str(error).split("\n")[0])
            if connection is not None:
                connection.close()
            return None
        answer = row[0] if row else None
        if answer is None:
            return connection, None
        self._until = asked + self._lease
        self._on_notices(float(answer["now"]), answer["runs"])
        return connection, answer["runs"]
