"""Building in the browser: a profile and an agent from nothing to a run, two editors at once, and rolling back."""

import re
from collections.abc import Iterator

import pytest
from browser import PATIENCE, Window, assert_accessible, assert_fits, sign_in, window
from browser_studio import make, publish, save, text_of
from playwright.sync_api import Browser, Page, expect
from stack import Stack


@pytest.fixture(scope="module")
def builder(platform: Stack, browser: Browser) -> Iterator[Window]:
    """A builder at a desk, signed in."""
    expected = ("412 (Precondition Failed)", "409 (Conflict)")
    with window(browser, platform.demo["url"], expected=expected) as seen:
        page = seen.new_page()
        sign_in(page, platform.demo)
        page.close()
        yield seen


@pytest.fixture
def page(builder: Window) -> Iterator[Page]:
    page = builder.new_page()
    yield page
    page.close()
    builder.assert_clean()


PROFILE = "specialization: Greetings\ninstructions: Say hello.\n"


@pytest.mark.requirement("issue 4 journey")
def test_a_profile_and_an_agent_are_made_published_and_run(page: Page) -> None:
    make(page, "profiles", "greetings")
    page.get_by_label("Specialization").fill("Greetings")
    page.get_by_role("button", name="Add a skill").click()
    page.get_by_label("Skill 1", exact=True).fill("Knows every guest.")
    page.get_by_label("Instructions").fill("Greet the guest.")
    expect(text_of(page)).to_have_value(re.compile("Knows every guest"))
    assert_accessible(page)
    save(page)
    page.keyboard.press("Control+Enter")
    expect(page.get_by_text("Greet the guest.")).to_be_visible()
    expect(page.get_by_role("heading", name="What the model is told")).to_be_visible()
    publish(page, "The first one", 1)

    make(page, "agents", "greeter")
    assert_accessible(page)
    page.get_by_label("Profile").select_option("greetings")
    page.get_by_label("Connection").select_option("model")
    page.get_by_label("Model", exact=True).fill("scripted")
    page.get_by_label("Add a tool").select_option("find_order")
    page.get_by_label("Steps").fill("5")
    expect(page.get_by_role("link", name="The policy says: allowed")).to_be_visible()
    expect(text_of(page)).to_have_value(re.compile("steps: 5"))
    save(page)
    publish(page, "Greets guests", 1)

    page.get_by_role("button", name="Start a run").click()
    page.get_by_label("What should it do?").fill("My order NL-1042 is late.")
    page.keyboard.press("Control+Enter")
    page.wait_for_url(re.compile(r"/runs/[0-9a-f-]{36}"))
    page.get_by_role("link", name="greeter").first.click()
    page.wait_for_url(re.compile(r"/agents/[0-9a-f-]{36}\?version=1"))
    expect(page.get_by_role("heading", name="Version 1")).to_be_visible()
    expect(page.get_by_text("Greets guests").first).to_be_visible()


def test_what_is_wrong_is_said_where_it_is_and_stops_publishing(page: Page) -> None:
    make(
        page,
        "agents",
        "unfinished",
        "profile: refunds\nconnection: nowhere\nmodel: scripted\nlimits: {steps: many}\n",
    )
    messages = page.get_by_role("region", name="2 messages")
    expect(messages).to_be_visible()
    expect(page.get_by_role("button", name="Publish…")).to_have_attribute("aria-disabled", "true")
    page.keyboard.press("F8")
    expect(page.get_by_label("Connection")).to_be_focused()
    page.keyboard.press("F8")
    expect(page.get_by_label("Steps")).to_be_focused()
    assert_accessible(page)

    page.get_by_label("Steps").fill("12")
    page.get_by_label("Connection").select_option("model")
    expect(messages).to_be_hidden()
    text_of(page).fill("profile: [refunds")
    expect(page.get_by_text("The text cannot be read")).to_be_visible()
    expect(page.get_by_label("Steps")).to_have_value("12")
    text_of(page).fill("profile: refunds\nconnection: model\nmodel: scripted\nlimits: {steps: 7}\n")
    expect(page.get_by_label("Steps")).to_have_value("7")
    save(page)
    expect(page.get_by_role("button", name="Publish…")).not_to_have_attribute("aria-disabled", "true")


@pytest.mark.requirement("issue 4 two editors")
def test_two_editors_at_once_see_both_texts_and_choose(builder: Window, page: Page) -> None:
    make(page, "profiles", "shared", PROFILE)
    other = builder.new_page()
    other.goto(page.url)
    other.get_by_label("Specialization").fill("Farewells")
    save(other)
    page.get_by_label("Specialization").fill("Welcomes")
    page.keyboard.press("Control+s")

    dialog = page.get_by_role("dialog", name="It was changed meanwhile")
    expect(dialog.get_by_text("specialization: Farewells")).to_be_visible()
    expect(dialog.get_by_text("specialization: Welcomes")).to_be_visible()
    assert_accessible(page)
    dialog.get_by_role("button", name="Not now").click()
    expect(page.get_by_label("Specialization")).to_have_value("Welcomes")
    page.keyboard.press("Control+s")
    dialog.get_by_role("button", name="Keep mine").click()
    expect(dialog).to_be_hidden()
    expect(page.get_by_text(re.compile("^saved "))).to_be_visible()

    other.get_by_label("Specialization").fill("Third")
    other.keyboard.press("Control+s")
    other.get_by_role("dialog").get_by_role("button", name="Take the stored one").click()
    expect(other.get_by_label("Specialization")).to_have_value("Welcomes")
    other.close()


def test_what_was_published_meanwhile_is_not_overwritten_unseen(builder: Window, page: Page) -> None:
    make(page, "profiles", "overtaken", PROFILE)
    other = builder.new_page()
    other.goto(page.url)
    publish(other, "Quicker", 1)
    other.close()
    page.get_by_label("Specialization").fill("Late")
    page.keyboard.press("Control+s")

    dialog = page.get_by_role("dialog", name="It was changed meanwhile")
    expect(dialog.get_by_text("specialization: Greetings")).to_be_visible()
    dialog.get_by_role("button", name="Keep mine").click()
    expect(dialog).to_be_hidden()
    publish(page, "On top of it", 2)


@pytest.mark.requirement("issue 4 roll back")
def test_versions_are_compared_and_rolled_back(page: Page) -> None:
    make(page, "profiles", "changing", PROFILE)
    publish(page, "First", 1)
    page.get_by_label("Instructions").fill("Say goodbye.")
    expect(page.get_by_text("1 is live, 1 change since")).to_be_visible()
    publish(page, "Second", 2)
    page.get_by_role("link", name=re.compile("^Versions")).click()
    page.get_by_role("link", name=re.compile("^Version 1")).click()
    page.get_by_label("Compare with").select_option("live")
    expect(page.get_by_role("cell", name="Say goodbye")).to_be_visible()
    assert_accessible(page)

    page.get_by_role("button", name="Roll back to 1…").click()
    page.get_by_role("button", name="Publish version 3").click()
    expect(page.get_by_text("Version 3 is live", exact=True)).to_be_visible()
    expect(page.get_by_role("link", name=re.compile("^Version 3"))).to_contain_text("Back to version 1")
    page.get_by_role("link", name="Define").click()
    expect(page.get_by_label("Instructions")).to_have_value("Say hello.")


def test_nothing_unsaved_is_left_by_mistake(page: Page) -> None:
    make(page, "profiles", "careful", PROFILE)
    page.get_by_label("Instructions").fill("Wave.")
    page.get_by_role("link", name="Agents").click()
    dialog = page.get_by_role("dialog", name="Leave with unsaved changes")
    dialog.get_by_role("button", name="Stay").click()
    expect(page.get_by_label("Instructions")).to_have_value("Wave.")
    page.get_by_role("link", name="Agents").click()
    dialog.get_by_role("button", name="Save and leave").click()
    page.wait_for_url(re.compile("/agents$"))
    page.go_back()
    expect(page.get_by_label("Instructions")).to_have_value("Wave.")


def test_what_an_agent_uses_is_archived_last_and_a_newer_one_is_taken_in_one_press(page: Page) -> None:
    make(page, "profiles", "used", PROFILE)
    publish(page, "", 1)
    profile = page.url
    make(page, "agents", "user", "profile: used\nconnection: model\nmodel: scripted\n")
    publish(page, "", 1)
    agent = page.url

    page.goto(profile)
    page.get_by_role("button", name="More").click()
    page.get_by_role("menuitem", name="Archive…").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("button", name="Archive used").click()
    expect(dialog.get_by_role("alert").get_by_text("user", exact=True)).to_be_visible()
    page.keyboard.press("Escape")
    page.get_by_label("Instructions").fill("Say more.")
    save(page)
    page.get_by_role("button", name="Publish…").click()
    page.get_by_label("Also publish the agents that use it").uncheck()
    page.keyboard.press("Control+Enter")
    expect(page.get_by_text("Version 2 is live", exact=True)).to_be_visible()

    page.goto(agent)
    page.get_by_role("button", name="Take the newest").click()
    expect(page.get_by_text("Version 2 is live", exact=True)).to_be_visible()
    expect(page.get_by_role("button", name="Take the newest")).to_be_hidden()


@pytest.mark.requirement("issue 4 keyboard")
def test_an_agent_is_changed_and_published_with_the_keyboard_alone(page: Page) -> None:
    make(page, "agents", "typed", "profile: refunds\nconnection: model\nmodel: scripted\n")
    page.keyboard.press("g")
    page.keyboard.press("t")
    page.wait_for_url(re.compile("/agents$"))
    row = page.get_by_role("row", name=re.compile("^typed"))
    expect(row).to_be_visible()
    while row.get_attribute("aria-current") is None:
        page.keyboard.press("j")
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile(r"/agents/[0-9a-f-]{36}"))
    expect(page.get_by_text("Draft of version 1")).to_be_visible()
    page.keyboard.press("p")
    page.get_by_label("What has changed, and why").wait_for()
    page.keyboard.type("By key")
    page.keyboard.press("Control+Enter")
    expect(page.get_by_text("Version 1 is live", exact=True)).to_be_visible()
    page.keyboard.press("Control+/")
    expect(page.get_by_role("button", name="Text", exact=True)).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("Control+/")
    page.keyboard.press("Control+/")
    page.keyboard.press("2")
    page.wait_for_url(re.compile("tab=versions"))


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_on_a_phone_it_is_read_and_every_place_is_reached(
    platform: Stack, browser: Browser, scheme: str
) -> None:
    with window(browser, platform.demo["url"], "phone", scheme) as seen:  # type: ignore[arg-type]
        page = seen.new_page()
        sign_in(page, platform.demo)
        page.get_by_role("button", name="You").click()
        page.get_by_role("menuitem", name="Agents").click()
        page.get_by_role("link", name="refund-desk").click()
        expect(page.get_by_text("Open it on a larger screen to edit it.")).to_be_visible()
        assert_fits(page)
        assert_accessible(page)
        page.get_by_role("link", name=re.compile("^Versions")).click()
        page.get_by_role("link", name=re.compile("^Version 1")).click()
        expect(page.get_by_role("heading", name="Version 1")).to_be_visible(timeout=PATIENCE)
        assert_fits(page)
        assert_accessible(page)
        seen.assert_clean()
