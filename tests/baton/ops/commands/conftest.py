"""A real server with real runs behind it, and the command `baton` beside it as a process."""

import time
from collections.abc import Iterator

import pytest
from database import TestDatabase
from people import People
from rest_world import world_of
from terminal_world import Baton, LiveServer
from world import World


@pytest.fixture(autouse=True)
def utc(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Clock times in expected rows are those of UTC."""
    monkeypatch.setenv("TZ", "UTC")
    time.tzset()
    yield
    monkeypatch.undo()
    time.tzset()


@pytest.fixture
def people(database: TestDatabase) -> People:
    return People(database).arrange()


@pytest.fixture
def north(people: People) -> World:
    return world_of(people.database, people.north, people.alice, people.bob, people.rita, people.vera)


@pytest.fixture
def server(people: People) -> Iterator[LiveServer]:
    server = LiveServer()
    server.start()
    yield server
    server.stop()


@pytest.fixture
def baton(server: LiveServer, people: People) -> Baton:
    """The command with a key of Alice."""
    return Baton({"BATON_URL": server.url, "BATON_API_KEY": people.key(people.alice)})
