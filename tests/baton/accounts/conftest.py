"""People who sign in, with no tries counted from other tests."""

import pytest
from database import TestDatabase
from django.core.cache import caches
from people import People


@pytest.fixture
def people(database: TestDatabase) -> People:
    for cache in caches.all():
        cache.clear()
    return People(database).arrange()
