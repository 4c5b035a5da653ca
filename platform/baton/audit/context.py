"""What a request carries through every floor without being passed on: its id and the peer's address."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class RequestContext:
    """`request_id` ties an answer, its log lines and its audit entries together."""

    request_id: str = ""
    ip: str | None = None


_CURRENT: ContextVar[RequestContext] = ContextVar("baton_request", default=RequestContext())  # noqa: B039


def current() -> RequestContext:
    """The request being answered, or an empty context outside of one."""
    return _CURRENT.get()


@contextmanager
def request_context(context: RequestContext) -> Iterator[None]:
    """Everything in the block belongs to this request."""
    token = _CURRENT.set(context)
    try:
        yield
    finally:
        _CURRENT.reset(token)
