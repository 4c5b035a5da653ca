"""Who gets which page: the start, the choice of projects, the application and its absence."""

import json
import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from django.conf import LazySettings
from django.test import Client
from people import People

from baton.tenancy.roles import SCOPES_OF_ROLE, Role

RUNS = "/o/north/p/support/runs"
MANIFEST = {
    "node_modules/@f/inter/files/inter-latin-wght-normal.woff2": {"file": "assets/inter-latin-x1.woff2"},
    "node_modules/@f/mono/files/jetbrains-mono-latin-wght-normal.woff2": {
        "file": "assets/mono-latin-x2.woff2"
    },
    "node_modules/@f/inter/files/inter-greek-wght-normal.woff2": {"file": "assets/inter-greek-x3.woff2"},
    "src/main.tsx": {
        "file": "assets/main-x4.js",
        "isEntry": True,
        "css": ["assets/main-x5.css"],
        "imports": ["_react-x6.js"],
        "dynamicImports": ["src/features/run/screen.tsx"],
    },
    "_react-x6.js": {"file": "assets/react-x6.js", "imports": ["_core-x7.js"]},
    "_core-x7.js": {"file": "assets/core-x7.js", "css": ["assets/core-x8.css"], "imports": ["_react-x6.js"]},
    "src/features/run/screen.tsx": {"file": "assets/screen-x9.js", "isDynamicEntry": True},
}


class Page(HTMLParser):
    """The head and the data of a page, as a browser would read them."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.links: list[tuple[str, str]] = []
        self.scripts: list[dict[str, str | None]] = []
        self.tags: list[str] = []
        self._data: list[str] | None = None
        self.boot: dict[str, Any] = {}
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        self.tags.append(tag)
        if tag == "link":
            self.links.append((str(found["rel"]), str(found["href"])))
        if tag == "script":
            self.scripts.append(found)
            self._data = [] if found.get("id") == "boot" else None

    def handle_data(self, data: str) -> None:
        if self._data is not None:
            self._data.append(data)

    def handle_endtag(self, tag: str) -> None:
        if tag == "script" and self._data is not None:
            self.boot = json.loads("".join(self._data))
            self._data = None


@pytest.fixture
def bundle(settings: LazySettings, tmp_path: Path) -> Path:
    """A bundle that was built; only its manifest is read."""
    settings.BATON_BUNDLE = tmp_path
    manifest = tmp_path / ".vite" / "manifest.json"
    manifest.parent.mkdir()
    manifest.write_text(json.dumps(MANIFEST))
    return manifest


def test_a_stranger_is_sent_to_sign_in_and_back(people: People) -> None:
    answers = [Client().get(path) for path in ("/", "/o/north/p/support/", f"{RUNS}?status=failed&q=a%20b")]

    assert [answer["Location"] for answer in answers] == [
        "/sign-in/",
        "/sign-in/?next=/o/north/p/support/",
        "/sign-in/?next=/o/north/p/support/runs%3Fstatus%3Dfailed%26q%3Da%2520b",
    ]


def test_the_only_project_is_opened_at_once_and_several_are_offered(people: People) -> None:
    alice = people.signed_in(people.alice)

    one = alice.get("/")
    people.add_project(people.north, "returns")
    several = alice.get("/")

    assert one["Location"] == RUNS
    assert several.status_code == 200
    assert b"/o/north/p/returns/runs" in several.content


def test_the_address_of_an_organization_leads_to_its_project_and_to_nobody_elses(people: People) -> None:
    stranger, alice, charlie = Client(), people.signed_in(people.alice), people.signed_in(people.charlie)

    assert stranger.get("/o/north/")["Location"] == "/sign-in/?next=/o/north/"
    assert alice.get("/o/north/")["Location"] == RUNS
    assert [charlie.get(path).status_code for path in ("/o/north/", "/o/nowhere/")] == [404, 404]


@pytest.mark.parametrize("name", ["alice", "bob", "rita", "vera"])
def test_every_member_gets_the_application_and_who_they_are(people: People, bundle: Path, name: str) -> None:
    person = getattr(people, name)
    client = people.signed_in(person)

    page = Page(client.get(RUNS).content.decode())

    here = {
        "organization": {"id": str(people.north.organization_id), "name": "North", "slug": "north"},
        "project": {"id": str(people.north.project_id), "name": "Support", "slug": "support"},
    }
    assert page.boot.pop("nonce")
    assert page.boot == {
        **here,
        "person": {"id": str(person.id), "name": person.name, "email": person.email},
        "key": None,
        "role": person.role,
        "scopes": sorted(SCOPES_OF_ROLE[Role(person.role)]),
        "projects": [{**here, "role": person.role}],
        "demo": False,
        "first_decision": False,
        "csrf_cookie": "baton_csrf_baton",
    }
    del page.boot["csrf_cookie"]
    assert client.get("/api/v1/me").json() == page.boot


def test_the_page_names_the_files_of_the_bundle_and_no_others(people: People, bundle: Path) -> None:
    page = Page(people.signed_in(people.alice).get(RUNS).content.decode())

    assert page.links[1:] == [
        ("preload", "/static/app/assets/inter-latin-x1.woff2"),
        ("preload", "/static/app/assets/mono-latin-x2.woff2"),
        ("stylesheet", "/static/app/assets/main-x5.css"),
        ("stylesheet", "/static/app/assets/core-x8.css"),
        ("modulepreload", "/static/app/assets/react-x6.js"),
        ("modulepreload", "/static/app/assets/core-x7.js"),
    ]
    assert page.scripts == [
        {"type": "module", "src": "/static/app/assets/main-x4.js"},
        {"id": "boot", "type": "application/json"},
    ]
    assert "style" not in page.tags


@pytest.mark.requirement("promises 4.15")
def test_only_the_application_has_a_nonce_for_styles_and_each_time_another(
    people: People, bundle: Path
) -> None:
    alice = people.signed_in(people.alice)

    answers = [alice.get(RUNS), alice.get(RUNS)]
    elsewhere = [Client().get("/sign-in/"), alice.get("/api/v1/me"), alice.get("/nowhere/")]

    nonces = [Page(answer.content.decode()).boot["nonce"] for answer in answers]
    assert len(set(nonces)) == 2
    for answer, nonce in zip(answers, nonces, strict=True):
        policy = answer["Content-Security-Policy"]
        assert f"style-src 'self' 'nonce-{nonce}';" in f"{policy};"
        assert policy.replace(f" 'nonce-{nonce}'", "") == elsewhere[0]["Content-Security-Policy"]
        assert "no-store" in answer["Cache-Control"]
    assert not any("nonce" in answer["Content-Security-Policy"] for answer in elsewhere)


def test_a_name_that_attacks_is_data(people: People, bundle: Path) -> None:
    name = "</script><script>alert(1)</script><img src=x onerror=alert(2)>&amp;\u2028{{ 7 }}"
    people.database.rows("update tenancy_project set name = %s", [name])
    alice = people.signed_in(people.alice)

    page = Page(alice.get(RUNS).content.decode())
    people.add_project(people.north, "returns")
    choice = alice.get("/").content.decode()

    assert page.boot["project"]["name"] == name
    assert (len(page.scripts), "img" in page.tags) == (2, False)
    assert "<img" not in choice
    assert "alert(1)" in choice


@pytest.mark.requirement("promise P24")
@pytest.mark.parametrize("built", [True, False])
def test_an_outsider_gets_the_page_of_a_missing_project(people: People, bundle: Path, built: bool) -> None:
    if not built:
        bundle.unlink()
    charlie = people.signed_in(people.charlie)
    paths = [
        "/o/north/p/support/", RUNS, "/o/north/p/nothing/runs", "/o/nowhere/p/support/runs",
        "/o/south/p/nothing/",
    ]  # fmt: skip

    answers = [charlie.get(path) for path in paths]

    assert [answer.status_code for answer in answers] == [404] * 5
    assert len({answer.content.replace(answer["X-Request-ID"].encode(), b"") for answer in answers}) == 1


def test_a_suspended_organization_shows_nothing(people: People, bundle: Path) -> None:
    alice = people.signed_in(people.alice)
    people.database.rows("update tenancy_organization set suspended_at = now()")

    answer = alice.get(RUNS)

    assert answer.status_code == 403
    assert b"Support" not in answer.content


def test_every_address_below_a_project_is_the_same_page_and_the_project_leads_to_its_runs(
    people: People, bundle: Path
) -> None:
    alice = people.signed_in(people.alice)
    places = [
        "runs",
        "runs/0190-x?tab=events&step=3",
        "approvals/1",
        "approvals?view=decided",
        "a/b/c.js",
        "x/",
    ]

    answers = [alice.get(f"/o/north/p/support/{place}") for place in places]
    shown = {re.sub(rb'"nonce": "[^"]+"', b"", answer.content) for answer in answers}

    assert [answer.status_code for answer in answers] == [200] * len(places)
    assert len(shown) == 1
    assert alice.get("/o/north/p/support/")["Location"] == RUNS
    assert alice.post(RUNS).status_code == 405


@pytest.mark.parametrize("manifest", [None, "", "{", "[]", "{}", '{"src/main.tsx": {"isEntry": true}}'])
def test_without_a_bundle_the_page_says_how_to_build_it(
    people: People, bundle: Path, manifest: str | None
) -> None:
    bundle.unlink()
    if manifest is not None:
        bundle.write_text(manifest)

    answer = people.signed_in(people.alice).get(RUNS)

    assert answer.status_code == 503
    assert b"make frontend" in answer.content
    assert Client().get("/fonts.css").content == b""


def test_plain_pages_use_the_fonts_of_the_bundle(people: People, bundle: Path) -> None:
    answer = Client().get("/fonts.css")

    assert answer["Content-Type"] == "text/css"
    assert re.findall(rb'url\("([^"]+)"\)', answer.content) == [
        b"/static/app/assets/inter-latin-x1.woff2",
        b"/static/app/assets/mono-latin-x2.woff2",
    ]


def test_the_sign_in_page_says_nothing_of_the_organization_it_leads_to(people: People) -> None:
    known, unknown = (
        Client(headers={"Host": "localhost"}).get(f"/sign-in/?next=/o/{slug}/p/support/runs")
        for slug in ("north", "nowhere")
    )

    shown = [re.sub(rb'value="[^"]{20,}"|north|nowhere', b"", answer.content) for answer in (known, unknown)]
    assert b"North" not in known.content
    assert shown[0] == shown[1]
