"""The supervisor's loops over the run record: one function of the kernel each, with the role baton_super.

Every sweep is level-triggered and skips what somebody holds: it may be interrupted, and run twice at once.
"""

from functools import partial

import psycopg
from django.conf import settings

from baton.outbox.loops import register

EACH_SECOND = 1.0
EACH_HOUR = 3600.0
OVERDUE_GRACE_SECONDS = 4.0
"""How long a live worker has to end its own overdue runs."""
MONTHS_AHEAD = 3


def sweep(connection: psycopg.Connection, *, call: str) -> int:
    """One round of a kernel function; answers how many rows it moved."""
    row = connection.execute(f"select kernel.{call}").fetchone()
    return int(row[0]) if row else 0


def register_loops() -> None:
    """Tell the supervisor of them."""
    environment = settings.BATON
    rering = environment.baton_rering_seconds
    for name, seconds, call in (
        ("reap", environment.baton_reap_seconds, "reap()"),
        ("finish cancelling", EACH_SECOND, "finish_cancelling()"),
        ("end overdue", EACH_SECOND, f"end_overdue({OVERDUE_GRACE_SECONDS})"),
        ("expire approvals", EACH_SECOND, "expire_approvals()"),
        ("ring again", rering, f"ring_again({rering})"),
        ("partitions", EACH_HOUR, f"ensure_partitions({MONTHS_AHEAD})"),
    ):
        register(name, seconds, partial(sweep, call=call))
