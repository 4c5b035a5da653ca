"""`manage.py make_staff ADDRESS`: let a person into the staff's pages. Needs BATON_ROLE=staff and its URL.

`baton staff ADDRESS` finds the address by itself. The password of a new account is the first line of stdin.
"""

import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from baton.core.errors import BatonError
from baton.staff.connection import has_staff_pages
from baton.staff.passwords import check_password
from baton.staff.services.make_staff import make_staff


class Command(BaseCommand):
    """Says whether the account was made or was there."""

    help = "Make a person a member of the staff."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("email")
        parser.add_argument("--name")
        parser.add_argument("--password-stdin", action="store_true", help="For an account that is new.")

    def handle(self, *args: Any, **options: Any) -> None:
        if not has_staff_pages():
            raise CommandError("BATON_STAFF_URL is not set: the staff's role is needed for this.")
        password = sys.stdin.readline().rstrip("\n") if options["password_stdin"] else None
        try:
            if password:
                check_password(password)
            person, is_new = make_staff(email=options["email"], name=options["name"], password=password)
        except BatonError as error:
            raise CommandError(error.message) from error
        self.stdout.write(f"{person.email} is staff now" + (" (a new account)." if is_new else "."))
