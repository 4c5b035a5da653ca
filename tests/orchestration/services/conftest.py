"""North and its people as actors."""

import pytest
from database import TestDatabase
from people import People
from rest_world import world_of
from world import World


@pytest.fixture
def people(database: TestDatabase) -> People:
    return People(database).arrange()


@pytest.fixture
def north(people: People) -> World:
    return world_of(people.database, people.north, people.alice, people.bob, people.rita, people.vera)
