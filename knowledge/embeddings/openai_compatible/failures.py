"""What went wrong between here and the provider, as the port names it. The codes are those of models."""

from collections.abc import Mapping
from typing import Any, Final

from openai import APIConnectionError, APIStatusError, APITimeoutError, OpenAIError

from baton.core.retry_after import read_retry_after
from baton.core.text import clean_text
from baton.egress.errors import (
    BlockedAddress,
    EgressError,
    EgressTimeout,
    HostNotAllowed,
    InvalidHeader,
    InvalidResponse,
    InvalidUrl,
    RedirectRefused,
    ResponseTooLarge,
)
from knowledge.embeddings.port import EmbeddingError

_LONGEST_MESSAGE: Final = 500
_PASSING: Final = frozenset({408, 409, 425})
"""Statuses below 500 that say nothing of the request itself."""
_NEVER_CONNECTED: Final = frozenset({"ConnectError", "ConnectTimeout", "PoolTimeout"})
"""Of the transport below the SDK; after anything else the texts may have been read, and billed."""


def timed_out(seconds: float) -> EmbeddingError:
    """No answer in time; whether the texts were read, and are billed, nobody knows."""
    message = f"The provider did not answer within {seconds:g} s."
    return EmbeddingError("provider_timeout", message, retryable=True, tokens=None)


def failure_of(error: OpenAIError | EgressError, seconds: float) -> EmbeddingError:
    """What the SDK, or the door out behind it, has raised."""
    if isinstance(error, APIStatusError):
        return _refusal(error.status_code, error.response.headers, error.body)
    if blocked := EgressError.behind(error):
        return _egress_failure(blocked, seconds)
    unsent = type(error.__cause__).__name__ in _NEVER_CONNECTED
    if isinstance(error, APITimeoutError):
        if not unsent:
            return timed_out(seconds)
        return EmbeddingError("provider_timeout", "The provider was not reached in time.", retryable=True)
    if isinstance(error, APIConnectionError):
        message = f"No connection: {_bounded(str(error.__cause__ or error))}"
        tokens = 0 if unsent else None
        return EmbeddingError("provider_unavailable", message, retryable=True, tokens=tokens)
    return EmbeddingError("provider_error", _bounded(str(error)), retryable=False, tokens=None)


def _refusal(status: int, headers: Mapping[str, str], body: object) -> EmbeddingError:
    fields = _fields(body)
    message = f"{status}: {_bounded(str(fields.get('message') or 'no explanation'))}"
    retry_after = read_retry_after(headers)
    if status == 429:
        # A quota does not come back by waiting.
        lasting = "insufficient_quota" in (fields.get("code"), fields.get("type"))
        return EmbeddingError(
            "provider_rate_limited", message, retryable=not lasting, retry_after=retry_after
        )
    if status in (401, 403):
        return EmbeddingError("authentication", message, retryable=False)
    if status >= 500 or status in _PASSING:
        return EmbeddingError("provider_error", message, retryable=True, retry_after=retry_after)
    return EmbeddingError("embedding_invalid_request", message, retryable=False)


def _fields(body: object) -> Mapping[str, Any]:
    """The error object of a body, wherever a host or the SDK puts it."""
    if isinstance(body, Mapping):
        inner = body.get("error", body)
        return inner if isinstance(inner, Mapping) else {"message": inner}
    return {} if body is None else {"message": body}


def _egress_failure(error: EgressError, seconds: float) -> EmbeddingError:
    match error:
        case HostNotAllowed() | BlockedAddress() | InvalidUrl():
            return EmbeddingError("host_not_allowed", error.message, retryable=False)
        case RedirectRefused() | InvalidHeader():
            return EmbeddingError("embedding_unavailable", error.message, retryable=False)
        case ResponseTooLarge():
            return EmbeddingError("embedding_malformed", error.message, retryable=False, tokens=None)
        case InvalidResponse():
            return EmbeddingError("embedding_malformed", error.message, retryable=True, tokens=None)
        case EgressTimeout() if error.sent:
            return timed_out(seconds)
        case EgressTimeout():
            return EmbeddingError("provider_timeout", error.message, retryable=True)
        case _:
            tokens = None if error.sent else 0
            return EmbeddingError("provider_unavailable", error.message, retryable=True, tokens=tokens)


def _bounded(text: str) -> str:
    return clean_text(text)[:_LONGEST_MESSAGE]
