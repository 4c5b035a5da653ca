"""Tools and policy in the browser: a tool from nothing to its first call, tools out of a document, a new rule."""

import json
import re
from collections.abc import Iterator

import pytest
from browser import PATIENCE, Window, assert_accessible, assert_fits, sign_in, window
from playwright.sync_api import Browser, Page, expect
from stack import Stack

PROJECT = "/o/nordlicht/p/support"
SHOP = {
    "openapi": "3.1.0",
    "info": {"title": "Shop", "version": "2"},
    "servers": [{"url": "https://shop.example/v2"}],
    "paths": {
        "/orders/{order}": {
            "get": {
                "operationId": "readOrder",
                "summary": "Read one order",
                "parameters": [
                    {"name": "order", "in": "path", "required": True, "schema": {"type": "string"}}
                ],
                "responses": {"200": {"description": "The order"}},
            },
            "delete": {
                "operationId": "find_order",
                "summary": "Forget an order",
                "parameters": [
                    {"name": "order", "in": "path", "required": True, "schema": {"type": "string"}}
                ],
                "responses": {"204": {"description": "Gone"}},
            },
        },
        "/photos": {
            "post": {
                "operationId": "sendPhoto",
                "requestBody": {
                    "required": True,
                    "content": {"multipart/form-data": {"schema": {"type": "object"}}},
                },
                "responses": {"200": {"description": "Kept"}},
            }
        },
    },
}


@pytest.fixture(scope="module")
def builder(platform: Stack, browser: Browser) -> Iterator[Window]:
    """A builder at a desk, signed in."""
    with window(browser, platform.demo["url"]) as seen:
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


def publish(page: Page, version: int) -> None:
    """The draft of the page, which is without messages."""
    page.get_by_role("button", name="Publish…").click()
    dialog = page.get_by_role("dialog", name=re.compile(f"^Publish version {version}"))
    page.keyboard.press("Control+Enter")
    expect(dialog).to_be_hidden()
    expect(page.get_by_text(f"Version {version} is live", exact=True)).to_be_visible()


@pytest.mark.requirement("issue 4 tool")
@pytest.mark.requirement("issue 4 try it")
def test_a_tool_is_made_tried_dry_and_for_real_and_published(platform: Stack, page: Page) -> None:
    page.goto(f"{PROJECT}/tools")
    page.get_by_role("button", name="New tool").click()
    page.get_by_role("dialog").get_by_label("Name").fill("read_order")
    page.keyboard.press("Control+Enter")
    page.wait_for_url(re.compile(r"/tools/[0-9a-f-]{36}"))

    page.get_by_label("What it does").fill("Reads one order.")
    page.get_by_label("Method").select_option("GET")
    page.get_by_role("button", name="Put the variable SHOP_URL at the beginning").click()
    address = page.get_by_label("Address", exact=True)
    expect(address).to_have_value("{SHOP_URL}")
    page.get_by_role("button", name="Add an argument").click()
    argument = page.get_by_role("listitem", name="Argument 1")
    argument.get_by_label("Name").fill("order")
    argument = page.get_by_role("listitem", name="order")
    argument.get_by_label("What it is").fill("Order number, such as NL-1042")
    argument.get_by_role("button", name="Limits").click()
    argument.get_by_label("Pattern").fill(r"^NL-\d{4}$")
    expect(argument.get_by_label("Goes into")).to_have_value("query")
    address.fill("{SHOP_URL}/orders")
    argument.get_by_label("Goes into").select_option("none")
    expect(argument.get_by_text("Choose where it goes.")).to_be_visible()
    page.get_by_role("button", name="Put the argument order at the end of the path").click()
    expect(address).to_have_value("{SHOP_URL}/orders/{order}")

    plain = page.get_by_role("group", name="Without a sentence an approval says exactly")
    expect(plain).to_contain_text("Call read_order with 1 argument: order")
    page.get_by_label("The sentence a person decides by").fill("Read")
    page.get_by_role("button", name="Put the argument order into the sentence").click()
    expect(page.get_by_role("group", name="An approval then says")).to_contain_text("Read NL-1042")
    expect(page.get_by_label("Each sending does it again")).to_be_checked()
    page.get_by_label("It looks something up and changes nothing").check()
    expect(page.get_by_label("Risk", exact=True)).to_have_value("")

    wait = page.get_by_label("Waits at most")
    wait.fill("soon")
    expect(wait).to_have_attribute("aria-invalid", "true")
    expect(page.get_by_text("is not a time").first).to_be_visible()
    wait.fill("10s")
    expect(wait).not_to_have_attribute("aria-invalid", "true")
    expect(page.get_by_label(re.compile("as text$"))).to_have_value(re.compile("sentence: Read {order}"))
    assert_accessible(page)

    page.keyboard.press("Control+Enter")
    order = page.get_by_label("order", exact=True)
    expect(order).to_have_value("NL-1042")
    order.fill("1042")
    page.get_by_role("button", name="Show what would be sent").click()
    expect(page.get_by_text("It does not fit")).to_be_visible()
    order.fill("NL-1043")
    page.keyboard.press("Control+Enter")
    expect(page.get_by_text(re.compile(r"/orders/NL-1043$")).first).to_be_visible()
    expect(page.get_by_text("Read NL-1043")).to_be_visible()
    expect(page.get_by_text("The policy allows this call")).to_be_visible()
    assert_accessible(page)
    page.get_by_role("button", name="Send it for real…").click()
    page.get_by_role("button", name=re.compile("^Send it to .+ now$")).click()
    expect(page.get_by_text(re.compile("^It answered 200 in"))).to_be_visible()
    expect(page.get_by_text("Ben Okafor")).to_be_visible()

    page.get_by_role("link", name="Define").click()
    publish(page, 1)
    found = platform.request("GET", "/tools?q=read_order")["items"]
    assert [(each["version"], each["method"], each["risk"]) for each in found] == [(1, "GET", "low")]

    page.get_by_role("button", name="More", exact=True).click()
    page.get_by_role("menuitem", name="Withdraw version 1").click()
    page.get_by_label("Why").fill("It was a try")
    page.keyboard.press("Control+Enter")
    expect(page.get_by_text("Version 1 of read_order is withdrawn").first).to_be_visible()
    assert platform.request("GET", "/tools?q=read_order")["items"][0]["withdrawn"] is True


@pytest.mark.requirement("issue 4 openapi import")
def test_chosen_operations_of_a_document_become_drafts(platform: Stack, page: Page) -> None:
    page.goto(f"{PROJECT}/tools")
    page.get_by_role("button", name="Import from OpenAPI…").click()
    page.get_by_label("OpenAPI document").fill(json.dumps(SHOP))
    page.get_by_role("button", name="Read it").click()
    expect(page.get_by_role("heading", name="Shop 2")).to_be_visible()
    expect(page.get_by_label("Import POST /photos")).to_be_disabled()
    expect(page.get_by_text("multipart/form-data", exact=False)).to_be_visible()

    page.get_by_role("button", name="Create drafts").click()
    expect(page.get_by_text("Choose where the service is.")).to_be_visible()
    page.get_by_label("Where the service is").select_option("SHOP_URL")
    page.get_by_role("button", name="Select all 1 reads").click()
    page.get_by_label("Import DELETE /orders/{order}").check()
    expect(page.get_by_text("The project has a tool of this name.")).to_be_visible()
    page.get_by_label("Name of the tool for DELETE /orders/{order}").fill("forget_order")
    page.get_by_label("Risk of DELETE /orders/{order}").select_option("medium")
    assert_accessible(page)
    page.get_by_role("button", name="Create 2 drafts").click()

    expect(page.get_by_text("2 drafts created")).to_be_visible()
    page.get_by_role("link", name="forget_order").click()
    expect(page.get_by_label("Address", exact=True)).to_have_value("{SHOP_URL}/orders/{order}")
    expect(page.get_by_label("Risk", exact=True)).to_have_value("medium")
    found = platform.request("GET", "/tools?q=forget_order")["items"]
    assert [each["version"] for each in found] == [None]


@pytest.mark.requirement("issue 4 policy")
def test_a_new_rule_is_tried_published_and_asks_in_a_run(platform: Stack, page: Page) -> None:
    page.goto(f"{PROJECT}/policy")
    page.get_by_role("button", name="Open rule 1").wait_for()
    page.keyboard.press("n")
    card = page.get_by_role("region", name="Rule 6")
    card.get_by_label("Calls of").select_option("find_order")
    card.get_by_role("button", name="Add a test").click()
    card.get_by_label("Argument of test 1").select_option("order")
    card.get_by_label("Comparison of test 1").select_option("=")
    card.get_by_label("Value of test 1").fill("NL-1043")
    card.get_by_label("Because").fill("This order is watched")
    expect(page.get_by_text("This rule is never reached").first).to_be_visible()

    for _ in range(5):
        page.keyboard.press("Alt+ArrowUp")
    expect(page.get_by_role("region", name="Rule 1")).to_be_visible()
    expect(page.get_by_text("This rule is never reached")).to_have_count(0)
    expect(page.get_by_text("new", exact=True)).to_be_visible()
    assert_accessible(page)
    page.get_by_role("region", name="Rule 1").get_by_role("button", name="Remove", exact=True).click()
    expect(page.get_by_role("row", name=re.compile("This order is watched"))).to_have_count(0)
    page.get_by_role("button", name=re.compile("^Put it back")).click()
    expect(page.get_by_role("region", name="Rule 1")).to_be_visible()

    page.get_by_label("Tool", exact=True).select_option("find_order")
    page.get_by_label("order", exact=True).fill("NL-1043")
    page.get_by_role("button", name="Judge it").click()
    expect(page.get_by_text("Rule 1 decides")).to_be_visible()
    expect(page.get_by_text("Asks a person")).to_be_visible()
    expect(page.get_by_role("row", name=re.compile("This order is watched"))).to_contain_text("decides")
    page.get_by_label("order", exact=True).fill("NL-1044")
    page.get_by_role("button", name="Judge it").click()
    expect(page.get_by_text("Rule 2 decides")).to_be_visible()
    assert platform.request("GET", "/policy")["version"] == 1
    publish(page, 2)

    run = platform.start("My order NL-1043 arrived broken. Please refund EUR 20.")
    platform.wait_event(run, "run_waiting")
    asked = platform.request("GET", f"/approvals?run={run}")["items"]
    assert [each["sentence"] for each in asked] == ["Look up order NL-1043"]
    page.goto(f"{PROJECT}/approvals/{asked[0]['id']}")
    expect(page.get_by_text("This order is watched").first).to_be_visible(timeout=PATIENCE)
    platform.approve(run)
    assert platform.wait_end(run)["status"] == "completed"


def test_on_a_phone_tools_and_rules_are_read_and_calls_are_tried(platform: Stack, browser: Browser) -> None:
    with window(browser, platform.demo["url"], "phone", "dark") as pocket:
        page = pocket.new_page()
        sign_in(page, platform.demo, f"{PROJECT}/policy")
        expect(page.get_by_text("Open it on a larger screen to edit it.")).to_be_visible()
        assert_fits(page)
        assert_accessible(page)
        page.get_by_role("link", name="Try one call").tap()
        page.get_by_label("Tool", exact=True).select_option("issue_refund")
        page.get_by_label("amount", exact=True).fill("2000")
        page.get_by_role("button", name="Judge it").tap()
        expect(page.get_by_text("Denied: it is not sent")).to_be_visible()
        assert_fits(page)
        page.goto(f"{PROJECT}/tools")
        page.get_by_role("link", name="issue_refund").tap()
        expect(page.get_by_label("Address", exact=True)).to_have_value("{SHOP_URL}/refunds")
        assert_fits(page)
        assert_accessible(page)
        pocket.assert_clean()
