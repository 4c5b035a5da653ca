"""The small API of tests/small_api.py as the whole site, with people who speak to it."""

from collections.abc import Iterator

import pytest
from database import TestDatabase
from django.core.cache import caches
from django.test import override_settings
from people import People


@pytest.fixture
def people(database: TestDatabase) -> Iterator[People]:
    for cache in caches.all():
        cache.clear()
    with override_settings(ROOT_URLCONF="small_api"):
        yield People(database).arrange()
