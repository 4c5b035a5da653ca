"""One database for all that is exported and imported here; each test has an empty project of its own."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest
from conftest import point_django_at
from database import Cluster, TestDatabase
from django.db import connections
from people import People

from baton.core.ids import new_id
from baton.tenancy.actor import Actor


@pytest.fixture(scope="module")
def people(cluster: Cluster, django_db_blocker: Any) -> Iterator[People]:
    with cluster.copy() as database:
        point_django_at(database, "web")
        with django_db_blocker.unblock():
            yield People(database).arrange()
            connections.close_all()


@pytest.fixture(scope="module")
def database(people: People) -> TestDatabase:
    return people.database


@pytest.fixture(scope="module")
def empty_project(people: People) -> Callable[[], Actor]:
    """Alice in a new project of North with nothing in it."""

    def make() -> Actor:
        project = people.add_project(people.north, f"p{new_id().hex}")
        return replace(people.alice.actor, project_id=project)

    return make


@pytest.fixture(autouse=True)
def environment_is_open(settings: Any) -> None:
    """Files here may name variables of the workers, as on the machine of one person."""
    settings.BATON = settings.BATON.model_copy(update={"baton_secrets_from_environment": True})
