"""The supervisor process: every registered loop in a thread of its own, on a connection of its own.

Nothing that happens to the database or to one loop ends it; any number of supervisors may run at once.
"""

import logging
import os
import signal
import sys
import threading
import time
from collections.abc import Callable
from types import FrameType

import click
import django
import psycopg
from django.conf import settings
from psycopg import sql

from baton.outbox.loops import Loop, registered
from baton.secrets.known import hide_known
from baton.telemetry.start import start_for_good

log = logging.getLogger("baton.supervisor")

SHORTEST_PAUSE = 0.2
LONGEST_PAUSE = 5.0
LISTEN_SLICE = 0.5
STOP_SECONDS = 5.0


class LoopRunner:
    """Runs one loop until it is told to stop."""

    def __init__(self, loop: Loop, url: str, stopping: threading.Event) -> None:
        self._loop = loop
        self._url = url
        self._stopping = stopping
        self._pause = SHORTEST_PAUSE

    def run(self) -> None:
        while not self._stopping.is_set():
            try:
                with psycopg.connect(
                    self._url,
                    autocommit=True,
                    connect_timeout=5,
                    keepalives_idle=10,
                    application_name=f"supervisor {self._loop.name}",
                ) as connection:
                    self._rounds(connection)
            except (psycopg.OperationalError, psycopg.InterfaceError) as error:
                words = str(error).strip().split("\n", 1)[0]
                log.warning(
                    "Loop %s lost the database, again in %.1f s: %s", self._loop.name, self._pause, words
                )
            except Exception:
                log.exception("Loop %s failed, again in %.1f s", self._loop.name, self._pause)
            self._stopping.wait(self._pause)
            self._pause = min(self._pause * 2, LONGEST_PAUSE)

    def _rounds(self, connection: psycopg.Connection) -> None:
        run = self._loop.load()
        if self._loop.channel is not None:
            connection.execute(sql.SQL("listen {}").format(sql.Identifier(self._loop.channel)))
        while not self._stopping.is_set():
            moved = run(connection)
            self._pause = SHORTEST_PAUSE
            if self._loop.channel is None:
                self._stopping.wait(self._loop.pause())
            elif not moved:  # otherwise there may be more
                self._listen(connection)

    def _listen(self, connection: psycopg.Connection) -> None:
        """Until the channel says something or the pause is over."""
        over = time.monotonic() + self._loop.pause()
        while not self._stopping.is_set() and (left := over - time.monotonic()) > 0:
            for _ in connection.notifies(timeout=min(left, LISTEN_SLICE), stop_after=1):
                return


def supervise(
    loops: tuple[Loop, ...], url: str, stopping: threading.Event, ready: Callable[[], None]
) -> None:
    """Run these loops until the event is set."""
    threads = [
        threading.Thread(target=LoopRunner(loop, url, stopping).run, name=loop.name, daemon=True)
        for loop in loops
    ]
    for thread in threads:
        thread.start()
    ready()
    stopping.wait()
    deadline = time.monotonic() + STOP_SECONDS
    for thread in threads:  # a round that does not end is cut off: every round may be
        thread.join(max(0.0, deadline - time.monotonic()))


def main() -> None:
    """The process that `baton up` starts."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "baton.settings.dev")
    django.setup()
    start_for_good(settings.BATON.telemetry("supervisor"), hide_known)
    stopping = threading.Event()

    def stop(number: int, frame: FrameType | None) -> None:
        stopping.set()

    for each in (signal.SIGTERM, signal.SIGINT):
        signal.signal(each, stop)
    loops = registered()
    names = ", ".join(loop.name for loop in loops)
    supervise(
        loops,
        settings.BATON.role_url("super"),
        stopping,
        lambda: click.echo(f"supervisor: ready ({names})"),
    )
    log.info("Stopped")
    sys.exit(0)


if __name__ == "__main__":
    main()
