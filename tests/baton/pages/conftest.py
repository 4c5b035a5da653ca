"""A project in which something runs, served by a real process, seen by Debian's Chromium."""

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from database import TestDatabase
from playwright.sync_api import Browser, sync_playwright
from web_server import WebServer, set_real_password, web_server
from world import Ledger, World, reply, running, script

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
def busy(database: TestDatabase) -> World:
    """One run that has ended, one that waits for approval, one that failed, one queued; names that attack."""
    world = World(database).build()
    refund = world.add_tool("refund", sentence="Refund {amount} to {customer} for order {order}")
    arguments = {
        "amount": "€1,240.00",
        "customer": "Maya <img src=x onerror=alert(1)> Okafor",
        "order": "58213",
    }
    asks = world.add_agent(
        "refund-desk",
        tools=[refund],
        connection=world.add_connection(script=script(reply(("refund", arguments)), reply(text="Done."))),
    )
    talks = world.add_agent("greeter", connection=world.add_connection(script=script(reply(text="Hello."))))
    ended = world.start(talks, "Say hello to Maya")
    waiting = world.start(
        asks, "Maya Okafor writes: \u202emy jacket of order 58213 arrived torn, <b>refund me</b>"
    )
    failing = world.start(talks, "A run that is stopped before it begins")
    world.cancel(failing)
    with running(database, Ledger()):
        world.wait_for(ended, "completed")
        world.pending(waiting)
    world.supervise()
    world.start(asks, "A long message. " * 30)
    return world


@pytest.fixture
def server(busy: World, tmp_path: Path) -> Iterator[WebServer]:
    set_real_password(busy.database)
    with EmbeddedValkey() as valkey, web_server(busy.database, valkey.url, tmp_path) as server:
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
