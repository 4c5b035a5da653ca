"""Where a proxy lets no socket through, and no stream either, the page still shows what happens by itself."""

import pytest
from browser import Window, sign_in, window
from playwright.sync_api import Browser, expect
from stack import Stack

SECONDS = 60_000.0
"""A bound that nothing should come near."""
BROKEN = ("WebSocket connection to", "Failed to load resource", "EventSource")


def close_the_socket(seen: Window) -> None:
    seen.context.route_web_socket("**/ws/", lambda socket: socket.close())


@pytest.mark.requirement("promises 4.16")
@pytest.mark.parametrize(("way", "amount"), [("stream", 52), ("poll", 53)])
def test_a_run_goes_on_without_a_socket(platform: Stack, browser: Browser, way: str, amount: int) -> None:
    run = platform.start(f"My order NL-1051 arrived broken. Please refund EUR {amount}.")
    platform.wait_event(run, "run_waiting")
    with window(browser, platform.demo["url"], expected=BROKEN) as seen:
        close_the_socket(seen)
        streams: list[str] = []
        seen.context.on("request", lambda each: streams.append(each.url) if "/sse/" in each.url else None)
        if way == "poll":
            seen.context.route("**/sse/**", lambda route: route.abort())
        page = seen.new_page()
        sign_in(page, platform.demo)
        page.goto(f"/o/nordlicht/p/support/runs/{run}")
        expect(page.get_by_text("Waiting for you").first).to_be_visible()
        expect(page.get_by_text("Live", exact=True).first).to_be_visible(timeout=SECONDS)
        page.evaluate("window.notReloaded = true")

        platform.approve(run)

        last = platform.wait_end(run)["last_seq"]
        expect(page.get_by_text("Completed", exact=True).first).to_be_visible(timeout=SECONDS)
        expect(page.get_by_text(f"event {last}")).to_be_visible(timeout=SECONDS)
        assert page.evaluate("window.notReloaded") is True
        assert streams
        page.close()
        assert (seen.foreign, seen.reports, seen.dialogs) == ([], [], [])
