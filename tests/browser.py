"""Debian's Chromium over a running installation, with everything about a page that must stay empty.

Used by the tests of plain pages (tests/baton/pages) and of whole journeys (tests/e2e/test_browser_*.py).
"""

import os
import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-default-apps",
    "--disable-quic",
    "--disable-sync",
    "--no-first-run",
    "--font-render-hinting=none",
]
SIZES = {"wide": {"width": 1440, "height": 900}, "phone": {"width": 390, "height": 844}}
AXE = Path(__file__).resolve().parents[1] / "frontend" / "node_modules" / "axe-core" / "axe.min.js"
BEARABLE = {"minor", "moderate"}
NAMED_BY_A_PART = re.compile(r'role="(option|treeitem)"')
"""A row of a list or tree is named by its sentence alone and the rest describes it: nobody calls it by voice."""
PATIENCE = 30_000.0
"""Milliseconds to wait for what should be there at once: a bound, not a goal."""

Scheme = Literal["light", "dark"]


@contextmanager
def chromium() -> Iterator[Browser]:
    """Django refuses to work beside Playwright's loop, so this is opened after servers and ends before them."""
    path = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if path is None:
        if os.environ.get("CI"):
            pytest.fail("There is no Chromium on the PATH; the application cannot be looked at")
        pytest.skip("There is no Chromium on the PATH: install Debian's package chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield browser
        browser.close()


@dataclass
class Window:
    """One person's browser: its pages share cookies, and everything they do is noted."""

    context: BrowserContext
    url: str
    foreign: list[str] = field(default_factory=list)
    reports: list[str] = field(default_factory=list)
    complaints: list[str] = field(default_factory=list)
    dialogs: list[str] = field(default_factory=list)
    expected: tuple[str, ...] = ()
    """Parts of console messages that this journey means to cause, as by a refused request."""

    def new_page(self) -> Page:
        page = self.context.new_page()
        page.set_default_timeout(PATIENCE)
        page.on("request", lambda request: self._note(request.url))
        page.on("console", lambda each: self._hear(each.text) if each.type == "error" else None)
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("dialog", self._close)
        return page

    def _note(self, url: str) -> None:
        if not url.startswith((self.url, self.url.replace("http", "ws", 1), "data:", "blob:")):
            self.foreign.append(url)
        if "/csp-reports/" in url:
            self.reports.append(url)

    def _hear(self, text: str) -> None:
        if not any(part in text for part in self.expected):
            self.complaints.append(text)

    def _close(self, dialog: Any) -> None:
        self.dialogs.append(dialog.message)
        dialog.dismiss()

    def assert_clean(self) -> None:
        """Nothing foreign was asked for, nothing stopped by policy, nothing failed in a script."""
        assert (self.foreign, self.reports, self.complaints, self.dialogs) == ([], [], [], [])


@contextmanager
def window(
    browser: Browser,
    url: str,
    size: str = "wide",
    scheme: Scheme = "light",
    *,
    scripts: bool = True,
    expected: tuple[str, ...] = (),
) -> Iterator[Window]:
    context = browser.new_context(
        base_url=url,
        viewport=SIZES[size],  # type: ignore[arg-type]
        color_scheme=scheme,
        java_script_enabled=scripts,
        has_touch=size == "phone",
        is_mobile=size == "phone",
        device_scale_factor=1,
        locale="en-GB",
        timezone_id="Europe/Berlin",
        reduced_motion="reduce",
    )
    try:
        yield Window(context, url, expected=expected)
    finally:
        context.close()


def sign_in(page: Page, demo: dict[str, str], path: str = "/") -> None:
    """As the demo's owner, to where the path leads."""
    page.goto(path)
    page.get_by_label("E-mail").fill(demo["email"])
    page.get_by_label("Password").fill(demo["password"])
    page.get_by_role("button", name="Sign in").click()
    page.wait_for_url(lambda url: "/sign-in/" not in url)


def assert_fits(page: Page) -> None:
    wide = page.evaluate("document.scrollingElement.scrollWidth - document.documentElement.clientWidth")
    assert wide <= 0, f"{page.url} scrolls sideways by {wide} px"


def assert_accessible(page: Page) -> None:
    """axe finds nothing serious or critical, and no contrast fault."""
    page.evaluate(AXE.read_text())
    found = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
    faults = [
        f"{each['id']} ({each['impact']}): {each['help']}: {node['html'][:160]}"
        for each in found["violations"]
        if each["impact"] not in BEARABLE or each["id"] == "color-contrast"
        for node in each["nodes"]
        if not (each["id"] == "label-content-name-mismatch" and NAMED_BY_A_PART.search(node["html"]))
    ]
    assert faults == [], "\n".join([page.url, *faults])


def keep(page: Page, folder: Path, name: str) -> None:
    """A picture for people to look at: in BATON_SCREENSHOTS where it is set."""
    place = Path(os.environ.get("BATON_SCREENSHOTS") or folder)
    place.mkdir(parents=True, exist_ok=True)
    page.screenshot(path=place / f"{name}.png")
