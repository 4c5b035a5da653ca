"""The database's clock as a worker knows it: its own may be an hour off, decides nothing (promises 7.74)."""

import time
from datetime import UTC, datetime


class DatabaseClock:
    """Set from the database's answers, carried on between them by this machine's monotonic clock."""

    def __init__(self) -> None:
        self._offset = time.time() - time.monotonic()

    def set(self, epoch_seconds: float) -> None:
        self._offset = epoch_seconds - time.monotonic()

    def now(self) -> datetime:
        return datetime.fromtimestamp(self._offset + time.monotonic(), tz=UTC)
