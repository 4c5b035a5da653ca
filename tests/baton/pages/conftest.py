"""People and their projects, served by a real process, seen by Debian's Chromium."""

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from database import TestDatabase
from people import People
from playwright.sync_api import Browser, sync_playwright
from web_server import WebServer, set_real_password, web_server

from baton.ops.embedded.valkey import EmbeddedValkey

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-default-apps",
    "--disable-sync",
    "--no-first-run",
    "--font-render-hinting=none",
]


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
    path = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if path is None:
        if os.environ.get("CI"):
            pytest.fail("There is no Chromium on the PATH; the pages cannot be looked at")
        pytest.skip("There is no Chromium on the PATH: install Debian's package chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield browser
        browser.close()
