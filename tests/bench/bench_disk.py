"""How fast this machine's disk and PostgreSQL take commits just now: the noise beside every other figure.

One table (run, seq, kind, 300 bytes of payload, time), written in the ways of docs/benchmarks.md.
"""

import argparse
import asyncio
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

import psycopg
from psycopg.types.json import Jsonb

from baton.core.ids import new_id
from baton.ops.embedded.postgres import EmbeddedPostgres

OPTIONS = {"checkpoint_timeout": "1h", "max_wal_size": "8GB", "autovacuum": "off"}
"""A bench is shorter than a checkpoint's pause, and what the janitor writes is nobody's run."""
_TABLE = (
    "create table bench_disk (id bigint generated always as identity primary key, run uuid, seq integer,"
    " kind text, payload jsonb, at timestamptz default clock_timestamp())"
)
_ONE = "insert into bench_disk (run, seq, kind, payload) values (%s, %s, 'step', %s)"
_MANY = (
    "insert into bench_disk (run, seq, kind, payload)"
    " select r, s, 'step', p from unnest(%s::uuid[], %s::integer[], %s::jsonb[]) v(r, s, p)"
)
_COPY = "copy bench_disk (run, seq, kind, payload) from stdin"
PAYLOAD = {"text": "x" * 280}
ROWS = 200


@dataclass(frozen=True, slots=True)
class Rate:
    way: str
    per_second: float
    unit: str

    def __str__(self) -> str:
        return f"{self.way:<42} {self.per_second:>9,.0f} {self.unit}/s"


type Write = Callable[[psycopg.AsyncConnection], Awaitable[int]]
"""One commit; the number of rows in it."""


async def _one_row(connection: psycopg.AsyncConnection) -> int:
    await connection.execute(_ONE, [new_id(), 1, Jsonb(PAYLOAD)])
    return 1


async def _by_arrays(connection: psycopg.AsyncConnection) -> int:
    run = new_id()
    await connection.execute(_MANY, [[run] * ROWS, list(range(ROWS)), [Jsonb(PAYLOAD)] * ROWS])
    return ROWS


async def _by_copy(connection: psycopg.AsyncConnection) -> int:
    run = new_id()
    async with connection.cursor() as cursor, cursor.copy(_COPY) as copy:
        for seq in range(ROWS):
            await copy.write_row([run, seq, "step", Jsonb(PAYLOAD)])
    return ROWS


WAYS: tuple[tuple[str, int, Write, str], ...] = (
    ("1 row a commit, 1 connection", 1, _one_row, "commits"),
    ("1 row a commit, 8 connections", 8, _one_row, "commits"),
    ("1 row a commit, 32 connections", 32, _one_row, "commits"),
    ("200 rows a commit by arrays, 1 connection", 1, _by_arrays, "rows"),
    ("200 rows a commit by COPY, 1 connection", 1, _by_copy, "rows"),
)


async def measure(url: str, seconds: float) -> list[Rate]:
    """Every way in turn, so many seconds each; the server must have fsync on."""
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute("drop table if exists bench_disk")
        connection.execute(_TABLE)
    return [Rate(way, await _rate(url, seconds, many, write), unit) for way, many, write, unit in WAYS]


async def _rate(url: str, seconds: float, connections: int, write: Write) -> float:
    opened = [await psycopg.AsyncConnection.connect(url, autocommit=True) for _ in range(connections)]
    started = time.perf_counter()

    async def keep_writing(connection: psycopg.AsyncConnection) -> int:
        written = 0
        while time.perf_counter() - started < seconds:
            written += await write(connection)
        return written

    written = sum(await asyncio.gather(*map(keep_writing, opened)))
    took = time.perf_counter() - started
    for connection in opened:
        await connection.close()
    return written / took


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=1.0, help="for each way in each round (1)")
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    server = EmbeddedPostgres(fsync=True, options=OPTIONS)
    server.start()
    try:
        print(f"disk: {options.rounds} rounds of {options.seconds:g} s for each way, fsync on")
        rounds = [asyncio.run(measure(server.url, options.seconds)) for _ in range(options.rounds)]
    finally:
        server.stop()
    for found in zip(*rounds, strict=True):
        rates = sorted(rate.per_second for rate in found)
        middle = Rate(found[0].way, rates[len(rates) // 2], found[0].unit)
        print(f"{middle}   (min {rates[0]:,.0f}, max {rates[-1]:,.0f})")


if __name__ == "__main__":
    main()
