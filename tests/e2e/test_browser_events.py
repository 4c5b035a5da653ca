"""The Events tab over a run of ten thousand events: smooth to scroll and to type in, and whole."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from browser import Window, assert_accessible, assert_fits, chromium, keep, sign_in, window
from database import TestDatabase
from playwright.sync_api import Browser, Page, expect
from stack import Stack

from baton.core.ids import new_id
from baton.ops.embedded.places import servers_home
from baton.ops.embedded.postgres import EmbeddedPostgres

ROUNDS = 2_500
"""Of four events each. More rows than a snapshot holds: the browser folds the rest."""
KEYSTROKE = 500.0
"""Milliseconds: ten times what a keystroke may take on a machine that does nothing else."""
FRAME = 167.0
"""The same of a picture while everything in the list is replaced. Of both the middle one counts."""


@pytest.fixture(scope="module")
def long_run(platform: Stack) -> tuple[str, int]:
    """A run that waits, made long by hand: its id and its newest event."""
    run = platform.start("My order NL-1051 arrived broken. Please refund EUR 51.")
    platform.wait_event(run, "run_waiting")
    last = platform.run(run)["last_seq"]
    events = [event for n in range(ROUNDS) for event in a_round(n)]
    home = servers_home(platform.data)
    ports = json.loads((platform.data / "ports.json").read_text())
    passwords = json.loads((platform.data / "passwords.json").read_text())
    database = TestDatabase("baton", EmbeddedPostgres(home, port=ports["postgres"]), passwords)
    try:
        with database.connect("baton") as connection:
            with connection.cursor() as cursor:
                cursor.executemany(
                    "insert into orchestration_traceevent (run_id, organization_id, seq, kind, payload, at)"
                    " select id, organization_id, %s, %s, %s, now() from orchestration_run where id = %s",
                    [
                        (seq, kind, json.dumps(payload), run)
                        for seq, (kind, payload) in enumerate(events, last + 1)
                    ],
                )
            connection.execute(
                "update orchestration_run set last_seq = %s where id = %s", [last + len(events), run]
            )
    finally:
        database.close()
    return run, last + len(events)


def a_round(number: int) -> list[tuple[str, dict[str, Any]]]:
    """A model call with one call of a tool, as the record has them."""
    step, call = str(new_id()), str(new_id())
    usage = {"input": 12, "cached": None, "output": 7, "reasoning": None}
    wanted = {"id": call, "provider_id": "p", "name": "find_order", "arguments": "{}"}
    replied = {
        "step": step, "attempt": 1, "text": f"Step {number} looks.", "calls": [wanted],
        "finish_reason": "tool_calls", "usage": usage, "model": "nord-1", "duration_ms": 4,
    }  # fmt: skip
    found = {"call": call, "kind": "ok", "content": f'{{"parcel": "needle-{number}-x"}}', "duration_ms": 3}
    return [
        (
            "model_call_started",
            {"step": step, "number": number + 2, "model": "nord-1", "provider": "scripted"},
        ),
        ("model_call_completed", replied),
        ("tool_call_started", {"call": call, "execution": 1}),
        ("tool_call_completed", found),
    ]


@pytest.fixture(scope="module")
def browser(long_run: tuple[str, int]) -> Iterator[Browser]:
    """Opened when everything that is written for it stands in the record."""
    with chromium() as browser:
        yield browser


@pytest.fixture(scope="module")
def desk(platform: Stack, browser: Browser) -> Iterator[Window]:
    with window(browser, platform.demo["url"]) as seen:
        page = seen.new_page()
        sign_in(page, platform.demo)
        page.close()
        yield seen


def opened(desk: Window, run: str, place: str = "") -> Page:
    page = desk.new_page()
    page.goto(f"/o/nordlicht/p/support/runs/{run}?tab=events{place}")
    expect(page.locator("[data-seq]").first).to_be_visible()
    return page


MEASURE_FRAMES = """async () => {
  const list = document.querySelector('[role=region][aria-label^="Events"]');
  list.scrollTop = 0;
  const gaps = [];
  let before = performance.now();
  for (let n = 0; n < 120; n += 1) {
    list.scrollTop += 900;
    await new Promise((resolve) => requestAnimationFrame(resolve));
    const now = performance.now();
    gaps.push(now - before);
    before = now;
  }
  return gaps.sort((left, right) => left - right);
}"""
MEASURE_KEYS = """async () => {
  const field = document.querySelector('[role=searchbox]');
  const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set;
  const times = [];
  for (const text of ['n', 'ne', 'nee', 'need', 'needl', 'needle', 'needle-', 'needle-2', 'needle-24']) {
    const before = performance.now();
    set.call(field, text);
    field.dispatchEvent(new Event('input', { bubbles: true }));
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    times.push(performance.now() - before);
    await new Promise((resolve) => setTimeout(resolve, 60));
  }
  return times.sort((left, right) => left - right);
}"""


@pytest.mark.requirement("promises 4.16")
def test_ten_thousand_events_scroll_filter_and_type_smoothly(
    desk: Window, long_run: tuple[str, int], tmp_path_factory: pytest.TempPathFactory
) -> None:
    run, last = long_run
    page = opened(desk, run)

    # It waits, so the list begins at its newest event: all of them have arrived.
    expect(page.locator(f"[data-seq='{last}']")).to_be_visible()
    expect(page.get_by_text("needle-2499-x").first).to_be_visible()
    assert page.locator("[data-seq]").count() < 100
    keep(page, tmp_path_factory.mktemp("events"), "events")

    frames = page.evaluate(MEASURE_FRAMES)
    field = page.get_by_role("searchbox", name="Filter events by words")
    field.fill("needle")
    expect(page.get_by_text("2,500 of 10,", exact=False)).to_be_visible()
    keys = page.evaluate(MEASURE_KEYS)
    print(
        f"EVENTS n={last} frame p50={frames[60]:.1f} p95={frames[114]:.1f} ms key p50={keys[4]:.1f} max={keys[-1]:.1f} ms"
    )
    assert frames[60] < FRAME
    assert keys[4] < KEYSTROKE

    field.fill("needle-1234-x")
    expect(page.locator("[data-seq]")).to_have_count(1)
    page.get_by_role("button", name="tool_call_completed").click()
    expect(page.get_by_text('"content": "{\\"parcel\\"', exact=False)).to_be_visible()
    assert_accessible(page)
    assert_fits(page)
    page.close()
    desk.assert_clean()


def test_an_address_leads_to_one_event_among_ten_thousand(desk: Window, long_run: tuple[str, int]) -> None:
    run, _ = long_run
    page = opened(desk, run, "&seq=4711")

    row = page.locator("[data-seq='4711']")
    expect(row).to_be_visible()
    expect(row).to_have_attribute("aria-current", "true")
    expect(row.get_by_role("button", expanded=True)).to_be_visible()

    page.keyboard.press("j")
    page.wait_for_url("**seq=4712")
    expect(page.locator("[data-seq='4712']")).to_have_attribute("aria-current", "true")
    page.keyboard.press("Home")
    expect(page.locator("[data-seq='1']")).to_be_visible()
    expect(page.get_by_text("run_created")).to_be_visible()
    page.keyboard.press("End")
    expect(page.locator(f"[data-seq='{long_run[1]}']")).to_be_visible()
    page.close()
    desk.assert_clean()


def test_events_fit_a_phone_in_the_dark(
    platform: Stack, browser: Browser, long_run: tuple[str, int], tmp_path_factory: pytest.TempPathFactory
) -> None:
    run, _ = long_run
    with window(browser, platform.demo["url"], "phone", "dark") as seen:
        page = seen.new_page()
        sign_in(page, platform.demo)
        page.goto(f"/o/nordlicht/p/support/runs/{run}?tab=events&seq=9")
        expect(page.locator("[data-seq='9']").get_by_role("button", expanded=True)).to_be_visible()
        keep(page, tmp_path_factory.mktemp("events"), "events-phone-dark")
        assert_fits(page)
        assert_accessible(page)
        page.close()
        seen.assert_clean()
