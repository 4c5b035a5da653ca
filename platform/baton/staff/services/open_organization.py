"""Open an organization: its row, a first project, its owner if there is one already."""

from django.db import IntegrityError, connections, transaction

from baton.accounts.models import User
from baton.core.errors import Conflict
from baton.core.ids import new_id
from baton.staff.connection import ALIAS
from baton.staff.notes import note
from baton.tenancy.models import Membership, Organization
from baton.tenancy.roles import Role
from baton.tenancy.slugs import free_slugs, slug_of

_MOST_TRIES = 100
_PROJECT = "insert into tenancy_project (id, organization_id, name, slug) values (%s, %s, %s, %s)"


def open_organization(
    *, staff: User, organization: Organization, project: str, owner: User | None = None
) -> Organization:
    """The organization, stored. One without a slug gets the first free one that its name becomes."""
    with transaction.atomic(using=ALIAS):
        _store(organization)
        with connections[ALIAS].cursor() as cursor:
            # Written blindly, as all of a tenant's: the staff's role cannot read a project.
            cursor.execute(_PROJECT, [new_id(), organization.id, project, slug_of(project, "project")])
        if owner is not None:
            Membership.objects.create(organization=organization, user=owner, role=Role.OWNER.value)
        note(
            staff=staff,
            organization_id=organization.id,
            action="organizations:open",
            object_kind="organization",
            object_id=organization.id,
            detail={
                "name": organization.name,
                "slug": organization.slug,
                "owner": owner.email if owner else None,
            },
        )
    return organization


def _store(organization: Organization) -> None:
    """The unique slug of the table decides, so that two at once get two."""
    if organization.slug:
        organization.save(force_insert=True)
        return
    for _, slug in zip(range(_MOST_TRIES), free_slugs(organization.name, "org"), strict=False):
        organization.slug = slug
        try:
            with transaction.atomic(using=ALIAS):
                organization.save(force_insert=True)
        except IntegrityError:
            continue
        return
    raise Conflict("already_exists", "Too many organizations have this name: give it a slug.")
