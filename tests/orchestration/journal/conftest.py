"""The kernel by hand, in an organization of each test's own."""

import pytest
from journal_world import Desk
from world import World


@pytest.fixture
def desk(shared_world: World) -> Desk:
    return Desk(shared_world)
