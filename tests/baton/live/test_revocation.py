"""Who loses a right loses the stream: at once where it is said, within the next look in any case."""

import time
from collections.abc import Callable, Iterator

import pytest
from live_server import Browser, Live, live_server, stream
from people import People, Person, Place
from rest_world import world_of
from trace_writer import TraceWriter
from web_server import WebServer, set_real_password

from baton.ops.embedded.valkey import EmbeddedValkey
from baton.tenancy.roles import Role

pytestmark = pytest.mark.requirement("promises 4.16")
NOT_SIGNED_IN, NOT_ALLOWED = 4401, 4403
AT_ONCE = 10.0
"""Ten times a second; the next look would come after half a minute."""


@pytest.fixture(scope="module")
def watchful(
    people: People, valkey: EmbeddedValkey, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[WebServer]:
    """A `live` that looks every second."""
    with live_server(
        people.database, valkey.url, tmp_path_factory.mktemp("watchful"), BATON_LIVE_RECHECK_SECONDS="1"
    ) as server:
        yield server


def end_session(people: People, person: Person, browser: Browser) -> None:
    people.database.rows(
        "delete from django_session where session_key = %s", [browser.cookies[browser.session_cookie]]
    )


def remove_membership(people: People, person: Person, browser: Browser) -> None:
    people.database.rows("delete from tenancy_membership where user_id = %s", [person.id])


def deactivate(people: People, person: Person, browser: Browser) -> None:
    people.database.rows("update accounts_user set is_active = false where id = %s", [person.id])


def change_password(people: People, person: Person, browser: Browser) -> None:
    people.database.rows("update accounts_user set password = 'other' where id = %s", [person.id])


WAYS = [
    (end_session, NOT_SIGNED_IN),
    (deactivate, NOT_SIGNED_IN),
    (change_password, NOT_SIGNED_IN),
    (remove_membership, NOT_ALLOWED),
]


def watch(browser: Browser, writer: TraceWriter) -> Live:
    socket = browser.open()
    socket.watch(writer.start())
    socket.until("watching")
    return socket


@pytest.mark.parametrize(("take_away", "code"), WAYS)
def test_what_is_revoked_is_noticed_at_once_when_it_is_said(
    live: WebServer,
    people: People,
    writer: TraceWriter,
    somebody: Callable[[Role], Person],
    take_away: Callable[[People, Person, Browser], None],
    code: int,
) -> None:
    person = somebody(Role.OPERATOR)
    browser = Browser(live.port).sign_in(person)
    socket = watch(browser, writer)

    take_away(people, person, browser)
    writer.revoke(person)

    assert socket.close_code(AT_ONCE) == code


@pytest.mark.parametrize(("take_away", "code"), WAYS)
def test_what_is_revoked_is_noticed_when_nobody_says_it(
    watchful: WebServer,
    people: People,
    writer: TraceWriter,
    somebody: Callable[[Role], Person],
    take_away: Callable[[People, Person, Browser], None],
    code: int,
) -> None:
    person = somebody(Role.REVIEWER)
    browser = Browser(watchful.port).sign_in(person)
    socket = watch(browser, writer)

    take_away(people, person, browser)

    assert socket.close_code() == code


def test_signing_out_ends_the_sockets_of_this_session_alone(
    live: WebServer, people: People, writer: TraceWriter, somebody: Callable[[Role], Person]
) -> None:
    person = somebody(Role.OPERATOR)
    here, there = (Browser(live.port).sign_in(person) for _ in range(2))
    sockets = [watch(browser, writer) for browser in (here, there)]

    end_session(people, person, here)
    writer.revoke(person)

    assert sockets[0].close_code(AT_ONCE) == NOT_SIGNED_IN
    sockets[1].send(type="ping")
    sockets[1].until("pong")


def test_a_suspended_organization_sees_nothing_more(
    live: WebServer, people: People, valkey: EmbeddedValkey
) -> None:
    place = people.add_place("west")
    owner = people.add_person("Owen", place, Role.OWNER)
    set_real_password(people.database, owner)
    socket = Browser(live.port).sign_in(owner).open()
    bearer = f"Bearer {people.key(owner)}"

    with stream(live.port, "/sse/changes", Authorization=bearer) as (status, objects, _):
        assert (status, next(objects)["type"]) == (200, "welcome")
        people.database.rows(
            "update tenancy_organization set suspended_at = now() where id = %s", [place.organization_id]
        )
        revoke_all(people, valkey, place)

        assert socket.close_code(AT_ONCE) == NOT_ALLOWED
        assert list(objects)[-1] == {"type": "closed", "code": NOT_ALLOWED, "reason": "account_suspended"}


def revoke_all(people: People, valkey: EmbeddedValkey, place: Place) -> None:
    TraceWriter(world_of(people.database, place), valkey.url).revoke_all()


def test_a_key_that_is_revoked_ends_its_streams(
    watchful: WebServer, people: People, writer: TraceWriter
) -> None:
    key = people.key(people.alice)
    run = writer.start()
    with stream(watchful.port, f"/sse/runs/{run}", Authorization=f"Bearer {key}") as (status, objects, _):
        assert status == 200
        people.database.rows(
            "update tenancy_apikey set revoked_at = now() where key_id = %s", [key.split("_")[2]]
        )

        assert list(objects)[-1] == {"type": "closed", "code": NOT_SIGNED_IN, "reason": "invalid_api_key"}


def test_a_key_that_is_revoked_over_rest_ends_its_streams_at_once(
    live: WebServer, people: People, writer: TraceWriter, alice: Browser
) -> None:
    key = people.key(people.alice, ["runs:read"])
    run = writer.start()
    key_id = people.database.value("select id from tenancy_apikey where key_id = %s", [key.split("_")[2]])
    with stream(live.port, f"/sse/runs/{run}", Authorization=f"Bearer {key}") as (status, objects, _):
        assert status == 200
        begun = time.monotonic()

        headers = {"Baton_Project": alice.project, "X_CSRFToken": alice._csrf}
        assert alice.ask("POST", f"/api/v1/api-keys/{key_id}/revoke", **headers)[0] == 200

        assert list(objects)[-1] == {"type": "closed", "code": NOT_SIGNED_IN, "reason": "invalid_api_key"}
        assert time.monotonic() - begun < AT_ONCE


def test_a_right_that_stays_is_no_reason_to_end(
    watchful: WebServer, people: People, writer: TraceWriter
) -> None:
    socket = watch(Browser(watchful.port).sign_in(people.vera), writer)

    time.sleep(3)
    writer.revoke(people.vera)
    writer.revoke_all()
    time.sleep(0.5)
    socket.send(type="ping")

    socket.until("pong")


def test_a_run_that_leaves_the_project_is_not_streamed_any_more(
    live: WebServer, people: People, writer: TraceWriter, alice: Browser
) -> None:
    run = writer.start()
    socket = alice.open()
    socket.watch(run)
    socket.until("watching")

    people.database.rows(
        "update orchestration_run set project_id = %s where id = %s",
        [people.add_project(people.north, f"other-{run.hex[-6:]}"), run],
    )

    assert socket.until("refused") == {"type": "refused", "run": str(run), "code": "not_found"}
