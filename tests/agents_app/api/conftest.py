"""North with one of everything, and Alice who may do it all."""

import pytest
from people import People
from studio import Studio, publish_all


@pytest.fixture
def studio(people: People) -> Studio:
    publish_all(people)
    return Studio(people.with_key(people.alice))
