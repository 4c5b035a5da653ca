"""The stage of the corpus of parallel calls: made once for the tests of a module."""

from collections.abc import Iterator
from typing import Any

import pytest
from call_stage import Stage, open_stage
from conftest import point_django_at
from database import Cluster
from django.db import connections


@pytest.fixture(scope="module")
def stage(cluster: Cluster, django_db_blocker: Any) -> Iterator[Stage]:
    with cluster.copy() as database:
        point_django_at(database, "web")
        with django_db_blocker.unblock(), open_stage(database) as stage:
            yield stage
            connections.close_all()
