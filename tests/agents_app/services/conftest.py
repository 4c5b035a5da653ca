"""The people of all tests, as the actors that services take."""

from dataclasses import dataclass

import pytest
from database import TestDatabase
from people import People

from baton.tenancy.actor import Actor


@dataclass(frozen=True)
class Actors:
    alice: Actor
    bob: Actor
    charlie: Actor


@pytest.fixture
def people(database: TestDatabase) -> Actors:
    arranged = People(database).arrange()
    return Actors(arranged.alice.actor, arranged.bob.actor, arranged.charlie.actor)
