"""The supervisor's loops over the run record: one function of the kernel each, with the role baton_super.

Every sweep is level-triggered and skips what somebody holds: it may be interrupted, and run twice at once.
The runs that it moved are told to the `live` processes.
"""

from functools import partial

import psycopg
from django.conf import settings
from psycopg import sql
from psycopg.rows import class_row

from baton.live.bus import RunNews
from baton.live.sending import publish
from baton.outbox.loops import register

FOUR_TIMES_A_SECOND = 0.25
"""A person is told to the second when a held decision counts."""
EACH_SECOND = 1.0
EACH_HOUR = 3600.0
OVERDUE_GRACE_SECONDS = 4.0
"""How long a live worker has to end its own overdue runs."""
MONTHS_AHEAD = 3
EACH_FIVE_SECONDS = 5.0
OUTAGE_SECONDS = 360.0
"""An outage is forgotten that nobody has looked at for so long after its next try was due: longer than a
model may take for one reply."""

_MOVED = sql.SQL(
    "select organization_id::text as organization, project_id::text as project, run_id::text as run,"
    " first_seq as first, last_seq as last, run_status as status, approvals from kernel.{}"
)


def sweep(connection: psycopg.Connection, *, call: str) -> int:
    """One round of a kernel function that answers how many rows it moved."""
    row = connection.execute(f"select kernel.{call}").fetchone()
    return int(row[0]) if row else 0


def sweep_runs(connection: psycopg.Connection, *, call: str) -> int:
    """One round of a kernel function that answers the runs it moved; autocommit has committed it by then."""
    with connection.cursor(row_factory=class_row(RunNews)) as cursor:
        moved = cursor.execute(_MOVED.format(sql.SQL(call))).fetchall()
    for news in moved:
        publish(news)
    return len(moved)


def register_loops() -> None:
    """Tell the supervisor of them."""
    environment = settings.BATON
    rering = environment.baton_rering_seconds
    for name, seconds, call in (
        ("reap", environment.baton_reap_seconds, "reap()"),
        ("finish cancelling", EACH_SECOND, "finish_cancelling()"),
        ("end overdue", EACH_SECOND, f"end_overdue({OVERDUE_GRACE_SECONDS})"),
        ("expire approvals", EACH_SECOND, "expire_approvals()"),
        ("settle decisions", FOUR_TIMES_A_SECOND, "settle_decisions()"),
    ):
        register(name, seconds, partial(sweep_runs, call=call))
    for name, seconds, call in (
        ("forget outages", EACH_FIVE_SECONDS, f"forget_outages({OUTAGE_SECONDS})"),
        ("ring again", rering, f"ring_again({rering})"),
        ("partitions", EACH_HOUR, f"ensure_partitions({MONTHS_AHEAD})"),
    ):
        register(name, seconds, partial(sweep, call=call))
