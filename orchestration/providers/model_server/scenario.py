"""How a request is to be answered: how slowly, in how many pieces, and with which fault.

A query string says it, in the model's name (`refund_desk?latency_ms=200`), in the header `X-Baton-Scenario`,
or in the path before `/v1` (`/latency_ms=200&chunks=8/v1/chat/completions`), which a base URL can carry.
The model's name wins over the header, the header over the path, the path over the server's own options.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Self
from urllib.parse import parse_qsl


class Fault(StrEnum):
    # answers other than 200
    RATE_LIMITED = "rate_limited"
    QUOTA = "quota"
    SERVER_ERROR = "server_error"
    UNAVAILABLE = "unavailable"
    OVERLOADED = "overloaded"
    UNAUTHENTICATED = "unauthenticated"
    CONTEXT_TOO_LONG = "context_too_long"
    BAD_REQUEST = "bad_request"
    # no answer
    HANG = "hang"
    CLOSE = "close"
    # a stream that is none
    CUT = "cut"
    STALL = "stall"
    GARBAGE = "garbage"
    NO_FINISH = "no_finish"
    ERROR_EVENT = "error_event"
    # a reply with an awkward end or form
    REFUSAL = "refusal"
    LENGTH = "length"
    CONTENT_FILTER = "content_filter"
    DUPLICATE_IDS = "duplicate_ids"
    INDEX_REUSE = "index_reuse"
    MISSING_ARGUMENTS = "missing_arguments"
    # vectors that are none, or not those that were asked for; `garbage` is one more
    WRONG_DIMENSION = "wrong_dimension"
    NOT_A_NUMBER = "not_a_number"
    ZERO_VECTOR = "zero_vector"
    MISSING_VECTOR = "missing_vector"
    SHUFFLED = "shuffled"


@dataclass(frozen=True, slots=True)
class Scenario:
    latency_ms: int = 0
    chunks: int = 4
    """Pieces the text, and the arguments of each call, are streamed in."""
    gap_ms: int = 0
    fault: Fault | None = None
    times: int = 0
    """The fault strikes that many times per `key`, then the answer is good; 0 = always."""
    after: int = 0
    """So many requests per `key` are answered well before."""
    key: str = ""
    retry_after: str = "1"
    """What the header Retry-After says: seconds or a date; empty = no such header."""
    usage: bool = True

    @classmethod
    def read(cls, text: str, base: Self) -> Self:
        """`base` changed by a query string; raises ValueError naming what is unknown or malformed."""
        if not text:
            return base
        changes: dict[str, object] = {}
        for name, value in parse_qsl(text, keep_blank_values=True, strict_parsing=True):
            if name not in _READERS:
                raise ValueError(f"There is no scenario parameter {name!r}; known are {', '.join(_READERS)}.")
            changes[name] = _READERS[name](value)
        return replace(base, **changes)  # type: ignore[arg-type]


PLAIN = Scenario()


def _flag(value: str) -> bool:
    return value not in ("0", "false", "no")


_READERS: Mapping[str, Callable[[str], object]] = {
    "latency_ms": int,
    "chunks": int,
    "gap_ms": int,
    "fault": Fault,
    "times": int,
    "after": int,
    "key": str,
    "retry_after": str,
    "usage": _flag,
}
