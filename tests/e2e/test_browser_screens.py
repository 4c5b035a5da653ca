"""Every screen at both widths, light and dark: nothing overflows, nothing is stopped by policy, axe is content.

With BATON_SCREENSHOTS=docs/screens the pictures of the documentation are taken anew.
"""

import gzip
import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from browser import SIZES, Scheme, Window, assert_accessible, assert_fits, keep, sign_in, window
from playwright.sync_api import Browser, Page, expect
from stack import Stack, stack

BUNDLE = Path(__file__).resolve().parents[2] / "platform/baton/static/app"
PROJECT = "/o/nordlicht/p/support"


@pytest.fixture(scope="module")
def platform() -> Iterator[Stack]:
    """With one run of each kind that the demo knows: answered, approved, rejected, denied, waiting."""
    with stack() as running:
        small = running.start("My bottle of order NL-1051 leaks. Please refund EUR 20.")
        done = running.start("My jacket from order NL-1042 arrived torn. Please refund EUR 120.")
        running.approve(done)
        never = running.start("Where is my order NL-1047?")
        for run in (small, done, never):
            running.wait_end(run)
        waits = running.start("My stove from order NL-1051 arrived broken. Please refund EUR 60.")
        running.wait_event(waits, "run_waiting")
        yield running


def run_that(platform: Stack, status: str, words: str) -> str:
    found = platform.request("GET", f"/runs?status={status}&q={words}")["items"]
    return str(found[0]["id"])


def settled(page: Page, path: str, sign: str) -> None:
    page.goto(f"{PROJECT}/{path}")
    expect(page.get_by_text(sign).locator("visible=true").first).to_be_visible(timeout=30_000)


def screens(page: Page, platform: Stack, size: str) -> Iterator[str]:
    """Bring up one screen after the other and name each."""
    done, waits = run_that(platform, "completed", "1042"), run_that(platform, "waiting", "stove")
    card = platform.request("GET", f"/approvals?run={waits}")["items"][0]["id"]
    settled(page, "runs", "My stove")
    yield "runs"
    settled(page, "runs?q=nothing+is+called+so", "No run matches")
    yield "runs-no-match"
    settled(page, f"runs/{waits}", "Waiting for you")
    yield "run-story"
    settled(page, f"runs/{done}", "Completed")
    yield "run-story-ended"
    settled(page, f"runs/{waits}?tab=waterfall", "waits for you")
    yield "run-waterfall"
    settled(page, f"runs/{waits}?tab=events", "run_created")
    yield "run-events"
    settled(page, f"runs/{done}?tab=cost", "By model call")
    yield "run-cost"
    settled(page, "runs/01900000-0000-7000-8000-000000000000", "no such run")
    yield "run-missing"
    settled(page, "usage", "Days are those of")
    yield "usage"
    settled(page, "usage?period=own&from=2020-01-01&to=2020-01-31", "Nothing was asked in these days")
    yield "usage-empty"
    settled(page, "approvals", "Refund EUR 60")
    yield "approvals"
    settled(page, f"approvals/{card}", "You approve exactly what is shown")
    yield "approval"
    page.get_by_role("button", name="Reject", exact=True).click()
    expect(page.get_by_label("Your words to the agent")).to_be_visible()
    yield "approval-reject"
    settled(page, "approvals?view=decided", "Refund EUR 120")
    yield "approvals-decided"
    settled(page, "runs", "My stove")
    page.get_by_role("button", name="Start a run").click()
    expect(page.get_by_label("What should it do?")).to_be_visible()
    yield "start"
    if size == "wide":
        page.keyboard.press("Escape")
        page.keyboard.press("Control+k")
        page.get_by_role("combobox").last.fill("app")
        yield "palette"
        page.keyboard.press("Escape")
        page.keyboard.press("?")
        expect(page.get_by_role("heading", name="Keys").last).to_be_visible()
        yield "keys"


@pytest.mark.requirement("issue 3 screens")
@pytest.mark.requirement("promises 4.15")
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", list(SIZES))
def test_every_screen_fits_reads_and_asks_for_nothing_foreign(
    platform: Stack, browser: Browser, size: str, scheme: Scheme, tmp_path: Path
) -> None:
    with window(browser, platform.demo["url"], size, scheme, expected=("404 (Not Found)",)) as seen:
        page = seen.new_page()
        page.goto("/sign-in/")
        check(page, seen, tmp_path, f"sign-in-{size}-{scheme}")
        sign_in(page, platform.demo)

        for name in screens(page, platform, size):
            check(page, seen, tmp_path, f"{name}-{size}-{scheme}")


def check(page: Page, seen: Window, folder: Path, name: str) -> None:
    page.wait_for_timeout(300)
    keep(page, folder, name)
    assert_fits(page)
    assert_accessible(page)
    seen.assert_clean()


def test_usage_adds_up_by_agent_model_and_day_and_goes_out_as_a_file(
    platform: Stack, browser: Browser
) -> None:
    report = platform.request("GET", "/usage?by=agent")
    with window(browser, platform.demo["url"]) as seen:
        page = seen.new_page()
        sign_in(page, platform.demo)
        settled(page, "runs", "My stove")
        page.keyboard.press("g")
        page.keyboard.press("u")
        row = page.get_by_role("table", name="Usage by agent").get_by_role("row", name="refund-desk")
        expect(row.get_by_role("cell").first).to_have_text(str(report["total"]["attempts"]))
        expect(page.get_by_text("Days are those of UTC.")).to_be_visible()

        page.keyboard.press("2")
        models = page.get_by_role("table", name="Usage by model")
        expect(models.get_by_role("row").last.get_by_role("cell").first).to_have_text(
            str(report["total"]["attempts"])
        )
        page.get_by_role("button", name="Today").click()
        expect(page).to_have_url(re.compile(r"/usage\?period=today&by=model$"))
        expect(models).to_be_visible()
        with page.expect_download() as download:
            page.get_by_role("button", name="Download CSV").click()
        lines = Path(download.value.path()).read_text().splitlines()
        assert lines[0].startswith("provider,model,tries,failed_tries,fresh_input_tokens")
        assert lines[1].startswith("scripted,")

        page.keyboard.press("1")
        page.get_by_role("link", name="refund-desk").click()
        expect(page).to_have_url(re.compile(r"/runs\?agent=refund-desk$"))
        expect(page.get_by_text("My stove").locator("visible=true").first).to_be_visible()
        seen.assert_clean()


@pytest.mark.requirement("issue 3 first load")
def test_the_script_of_a_first_load_is_small() -> None:
    """Less than 200 kB gzip of script for the shell; each view brings its own."""
    manifest = json.loads((BUNDLE / ".vite/manifest.json").read_text())

    def with_imports(key: str, found: set[str]) -> set[str]:
        if key not in found:
            found.add(key)
            for other in manifest[key].get("imports", ()):
                with_imports(other, found)
        return found

    def size_of(keys: set[str]) -> int:
        return sum(len(gzip.compress((BUNDLE / manifest[key]["file"]).read_bytes())) for key in keys)

    shell = with_imports("src/main.tsx", set())
    views = {key: with_imports(key, set(shell)) - shell for key in manifest["src/main.tsx"]["dynamicImports"]}
    sizes = {"shell": size_of(shell)} | {Path(key).stem: size_of(own) for key, own in views.items()}

    print("SCRIPT " + " ".join(f"{name}={size / 1024:.0f}kB" for name, size in sizes.items()) + " goal=200kB")
    assert sizes["shell"] < 200 * 1024, sizes
    assert views
