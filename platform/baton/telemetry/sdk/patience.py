"""How long a process that ends waits for exporters: some seconds, whatever they still have to say.

Left alone, they try for half a minute to reach a collector that is away, longer than whoever stops a
process waits.
"""

import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

SECONDS = 3.0


class Patience:
    """Its thread is there from the beginning: a process that ends can start none."""

    def __init__(self, exporters: Sequence[Any], seconds: float = SECONDS) -> None:
        self._exporters = exporters
        self._seconds = seconds
        self._begun = threading.Event()
        self._done = threading.Event()
        threading.Thread(target=self._serve, name="telemetry patience", daemon=True).start()

    @contextmanager
    def bounded(self) -> Iterator[None]:
        """What is tried in the block is given up when it has taken too long."""
        self._begun.set()
        try:
            yield
        finally:
            self._done.set()

    def _serve(self) -> None:
        self._begun.wait()
        if not self._done.wait(self._seconds):
            for exporter in self._exporters:
                exporter.shutdown()
