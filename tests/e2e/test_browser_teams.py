"""Teams in the browser: made of agents by form, with what is wrong at its field, published, read back and run."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from browser import Window, assert_accessible, assert_fits, keep, sign_in, window
from browser_rest import get
from browser_studio import PROJECT, make, publish, save, text_of
from playwright.sync_api import Browser, Page, expect
from stack import Stack


@pytest.fixture(scope="module")
def builder(platform: Stack, browser: Browser) -> Iterator[Window]:
    """A builder at a desk, signed in, with a second agent beside the demo's."""
    with window(browser, platform.demo["url"]) as seen:
        page = seen.new_page()
        sign_in(page, platform.demo)
        make(page, "agents", "checker", "profile: refunds\nconnection: model\nmodel: scripted\n")
        publish(page, "Reviews", 1)
        page.close()
        yield seen


@pytest.fixture
def page(builder: Window) -> Iterator[Page]:
    page = builder.new_page()
    yield page
    page.close()
    builder.assert_clean()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_team_is_seen_as_it_is(
    platform: Stack, browser: Browser, builder: Window, tmp_path: Path, scheme: str
) -> None:
    with window(browser, platform.demo["url"], "wide", scheme) as seen:  # type: ignore[arg-type]
        page = seen.new_page()
        sign_in(page, platform.demo)
        make(page, "teams", f"seen-{scheme}", FULL)
        expect(page.get_by_role("group", name="Roles of checker")).to_be_visible()
        assert_fits(page)
        assert_accessible(page)
        keep(page, tmp_path, f"team-{scheme}")
        page.get_by_label("Rounds at most").scroll_into_view_if_needed()
        keep(page, tmp_path, f"team-below-{scheme}")
        publish(page, "To be seen", 1)
        page.get_by_role("button", name="Start a run").click()
        expect(page.get_by_role("dialog").get_by_text("Its members are")).to_be_visible()
        keep(page, tmp_path, f"team-start-{scheme}")
        page.keyboard.press("Escape")
        page.goto(f"{PROJECT}/teams")
        expect(
            page.get_by_role("row", name=re.compile(f"seen-{scheme}.*stored list.*up to 2 rounds"))
        ).to_be_visible()
        assert_fits(page)
        assert_accessible(page)
        keep(page, tmp_path, f"teams-{scheme}")
        seen.assert_clean()


FULL = """\
description: Looks at a refund twice
members:
- agent: refund-desk
  roles: [execute, compose]
- agent: checker
  roles: [review]
planner:
  kind: static
  tasks:
  - {key: look, title: Look it up, prompt: "Find the order. {input}"}
  - {key: answer, title: Answer, prompt: Write to the customer., depends_on: [look]}
review:
  max_reviews: 2
  rubric:
  - {name: tone, description: Friendly and short, at_least: 7}
"""


def test_a_team_is_made_by_form_published_and_run(page: Page) -> None:
    make(page, "teams", "refund-team")
    search = page.get_by_label("Add a member")
    search.fill("refund-d")
    page.keyboard.press("Enter")
    expect(page.get_by_role("group", name="Roles of refund-desk")).to_be_visible()
    expect(page.get_by_text(re.compile("^Nobody but refund-desk could review")).first).to_be_visible()
    expect(page.get_by_role("button", name="Publish…")).to_have_attribute("aria-disabled", "true")
    assert_accessible(page)

    search.fill("checker")
    page.keyboard.press("Enter")
    checker = page.get_by_role("group", name="Roles of checker")
    for role in ("does tasks", "plans", "composes"):
        checker.get_by_role("button", name=role).click()
    expect(checker.get_by_role("button", name="reviews")).to_have_attribute("aria-pressed", "true")
    expect(page.get_by_text(re.compile("^Nobody but"))).to_have_count(0)

    page.get_by_role("radio", name=re.compile("^A stored list")).check()
    page.get_by_role("button", name="Add a task").click()
    page.get_by_label("Title").fill("Look it up")
    page.get_by_label("Key").fill("look")
    page.get_by_role("button", name="Add a task").click()
    page.get_by_label("Title").nth(1).fill("Answer")
    page.get_by_role("group", name="What task 2 waits for").get_by_role("button", name="Look it up").click()
    page.get_by_label("Key").nth(1).fill("look")
    expect(page.get_by_text("Two tasks are called 'look'.").first).to_be_visible()
    page.get_by_label("Key").nth(1).fill("answer")
    expect(page.get_by_text("Two tasks are called 'look'.")).to_have_count(0)
    page.get_by_label("Rounds at most").fill("1")
    page.get_by_role("button", name="Add a line").click()
    page.get_by_label("Name", exact=True).fill("tone")
    page.get_by_label("At least").fill("7")
    expect(text_of(page)).to_have_value(re.compile("at_least: 7"))
    save(page)
    publish(page, "The first one", 1)

    stored = get(page, f"/orchestrations/{page.url.rsplit('/', 1)[1]}")
    content = stored["content"]
    assert content["members"] == ["refund-desk", {"agent": "checker", "roles": ["review"]}]
    assert [task.get("depends_on") for task in content["planner"]["tasks"]] == [None, ["look"]]

    page.get_by_role("button", name="Start a run").click()
    page.get_by_label("What should it do?").fill("My order NL-1042 is late.")
    page.keyboard.press("Control+Enter")
    page.wait_for_url(re.compile(r"/runs/[0-9a-f-]{36}"))
    expect(page.get_by_text("refund-team").first).to_be_visible()


def test_teams_are_reached_by_key_and_an_agent_names_those_that_use_it(page: Page) -> None:
    page.goto(f"{PROJECT}/agents")
    page.get_by_role("link", name="checker").wait_for()
    page.keyboard.press("g")
    page.keyboard.press("e")
    page.wait_for_url(re.compile("/teams$"))
    page.goto(f"{PROJECT}/agents")
    page.get_by_role("link", name="checker").click()
    page.get_by_role("link", name=re.compile("^Used by")).click()
    page.get_by_role("link", name="refund-team").click()
    page.wait_for_url(re.compile(r"/teams/[0-9a-f-]{36}"))


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_on_a_phone_a_team_is_read(
    platform: Stack, browser: Browser, builder: Window, tmp_path: Path, scheme: str
) -> None:
    with window(browser, platform.demo["url"], "phone", scheme) as seen:  # type: ignore[arg-type]
        page = seen.new_page()
        sign_in(page, platform.demo)
        page.get_by_role("button", name="You").click()
        page.get_by_role("menuitem", name="Teams").click()
        page.get_by_role("link", name=f"seen-{scheme}").click()
        expect(page.get_by_text("Open it on a larger screen to edit it.")).to_be_visible()
        assert_fits(page)
        assert_accessible(page)
        keep(page, tmp_path, f"team-phone-{scheme}")
        page.get_by_label("Rounds at most").scroll_into_view_if_needed()
        keep(page, tmp_path, f"team-phone-below-{scheme}")
        seen.assert_clean()
