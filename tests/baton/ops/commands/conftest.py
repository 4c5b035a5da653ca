"""A real server with real runs behind it, and the command `baton` beside it as a process."""

import time
from collections.abc import Iterator

import pytest
from people import People
from terminal_world import Baton, LiveServer


@pytest.fixture(autouse=True)
def utc(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Clock times in expected rows are those of UTC."""
    monkeypatch.setenv("TZ", "UTC")
    time.tzset()
    yield
    monkeypatch.undo()
    time.tzset()


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
