"""A withdrawn tool version: stopped at once, once, for good, and only by those who may."""

from dataclasses import replace
from typing import Any
from uuid import UUID

import pytest
from database import TestDatabase

from agents_app.definition import read_definition
from agents_app.services.publish_definition import publish_definition
from agents_app.services.withdraw_tool_version import withdraw_tool_version
from baton.core.errors import Forbidden, NotFound
from baton.tenancy.actor import Actor

TEXT = """
baton: 1
tools:
  refund: {description: Pay money back, request: "POST https://shop.example/refunds"}
"""


def publish(actor: Actor, text: str = TEXT) -> None:
    publish_definition(actor=actor, project_id=actor.project_id, definition=read_definition(text))


def version_id(database: TestDatabase, number: int = 1) -> UUID:
    found: UUID = database.value("select id from agents_toolversion where number = %s", [number])
    return found


def test_withdrawing_sets_the_time_once_and_is_written_down(database: TestDatabase, people: Any) -> None:
    publish(people.alice)

    first = withdraw_tool_version(actor=people.alice, tool_version_id=version_id(database))
    second = withdraw_tool_version(actor=people.alice, tool_version_id=version_id(database))

    assert first.withdrawn_at is not None
    assert second.withdrawn_at == first.withdrawn_at
    assert database.value("select count(*) from audit_auditentry where action = 'tools:withdraw'") == 1


def test_publishing_the_same_text_again_does_not_bring_it_back(database: TestDatabase, people: Any) -> None:
    publish(people.alice)
    withdraw_tool_version(actor=people.alice, tool_version_id=version_id(database))

    publish(people.alice)

    assert database.rows("select number, withdrawn_at is null as stands from agents_toolversion") == [
        {"number": 1, "stands": False}
    ]


def test_a_new_version_stands_beside_the_withdrawn_one(database: TestDatabase, people: Any) -> None:
    publish(people.alice)
    withdraw_tool_version(actor=people.alice, tool_version_id=version_id(database))

    publish(people.alice, TEXT.replace("Pay money back", "Pay it back"))

    rows = database.rows(
        "select number, withdrawn_at is null as stands from agents_toolversion order by number"
    )
    assert rows == [{"number": 1, "stands": False}, {"number": 2, "stands": True}]


@pytest.mark.requirement("promise P24")
def test_others_and_the_unknown_get_the_same_answer(database: TestDatabase, people: Any) -> None:
    publish(people.alice)
    foreign = version_id(database)
    messages = []

    for target in (foreign, UUID(int=1)):
        with pytest.raises(NotFound) as caught:
            withdraw_tool_version(actor=people.charlie, tool_version_id=target)
        messages.append(caught.value.message)

    assert messages[0] == messages[1]
    assert database.value("select count(*) from agents_toolversion where withdrawn_at is null") == 1


def test_whoever_may_not_edit_tools_withdraws_nothing(database: TestDatabase, people: Any) -> None:
    publish(people.alice)

    for actor in (people.bob, replace(people.alice, scopes=frozenset({"tools:read"}))):
        with pytest.raises(Forbidden):
            withdraw_tool_version(actor=actor, tool_version_id=version_id(database))

    assert database.value("select count(*) from agents_toolversion where withdrawn_at is null") == 1
