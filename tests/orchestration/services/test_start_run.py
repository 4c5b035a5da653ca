"""Starting a run as a service: what callers other than REST rely on."""

import time
from typing import Any
from uuid import UUID

import pytest
from django.db import connection
from people import People, hashes
from rest_world import EVERY_TABLE
from world import World

from baton.core.errors import BatonError, Forbidden, Unprocessable
from baton.core.ids import created_at
from baton.tenancy.scope import organization_scope
from orchestration.services.start_run import start_run


def test_a_started_run_is_seen_in_its_organization_alone(people: People, north: World) -> None:
    version = north.add_agent("desk one")

    run = start_run(actor=people.bob.actor, agent="desk one", text="hello")

    assert run.agent_version_id == version
    assert (run.status, run.last_seq, run.requester_name) == ("queued", 1, "Bob")
    assert created_at(run.id).date() == run.created_at.date()
    with connection.cursor() as cursor:
        cursor.execute("select count(*) from orchestration_run")
        assert cursor.fetchone() == (0,)


@pytest.mark.requirement("promise P14")
@pytest.mark.requirement("promises 7.74")
def test_the_clock_of_the_web_process_decides_nothing(
    people: People, north: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    north.add_agent("desk one")
    ahead = time.time() + 3600
    monkeypatch.setattr(time, "time", lambda: ahead)

    run = start_run(actor=people.bob.actor, agent="desk one", text="hello", deadline_seconds=0.5)

    left = north.owner(
        "select extract(epoch from deadline_at - clock_timestamp()) as seconds from orchestration_run"
        " where id = %s",
        [run.id],
    )[0]["seconds"]
    assert -30 < float(left) < 0.5


def test_a_run_whose_transaction_fails_was_never_there(people: People, north: World) -> None:
    north.add_agent("desk one")
    before = hashes(people.database, *EVERY_TABLE, "audit_auditentry")

    def start_and_fail() -> None:
        with organization_scope(north.organization):
            start_run(actor=people.bob.actor, agent="desk one", text="hello")
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        start_and_fail()

    assert hashes(people.database, *EVERY_TABLE, "audit_auditentry") == before


@pytest.mark.parametrize(
    ("wanted", "error", "code"),
    [
        ({"text": "\x00"}, Unprocessable, "invalid_character"),
        ({"text": "\ud800"}, Unprocessable, "invalid_character"),
        ({"text": "  "}, Unprocessable, "invalid_value"),
        ({"text": "x" * (1024 * 1024 + 1)}, Unprocessable, "invalid_value"),
        ({"agent": "nobody"}, Unprocessable, "invalid_reference"),
        ({"deadline_seconds": 0}, Unprocessable, "invalid_value"),
        ({"step_limit": 0}, Unprocessable, "invalid_value"),
        ({"token_limit": -1}, Unprocessable, "invalid_value"),
    ],
)
def test_what_cannot_run_changes_nothing(
    people: People, north: World, wanted: dict[str, Any], error: type[BatonError], code: str
) -> None:
    north.add_agent("desk one")
    before = hashes(people.database, *EVERY_TABLE, "audit_auditentry")

    with pytest.raises(error) as caught:
        start_run(actor=people.bob.actor, **{"agent": "desk one", "text": "hello", **wanted})

    assert caught.value.code == code
    assert hashes(people.database, *EVERY_TABLE, "audit_auditentry") == before


def test_an_agent_is_found_by_its_id_in_any_spelling(people: People, north: World) -> None:
    version = north.add_agent("desk one")
    agent: UUID = north.owner("select agent_id from agents_agentversion where id = %s", [version])[0][
        "agent_id"
    ]

    for spelling in (str(agent), str(agent).upper(), agent.hex):
        assert start_run(actor=people.alice.actor, agent=spelling, text="hello").agent_id == agent


def test_an_actor_without_the_right_starts_nothing(people: People, north: World) -> None:
    north.add_agent("desk one")

    with pytest.raises(Forbidden, match="runs:start"):
        start_run(actor=people.vera.actor, agent="desk one", text="hello")
