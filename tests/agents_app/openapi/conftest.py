"""One database for all that is imported here."""

from collections.abc import Iterator
from typing import Any

import pytest
from conftest import point_django_at
from database import Cluster
from django.db import connections
from people import People


@pytest.fixture(scope="module")
def people(cluster: Cluster, django_db_blocker: Any) -> Iterator[People]:
    with cluster.copy() as database:
        point_django_at(database, "web")
        with django_db_blocker.unblock():
            yield People(database).arrange()
            connections.close_all()
