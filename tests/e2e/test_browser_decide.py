"""Deciding in the browser, from the sign-in to the money: each journey as a person makes it."""

import json
import re
from collections.abc import Iterator

import psycopg
import pytest
from browser import PATIENCE, Window, assert_accessible, assert_fits, sign_in, window
from playwright.sync_api import Browser, Page, Route, expect
from stack import Stack

from baton.ops.embedded.places import servers_home
from baton.ops.embedded.postgres import EmbeddedPostgres

INBOX = "/o/nordlicht/p/support/approvals"
GRACE = 6
ENDED = 60_000.0


@pytest.fixture(scope="module")
def desk(platform: Stack, browser: Browser) -> Iterator[Window]:
    """A reviewer at a desk, signed in."""
    with window(browser, platform.demo["url"], expected=("409 (Conflict)",)) as seen:
        page = seen.new_page()
        sign_in(page, platform.demo)
        page.close()
        yield seen


@pytest.fixture
def page(desk: Window) -> Iterator[Page]:
    page = desk.new_page()
    yield page
    page.close()
    desk.assert_clean()


def card_of(platform: Stack, run: str) -> str:
    items = platform.request("GET", f"/approvals?run={run}")["items"]
    return str(items[0]["id"])


def asked(platform: Stack, amount: int) -> tuple[str, str]:
    """A run and its card. Each refunds an amount of its own, together less than the order cost."""
    run = platform.start(f"My order NL-1051 arrived broken. Please refund EUR {amount}.")
    platform.wait_event(run, "run_waiting")
    return run, card_of(platform, run)


def open_card(page: Page, card: str) -> None:
    page.goto(f"{INBOX}/{card}")
    expect(page.get_by_role("button", name=re.compile("^Approve"))).to_be_visible()
    page.wait_for_timeout(500)  # what has just appeared decides nothing


def state_of(platform: Stack, card: str) -> str:
    return str(platform.request("GET", f"/approvals/{card}")["state"])


@pytest.mark.requirement("issue 3 journey")
def test_start_watch_and_approve_with_the_keyboard_alone(platform: Stack, page: Page) -> None:
    page.goto("/o/nordlicht/p/support/runs")
    page.get_by_role("button", name="Start a run").wait_for()

    page.keyboard.press("n")
    page.locator("select[name=agent]").focus()
    page.keyboard.type("refund")
    page.get_by_label("What should it do?").fill("My order NL-1051 arrived broken. Please refund EUR 51.")
    page.keyboard.press("Control+Enter")
    page.wait_for_url(re.compile(r"/runs/[0-9a-f-]{36}"))
    expect(page.get_by_text("Waiting for you").first).to_be_visible(timeout=PATIENCE)
    run = page.url.split("/runs/")[1][:36]
    assert_accessible(page)
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile("/approvals/"))
    expect(page.get_by_role("heading", name="Refund EUR 51 for order NL-1051")).to_be_visible()
    page.wait_for_timeout(500)
    page.keyboard.press("a")
    expect(page.get_by_text("Enter approves it")).to_be_visible()
    page.keyboard.press("Enter")

    expect(page.get_by_text("Approved: Refund EUR 51 for order NL-1051").first).to_be_visible()
    assert platform.refunds_of(51) == 0
    assert platform.wait_end(run)["status"] == "completed"
    assert platform.refunds_of(51) == 1
    page.goto(f"/o/nordlicht/p/support/runs/{run}")
    expect(page.get_by_text("Completed", exact=True).first).to_be_visible()


@pytest.mark.requirement("issue 3 reject")
def test_a_rejection_tells_the_agent_the_reason(platform: Stack, page: Page) -> None:
    run, card = asked(platform, 52)
    open_card(page, card)

    page.keyboard.press("r")
    page.get_by_label("Your words to the agent").fill("Ask for a photo first.")
    page.keyboard.press("Control+Enter")

    expect(page.get_by_text("Rejected: Refund EUR 52").first).to_be_visible()
    assert platform.wait_end(run)["status"] == "completed"
    decision = platform.request("GET", f"/approvals/{card}")["decision"]
    assert decision["decision"] == "reject"
    assert "Ask for a photo first." in decision["reason"]
    assert platform.refunds_of(52) == 0


@pytest.mark.requirement("issue 3 undo")
def test_undo_takes_a_decision_back_before_anything_is_sent(platform: Stack, page: Page) -> None:
    run, card = asked(platform, 53)
    open_card(page, card)

    page.keyboard.press("a")
    page.keyboard.press("Enter")
    expect(page.get_by_text("Approved: Refund EUR 53").first).to_be_visible()
    page.keyboard.press("z")

    expect(page.get_by_text("Taken back. It waits again.").first).to_be_visible()
    page.wait_for_timeout((GRACE + 2) * 1000)
    assert state_of(platform, card) == "pending"
    assert platform.request("GET", f"/approvals/{card}")["held"] is None
    assert platform.refunds_of(53) == 0
    assert platform.run(run)["status"] == "waiting"


@pytest.mark.requirement("case H06")
@pytest.mark.requirement("issue 3 lost race")
def test_who_loses_a_race_hears_who_was_quicker_and_keeps_what_was_typed(platform: Stack, page: Page) -> None:
    run, card = asked(platform, 54)
    open_card(page, card)

    def another_is_quicker(route: Route) -> None:
        platform.approve(run)
        route.continue_()

    page.route("**/decision", another_is_quicker, times=1)
    page.keyboard.press("r")
    page.get_by_label("Your words to the agent").fill("Words that took a while to write")
    page.keyboard.press("Control+Enter")

    expect(page.get_by_text("quicker: approved").first).to_be_visible(timeout=ENDED)
    expect(page.get_by_text("Words that took a while to write").first).to_be_visible()
    assert platform.wait_end(run)["status"] == "completed"
    assert platform.refunds_of(54) == 1


@pytest.mark.requirement("case H10")
@pytest.mark.requirement("issue 3 expiry")
def test_a_card_that_expires_before_ones_eyes_says_so(platform: Stack, page: Page) -> None:
    run, card = asked(platform, 55)
    open_card(page, card)

    port = json.loads((platform.data / "ports.json").read_text())["postgres"]
    database = EmbeddedPostgres(servers_home(platform.data), port=port)
    with psycopg.connect(database.url_of("baton")) as owner:
        owner.execute("update orchestration_approval set expires_at = now() where id = %s", [card])

    expect(page.get_by_text("Nobody decided by").first).to_be_visible(timeout=ENDED)
    assert platform.wait_end(run)["status"] == "completed"
    assert state_of(platform, card) == "expired"
    assert platform.refunds_of(55) == 0


def test_a_held_key_decides_nothing(platform: Stack, page: Page) -> None:
    _, card = asked(platform, 56)
    page.goto(f"{INBOX}/{card}")

    page.keyboard.down("a")
    for _ in range(20):
        page.keyboard.down("a")
    for _ in range(20):
        page.keyboard.down("Enter")
    page.keyboard.up("a")
    page.keyboard.up("Enter")

    page.wait_for_timeout(1000)
    shown = platform.request("GET", f"/approvals/{card}")
    assert (shown["state"], shown["held"]) == ("pending", None)


@pytest.mark.requirement("issue 3 phone")
def test_a_phone_decides_by_touch(platform: Stack, browser: Browser) -> None:
    run, card = asked(platform, 57)
    with window(browser, platform.demo["url"], "phone") as pocket:
        page = pocket.new_page()
        sign_in(page, platform.demo, INBOX)
        page.get_by_role("option", name="Refund EUR 57 for order NL-1051").tap()
        page.wait_for_url(re.compile(card))
        expect(page.get_by_role("button", name="Approve", exact=True)).to_be_visible()
        page.wait_for_timeout(500)
        page.get_by_role("button", name="Approve", exact=True).tap()
        page.wait_for_timeout(500)  # a double tap is one press
        page.get_by_role("button", name="Approve €57").tap()

        expect(page.get_by_text("Approved: Refund EUR 57").first).to_be_visible()
        pocket.assert_clean()
    assert platform.wait_end(run)["status"] == "completed"
    assert platform.refunds_of(57) == 1


def test_at_400_per_cent_the_sentence_and_the_decision_can_both_be_read(platform: Stack, page: Page) -> None:
    run = platform.start("My order NL-1044 arrived broken. Please refund EUR 58.")
    platform.wait_event(run, "run_waiting")
    card = card_of(platform, run)
    page.set_viewport_size({"width": 320, "height": 225})
    open_card(page, card)
    view = page.get_by_role("region", name="Approval").bounding_box()
    assert view is not None

    for part in (page.locator("#sentence"), page.get_by_role("button", name=re.compile("^Approve"))):
        part.scroll_into_view_if_needed()
        box = part.bounding_box()
        assert box is not None
        assert view["y"] <= box["y"], "its beginning is hidden"
        assert box["y"] + box["height"] <= view["y"] + view["height"], "its end is hidden"
    assert_fits(page)
