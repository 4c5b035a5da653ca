"""The frames of the browser's socket: strict reading of the client's, building of ours (docs, Live)."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal
from uuid import UUID

import orjson

from baton.core.errors import BatonError
from baton.core.strict_json import loads

MAX_FRAME_BYTES = 4096
_LAST_SEQ = 2**31 - 1
_UUID = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", re.ASCII)


class BadFrame(ValueError):
    """The client has sent something that is no frame of ours."""


class BadCursor(ValueError):
    """A watch from a place that no run can have; the rest of the frame is well."""

    def __init__(self, run: str) -> None:
        super().__init__("bad_cursor")
        self.run = run


@dataclass(frozen=True, slots=True)
class Hello:
    ticket: str


@dataclass(frozen=True, slots=True)
class WatchRun:
    run: str
    after: int


@dataclass(frozen=True, slots=True)
class UnwatchRun:
    run: str


@dataclass(frozen=True, slots=True)
class Ping:
    pass


type ClientFrame = Hello | WatchRun | UnwatchRun | Ping


def read_frame(text: str) -> ClientFrame:
    """The one meaning of a client's frame. Raises BadFrame or BadCursor."""
    try:
        data = loads(text, max_depth=2, max_bytes=MAX_FRAME_BYTES)
    except BatonError as error:
        raise BadFrame(error.code) from None
    match data:
        case {"type": "hello", "ticket": str(ticket), **rest} if not rest:
            return Hello(ticket)
        case {"type": "watch", "run": str(run), "after": int(after), **rest} if not rest and not isinstance(
            after, bool
        ):
            if not 0 <= after <= _LAST_SEQ:
                raise BadCursor(_run_id(run))
            return WatchRun(_run_id(run), after)
        case {"type": "unwatch", "run": str(run), **rest} if not rest:
            return UnwatchRun(_run_id(run))
        case {"type": "ping", **rest} if not rest:
            return Ping()
        case _:
            raise BadFrame("unknown_frame")


def _run_id(text: str) -> str:
    if not _UUID.fullmatch(text):
        raise BadFrame("invalid_run")
    return text


def is_run_id(text: str) -> bool:
    """Whether an address may hold it; the canonical form alone, since it is a key of the hub's."""
    return _UUID.fullmatch(text) is not None and str(UUID(text)) == text


type Kind = Literal["events", "partial", "changed", "answer"]


@dataclass(frozen=True, slots=True)
class Frame:
    """One frame for one or many sockets. `first` and `last` are of its events."""

    kind: Kind
    text: str
    run: str | None = None
    first: int = 0
    last: int = 0

    @property
    def size(self) -> int:
        return len(self.text)


def _answer(data: Mapping[str, Any], run: str | None = None) -> Frame:
    return Frame("answer", orjson.dumps(data).decode(), run)


def welcome(now: str, recheck_seconds: float) -> Frame:
    return _answer({"type": "welcome", "now": now, "recheck_seconds": recheck_seconds})


def watching(run: str, last: int) -> Frame:
    return Frame("answer", f'{{"type":"watching","run":"{run}","last":{last}}}', run, last + 1, last)


def refused(run: str, code: str) -> Frame:
    return _answer({"type": "refused", "run": run, "code": code}, run)


def resync(run: str, after: int) -> Frame:
    return _answer({"type": "resync", "run": run, "after": after}, run)


def pong() -> Frame:
    return _answer({"type": "pong"})


def closed(code: int, reason: str) -> Frame:
    """For a stream, which has no close codes: the last thing it says."""
    return _answer({"type": "closed", "code": code, "reason": reason})


def events(run: str, first: int, last: int, body: bytes) -> Frame:
    """`body`: the events as JSON, with commas between them."""
    head = f'{{"type":"events","run":"{run}","first":{first},"last":{last},"events":['
    return Frame("events", b"".join((head.encode(), body, b"]}")).decode(), run, first, last)


def partial(run: str, step: str, attempt: int, offset: int, text: str) -> Frame:
    """A piece of a text that is being written."""
    data = {"type": "partial", "run": run, "step": step, "attempt": attempt, "offset": offset, "text": text}
    return Frame("partial", orjson.dumps(data).decode(), run)


def changed(runs: Sequence[Mapping[str, Any]], *, approvals: bool, everything: bool) -> Frame:
    """What a project's lists have missed; `everything`: they are to be read again."""
    data = {"type": "changed", "runs": list(runs), "approvals": approvals, "all": everything}
    return Frame("changed", orjson.dumps(data).decode())


def cut_events(body: bytes, count: int) -> bytes:
    """The same events without the first `count`."""
    return orjson.dumps(orjson.loads(b"[" + body + b"]")[count:])[1:-1]
