"""`manage.py rotate_kek`: wrap every organization's data key under the first KEK of BATON_KEKS.

Without downtime, since every process knows both keys meanwhile: add the new one behind the old one and
restart, put it first and restart, run this, take the old one away and restart.
"""

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import connection

from baton.core.errors import BatonError
from baton.secrets.rotation import rotate_kek


class Command(BaseCommand):
    """Says how many keys were wrapped again, and fails where one could not be."""

    help = "Wrap the data keys of all organizations under the first key of BATON_KEKS."

    def handle(self, *args: Any, **options: Any) -> None:
        with connection.cursor() as cursor:
            cursor.execute("select current_user")
            user = str(cursor.fetchone()[0])
        # Any other role sees no data key at all, and would report that all is well.
        if user != "baton_owner":
            raise CommandError(f"Run it with BATON_ROLE=owner: {user} does not see every organization.")
        try:
            done = rotate_kek(settings.BATON_KEY_RING)
        except BatonError as error:
            raise CommandError(error.message) from error
        self.stdout.write(f"Wrapped again under {settings.BATON_KEY_RING.first}: {done.wrapped}")
        if done.lost:
            raise CommandError(f"Not opened by the keys of BATON_KEKS: what {', '.join(done.lost)} wraps.")
