"""The outbox relay: sends what was promised in a transaction, after it, at least once.

A message is sent first and marked afterwards, in the transaction that holds its row: a relay that dies in
between sends it again, which every receiver can take. Nothing is ever lost because the broker is away.
"""

import logging
from collections import defaultdict
from collections.abc import Callable
from typing import Any
from uuid import UUID

import psycopg
from psycopg.rows import tuple_row

BATCH = 100
AWAY_SECONDS = 1.0
LONGEST_DELAY = 3600.0

Send = Callable[[dict[str, Any]], None]

log = logging.getLogger(__name__)


class CarrierAway(Exception):
    """What carries this kind cannot be reached now: the next message of the kind would only wait as long."""


class Relay:
    """Sends messages by kind."""

    def __init__(self, senders: dict[str, Send]) -> None:
        self._senders = senders
        self._is_away: set[str] = set()

    def run(self, connection: psycopg.Connection) -> int:
        """One batch. Answers how many were sent."""
        sent: list[UUID] = []
        later: dict[float, list[UUID]] = defaultdict(list)
        away: set[str] = set()
        with connection.transaction():
            cursor = connection.cursor(row_factory=tuple_row)
            cursor.execute("select id, kind, payload, attempts from kernel.outbox_take(%s)", [BATCH])
            taken = cursor.fetchall()
            for id, kind, payload, attempts in taken:
                delay = AWAY_SECONDS if kind in away else self._send(kind, payload, attempts, away)
                if delay is None:
                    sent.append(id)
                else:
                    later[delay].append(id)
            if sent:
                connection.execute("select kernel.outbox_done(%s::uuid[])", [sent])
            for delay, ids in later.items():
                connection.execute("select kernel.outbox_failed(%s::uuid[], %s)", [ids, delay])
        for kind in self._is_away - away if taken else ():
            log.info("What carries '%s' is back", kind)
        if taken:
            self._is_away = away
        return len(sent)

    def _send(self, kind: str, payload: dict[str, Any], attempts: int, away: set[str]) -> float | None:
        """None if it went, else the seconds after which it is tried again."""
        try:
            self._senders[kind](payload)
        except CarrierAway as error:
            away.add(kind)
            if kind not in self._is_away:
                log.warning("What carries '%s' is away (%s): messages are kept and tried again", kind, error)
            return AWAY_SECONDS
        except Exception:  # one bad message must not hold up those behind it
            delay = min(2.0**attempts, LONGEST_DELAY)
            log.exception("A message of kind '%s' was not sent, again in %.0f s", kind, delay)
            return delay
        return None
