"""Two organizations: Alice owns the first, Bob is a member of it, Charlie owns the other."""

from dataclasses import dataclass
from uuid import UUID

import pytest
from database import TestDatabase

from baton.core.ids import new_id
from baton.tenancy.actor import Actor, member
from baton.tenancy.roles import Role


@dataclass(frozen=True)
class People:
    alice: Actor
    bob: Actor
    charlie: Actor


@pytest.fixture
def people(database: TestDatabase) -> People:
    north, south = _organization(database, "north"), _organization(database, "south")
    return People(
        alice=_person(database, "Alice", north, Role.OWNER),
        bob=_person(database, "Bob", north, Role.REVIEWER),
        charlie=_person(database, "Charlie", south, Role.OWNER),
    )


def _organization(database: TestDatabase, slug: str) -> tuple[UUID, UUID]:
    organization, project = new_id(), new_id()
    database.rows(
        "insert into tenancy_organization (id, name, slug, time_zone, max_running)"
        " values (%s, %s, %s, 'UTC', 200)",
        [organization, slug.title(), slug],
    )
    database.rows(
        "insert into tenancy_project (id, organization_id, name, slug) values (%s, %s, 'Support', 'support')",
        [project, organization],
    )
    return organization, project


def _person(database: TestDatabase, name: str, place: tuple[UUID, UUID], role: Role) -> Actor:
    user = new_id()
    database.rows(
        "insert into accounts_user"
        " (id, email, name, password, is_active, is_staff, is_superuser, date_joined)"
        " values (%s, %s, %s, '!', true, false, false, now())",
        [user, f"{name.lower()}@{role}.example", name],
    )
    database.rows(
        "insert into tenancy_membership (id, organization_id, user_id, role) values (%s, %s, %s, %s)",
        [new_id(), place[0], user, role.value],
    )
    return member(user_id=user, name=name, organization_id=place[0], project_id=place[1], role=role)
