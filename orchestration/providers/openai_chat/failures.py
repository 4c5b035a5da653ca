"""What went wrong, as the engine wants to know it: a code, whether to try again, and when."""

import re
from collections.abc import Mapping
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Any

from openai import APIConnectionError, APIStatusError, APITimeoutError, OpenAIError

from baton.core.clock import now
from baton.core.text import clean_text
from baton.egress.errors import (
    BlockedAddress,
    EgressError,
    EgressTimeout,
    HostNotAllowed,
    InvalidHeader,
    InvalidUrl,
    RedirectRefused,
    ResponseTooLarge,
)
from orchestration.engine.ports import ModelError

_LONGEST_MESSAGE = 500
_TOO_LONG = re.compile(
    r"context.{0,10}(length|window|size)|maximum.{0,20}tokens|too many tokens|prompt is too long",
    re.IGNORECASE,
)
_RETRYABLE_STATUS = frozenset({408, 409, 425})


def malformed(what: str) -> ModelError:
    return ModelError("malformed_stream", f"The answer cannot be read: {what}.", retryable=True)


def timed_out(seconds: float) -> ModelError:
    return ModelError(
        "provider_timeout", f"The provider did not answer within {seconds:g} s.", retryable=True
    )


def stream_failure(error: Any) -> ModelError:
    """An error that came as an event, after the answer had begun with 200."""
    fields = error if isinstance(error, Mapping) else {"message": error}
    named = f"{fields.get('code')} {fields.get('type')}"
    message = _message(fields, "The provider failed while it answered.")
    if "rate_limit" in named or fields.get("code") == 429:
        return ModelError("provider_rate_limited", message, retryable=True)
    if "context_length" in named:
        return ModelError("context_too_long", message, retryable=False)
    return ModelError("provider_error", message, retryable=True)


def model_error(error: OpenAIError | EgressError, timeout: float) -> ModelError:
    """The typed failure behind what the SDK or the door out raised."""
    if blocked := EgressError.behind(error):
        return _egress_failure(blocked, timeout)
    match error:
        case APIStatusError():
            return _status_failure(error)
        case APITimeoutError():
            return timed_out(timeout)
        case APIConnectionError():
            return _unavailable(str(error.__cause__ or error))
        case _:
            return ModelError("provider_error", _bounded(str(error)), retryable=False)


def lost_connection(error: Exception) -> ModelError:
    """The transport failed in the middle of an answer."""
    if isinstance(EgressError.behind(error), ResponseTooLarge):
        return ModelError("malformed_stream", "The answer is too large.", retryable=False)
    # By its name: only the door out may import the transport's own classes.
    if "Timeout" in type(error).__name__:
        return ModelError("provider_timeout", "The answer stopped in the middle.", retryable=True)
    return malformed(f"the connection broke in the middle of it ({type(error).__name__})")


def _status_failure(error: APIStatusError) -> ModelError:
    status = error.status_code
    fields = error.body if isinstance(error.body, Mapping) else {}
    message = f"{status}: {_message(fields, 'no explanation')}"
    retry_after = read_retry_after(error.response.headers)
    code = str(fields.get("code"))
    if status == 429:
        # A used-up quota does not come back by waiting.
        lasting = "insufficient_quota" in (code, fields.get("type"))
        return ModelError("provider_rate_limited", message, retryable=not lasting, retry_after=retry_after)
    if status in (401, 403):
        return ModelError("authentication", message, retryable=False)
    if status >= 500 or status in _RETRYABLE_STATUS:
        return ModelError("provider_error", message, retryable=True, retry_after=retry_after)
    if code == "context_length_exceeded" or _TOO_LONG.search(message):
        return ModelError("context_too_long", message, retryable=False)
    return ModelError("invalid_request", message, retryable=False)


def _egress_failure(error: EgressError, timeout: float) -> ModelError:
    match error:
        case HostNotAllowed() | BlockedAddress() | InvalidUrl():
            return ModelError("host_not_allowed", error.message, retryable=False)
        case RedirectRefused() | InvalidHeader():
            return ModelError("invalid_request", error.message, retryable=False)
        case ResponseTooLarge():
            return ModelError("malformed_stream", error.message, retryable=False)
        case EgressTimeout():
            return timed_out(timeout)
        case _:
            return _unavailable(error.message)


def read_retry_after(headers: Mapping[str, str]) -> float | None:
    """Seconds to wait: from milliseconds, seconds or a date; None where nothing readable is said."""
    if (milliseconds := _number(headers.get("retry-after-ms"))) is not None:
        return milliseconds / 1000
    value = headers.get("retry-after")
    if (seconds := _number(value)) is not None:
        return seconds
    date, sent = _date(value), _date(headers.get("date"))
    # Counted from the provider's own clock where it says it: ours may be minutes off.
    return max(0.0, (date - (sent or now())).total_seconds()) if date else None


def _number(text: str | None) -> float | None:
    return float(text) if text and re.fullmatch(r"\d{1,9}(\.\d{1,9})?", text.strip()) else None


def _date(text: str | None) -> datetime | None:
    try:
        date = parsedate_to_datetime(text or "")
    except ValueError:
        return None
    return date if date.tzinfo else date.replace(tzinfo=UTC)


def _unavailable(why: str) -> ModelError:
    return ModelError("provider_unavailable", f"No connection: {_bounded(why)}", retryable=True)


def _message(fields: Mapping[str, Any], otherwise: str) -> str:
    return _bounded(str(fields.get("message") or otherwise))


def _bounded(text: str) -> str:
    return clean_text(text)[:_LONGEST_MESSAGE]
