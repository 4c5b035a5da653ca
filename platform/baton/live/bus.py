"""The event bus: what the processes that change runs tell the `live` processes, through Valkey pub/sub.

PostgreSQL is the truth and a message only a hint: one that is lost delays a browser and hides nothing from
it. So nothing here raises, nothing holds up its caller, and while Valkey is away what should be sent is
dropped. Knows neither Django nor what an event means.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import orjson

MAX_EVENTS_BYTES = 32 * 1024
"""A message with more events than that carries none: whoever wants them reads the rows."""
PARTIAL_SECONDS = 60
WATCHED_SECONDS = 10


@dataclass(frozen=True, slots=True)
class RunNews:
    """Events `first` to `last` of a run are on the disk.

    `events`: each `{seq, at, kind, payload}`, or None where they are too large or the sender does not have
    them. `approvals`: cards of the run have come, gone or changed.
    """

    organization: str
    project: str
    run: str
    first: int
    last: int
    status: str
    waiting_for: Sequence[str] = ()
    events: Sequence[Mapping[str, Any]] | None = None
    approvals: bool = False


@dataclass(frozen=True, slots=True)
class PartialText:
    """A piece of the text that a running step is writing. `offset` counts code points; 0 begins anew."""

    organization: str
    project: str
    run: str
    step: str
    attempt: int
    offset: int
    text: str


@dataclass(frozen=True, slots=True)
class OpenText:
    """What is kept of a text that is being written, under `partial_key`.

    `offset`: where in the whole text this begins, in code points; only the end of a long one is kept.
    """

    attempt: int
    offset: int
    text: str


@dataclass(frozen=True, slots=True)
class Revoked:
    """Rights of a person, or of everybody in an organization, have changed: look at their sockets now."""

    user: str | None = None
    organization: str | None = None


type Message = RunNews | PartialText | Revoked


def channel_of(queue: str) -> str:
    """The one channel of a deployment, which is known by its queue (`BATON_QUEUE`)."""
    return f"baton.live.{queue}"


def partial_key(run: str, step: str) -> str:
    """Where the text of a running step is kept for who opens the run in the middle of it."""
    return f"baton.partial:{run}:{step}"


def watched_key(run: str) -> str:
    """Present while somebody watches the run; the hub renews it."""
    return f"baton.watched:{run}"


def encode(message: Message) -> bytes:
    """The message as it travels."""
    match message:
        case RunNews():
            return _encode_news(message)
        case PartialText():
            partial = {
                "step": message.step,
                "attempt": message.attempt,
                "offset": message.offset,
                "text": message.text,
            }
            return orjson.dumps({**_address(message), "partial": partial})
        case Revoked():
            who = {"user": message.user, "organization": message.organization}
            return orjson.dumps({"revoked": {name: value for name, value in who.items() if value}})


def decode(body: bytes) -> Message | None:
    """What a message says, or None where it is of no form that this version knows."""
    try:
        data = orjson.loads(body)
        if "revoked" in data:
            return Revoked(data["revoked"].get("user"), data["revoked"].get("organization"))
        address = (str(data["organization"]), str(data["project"]), str(data["run"]))
        if "partial" in data:
            partial = data["partial"]
            return PartialText(
                *address,
                str(partial["step"]),
                int(partial["attempt"]),
                int(partial["offset"]),
                str(partial["text"]),
            )
        return RunNews(
            *address,
            first=int(data["first"]),
            last=int(data["last"]),
            status=str(data["status"]),
            waiting_for=tuple(data["waiting_for"]),
            events=None if data["events"] is None else tuple(data["events"]),
            approvals=bool(data["approvals"]),
        )
    except (ValueError, KeyError, TypeError, AttributeError):
        return None


def encode_open_text(kept: OpenText) -> bytes:
    """The text as it is kept."""
    return orjson.dumps({"attempt": kept.attempt, "offset": kept.offset, "text": kept.text})


def decode_open_text(body: bytes | str) -> OpenText | None:
    """What is kept, or None where it is of no form that this version knows."""
    try:
        kept = orjson.loads(body)
        return OpenText(int(kept["attempt"]), int(kept["offset"]), str(kept["text"]))
    except (ValueError, KeyError, TypeError):
        return None


def _encode_news(news: RunNews) -> bytes:
    events = b"null" if news.events is None else orjson.dumps(list(news.events))
    if len(events) > MAX_EVENTS_BYTES:
        events = b"null"
    return orjson.dumps(
        {
            **_address(news),
            "first": news.first,
            "last": news.last,
            "events": orjson.Fragment(events),
            "status": news.status,
            "waiting_for": list(news.waiting_for),
            "approvals": news.approvals,
        }
    )


def _address(message: RunNews | PartialText) -> dict[str, str]:
    return {"organization": message.organization, "project": message.project, "run": message.run}
