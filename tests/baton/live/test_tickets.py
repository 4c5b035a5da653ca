"""Tickets: one use, half a minute, one person, one session, one project."""

import hashlib
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import redis
from live_server import Browser, Live, live_server
from people import People
from web_server import WebServer

from baton.core.ids import new_id
from baton.ops.embedded.valkey import EmbeddedValkey

pytestmark = pytest.mark.requirement("promises 4.16")
NOT_SIGNED_IN, TRY_LATER = 4401, 1013
RUN = "0190f3a0-0000-7000-8000-000000000001"


@pytest.fixture
def bob(live: WebServer, people: People) -> Browser:
    return Browser(live.port).sign_in(people.bob)


def close_code(browser: Browser, ticket: str) -> int | None:
    live = Live(browser.handshake())
    live.send(type="hello", ticket=ticket)
    return live.close_code()


def code(answer: tuple[int, Any]) -> tuple[int, str]:
    return answer[0], answer[1]["error"]["code"]


@pytest.mark.requirement("promises 7.28")
def test_a_ticket_opens_one_socket(alice: Browser) -> None:
    ticket = alice.ticket()

    alice.open(ticket)

    assert close_code(alice, ticket) == NOT_SIGNED_IN


def test_a_ticket_that_was_tried_in_vain_is_used_up(alice: Browser, bob: Browser) -> None:
    ticket = alice.ticket()

    assert close_code(bob, ticket) == NOT_SIGNED_IN
    assert close_code(alice, ticket) == NOT_SIGNED_IN


@pytest.mark.requirement("promises 7.28")
def test_a_ticket_is_good_in_its_own_session_only(alice: Browser, live: WebServer, people: People) -> None:
    elsewhere = Browser(live.port).sign_in(people.alice)

    assert close_code(elsewhere, alice.ticket()) == NOT_SIGNED_IN


@pytest.mark.requirement("promises 7.28")
def test_a_ticket_that_is_too_old_opens_nothing(alice: Browser, valkey: EmbeddedValkey) -> None:
    ticket = alice.ticket()
    key = f"baton.ticket:{hashlib.sha256(ticket.encode()).hexdigest()}"
    client = redis.Redis.from_url(valkey.url)

    assert 25 < client.ttl(key) <= 30
    client.pexpire(key, 1)
    time.sleep(0.05)

    assert close_code(alice, ticket) == NOT_SIGNED_IN


@pytest.mark.parametrize("ticket", ["", "x", "x" * 101, "' or 1=1 --"])
def test_an_invented_ticket_opens_nothing(alice: Browser, ticket: str) -> None:
    assert close_code(alice, ticket) == NOT_SIGNED_IN


def test_without_a_cookie_nothing_is_listened_to(alice: Browser) -> None:
    live = Live(alice.handshake(headers={"Cookie": ""}))

    assert live.close_code() == NOT_SIGNED_IN


def test_a_cookie_without_a_ticket_is_not_enough(alice: Browser) -> None:
    live = Live(alice.handshake())

    begun = time.monotonic()

    assert live.close_code() == NOT_SIGNED_IN
    assert time.monotonic() - begun > 4


@pytest.mark.parametrize("frame", [{"type": "ping"}, {"type": "watch", "run": RUN, "after": 0}])
def test_nothing_is_done_before_the_hello(alice: Browser, frame: dict[str, Any]) -> None:
    live = Live(alice.handshake())

    live.send(**frame)

    assert live.close_code() == NOT_SIGNED_IN


def test_a_ticket_needs_a_csrf_token(alice: Browser) -> None:
    assert code(alice.ask_ticket(X_CSRFToken="")) == (403, "csrf_failed")


def test_a_ticket_needs_a_project_of_ones_own(alice: Browser, people: People) -> None:
    assert code(alice.ask_ticket(Baton_Project="")) == (400, "project_required")
    for project in (str(people.south.project_id), str(new_id())):
        assert code(alice.ask_ticket(Baton_Project=project)) == (404, "not_found")


def test_nobody_and_a_key_get_no_ticket(live: WebServer, people: People) -> None:
    stranger = Browser(live.port)

    assert code(stranger.ask_ticket()) == (401, "invalid_api_key")
    bearer = f"Bearer {people.key(people.alice)}"
    assert code(stranger.ask_ticket(Authorization=bearer)) == (403, "forbidden")


def test_a_viewer_gets_one(live: WebServer, people: People) -> None:
    Browser(live.port).sign_in(people.vera).open()


def test_no_ticket_is_written_into_a_log(alice: Browser, live: WebServer) -> None:
    ticket = alice.ticket()
    alice.open(ticket)
    assert close_code(alice, ticket) == NOT_SIGNED_IN

    assert ticket not in live.log.read_text()


@pytest.fixture
def own_valkey(tmp_path: Path) -> Iterator[EmbeddedValkey]:
    with EmbeddedValkey(tmp_path / "valkey") as server:
        yield server


def test_without_valkey_there_are_no_tickets_for_a_while(
    people: People, own_valkey: EmbeddedValkey, tmp_path: Path
) -> None:
    with live_server(people.database, own_valkey.url, tmp_path) as server:
        browser = Browser(server.port).sign_in(people.alice)
        ticket = browser.ticket()
        own_valkey.stop()

        assert code(browser.ask_ticket()) == (503, "unavailable")
        assert close_code(browser, ticket) == TRY_LATER

        own_valkey.start()
        browser.open()
