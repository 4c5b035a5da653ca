"""What is told of a committed entry: its events as every reader sees them, with the seq and time they got."""

from dataclasses import dataclass
from datetime import datetime

from baton.core.clock import to_rfc3339
from baton.live.bus import RunNews
from orchestration.journal.entry import Entry

_OF_APPROVALS = "approval_"


@dataclass(frozen=True, slots=True)
class Place:
    """Where the record put an entry: what only the locked row and the database's clock can say."""

    organization: str
    project: str
    base_seq: int
    status: str
    at: datetime


def news_of(entry: Entry, place: Place) -> RunNews | None:
    """The news of an entry, or None where nobody outside can see a difference."""
    if not entry.events and "status" not in entry.patch:
        return None
    at = to_rfc3339(place.at)
    return RunNews(
        organization=place.organization,
        project=place.project,
        run=entry.run,
        first=place.base_seq + 1,
        last=place.base_seq + len(entry.events),
        status=place.status,
        waiting_for=tuple(entry.patch.get("waiting_for", ())),
        events=[
            {"seq": seq, "at": at, "kind": event.kind.value, "payload": event.payload}
            for seq, event in enumerate(entry.events, start=place.base_seq + 1)
        ],
        approvals=any(event.kind.value.startswith(_OF_APPROVALS) for event in entry.events),
    )
