"""What the door out refuses or fails with. Messages never hold a header value, a body or a query string."""

from typing import ClassVar, Self

from baton.core.errors import Unprocessable


class EgressError(Unprocessable):
    """An outbound request that gave no answer.

    `sent`: something may have left this machine. `status`: the other side's status line, where one came.
    """

    CODE: ClassVar[str] = "egress_failed"

    def __init__(
        self, message: str, *, sent: bool = False, status: int | None = None, field: str | None = None
    ) -> None:
        super().__init__(self.CODE, message, field=field)
        self.sent = sent
        self.status = status

    @classmethod
    def behind(cls, error: BaseException | None) -> Self | None:
        """The first error of this kind in the chain of causes: an SDK wraps what its transport raises."""
        while error is not None:
            if isinstance(error, cls):
                return error
            error = error.__cause__
        return None


class InvalidUrl(EgressError):
    """Not an address that is ever spoken to: write it differently."""

    CODE = "invalid_url"


class InvalidHeader(EgressError):
    """A header that would change the request's frame or end its line early."""

    CODE = "invalid_header"


class BlockedAddress(EgressError):
    """It is, or resolves to, an address that is not public."""

    CODE = "blocked_address"


class HostNotAllowed(EgressError):
    """Only an entry of the platform's allow-list would permit it."""

    CODE = "host_not_allowed"


class RedirectRefused(EgressError):
    """The other side answered with a redirect: name the final address instead."""

    CODE = "redirect_refused"


class ResponseTooLarge(EgressError):
    """The answer is longer than the stated limit, counted after decompression."""

    CODE = "response_too_large"


class InvalidResponse(EgressError):
    """The answer breaks its own encoding."""

    CODE = "invalid_response"


class EgressTimeout(EgressError):
    """The answer was not complete in time."""

    CODE = "timeout"


class ConnectionFailed(EgressError):
    """No connection, or it broke before the answer was complete."""

    CODE = "connection_failed"
