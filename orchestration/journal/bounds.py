"""No transaction of a worker outlives its process by much, whatever became of the process.

A worker that is stopped, or whose host is cut off, in the middle of a transaction would keep the rows that it
has locked for as long as its connection stands, and the reaper skips locked rows. The database ends such a
transaction instead. Between the statements of a pipeline only `transaction_timeout` (PostgreSQL 17) counts.
"""

from typing import Any, Final

import psycopg

LONGEST_TRANSACTION: Final = 10.0
"""Seconds; less than a lease, far more than any of them takes."""

_BOUNDS: Final = (
    "select set_config(name, %s, false) from pg_settings"
    " where name in ('transaction_timeout', 'idle_in_transaction_session_timeout')"
)


async def bound_transactions(
    connection: psycopg.AsyncConnection[Any], seconds: float = LONGEST_TRANSACTION
) -> None:
    """Bound every later transaction of the connection. An older server has only the second of the two."""
    await connection.execute(_BOUNDS, [f"{round(seconds * 1000)}ms"])
