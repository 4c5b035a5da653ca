"""The staff's pages in Debian's Chromium: nothing is stopped by policy, nothing overflows, everybody can use them."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import browser
import pytest
from browser import assert_accessible, assert_fits, keep, window
from database import Cluster
from people import PASSWORD, People, Person
from playwright.sync_api import Browser
from web_server import WebServer, set_real_password, web_server

from baton.ops.embedded.valkey import EmbeddedValkey

pytestmark = pytest.mark.requirement("promises 4.15")


@pytest.fixture(scope="module")
def people(cluster: Cluster, django_db_blocker: Any) -> Iterator[People]:
    with cluster.copy() as database, django_db_blocker.unblock():
        yield People(database).arrange()


@pytest.fixture(scope="module")
def sam(people: People) -> Person:
    return people.add_staff()


@pytest.fixture(scope="module")
def server(people: People, sam: Person, tmp_path_factory: pytest.TempPathFactory) -> Iterator[WebServer]:
    set_real_password(people.database, sam)
    folder = tmp_path_factory.mktemp("staff")
    with EmbeddedValkey() as valkey, web_server(people.database, valkey.url, folder) as running:
        yield running


@pytest.fixture(scope="module")
def chromium(server: WebServer) -> Iterator[Browser]:
    with browser.chromium() as running:
        yield running


def test_every_page_fits_is_readable_and_keeps_to_the_products_policy(
    people: People, sam: Person, server: WebServer, chromium: Browser, tmp_path: Path
) -> None:
    north = people.north.organization_id
    places = {
        "staff": "/staff/",
        "staff-organizations": "/staff/tenancy/organization/?q=o",
        "staff-organization-new": "/staff/tenancy/organization/add/",
        "staff-organization": f"/staff/tenancy/organization/{north}/change/",
        "staff-history": f"/staff/tenancy/organization/{north}/history/",
        "staff-people": "/staff/accounts/user/?state=active",
        "staff-person-new": "/staff/accounts/user/add/",
        "staff-person": f"/staff/accounts/user/{people.bob.id}/change/",
    }
    for size, scheme in (("wide", "light"), ("phone", "dark")):
        with window(chromium, server.url, size, scheme) as seen:  # type: ignore[arg-type]
            page = seen.new_page()
            page.goto("/sign-in/?next=/staff/")
            page.get_by_label("E-mail").fill(sam.email)
            page.get_by_label("Password").fill(PASSWORD)
            page.get_by_role("button", name="Sign in").click()
            page.wait_for_url(f"{server.url}/staff/")
            for name, place in places.items():
                page.goto(place, wait_until="networkidle")
                keep(page, tmp_path, f"{name}-{size}-{scheme}")
                assert_fits(page)
                assert_accessible(page)
            seen.assert_clean()


@pytest.mark.requirement("promises 7.66")
def test_a_member_is_added_with_the_mouse_and_a_name_that_attacks_is_text(
    people: People, sam: Person, server: WebServer, chromium: Browser
) -> None:
    name = "<img src=https://evil.example/a onerror=alert(1)></script><script>alert(2)</script>"
    people.database.rows("update tenancy_organization set name = %s where slug = 'north'", [name])
    people.database.rows("update accounts_user set name = %s where id = %s", [name, people.bob.id])
    with window(chromium, server.url) as seen:
        page = seen.new_page()
        page.goto("/sign-in/?next=/staff/tenancy/organization/")
        page.get_by_label("E-mail").fill(sam.email)
        page.get_by_label("Password").fill(PASSWORD)
        page.get_by_role("button", name="Sign in").click()
        page.get_by_role("link", name=name).click()

        page.get_by_role("button", name="Add another Member").click()
        page.get_by_label("E-mail address").filter(visible=True).last.fill(people.charlie.email)
        page.get_by_label("Role").filter(visible=True).last.select_option("reviewer")
        page.get_by_role("button", name="Save", exact=True).click()
        page.get_by_text("was changed successfully").wait_for()

        page.goto(f"/staff/accounts/user/{people.charlie.id}/change/")
        assert page.get_by_text(f"{name} (reviewer)").is_visible()
        page.goto("/staff/", wait_until="networkidle")
        assert name in page.locator("#recent-actions-module").inner_text()
        seen.assert_clean()
