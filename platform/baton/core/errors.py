"""The errors of Baton: one base with a stable code; a subclass says what the caller can do next.

`baton.api.errors` maps them to HTTP; nothing here knows of it.
"""

from collections.abc import Mapping
from typing import Any


class BatonError(Exception):
    """Base of every expected failure. `code` is public and stable; `message` names thing and value."""

    def __init__(
        self,
        code: str,
        message: str,
        *,
        field: str | None = None,
        details: Mapping[str, Any] | None = None,
        retry_after: float | None = None,
    ) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.field = field
        self.details = dict(details or {})
        self.retry_after = retry_after


class BadInput(BatonError):
    """The request is malformed: change it before sending it again."""


class Unprocessable(BatonError):
    """Well formed, but its content cannot be accepted."""


class Unauthenticated(BatonError):
    """Nobody is signed in, or the key is not valid."""


class Forbidden(BatonError):
    """Known, but not allowed."""


class NotFound(BatonError):
    """Missing, or not visible to the caller: the two look alike."""

    def __init__(self, message: str = "Not found.", **kwargs: Any) -> None:
        super().__init__("not_found", message, **kwargs)


class Conflict(BatonError):
    """The state of the thing does not allow this now."""


class Gone(BatonError):
    """It was possible once and no longer is."""


class Precondition(BatonError):
    """If-Match is missing or stale."""


class TooMany(BatonError):
    """A limit is reached; `retry_after` says when to try again."""


class Unavailable(BatonError):
    """A part of the platform is away; nothing was changed."""


class TooLarge(BatonError):
    """The input is larger than the stated limit."""


class UnsupportedMedia(BatonError):
    """The content type is not one this address reads."""
