"""A `live` process with people who are signed in, and somebody who writes runs. One for all of these tests.

Tests that end it, or what it needs, start their own.
"""

from collections.abc import Callable, Iterator
from itertools import count

import pytest
from database import Cluster, TestDatabase
from live_server import Browser, hang_up, live_server
from people import People, Person
from rest_world import world_of
from trace_writer import TraceWriter
from web_server import WebServer, set_real_password
from world import World

from baton.ops.embedded.valkey import EmbeddedValkey
from baton.tenancy.roles import Role

_NUMBERS = count(1)


@pytest.fixture(autouse=True)
def _hang_up() -> Iterator[None]:
    yield
    hang_up()


@pytest.fixture(scope="session")
def valkey() -> Iterator[EmbeddedValkey]:
    with EmbeddedValkey() as server:
        yield server


@pytest.fixture(scope="session")
def database(cluster: Cluster) -> Iterator[TestDatabase]:
    with cluster.copy() as database:
        yield database


@pytest.fixture(scope="session")
def people(database: TestDatabase) -> People:
    people = People(database).arrange()
    set_real_password(database)
    return people


@pytest.fixture(scope="session")
def live(
    people: People, valkey: EmbeddedValkey, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[WebServer]:
    with live_server(people.database, valkey.url, tmp_path_factory.mktemp("live")) as server:
        yield server


@pytest.fixture(scope="session")
def north(people: People) -> World:
    return world_of(people.database, people.north, people.alice, people.bob, people.rita, people.vera)


@pytest.fixture(scope="session")
def alice(live: WebServer, people: People) -> Browser:
    return Browser(live.port).sign_in(people.alice)


@pytest.fixture(scope="session")
def charlie(live: WebServer, people: People) -> Browser:
    return Browser(live.port).sign_in(people.charlie)


@pytest.fixture(scope="session")
def writer(north: World, valkey: EmbeddedValkey) -> TraceWriter:
    return TraceWriter(north, valkey.url)


@pytest.fixture(scope="session")
def southern(people: People, valkey: EmbeddedValkey) -> TraceWriter:
    return TraceWriter(world_of(people.database, people.south, people.charlie), valkey.url)


@pytest.fixture
def somebody(people: People) -> Callable[[Role], Person]:
    """A new member of North, whose rights a test may take away."""

    def add(role: Role) -> Person:
        person = people.add_person(f"Bob{next(_NUMBERS)}", people.north, role)
        set_real_password(people.database, person)
        return person

    return add
