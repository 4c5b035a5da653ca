"""MCP servers in the browser: registered, looked at, and one of their tools imported, seen and published."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from browser import Window, assert_accessible, assert_fits, keep, sign_in, window
from mcp.server.mcpserver import MCPServer
from mcp_types import ToolAnnotations
from mcp_world import Served, real_server
from playwright.sync_api import Browser, Page, expect
from stack import Stack, stack

PLACE = "/o/nordlicht/p/support"


@pytest.fixture(scope="module")
def docs() -> Iterator[Served]:
    server = MCPServer("docs")

    @server.tool(annotations=ToolAnnotations(read_only_hint=True))
    def search(query: str) -> dict[str, int]:
        """Search the documentation of the shop"""
        return {query: 1}

    @server.tool()
    def drop_all() -> str:
        """Delete every page"""
        return "gone"

    with real_server(server) as served:
        yield served


@pytest.fixture(scope="module")
def platform(docs: Served) -> Iterator[Stack]:
    with stack(BATON_EGRESS_ALLOW=docs.host) as running:
        yield running


@pytest.fixture(scope="module")
def office(platform: Stack, browser: Browser) -> Iterator[Window]:
    with window(browser, platform.demo["url"]) as seen:
        page = seen.new_page()
        sign_in(page, platform.demo)
        page.close()
        yield seen


@pytest.fixture
def page(office: Window) -> Iterator[Page]:
    page = office.new_page()
    yield page
    page.close()
    office.assert_clean()


def test_a_server_is_registered_looked_at_and_its_tool_becomes_one_of_the_project(
    page: Page, docs: Served, tmp_path: Path
) -> None:
    page.goto(f"{PLACE}/settings/servers")
    expect(page.get_by_text("No MCP server yet")).to_be_visible()
    assert_accessible(page)
    page.get_by_role("button", name="New server").first.click()
    form = page.get_by_role("dialog", name="New MCP server")
    form.get_by_label("Name").fill("docs")
    form.get_by_label("Address").fill("stdio:npx")
    form.get_by_role("button", name="Save").click()
    expect(form.get_by_text("That is no http address")).to_be_visible()
    form.get_by_label("Address").fill(docs.url)
    form.get_by_label("Trust").select_option("yes")
    assert_accessible(page)
    form.get_by_role("button", name="Save").click()
    expect(page.get_by_role("cell", name=docs.url)).to_be_visible()

    page.get_by_role("button", name="Acts on docs").click()
    page.get_by_role("menuitem", name="Look at its tools…").click()
    offer = page.get_by_role("dialog", name="Tools of docs")
    expect(offer.get_by_text("Search the documentation of the shop")).to_be_visible()
    expect(offer.get_by_label("Name of search in this project")).to_have_value("docs_search")
    assert_accessible(page)
    assert_fits(page)
    offer.get_by_role("button", name="Import", exact=True).click()
    expect(offer.get_by_text("Choose a tool")).to_be_visible()
    offer.get_by_label("Import search").check()
    keep(page, tmp_path, "mcp-look")
    offer.get_by_role("button", name="Import 1 tool").click()
    expect(page.get_by_text("1 tool has a draft")).to_be_visible()

    page.goto(f"{PLACE}/tools")
    page.get_by_role("link", name=re.compile("docs_search")).first.click()
    expect(page.get_by_text("search of docs")).to_be_visible()
    keep(page, tmp_path, "mcp-tool")
    assert_accessible(page)
