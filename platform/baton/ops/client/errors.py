"""What can go wrong between a command and the server, as one sentence and the exit code that goes with it."""

from collections.abc import Mapping
from enum import IntEnum
from typing import Any


class ExitCode(IntEnum):
    """How a command of the terminal ends, for scripts."""

    COMPLETED = 0
    NOT_COMPLETED = 1
    """Failed, rejected, timed out, cancelled, needs attention; a decision that was not taken."""
    USAGE = 2
    NO_SERVER = 3
    """Baton cannot be reached, or does not let us in."""
    UNDECIDED = 4
    """The run waits for an approval and is not followed any further."""


class ClientError(Exception):
    """Base of every failure; the message is one sentence for the person in front of it."""

    exit_code = ExitCode.NOT_COMPLETED


class NoServer(ClientError):
    """Nothing says where Baton is, or what is there is not Baton."""

    exit_code = ExitCode.NO_SERVER


class ServerAway(ClientError):
    """No answer for now: it restarts, or the network broke. The same request may be sent again."""

    exit_code = ExitCode.NO_SERVER


class Refused(ClientError):
    """The server answered no, in the envelope of promises: a code, a sentence and details."""

    def __init__(self, status: int, error: Mapping[str, Any]) -> None:
        self.status = status
        self.code = str(error.get("code") or "unknown")
        self.message = str(error.get("message") or f"The server answered {status}.")
        self.field = error.get("field")
        self.details: Mapping[str, Any] = error.get("details") or {}
        self.retry_after = error.get("retry_after")
        self.request_id = error.get("request_id")
        super().__init__(f"{self.message} ({self.code})")

    @property
    def exit_code(self) -> ExitCode:  # type: ignore[override]
        if self.status in (401, 403):
            return ExitCode.NO_SERVER
        return ExitCode.USAGE if self.status in (400, 404, 422) else ExitCode.NOT_COMPLETED
