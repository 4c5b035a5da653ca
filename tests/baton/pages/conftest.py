"""People and their projects, served by a real process, seen by Debian's Chromium."""

from collections.abc import Iterator
from pathlib import Path

import browser
import pytest
from database import TestDatabase
from people import People
from playwright.sync_api import Browser
from web_server import WebServer, set_real_password, web_server

from baton.ops.embedded.valkey import EmbeddedValkey


@pytest.fixture
def people(database: TestDatabase) -> People:
    return People(database).arrange()


@pytest.fixture
def server(people: People, tmp_path: Path) -> Iterator[WebServer]:
    set_real_password(people.database)
    with EmbeddedValkey() as valkey, web_server(people.database, valkey.url, tmp_path) as server:
        yield server


@pytest.fixture
def chromium(server: WebServer) -> Iterator[Browser]:
    """After the server, so that it ends first: Django refuses to work beside Playwright's loop."""
    with browser.chromium() as running:
        yield running
