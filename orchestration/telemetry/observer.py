"""Tells of the runs of this process as spans: marks what was committed, reads it back, folds, sends.

All of it but the mark happens in a thread of its own. Nothing here holds up a run, and nothing that fails
here ends one; what is missing after that is a span.
"""

import logging
import threading
from collections import defaultdict

import psycopg

from baton.live.bus import RunNews
from baton.telemetry.span import execution_id, traceparent
from baton.telemetry.start import SpanSender
from orchestration.telemetry.folds import Folds
from orchestration.telemetry.marks import Mark, Marks
from orchestration.telemetry.reading import SpanReader
from orchestration.telemetry.unsent import Unsent

logger = logging.getLogger(__name__)

ROUND_SECONDS = 0.5
STOP_SECONDS = 5.0
_RUNS_AT_ONCE = 100


class SpanObserver:
    """The observer of a runner (orchestration/runner/observer.py)."""

    def __init__(
        self, conninfo: str, sender: SpanSender, *, with_content: bool = False, seconds: float = ROUND_SECONDS
    ) -> None:
        self._sender = sender
        self._seconds = seconds
        self._marks = Marks()
        self._reader = SpanReader(conninfo, with_content=with_content)
        self._folds = Folds(sender.is_sampled, with_content=with_content)
        self._unsent = Unsent(sender)
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._serve, name="spans", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        """Send what there is, as far as it goes in a few seconds."""
        self._stopping.set()
        self._thread.join(STOP_SECONDS)

    def committed(self, news: RunNews) -> None:
        """Something of a run is on the disk."""
        self._marks.set(news)

    def traceparent(self, run_id: str, trace_id: str, call: str, execution: int) -> str:
        """What a tool is told of the span of this execution."""
        sampled = self._sender.is_sampled(trace_id)
        return traceparent(trace_id, execution_id(run_id, call, execution), sampled=sampled)

    def _serve(self) -> None:
        dropped = 0
        while not self._stopping.wait(self._seconds):
            self._round()
            if self._marks.dropped > dropped:
                dropped = self._marks.dropped
                logger.warning("spans of %d entries were dropped so far: too many runs at once", dropped)
        self._round(is_last=True)
        self._reader.close()

    def _round(self, *, is_last: bool = False) -> None:
        by_organization = defaultdict(list)
        for mark in self._marks.take():
            by_organization[mark.organization].append(mark)
        for organization, marks in by_organization.items():
            for start in range(0, len(marks), _RUNS_AT_ONCE):
                self._tell(organization, marks[start : start + _RUNS_AT_ONCE])
        try:
            self._unsent.send(at_once=is_last)
        except Exception:
            logger.exception("spans could not be sent")

    def _tell(self, organization: str, marks: list[Mark]) -> None:
        try:
            found = self._reader.read(organization, [self._folds.wants(mark) for mark in marks])
        except (psycopg.Error, OSError) as error:
            logger.warning("spans: the record cannot be read: %s", str(error).split("\n")[0])
            self._marks.give_back(marks)
            return
        for mark in marks:
            try:
                if mark.run in found:
                    self._unsent.add(self._folds.tell(mark, found[mark.run]))
            except Exception:  # one run's fault must not hide the others
                logger.exception("no spans can be made of run %s", mark.run)
                self._folds.forget(mark.run)
            if mark.is_left:
                self._folds.forget(mark.run)
