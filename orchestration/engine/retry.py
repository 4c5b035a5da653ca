"""Whether, when and of whom a failed model call is asked again. The one retry layer: adapters and SDKs have
none.

Pure: the jitter comes from a seed (the step's id), so that a test and a crash see the same pause.
"""

import hashlib
import math
from dataclasses import dataclass

from orchestration.engine.limits import MAX_ATTEMPTS, MAX_DELAY_SECONDS, PATIENCE_SECONDS

BASE_DELAY_SECONDS = 0.5
HISTORY_LOST = "history_lost"
CIRCUIT_OPEN = "circuit_open"
OUTAGE_CODES = frozenset(
    {"provider_unavailable", "provider_timeout", "provider_error", "malformed_stream", CIRCUIT_OPEN}
)
"""What a provider that is down looks like. Everything else is an answer."""


@dataclass(frozen=True, slots=True)
class FailedTry:
    """A try that gave no reply, and what was known when it ended. Of the step's tries with the same model."""

    code: str
    retryable: bool
    retry_after: float | None = None
    tries: int = 1
    """Times this model was really asked, this one included."""
    waited: float = 0.0
    """Seconds that its tries and their pauses have taken."""
    out_for: float | None = None
    """Its provider answers nobody and is not asked for so many seconds; None: it is not known to be out."""


@dataclass(frozen=True, slots=True)
class NextTry:
    delay: float
    falls_back: bool = False
    """The agent's next model is asked instead."""


def next_try(
    failed: FailedTry, *, has_fallback: bool, deadline_left: float | None, seed: str
) -> NextTry | None:
    """What follows a failed try; None: the call is given up.

    A fallback is asked at once when the model is given up, whatever for: another provider may be there, may
    know the key, take the request or hold so much text. Without one, a provider that answers nobody is waited
    for with patience, since that is not this run's fault; one that fails for this run alone is not.
    """
    is_out = failed.out_for is not None and failed.code in OUTAGE_CODES
    if not is_out:
        delay = _soon(failed, deadline_left, seed)
        if delay is not None:
            return NextTry(delay)
    if has_fallback:
        return NextTry(0.0, falls_back=True)
    if is_out and failed.retryable:
        return _patiently(failed, deadline_left, seed)
    return None


def _soon(failed: FailedTry, deadline_left: float | None, seed: str) -> float | None:
    if failed.code == HISTORY_LOST and failed.tries < MAX_ATTEMPTS:
        return 0.0
    return next_delay(
        retryable=failed.retryable,
        retry_after=failed.retry_after,
        attempt=failed.tries,
        deadline_left=deadline_left,
        seed=seed,
    )


def _patiently(failed: FailedTry, deadline_left: float | None, seed: str) -> NextTry | None:
    """Until the provider is asked again, and a little longer, so that not everybody comes at that moment."""
    wait = max(BASE_DELAY_SECONDS, failed.out_for or 0.0, _asked_for(failed.retry_after))
    if wait > MAX_DELAY_SECONDS or failed.waited + wait > PATIENCE_SECONDS:
        return None
    delay = wait + wait / 10 * _fraction(f"{seed}:{failed.waited}")
    return None if deadline_left is not None and delay >= deadline_left else NextTry(delay)


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
