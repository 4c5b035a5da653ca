"""Notices that the source has changed, for `make dev`, by plain looks at file times."""

import os
import time
from pathlib import Path

from baton.ops.stamp import SOURCES

SECONDS = 1.0


class SourceWatch:
    """Answers, at most once a second, whether anything was written since it was last asked."""

    def __init__(self, root: Path) -> None:
        self._root = root
        self._seen = self._newest()
        self._next_look = time.monotonic() + SECONDS

    def has_changed(self) -> bool:
        if time.monotonic() < self._next_look:
            return False
        newest, seen = self._newest(), self._seen
        self._seen = newest
        self._next_look = time.monotonic() + SECONDS
        return newest != seen

    def _newest(self) -> tuple[int, int]:
        times = [
            os.stat(os.path.join(folder, name)).st_mtime_ns
            for source in SOURCES
            for folder, _, names in os.walk(self._root / source)
            for name in names
            if name.endswith((".py", ".sql"))
        ]
        return max(times, default=0), len(times)
