"""One database for a module whose tests keep to organizations of their own: a copy for each costs a second."""

from collections.abc import Iterator

import pytest
from database import Cluster, TestDatabase
from world import World


@pytest.fixture(scope="module")
def shared(cluster: Cluster) -> Iterator[TestDatabase]:
    with cluster.copy() as database:
        yield database


@pytest.fixture
def shared_world(shared: TestDatabase) -> Iterator[World]:
    """A new organization on it; what it left running or paused is not the next one's concern."""
    yield World(shared).build()
    shared.rows("update tenancy_platform set paused_at = null")
    shared.rows("update orchestration_worker set stopped = true")
    shared.rows("update tenancy_organization set paused_at = now()")
