"""Which runs have new records that this process wrote: a mark for each, and no record is held.

Marks of a run run into one another, so that a bounded number of them is a bounded number of runs.
"""

import threading
from dataclasses import dataclass, field

from baton.live.bus import RunNews

MOST_RUNS = 20_000


@dataclass(slots=True)
class Mark:
    """`ranges`: from seq to seq, in order; what is between them was written by others."""

    organization: str
    run: str
    ranges: list[tuple[int, int]] = field(default_factory=list)
    is_left: bool = False
    """The run is nobody's for now, or ended."""

    @property
    def last(self) -> int:
        return self.ranges[-1][1] if self.ranges else 0

    def holds(self, seq: int) -> bool:
        return any(first <= seq <= last for first, last in self.ranges)

    def add(self, first: int, last: int) -> None:
        if last < first:
            return
        if self.ranges and self.ranges[-1][1] + 1 == first:
            self.ranges[-1] = (self.ranges[-1][0], last)
        else:
            self.ranges.append((first, last))


class Marks:
    """Set by the loop, taken by another thread. Neither waits for the other."""

    def __init__(self, most: int = MOST_RUNS) -> None:
        self._most = most
        self._lock = threading.Lock()
        self._marks: dict[str, Mark] = {}
        self.dropped = 0
        """Entries of runs that there was no room for: their spans are missing."""

    def set(self, news: RunNews) -> None:
        """Something of a run is on the disk."""
        with self._lock:
            mark = self._marks.get(news.run)
            if mark is None:
                if len(self._marks) >= self._most:
                    self.dropped += 1
                    return
                mark = self._marks[news.run] = Mark(news.organization, news.run)
            mark.add(news.first, news.last)
            mark.is_left = news.status not in ("running", "cancelling")

    def take(self) -> list[Mark]:
        with self._lock:
            taken, self._marks = list(self._marks.values()), {}
        return taken

    def give_back(self, marks: list[Mark]) -> None:
        """What could not be read is read another time."""
        with self._lock:
            for mark in marks:
                since = self._marks.get(mark.run)
                if since is not None:
                    for first, last in since.ranges:
                        mark.add(first, last)
                    mark.is_left = since.is_left
                self._marks[mark.run] = mark
