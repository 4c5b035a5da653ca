"""Reads records for spans, of many runs in one question, on a connection of its own.

Apart from the runner's pool: telemetry shall never be what a run waits for.
"""

import contextlib
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import psycopg
from psycopg.rows import dict_row

from baton.core.clock import to_rfc3339
from orchestration.engine.events import Record

_RECORDS = """
select e.run_id::text as run, q.trace_id::text as trace_id, e.seq, e.kind, e.at,
       e.payload - %(without)s::text[] as payload
  from unnest(%(runs)s::uuid[], %(after)s::integer[], %(last)s::integer[]) as w(run, after, last)
  join orchestration_run q on q.id = w.run
  join orchestration_traceevent e on e.run_id = w.run and e.seq > w.after and e.seq <= w.last
  order by e.run_id, e.seq
"""
_CONTENT = ("text", "content", "body", "reasoning", "reasoning_items", "arguments", "input", "output")
"""Fields that are most of a record, and of no use where spans hold no content."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """Records of a run after one seq, up to another."""

    run: str
    after: int
    last: int


@dataclass(frozen=True, slots=True)
class Found:
    trace_id: str
    records: Sequence[Record]


class SpanReader:
    """One connection, made when it is needed and anew when it broke. For one thread."""

    def __init__(self, conninfo: str, *, with_content: bool) -> None:
        self._conninfo = conninfo
        self._without = [] if with_content else list(_CONTENT)
        self._connection: psycopg.Connection[Any] | None = None

    def read(self, organization: str, wanted: Sequence[Wanted]) -> dict[str, Found]:
        """By run, those that there is anything of. Raises what psycopg raises."""
        rows = defaultdict(list)
        with self._scope(organization) as connection:
            found = connection.execute(
                _RECORDS,
                {
                    "without": self._without,
                    "runs": [each.run for each in wanted],
                    "after": [each.after for each in wanted],
                    "last": [each.last for each in wanted],
                },
            )
            for row in found:
                rows[row["run"]].append(row)
        return {
            run: Found(
                of_run[0]["trace_id"],
                [Record(row["seq"], row["kind"], row["payload"], to_rfc3339(row["at"])) for row in of_run],
            )
            for run, of_run in rows.items()
        }

    def close(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    @contextlib.contextmanager
    def _scope(self, organization: str) -> Iterator[psycopg.Connection[Any]]:
        if self._connection is None or self._connection.closed:
            self._connection = psycopg.connect(
                self._conninfo,
                autocommit=True,
                row_factory=dict_row,
                connect_timeout=5,
                application_name="baton spans",
            )
        with self._connection.transaction():
            self._connection.execute("select set_config('app.organization', %s, true)", [organization])
            yield self._connection
