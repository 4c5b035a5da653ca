"""Whether and when a failed model call is tried again. The one retry layer: adapters and SDKs have none.

Pure: the jitter comes from a seed (the step's id), so that a test and a crash see the same pause.
"""

import hashlib
import math

from orchestration.engine.limits import MAX_ATTEMPTS, MAX_DELAY_SECONDS

BASE_DELAY_SECONDS = 0.5


def next_delay(
    *,
    retryable: bool,
    retry_after: float | None,
    attempt: int,
    deadline_left: float | None,
    seed: str,
) -> float | None:
    """Seconds until the next try after the failed `attempt` (from 1); None: give up.

    Never shorter than the provider's Retry-After. A provider that asks for longer than the longest pause, or
    a pause that would pass the deadline, ends the tries: waiting could not help.
    """
    if not retryable or attempt >= MAX_ATTEMPTS:
        return None
    delay = max(_backoff(attempt, seed), _asked_for(retry_after))
    if delay > MAX_DELAY_SECONDS or (deadline_left is not None and delay >= deadline_left):
        return None
    return delay


def _backoff(attempt: int, seed: str) -> float:
    """Doubles with each attempt; half of it is jitter, so that a thousand runs do not come back at once."""
    full = min(MAX_DELAY_SECONDS, BASE_DELAY_SECONDS * 2.0 ** (attempt - 1))
    return full / 2 + full / 2 * _fraction(f"{seed}:{attempt}")


def _asked_for(retry_after: float | None) -> float:
    if retry_after is None or math.isnan(retry_after):
        return 0.0
    return max(0.0, retry_after)


def _fraction(text: str) -> float:
    """A number in [0, 1) that depends on the text alone."""
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:7], "big") / 2**56
