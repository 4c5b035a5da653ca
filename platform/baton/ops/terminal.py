"""What `baton up` says to the person in front of it, and how that person says stop."""

import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

import click


class Teller:
    """Prints one line per stage with the seconds since the beginning; from any thread."""

    def __init__(self) -> None:
        self._began = time.monotonic()
        self._lock = threading.Lock()

    def __call__(self, line: str) -> None:
        with self._lock:
            click.echo(f"{time.monotonic() - self._began:6.1f} s  {line}")


class Stopped(BaseException):
    """The end was asked for while things were still being started."""


class Ending:
    """The wish to end: said once, an orderly end; said again, an end at once."""

    def __init__(self) -> None:
        self.said = 0
        self._interrupts = True

    def is_hurried(self) -> bool:
        return self.said > 1

    def started(self) -> None:
        """From now on the wish is only noted, and looked at between two looks after the processes."""
        self._interrupts = False

    @contextmanager
    def heard(self) -> Iterator[None]:
        """Listen to Ctrl-C, to the system's wish and to a terminal that is closed."""
        heard = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
        before = {each: signal.signal(each, self._hear) for each in heard}
        try:
            yield
        finally:
            for each, handler in before.items():
                signal.signal(each, handler)

    def _hear(self, number: int, frame: FrameType | None) -> None:
        self.said += 1
        if self._interrupts:
            self._interrupts = False
            raise Stopped
