"""One installation for each file of journeys, and a browser over it. A file that needs another one says so."""

from collections.abc import Iterator

import pytest
from browser import chromium
from playwright.sync_api import Browser
from stack import Stack, stack


@pytest.fixture(scope="module")
def platform() -> Iterator[Stack]:
    with stack() as running:
        yield running


@pytest.fixture(scope="module")
def browser(platform: Stack) -> Iterator[Browser]:
    with chromium() as running:
        yield running
