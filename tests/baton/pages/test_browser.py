"""Plain pages in a browser: nothing foreign is asked for, nothing is stopped by policy, nothing overflows."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest
from browser import SIZES, Scheme, Window, assert_fits, keep, window
from people import PASSWORD, People
from playwright.sync_api import Browser, Page
from web_server import WebServer

RUNS = "/o/north/p/support/runs"


@dataclass(frozen=True)
class Watched:
    """One page and the window it is in, where everything that must stay empty is noted."""

    page: Page
    window: Window

    def open(self, path: str) -> int:
        answer = self.page.goto(path, wait_until="networkidle")
        assert answer is not None
        return answer.status

    def assert_clean(self) -> None:
        self.window.assert_clean()

    def assert_fits(self) -> None:
        assert_fits(self.page)


@contextmanager
def watched(
    browser: Browser, server: WebServer, size: str = "wide", scheme: Scheme = "light", *, scripts: bool = True
) -> Iterator[Watched]:
    with window(browser, server.url, size, scheme, scripts=scripts) as seen:
        yield Watched(seen.new_page(), seen)


def sign_in(page: Page, email: str, password: str = PASSWORD) -> None:
    page.get_by_label("E-mail").fill(email)
    page.get_by_label("Password").fill(password)
    page.get_by_role("button", name="Sign in").click()
    page.wait_for_load_state("networkidle")


@pytest.mark.requirement("promise P28")
def test_a_person_signs_in_lands_where_the_link_meant_and_signs_out(
    people: People, server: WebServer, chromium: Browser, tmp_path: Path
) -> None:
    people.add_project(people.north, "returns")
    for size in SIZES:
        for scheme in ("light", "dark"):
            with watched(chromium, server, size, scheme) as seen:  # type: ignore[arg-type]
                page = seen.page
                assert seen.open("/") == 200
                assert "/sign-in/" in page.url
                assert page.get_by_label("E-mail").evaluate("each => each === document.activeElement")
                keep(page, tmp_path, f"sign-in-{size}-{scheme}")
                seen.assert_fits()

                sign_in(page, people.alice.email)

                assert page.url == f"{server.url}/"
                assert page.get_by_role("link", name="Support").get_attribute("href") == RUNS
                keep(page, tmp_path, f"projects-{size}-{scheme}")
                seen.assert_fits()

                assert seen.open("/o/nowhere/p/nothing/") == 404
                keep(page, tmp_path, f"missing-{size}-{scheme}")
                seen.window.complaints.clear()  # the browser itself says that the page was a 404
                seen.assert_fits()

                seen.open("/")
                page.get_by_role("button", name="Sign out").click()
                page.wait_for_url("**/sign-in/")
                seen.assert_clean()


def test_the_link_is_kept_through_signing_in(
    people: People, server: WebServer, chromium: Browser, tmp_path: Path
) -> None:
    with watched(chromium, server) as seen:
        seen.open(f"{RUNS}?status=failed")

        sign_in(seen.page, people.alice.email)

        assert seen.page.url == f"{server.url}{RUNS}?status=failed"
        assert seen.page.title().endswith("Baton")
        keep(seen.page, tmp_path, "landed")
        assert (seen.window.foreign, seen.window.reports, seen.window.dialogs) == ([], [], [])


@pytest.mark.requirement("promises 7.66", "promise P28")
def test_a_name_that_attacks_is_text(people: People, server: WebServer, chromium: Browser) -> None:
    name = "<img src=https://evil.example/a onerror=alert(1)></script><script>alert(2)</script>"
    people.database.rows("update tenancy_organization set name = %s", [name])
    people.add_project(people.north, "returns")

    with watched(chromium, server) as seen:
        seen.open("/sign-in/")
        sign_in(seen.page, people.alice.email)

        assert name in seen.page.locator("body").inner_text()
        seen.assert_clean()


def test_a_wrong_password_is_said_plainly_and_works_without_scripts(
    people: People, server: WebServer, chromium: Browser, tmp_path: Path
) -> None:
    email = people.alice.email
    people.add_project(people.north, "returns")
    with watched(chromium, server, scripts=False) as seen:
        seen.open("/sign-in/")
        sign_in(seen.page, email, "wrong")

        assert (
            seen.page.get_by_role("alert").inner_text().strip()
            == "The e-mail address or the password is not right."
        )
        assert seen.page.get_by_label("E-mail").input_value() == email
        keep(seen.page, tmp_path, "sign-in-wrong")

        sign_in(seen.page, email)
        assert seen.page.get_by_role("heading", name="Projects").is_visible()


def test_keys_reach_everything_in_order_and_the_focus_is_seen(server: WebServer, chromium: Browser) -> None:
    with watched(chromium, server) as seen:
        seen.open("/sign-in/")
        reached = []
        for _ in range(3):
            reached.append(
                seen.page.evaluate("document.activeElement.id || document.activeElement.textContent")
            )
            shadow = seen.page.evaluate("getComputedStyle(document.activeElement).boxShadow")
            assert shadow != "none"
            seen.page.keyboard.press("Tab")

    assert reached == ["email", "password", "Sign in ↵"]


def test_the_api_documents_are_drawn_from_our_own_files(
    server: WebServer, chromium: Browser, tmp_path: Path
) -> None:
    with watched(chromium, server) as seen:
        seen.open("/api/docs/")
        seen.page.get_by_text("Start a run").first.wait_for()
        keep(seen.page, tmp_path, "api-docs")

        seen.assert_clean()
