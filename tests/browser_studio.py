"""What a builder does in the studio, the same for every kind of thing."""

import re

from playwright.sync_api import Locator, Page, expect

PROJECT = "/o/nordlicht/p/support"


def make(page: Page, shelf: str, name: str, text: str = "") -> None:
    """A new one, by key from its list."""
    page.goto(f"{PROJECT}/{shelf}")
    page.get_by_role("button", name=re.compile("^New ")).wait_for()
    page.keyboard.press("n")
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Name").fill(name)
    dialog.get_by_label("From text").fill(text)
    page.keyboard.press("Control+Enter")
    page.wait_for_url(re.compile(rf"/{shelf}/[0-9a-f-]{{36}}"))
    expect(page.get_by_role("heading", name=name, level=1)).to_be_visible()


def save(page: Page) -> None:
    page.keyboard.press("Control+s")
    expect(page.get_by_text(re.compile("^saved "))).to_be_visible()


def publish(page: Page, notes: str, version: int) -> None:
    """The draft of the page, which is without messages."""
    page.get_by_role("button", name="Publish…").click()
    dialog = page.get_by_role("dialog", name=re.compile(f"^Publish version {version}"))
    dialog.get_by_label("What has changed, and why").fill(notes)
    page.keyboard.press("Control+Enter")
    expect(dialog).to_be_hidden()
    expect(page.get_by_text(f"Version {version} is live", exact=True)).to_be_visible()


def text_of(page: Page) -> Locator:
    return page.get_by_label(re.compile("as text$"))
