"""Runs with as many events as a test wants, written as the owner, told to the bus or not."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

import redis
from database import TestDatabase
from live_server import QUEUE
from people import Person
from psycopg.types.json import Jsonb
from world import World

from baton.live.bus import Message, PartialText, Revoked, RunNews, channel_of, encode

_APPEND = """
with moved as (
  update orchestration_run set last_seq = last_seq + %(count)s, version = version + 1
    where id = %(run)s returning organization_id, last_seq - %(count)s as before
), written as (
  insert into orchestration_traceevent (run_id, seq, organization_id, kind, payload)
  select %(run)s, before + n, organization_id, 'run_waiting', %(payload)s from moved, generate_series(1, %(count)s) n
  returning seq, to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at, kind, payload
)
select * from written order by seq
"""


@dataclass
class TraceWriter:
    """One organization's; `url` is of the bus."""

    world: World
    url: str
    queue: str = QUEUE
    _client: "redis.Redis | None" = field(default=None, repr=False)

    @property
    def database(self) -> TestDatabase:
        return self.world.database

    def start(self, requester: str = "alice") -> UUID:
        """A run with one event, which nobody drives."""
        return self.world.start(self.world.add_agent(), requester=requester)

    def append(self, run: UUID, count: int = 1, *, tell: bool = True, size: int = 0) -> int:
        """Commit events; returns the last seq."""
        payload = Jsonb({"for": ["timer"], "text": "x" * size})
        rows = self.database.rows(_APPEND, {"run": run, "count": count, "payload": payload})
        if tell:
            self.tell(run, rows)
        return int(rows[-1]["seq"])

    def tell(
        self, run: UUID, rows: Sequence[dict[str, Any]], *, with_events: bool = True, **changes: Any
    ) -> None:
        news = {
            "organization": str(self.world.organization),
            "project": str(self.world.project),
            "run": str(run),
            "first": rows[0]["seq"],
            "last": rows[-1]["seq"],
            "status": "queued",
            "events": list(rows) if with_events else None,
            **changes,
        }
        self.publish(RunNews(**news))

    def write_text(self, run: UUID, step: str, offset: int, text: str) -> None:
        place = (str(self.world.organization), str(self.world.project))
        self.publish(PartialText(*place, str(run), step, 1, offset, text))

    def revoke(self, person: Person) -> None:
        self.publish(Revoked(user=str(person.id)))

    def revoke_all(self) -> None:
        self.publish(Revoked(organization=str(self.world.organization)))

    def publish(self, message: Message) -> None:
        if self._client is None:
            self._client = redis.Redis.from_url(self.url)
        self._client.publish(channel_of(self.queue), encode(message))
