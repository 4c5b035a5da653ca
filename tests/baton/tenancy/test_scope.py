"""The way into an organization's rows, as Django's code takes it: scopes nest, end and fail without a leak (P25)."""

from typing import Any
from uuid import UUID

import psycopg
import pytest
from django.db import DataError, IntegrityError, connection, transaction
from world import World

from baton.core.ids import new_id
from baton.tenancy.models import Project
from baton.tenancy.scope import organization_scope, user_scope

pytestmark = pytest.mark.requirement("promise P25")


@pytest.fixture
def two(world: World) -> tuple[World, World]:
    return world, World(world.database).build()


def projects() -> set[UUID]:
    return set(Project.objects.values_list("id", flat=True))


def test_a_scope_shows_its_organization_and_ends_with_its_transaction(two: tuple[World, World]) -> None:
    ours, theirs = two
    for world in (ours, theirs, ours):
        with organization_scope(world.organization):
            assert projects() == {world.project}
        assert projects() == set()
        with transaction.atomic():
            assert projects() == set()


def test_a_scope_does_not_leak_out_of_a_transaction_that_fails(two: tuple[World, World]) -> None:
    ours, _ = two
    with pytest.raises(ZeroDivisionError), organization_scope(ours.organization):
        raise ZeroDivisionError
    assert projects() == set()
    with pytest.raises(IntegrityError), organization_scope(ours.organization):
        Project.objects.create(organization_id=ours.organization, name="again", slug="support")
    assert projects() == set()


def test_a_scope_refuses_another_organization_inside_and_stays_what_it_was(two: tuple[World, World]) -> None:
    ours, theirs = two
    with organization_scope(ours.organization):
        with (
            pytest.raises(RuntimeError, match="already in the scope"),
            organization_scope(theirs.organization),
        ):
            pytest.fail("the scope of another organization was entered")
        assert projects() == {ours.project}
        with organization_scope(ours.organization):
            assert projects() == {ours.project}
        assert projects() == {ours.project}
    assert projects() == set()


def test_an_inner_scope_gives_back_what_was_before_it(two: tuple[World, World]) -> None:
    ours, theirs = two
    with transaction.atomic():
        with organization_scope(ours.organization):
            assert projects() == {ours.project}
        assert projects() == set()
        with organization_scope(theirs.organization):
            assert projects() == {theirs.project}
        assert projects() == set()


def test_an_error_of_the_database_inside_an_inner_scope_is_the_one_that_is_raised(
    two: tuple[World, World],
) -> None:
    ours, _ = two
    with organization_scope(ours.organization):
        with pytest.raises(IntegrityError), organization_scope(ours.organization):
            Project.objects.create(organization_id=ours.organization, name="again", slug="support")
        assert projects() == {ours.project}
    with transaction.atomic():
        with pytest.raises(DataError), organization_scope(ours.organization), connection.cursor() as cursor:
            cursor.execute("select 1 / 0")
        assert projects() == set()


def test_a_persons_scope_shows_their_organizations_alone_and_ends_with_them(two: tuple[World, World]) -> None:
    ours, theirs = two
    both = ours.people["vera"].id
    ours.owner(
        "insert into tenancy_membership (id, organization_id, user_id, role) values (%s, %s, %s, 'viewer')",
        [new_id(), theirs.organization, both],
    )

    with user_scope(ours.people["alice"].id):
        assert projects() == {ours.project}
    with user_scope(both):
        assert projects() == {ours.project, theirs.project}
        assert Project.objects.update(name="x") == 0
    with user_scope(new_id()):
        assert projects() == set()
    assert projects() == set()
    with transaction.atomic():
        with pytest.raises(DataError), user_scope(both), connection.cursor() as cursor:
            cursor.execute("select 1 / 0")
        assert projects() == set()


def test_a_connection_of_a_worker_forgets_its_scope(world: World) -> None:
    """The measured leak: what SET makes outlives the transaction, what set_config(..., true) makes does not."""
    with world.database.connect("worker") as connection_of_worker:
        for _ in range(3):
            with connection_of_worker.transaction():
                connection_of_worker.execute(
                    "select set_config('app.organization', %s, true)", [str(world.organization)]
                )
                assert count(connection_of_worker) == 1
            assert count(connection_of_worker) == 0


def count(asking: psycopg.Connection[dict[str, Any]]) -> int:
    [row] = asking.execute("select count(*) as n from tenancy_project").fetchall()
    return int(row["n"])
