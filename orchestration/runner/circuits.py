"""Circuit breakers: a provider that answers nobody is not asked by everybody (docs/glossary.md).

One for each connection and worker process. It opens after failures in a row; from then on nothing is sent
but one probe after each pause, and the pause doubles. Any answer closes it. No lock: one event loop.
"""

import asyncio
import time
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from orchestration.engine.ports import ModelError
from orchestration.engine.retry import CIRCUIT_OPEN, OUTAGE_CODES

_UNSENT_CODES = frozenset({"host_not_allowed"})
"""Nothing left this machine: it says nothing of the provider."""


def is_answer(error: ModelError) -> bool:
    """Whether the provider is there, however little its answer helps."""
    return error.code not in OUTAGE_CODES and error.code not in _UNSENT_CODES


@dataclass(frozen=True, slots=True)
class CircuitRules:
    """When a circuit opens, and how long its pauses are."""

    failures: int = 5
    window_seconds: float = 600.0
    """Failures further apart than this are not taken together."""
    first_pause: float = 2.0
    longest_pause: float = 60.0


USUAL_RULES = CircuitRules()


@dataclass(frozen=True, slots=True)
class Outage:
    """What is known of a provider that answers nobody."""

    code: str
    message: str
    failures: int
    next_try_in: float


class Circuit:
    """Of one connection. Ask inside `asking`."""

    def __init__(self, rules: CircuitRules) -> None:
        self._rules = rules
        self._failed: deque[float] = deque(maxlen=rules.failures)
        self._failures = 0
        self._pause = 0.0
        """0: closed."""
        self._next_try = 0.0
        self._is_probing = False
        self._closed = asyncio.Event()
        self._closed.set()

    @property
    def is_open(self) -> bool:
        return self._pause > 0

    @property
    def out_for(self) -> float | None:
        """Seconds until it is asked again; None: it is closed. Under a probe, as long as its pause was."""
        if not self.is_open:
            return None
        return self._pause if self._is_probing else max(0.0, self._next_try - time.monotonic())

    def refuse_if_open(self) -> None:
        """Raise ModelError where it would not be asked now."""
        if self.is_open and (self._is_probing or time.monotonic() < self._next_try):
            message = (
                f"Its provider answered none of the last {self._failures} requests, so it was not asked."
            )
            raise ModelError(CIRCUIT_OPEN, message, retryable=True, retry_after=self.out_for)

    @contextmanager
    def asking(self) -> Iterator[None]:
        """One request; what becomes of it is noted. Raises ModelError where it may not be sent."""
        self.refuse_if_open()
        is_probe = self.is_open
        self._is_probing = is_probe
        try:
            yield
        except ModelError as error:
            self._note(error, is_probe)
            raise
        else:
            self._close()
        finally:
            if is_probe:
                self._is_probing = False

    async def closed_within(self, seconds: float) -> None:
        """Wait so long, or until it closes."""
        try:
            async with asyncio.timeout(seconds):
                await self._closed.wait()
        except TimeoutError:
            return

    def outage(self, error: ModelError) -> Outage | None:
        """What to tell of it after a failure; None where it is closed, or this failure is not about it."""
        left = self.out_for
        if left is None or error.code not in OUTAGE_CODES or error.code == CIRCUIT_OPEN:
            return None
        return Outage(error.code, error.message, self._failures, left)

    def _note(self, error: ModelError, is_probe: bool) -> None:
        if error.code in OUTAGE_CODES:
            self._fail(is_probe)
        elif is_answer(error):
            self._close()

    def _fail(self, is_probe: bool) -> None:
        now = time.monotonic()
        self._failures += 1
        self._failed.append(now)
        if is_probe:
            self._open(now, min(2 * self._pause, self._rules.longest_pause))
        elif not self.is_open and self._is_enough(now):
            self._open(now, self._rules.first_pause)

    def _is_enough(self, now: float) -> bool:
        is_full = len(self._failed) == self._rules.failures
        return is_full and now - self._failed[0] <= self._rules.window_seconds

    def _open(self, now: float, pause: float) -> None:
        self._pause = pause
        self._next_try = now + pause
        self._closed.clear()

    def _close(self) -> None:
        self._failed.clear()
        self._failures = 0
        self._pause = 0.0
        self._closed.set()


class Circuits:
    """By connection; an edited connection begins anew, since it may be what was wrong."""

    def __init__(self, rules: CircuitRules) -> None:
        self._rules = rules
        self._kept: dict[str, tuple[int, Circuit]] = {}

    def get(self, connection_id: str, version: int) -> Circuit:
        kept = self._kept.get(connection_id)
        if kept is None or kept[0] != version:
            kept = self._kept[connection_id] = (version, Circuit(self._rules))
        return kept[1]
