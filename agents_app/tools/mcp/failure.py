"""What went wrong between Baton and an MCP server, and whether the server answered. Pure."""

from http import HTTPStatus
from typing import Final

from baton.egress.errors import EgressError

GATEWAY_LOST_IT: Final = frozenset({HTTPStatus.BAD_GATEWAY, HTTPStatus.GATEWAY_TIMEOUT})
"""A gateway says so when it sent the request on and got no answer: nobody knows whether it was done."""


class McpFailure(Exception):
    """A conversation that brought nothing. `sent` and `answered` are about its last request."""

    def __init__(
        self, code: str, message: str, *, sent: bool, answered: bool = False, status: int | None = None
    ) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.sent = sent
        self.answered = answered
        self.status = status


def of_egress(error: EgressError) -> McpFailure:
    """The door let nothing out, or nothing usable in."""
    return McpFailure(
        error.code, error.message, sent=error.sent, answered=error.status is not None, status=error.status
    )
