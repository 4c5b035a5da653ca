"""Make somebody a member of the staff, from the command line of the server: how the first one comes to be."""

from django.db import transaction

from baton.accounts.addresses import canonical_address
from baton.accounts.models import User
from baton.core.errors import Unprocessable
from baton.staff.connection import ALIAS, as_staff
from baton.staff.notes import note_of_person
from baton.staff.services.revoke import revoke_after_commit


def make_staff(*, email: str, name: str | None = None, password: str | None = None) -> tuple[User, bool]:
    """The person, and whether the account is new. A new one needs a password, a known one keeps its own."""
    address = canonical_address(email)
    with as_staff(), transaction.atomic(using=ALIAS):
        person = User.objects.filter(email=address).first()
        if person is None:
            if not password:
                raise Unprocessable(
                    "missing_field", f"{address} is new and needs a password.", field="password"
                )
            fields = {"name": name or address.partition("@")[0], "is_staff": True}
            return User.objects.create_user(address, password, **fields), True
        if not person.is_staff or not person.is_active:
            person.is_staff = person.is_active = True
            person.save(update_fields=["is_staff", "is_active"])
            note_of_person(staff=None, person=person, action="users:make-staff", detail={})
            revoke_after_commit(users=[person.id])
    return person, False
