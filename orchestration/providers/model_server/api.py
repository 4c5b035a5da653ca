"""What a wire API has to say of itself so that a scripted model can speak it."""

from dataclasses import dataclass
from typing import Any, Protocol

import orjson

from orchestration.engine.messages import Message
from orchestration.engine.ports import ToolSchema
from orchestration.providers.model_server.completion import Completion


@dataclass(frozen=True, slots=True)
class Asked:
    """A request as scripts take it."""

    model: str
    messages: list[Message]
    tools: list[ToolSchema]
    stream: bool
    keeps: bool = False
    """The conversation is to be kept for a request that names this response."""
    seals_thoughts: bool = False
    """What was thought is given sealed, to be sent back."""


@dataclass(frozen=True, slots=True)
class Problem:
    """An answer that is none, in the words of OpenAI's codes."""

    status: int
    code: str
    message: str


class Refusal(Exception):
    """A request that this API does not answer."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem.message)
        self.problem = problem


class Api(Protocol):
    """One wire API."""

    path: str
    """How the path of its requests ends."""
    end: bytes
    """What stands at the end of a stream, after the last event."""

    def read(self, form: dict[str, Any]) -> Asked:
        """Raises Refusal, or KeyError and its like for what is no request."""
        ...

    def whole(self, completion: Completion) -> dict[str, Any]: ...

    def events(self, completion: Completion) -> list[bytes]: ...

    def keep(self, asked: Asked, completion: Completion) -> None:
        """Remember what was answered, where the API does."""
        ...

    def error(self, problem: Problem) -> dict[str, Any]: ...

    def error_event(self) -> bytes: ...


def sse(data: dict[str, Any]) -> bytes:
    """One event without a name."""
    return b"data: " + orjson.dumps(data) + b"\n\n"


def named_sse(data: dict[str, Any]) -> bytes:
    """One event under the name of its type."""
    return b"event: " + str(data["type"]).encode() + b"\n" + sse(data)


def openai_error(problem: Problem) -> dict[str, Any]:
    """An error in the form that OpenAI gives it."""
    kind = "insufficient_quota" if problem.code == "insufficient_quota" else "invalid_request_error"
    return {"error": {"message": problem.message, "type": kind, "param": None, "code": problem.code}}
