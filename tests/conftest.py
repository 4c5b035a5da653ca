"""Fixtures every test may use: a database of its own, Alice who owns, Bob a member, Charlie outside."""

from collections.abc import Iterator
from typing import Any

import pytest
from database import Cluster, TestDatabase
from django.db import connections
from people import People
from rest_world import world_of
from world import World


@pytest.fixture(scope="session")
def django_db_setup() -> None:
    """pytest-django makes no database: each test that needs one asks for `database`."""


@pytest.fixture(scope="session")
def cluster() -> Iterator[Cluster]:
    cluster = Cluster()
    cluster.start()
    yield cluster
    cluster.server.stop()


@pytest.fixture
def database(cluster: Cluster, django_db_blocker: Any) -> Iterator[TestDatabase]:
    """A fresh database, committed to for real; Django connects to it as baton_web, its staff as baton_staff."""
    with cluster.copy() as database:
        point_django_at(database, "web")
        with django_db_blocker.unblock():
            yield database
            connections.close_all()


def point_django_at(database: TestDatabase, role: str) -> None:
    """Let Django's default connection of this process play `role` on `database`; `staff` plays the staff."""
    connections.close_all()
    for alias, who in (("default", role), ("staff", "staff")):
        connections[alias].settings_dict.update(
            NAME=database.name,
            USER=f"baton_{who}",
            PASSWORD=database.passwords[f"baton_{who}"],
            HOST="127.0.0.1",
            PORT=str(database.server.port),
        )


@pytest.fixture
def world(database: TestDatabase) -> World:
    """An organization with people, on the database of this test."""
    return World(database).build()


@pytest.fixture
def people(database: TestDatabase) -> People:
    """Two organizations, North and South, with people and keys who act through services and REST."""
    return People(database).arrange()


@pytest.fixture
def north(people: People) -> World:
    """North as a world in which runs really run."""
    return world_of(people.database, people.north, people.alice, people.bob, people.rita, people.vera)


@pytest.fixture
def south(people: People) -> World:
    """South, where Charlie is at home."""
    return world_of(people.database, people.south, people.charlie)
