"""Spans on their way out: kept while nobody takes them, the oldest dropped when they become too many."""

import logging
import time
from collections import deque
from collections.abc import Sequence

from baton.telemetry.span import Span
from baton.telemetry.start import SpanSender

logger = logging.getLogger(__name__)

MOST = 20_000
BATCH = 512
_FIRST_PAUSE = 1.0
_LONGEST_PAUSE = 30.0


class Unsent:
    """For one thread."""

    def __init__(self, sender: SpanSender, most: int = MOST) -> None:
        self._sender = sender
        self._spans: deque[Span] = deque(maxlen=most)
        self._pause = 0.0
        self._not_before = 0.0
        self.dropped = 0

    def add(self, spans: Sequence[Span]) -> None:
        assert self._spans.maxlen is not None
        self.dropped += max(0, len(self._spans) + len(spans) - self._spans.maxlen)
        self._spans.extend(spans)

    def send(self, *, at_once: bool = False) -> None:
        """All of them, or until they are not taken: then again after a pause, but for `at_once`."""
        while self._spans and (at_once or time.monotonic() >= self._not_before):
            batch = [self._spans.popleft() for _ in range(min(BATCH, len(self._spans)))]
            if self._sender.send(batch):
                if self._pause:
                    logger.warning("spans are taken again; %d were dropped so far", self.dropped)
                self._pause = self._not_before = 0.0
                continue
            self._spans.extendleft(reversed(batch))
            if not self._pause:
                logger.warning("spans are not taken: they are kept, up to %s", self._spans.maxlen)
            self._pause = min(max(_FIRST_PAUSE, 2 * self._pause), _LONGEST_PAUSE)
            self._not_before = time.monotonic() + self._pause
            return
