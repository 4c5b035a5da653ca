"""What went wrong, as the engine wants to know it: a code, whether to try again, and when."""

import re
from collections.abc import Callable, Mapping
from typing import Any

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
from orchestration.engine.ports import ModelError, Usage
from orchestration.providers.wire.transport import Refused

_LONGEST_MESSAGE = 500
_TOO_LONG = re.compile(
    r"context.{0,10}(length|window|size|limit)|maximum.{0,20}tokens|too many tokens|prompt is too long",
    re.IGNORECASE,
)
_AFTER_SENDING = frozenset({"ReadError", "RemoteProtocolError"})
"""Of the transport below both SDKs: the connection stood, and the request was on its way."""
_RETRYABLE_STATUS = frozenset({408, 409, 425})
_USED_UP = frozenset({"insufficient_quota"})
"""A quota does not come back by waiting."""
_NOT_LET_IN = frozenset({"authentication_error", "permission_error", "invalid_api_key", "401", "403"})
_REFUSING = frozenset(
    {"invalid_request_error", "invalid_prompt", "not_found_error", "billing_error", "400", "404"}
)
"""What the same request would meet again, as errors inside a stream are named."""

type OwnMeaning = Callable[[int, str, str], ModelError | None]


def refused(message: str) -> ModelError:
    """A request that cannot be said."""
    return ModelError("invalid_request", message, retryable=False)


def malformed(what: str, usage: Usage | None = None) -> ModelError:
    """The provider answered, so it will be paid; what it wrote nobody can read."""
    message = f"The answer cannot be read: {what}."
    return ModelError("malformed_stream", message, retryable=True, usage=usage or Usage())


def timed_out(seconds: float, usage: Usage | None = None) -> ModelError:
    """No whole answer in time; what was done meanwhile is paid for, and nobody knows how much it was."""
    message = f"The provider did not answer within {seconds:g} s."
    return ModelError("provider_timeout", message, retryable=True, usage=usage or Usage())


def stream_failure(error: Any, usage: Usage | None = None) -> ModelError:
    """An error that came as an event, after the answer had begun with 200."""
    fields = error_fields(error)
    names = frozenset(str(fields.get(name)) for name in ("code", "type"))
    message = _message(fields, "The provider failed while it answered.")
    known = usage or Usage()
    if names & _USED_UP:
        return ModelError("provider_rate_limited", message, retryable=False, usage=known)
    if any("rate_limit" in name or name == "429" for name in names):
        return ModelError("provider_rate_limited", message, retryable=True, usage=known)
    if any("context_length" in name for name in names) or (names & _REFUSING and _TOO_LONG.search(message)):
        return ModelError("context_too_long", message, retryable=False, usage=known)
    if names & _NOT_LET_IN:
        return ModelError("authentication", message, retryable=False, usage=known)
    if names & _REFUSING:
        return ModelError("invalid_request", message, retryable=False, usage=known)
    return ModelError("provider_error", message, retryable=True, usage=known)


def refusal(answer: Refused, own_meaning: OwnMeaning) -> ModelError:
    """An answer that is none, by its status and what it says of itself."""
    status, fields = answer.status, error_fields(answer.body)
    message = f"{status}: {_message(fields, 'no explanation')}"
    retry_after = read_retry_after(answer.headers)
    code, kind = str(fields.get("code")), str(fields.get("type"))
    if (own := own_meaning(status, f"{code} {kind}", message)) is not None:
        own.retry_after = retry_after
        return own
    if status == 429:
        lasting = bool(_USED_UP & {code, kind})
        return ModelError("provider_rate_limited", message, retryable=not lasting, retry_after=retry_after)
    if status in (401, 403):
        return ModelError("authentication", message, retryable=False)
    if status >= 500 or status in _RETRYABLE_STATUS:
        return ModelError("provider_error", message, retryable=True, retry_after=retry_after)
    if code == "context_length_exceeded" or _TOO_LONG.search(message):
        return ModelError("context_too_long", message, retryable=False)
    return ModelError("invalid_request", message, retryable=False)


def broken_connection(error: Exception, timeout: float) -> ModelError | None:
    """The typed failure behind what a transport raised; None: it is no failure of a connection."""
    if blocked := EgressError.behind(error):
        return _egress_failure(blocked, timeout)
    # By their names: both SDKs have these, and only their own modules may import them.
    names = {each.__name__ for each in type(error).__mro__}
    behind = type(error.__cause__).__name__
    if "APITimeoutError" in names:
        return timed_out(timeout) if behind != "ConnectTimeout" else _unreached(timeout)
    if "APIConnectionError" in names:
        return _unavailable(str(error.__cause__ or error), sent=behind in _AFTER_SENDING)
    if names & {"OpenAIError", "AnthropicError"}:
        return ModelError("provider_error", _bounded(str(error)), retryable=False)
    return None


def lost_connection(error: Exception, usage: Usage) -> ModelError:
    """The transport failed in the middle of an answer."""
    if isinstance(EgressError.behind(error), ResponseTooLarge):
        return ModelError("malformed_stream", "The answer is too large.", retryable=False, usage=usage)
    # By its name: only the door out may import the transport's own classes.
    if "Timeout" in type(error).__name__:
        message = "The answer stopped in the middle."
        return ModelError("provider_timeout", message, retryable=True, usage=usage)
    return malformed(f"the connection broke in the middle of it ({type(error).__name__})", usage)


def error_fields(body: Any) -> Mapping[str, Any]:
    """The error object of a body, wherever an API or its SDK puts it."""
    if isinstance(body, Mapping):
        inner = body.get("error", body)
        return inner if isinstance(inner, Mapping) else {"message": inner}
    return {} if body is None else {"message": body}


def _egress_failure(error: EgressError, timeout: float) -> ModelError:
    match error:
        case HostNotAllowed() | BlockedAddress() | InvalidUrl():
            return ModelError("host_not_allowed", error.message, retryable=False)
        case RedirectRefused() | InvalidHeader():
            return ModelError("invalid_request", error.message, retryable=False)
        case ResponseTooLarge():
            return ModelError("malformed_stream", error.message, retryable=False, usage=Usage())
        case InvalidResponse():
            return ModelError("malformed_stream", error.message, retryable=True, usage=Usage())
        case EgressTimeout() if error.sent:
            return timed_out(timeout)
        case EgressTimeout():
            return ModelError("provider_timeout", error.message, retryable=True)
        case _:
            return _unavailable(error.message, sent=error.sent)


def _unreached(seconds: float) -> ModelError:
    message = f"The provider was not reached within {seconds:g} s."
    return ModelError("provider_timeout", message, retryable=True)


def _unavailable(why: str, *, sent: bool) -> ModelError:
    """Where the request had left already, nobody knows whether it was worked on and is paid for."""
    message = f"No connection: {_bounded(why)}"
    return ModelError("provider_unavailable", message, retryable=True, usage=Usage() if sent else None)


def _message(fields: Mapping[str, Any], otherwise: str) -> str:
    return _bounded(str(fields.get("message") or otherwise))


def _bounded(text: str) -> str:
    return clean_text(text)[:_LONGEST_MESSAGE]
