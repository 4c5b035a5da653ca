"""How often somebody may do something: at most so many times in any second."""

from collections import deque


class Pace:
    """Times of the last few, and whether one more is within the pace."""

    def __init__(self, most: int, seconds: float = 1.0) -> None:
        self._times: deque[float] = deque(maxlen=most)
        self._seconds = seconds

    def allows(self, now: float) -> bool:
        """Whether this one is within the pace; it counts if it is."""
        if len(self._times) == self._times.maxlen and now - self._times[0] < self._seconds:
            return False
        self._times.append(now)
        return True
