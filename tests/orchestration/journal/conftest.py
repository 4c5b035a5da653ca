"""One database for a module: each test has an organization of its own in it."""

from collections.abc import Iterator

import pytest
from database import Cluster, TestDatabase
from journal_world import Desk
from world import World


@pytest.fixture(scope="module")
def shared(cluster: Cluster) -> Iterator[TestDatabase]:
    with cluster.copy() as database:
        yield database


@pytest.fixture
def desk(shared: TestDatabase) -> Iterator[Desk]:
    yield Desk(World(shared).build())
    shared.rows("update tenancy_platform set paused_at = null")
    shared.rows("update orchestration_worker set stopped = true")
