"""Sign-in against real servers: two processes that share nothing but the database and the cache."""

import json
import re
from collections.abc import Iterator
from http.cookiejar import CookieJar
from pathlib import Path
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, Request, build_opener

import pytest
from people import PASSWORD, People
from redis import Redis
from web_server import WebServer, set_real_password, web_server

from baton.live.bus import Revoked, channel_of, decode
from baton.ops.embedded.valkey import EmbeddedValkey


@pytest.fixture
def valkey() -> Iterator[EmbeddedValkey]:
    server = EmbeddedValkey().start()
    yield server
    server.stop()


@pytest.fixture
def servers(people: People, valkey: EmbeddedValkey, tmp_path: Path) -> Iterator[tuple[WebServer, WebServer]]:
    set_real_password(people.database)
    with (
        web_server(people.database, valkey.url, tmp_path) as one,
        web_server(people.database, valkey.url, tmp_path) as two,
    ):
        yield one, two


class Browser:
    """Cookies and forms over a socket."""

    def __init__(self) -> None:
        self.cookies = CookieJar()
        self._opener = build_opener(HTTPCookieProcessor(self.cookies))

    def open(
        self, url: str, data: dict[str, str] | None = None, method: str | None = None, **headers: str
    ) -> tuple[int, str]:
        body = urlencode(data).encode() if data is not None else None
        try:
            with self._opener.open(Request(url, body, headers, method=method), timeout=30) as answer:
                return answer.status, answer.read().decode()
        except HTTPError as error:
            return error.code, error.read().decode()

    def sign_in(self, server: WebServer, email: str, password: str) -> tuple[int, str]:
        _, page = self.open(f"{server.url}/sign-in/")
        token = re.search(r'name="csrfmiddlewaretoken" value="([^"]+)"', page)
        assert token is not None
        sent = {"email": email, "password": password, "csrfmiddlewaretoken": token[1], "next": "/"}
        return self.open(f"{server.url}/sign-in/", sent, Origin=server.url)

    @property
    def csrf_token(self) -> str:
        return next(cookie.value or "" for cookie in self.cookies if "csrf" in cookie.name)

    @property
    def session(self) -> str | None:
        return next((cookie.value for cookie in self.cookies if "session" in cookie.name), None)


@pytest.mark.requirement("promises 7.21", "promises 7.22", "promises 7.24")
def test_signing_in_over_two_processes(
    people: People, servers: tuple[WebServer, WebServer], valkey: EmbeddedValkey
) -> None:
    one, two = servers
    browser = Browser()
    people.add_project(people.north, "returns")

    status, page = browser.sign_in(one, people.alice.email, PASSWORD)
    first = browser.session
    forged = browser.open(f"{one.url}/sign-out/", {"csrfmiddlewaretoken": "x" * 64}, Origin=one.url)[0]
    foreign = browser.open(f"{one.url}/sign-out/", {}, Origin="https://evil.example")[0]
    health = json.loads(browser.open(f"{two.url}/readyz")[1])

    assert (status, "Projects" in page) == (200, True)
    assert (forged, foreign) == (403, 403)
    assert first is not None
    assert browser.open(f"{one.url}/_allauth/browser/v1/auth/session")[0] == 200
    assert health["status"] == "ready"
    assert set(health["checks"]) == {"database", "migrations", "broker"}

    # Each process has its own cookie names, so the session of one is none of the other.
    assert browser.open(f"{two.url}/_allauth/browser/v1/auth/session")[0] == 401

    # Tries count together, whichever process they reach, and the right password is not let through then.
    tries = [Browser().sign_in((one, two)[n % 2], people.bob.email, "wrong")[0] for n in range(6)]
    right = Browser().sign_in(two, people.bob.email, PASSWORD)[0]
    assert tries == [422] * 5 + [429]
    assert right == 429
    assert Browser().sign_in(two, people.rita.email, PASSWORD)[0] == 200

    # The broker may be lost at any moment: people still sign in, and readiness says what is missing.
    valkey.stop()
    assert Browser().sign_in(one, people.vera.email, PASSWORD)[0] == 200
    status, body = browser.open(f"{one.url}/readyz")
    assert (status, json.loads(body)["checks"]["broker"]["ok"]) == (503, False)
    assert browser.open(f"{one.url}/healthz")[0] == 200


@pytest.mark.requirement("promises 4.16")
def test_signing_out_is_told_to_whoever_keeps_sockets(
    people: People, servers: tuple[WebServer, WebServer], valkey: EmbeddedValkey
) -> None:
    server = servers[0]
    people.add_project(people.north, "returns")
    heard = Redis.from_url(valkey.url).pubsub()
    heard.subscribe(channel_of("baton"))
    assert heard.get_message(timeout=10)["type"] == "subscribe"
    by_page, by_api = Browser(), Browser()
    for browser, person in ((by_page, people.alice), (by_api, people.bob)):
        browser.sign_in(server, person.email, PASSWORD)

    token = {"X-CSRFToken": by_api.csrf_token, "Origin": server.url}
    by_page.open(f"{server.url}/sign-out/", {"csrfmiddlewaretoken": by_page.csrf_token}, Origin=server.url)
    ended = by_api.open(f"{server.url}/_allauth/browser/v1/auth/session", method="DELETE", **token)[0]
    messages = [heard.get_message(timeout=10) for _ in range(2)]

    assert ended == 401
    assert [decode(message["data"]) for message in messages] == [
        Revoked(user=str(person.id)) for person in (people.alice, people.bob)
    ]
