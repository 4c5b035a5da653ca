"""A run in the browser while parts of the platform end: the same gapless truth, and nobody reloads a page."""

import signal
import time
from collections.abc import Iterator
from contextlib import suppress

import pytest
from browser import Window, sign_in, window
from playwright.sync_api import Browser, Page, expect
from stack import Stack

SECONDS = 60_000.0
"""Ten times what may pass until a page that was away shows the truth again."""
BROKEN = ("WebSocket connection to", "Failed to load resource")
"""What Chromium itself says of a connection that ends; the application says so in words of its own."""


@pytest.fixture(scope="module")
def desk(platform: Stack, browser: Browser) -> Iterator[Window]:
    """The browser of the demo's owner, signed in."""
    with window(browser, platform.demo["url"], expected=BROKEN) as seen:
        page = seen.new_page()
        sign_in(page, platform.demo)
        page.close()
        yield seen


def waiting_run(platform: Stack, amount: int) -> str:
    """All amounts together are less than the order cost, otherwise less is refunded and nobody is asked."""
    run = platform.start(f"My order NL-1051 arrived broken. Please refund EUR {amount}.")
    platform.wait_event(run, "run_waiting")
    return run


def opened(desk: Window, run: str) -> Page:
    """A page that shows the run, with a mark that a reload would wipe off."""
    page = desk.new_page()
    page.goto(f"/o/nordlicht/p/support/runs/{run}")
    expect(page.get_by_text("Waiting for you").first).to_be_visible()
    page.evaluate("window.notReloaded = true")
    return page


def assert_it_shows_the_end(page: Page, platform: Stack, run: str) -> None:
    """Every event of the record has arrived, by itself."""
    last = platform.wait_end(run)["last_seq"]
    expect(page.get_by_text("Completed", exact=True).first).to_be_visible(timeout=SECONDS)
    expect(page.get_by_text(f"event {last}")).to_be_visible(timeout=SECONDS)
    assert page.evaluate("window.notReloaded") is True


@pytest.mark.requirement("issue 3 two tabs")
def test_two_tabs_show_a_run_as_it_happens(platform: Stack, desk: Window) -> None:
    run = waiting_run(platform, 51)
    pages = [opened(desk, run), opened(desk, run)]

    platform.approve(run)

    for page in pages:
        assert_it_shows_the_end(page, platform, run)
        page.close()
    desk.assert_clean()


@pytest.mark.requirement("case S09")
@pytest.mark.requirement("issue 3 live restarted")
def test_the_live_process_is_killed_and_the_page_goes_on(platform: Stack, desk: Window) -> None:
    run = waiting_run(platform, 52)
    page = opened(desk, run)

    killed = platform.kill("live")
    expect(page.get_by_text("Away since").first).to_be_visible()
    platform.wait_replaced("live", killed)
    platform.approve(run)

    assert_it_shows_the_end(page, platform, run)
    expect(page.get_by_text("Away since")).to_have_count(0)
    page.close()


@pytest.mark.requirement("issue 3 valkey restarted")
def test_valkey_is_killed_while_things_happen(platform: Stack, desk: Window) -> None:
    run = waiting_run(platform, 53)
    page = opened(desk, run)

    killed = platform.kill("valkey")
    platform.approve(run)
    platform.wait_replaced("valkey", killed)

    assert_it_shows_the_end(page, platform, run)
    page.close()


@pytest.mark.requirement("case S04")
@pytest.mark.requirement("issue 3 sleeping laptop")
def test_a_page_that_slept_catches_up(platform: Stack, desk: Window) -> None:
    run = waiting_run(platform, 54)
    page = opened(desk, run)
    protocol = page.context.new_cdp_session(page)

    protocol.send("Page.setWebLifecycleState", {"state": "frozen"})
    platform.kill("live")
    platform.approve(run)
    platform.wait_end(run)
    protocol.send("Page.setWebLifecycleState", {"state": "active"})

    assert_it_shows_the_end(page, platform, run)
    page.close()


def test_a_connection_that_hangs_is_noticed_and_replaced(platform: Stack, desk: Window) -> None:
    run = waiting_run(platform, 55)
    page = opened(desk, run)

    stopped = platform.kill("live", signal.SIGSTOP)
    try:
        expect(page.get_by_text("Away since").first).to_be_visible(timeout=SECONDS)
    finally:
        with suppress(ProcessLookupError):
            platform.kill("live", signal.SIGCONT)
    time.sleep(0.5)
    platform.until(lambda: platform.run(run)["status"] == "waiting", f"REST again after {stopped}")
    platform.approve(run)

    assert_it_shows_the_end(page, platform, run)
    page.close()
    assert (desk.foreign, desk.reports, desk.dialogs) == ([], [], [])
