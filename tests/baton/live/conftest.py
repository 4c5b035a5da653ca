"""A `live` process with people who are signed in, and somebody who writes runs."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from live_server import Browser, live_server
from people import People
from trace_writer import TraceWriter
from web_server import WebServer, set_real_password
from world import World

from baton.ops.embedded.valkey import EmbeddedValkey


@pytest.fixture(scope="module")
def valkey() -> Iterator[EmbeddedValkey]:
    with EmbeddedValkey() as server:
        yield server


@pytest.fixture
def live(people: People, valkey: EmbeddedValkey, tmp_path: Path) -> Iterator[WebServer]:
    set_real_password(people.database)
    with live_server(people.database, valkey.url, tmp_path) as server:
        yield server


@pytest.fixture
def alice(live: WebServer, people: People) -> Browser:
    return Browser(live.port).sign_in(people.alice)


@pytest.fixture
def writer(north: World, valkey: EmbeddedValkey) -> TraceWriter:
    return TraceWriter(north, valkey.url)


@pytest.fixture
def southern(south: World, valkey: EmbeddedValkey) -> TraceWriter:
    return TraceWriter(south, valkey.url)
