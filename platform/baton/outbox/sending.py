"""The relay of this installation: which kinds of message it sends, and with what."""

from functools import cache

import psycopg
from django.conf import settings

from baton.outbox.doorbell import Doorbell
from baton.outbox.relay import Relay


@cache
def the_relay() -> Relay:
    return Relay({"doorbell": Doorbell(settings.BATON.baton_queue).ring})


def run_relay(connection: psycopg.Connection) -> int:
    """One batch, as a loop of the supervisor."""
    return the_relay().run(connection)
