"""Several people at once, with real threads: one of them wins, the others are told, nothing is lost."""

import threading
from collections.abc import Callable, Sequence
from typing import Any

import pytest
from database import TestDatabase
from django.db import connections
from studio import CONTENT, FIND, TEXT

from agents_app.definition import read_definition
from agents_app.kinds import Kind
from agents_app.selectors.check import Given
from agents_app.services.drafts.archive import archive
from agents_app.services.drafts.create_object import create_object
from agents_app.services.drafts.publish_draft import PublishedDraft, publish_draft
from agents_app.services.drafts.restore_version import restore_version
from agents_app.services.drafts.save_draft import save_draft
from agents_app.services.publish_definition import publish_definition
from baton.core.errors import BatonError
from baton.tenancy.actor import Actor

LIVENESS = 30.0


@pytest.fixture
def alice(people: Any) -> Actor:
    actor: Actor = people.alice
    publish_definition(actor=actor, project_id=actor.project_id, definition=read_definition(TEXT))
    return actor


def at_once(*acts: Callable[[], Any]) -> list[Any]:
    """What each act gave, or the code of its refusal; all begin in the same moment."""
    barrier = threading.Barrier(len(acts))
    outcomes: list[Any] = [None] * len(acts)

    def work(index: int, act: Callable[[], Any]) -> None:
        barrier.wait()
        try:
            outcomes[index] = act()
        except BatonError as error:
            outcomes[index] = error.code
        finally:
            connections.close_all()

    threads = [threading.Thread(target=work, args=each) for each in enumerate(acts)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(LIVENESS)
    return outcomes


def codes(outcomes: Sequence[Any]) -> list[str]:
    return sorted(each if isinstance(each, str) else "" for each in outcomes)


@pytest.mark.requirement("promises 7.35")
@pytest.mark.parametrize("kind", [Kind.TOOL, Kind.POLICY])
def test_of_editors_at_once_one_saves_and_the_others_are_told(
    database: TestDatabase, alice: Actor, kind: Kind
) -> None:
    tool = database.value("select id from agents_tool") if kind is Kind.TOOL else None

    def save(n: int) -> Callable[[], Any]:
        given = Given(content={"description": f"By {n}"})
        return lambda: save_draft(actor=alice, kind=kind, object_id=tool, given=given, seen=0)

    outcomes = at_once(*map(save, range(4)))

    assert codes(outcomes) == ["", "version_conflict", "version_conflict", "version_conflict"]
    (winner,) = [n for n, each in enumerate(outcomes) if not isinstance(each, str)]
    assert database.rows("select content, revision from agents_draft") == [
        {"content": {"description": f"By {winner}"}, "revision": 1}
    ]


def test_of_publishers_at_once_one_publishes(database: TestDatabase, alice: Actor) -> None:
    tool = create_object(actor=alice, kind=Kind.TOOL, name="find", given=Given(content=FIND))

    outcomes = at_once(
        *[lambda: publish_draft(actor=alice, kind=Kind.TOOL, object_id=tool.id, seen=1, notes="")] * 3
    )

    assert codes(outcomes) == ["", "version_conflict", "version_conflict"]
    assert database.value("select count(*) from agents_toolversion where tool_id = %s", [tool.id]) == 1
    assert database.value("select count(*) from agents_draft") == 0


def test_of_creators_of_one_name_one_makes_it(database: TestDatabase, alice: Actor) -> None:
    outcomes = at_once(*[lambda: create_object(actor=alice, kind=Kind.AGENT, name="clerk")] * 4)

    assert codes(outcomes) == ["", "already_exists", "already_exists", "already_exists"]
    assert database.value("select count(*) from agents_agent where name = 'clerk'") == 1


def test_an_editor_and_a_publisher_of_one_revision_do_not_both_win(
    database: TestDatabase, alice: Actor
) -> None:
    tool = create_object(actor=alice, kind=Kind.TOOL, name="find", given=Given(content=FIND))
    given = Given(content={**FIND, "description": "Late"})

    saved, published = at_once(
        lambda: save_draft(actor=alice, kind=Kind.TOOL, object_id=tool.id, given=given, seen=1),
        lambda: publish_draft(actor=alice, kind=Kind.TOOL, object_id=tool.id, seen=1, notes=""),
    )

    left = database.value("select count(*) from agents_draft")
    if isinstance(published, PublishedDraft):
        assert (saved, left) == ("version_conflict", 0)
        assert published.version.spec["description"] == "Find an order"
    else:
        assert (published, left, saved.revision) == ("version_conflict", 1, 2)


def test_a_tool_is_not_archived_while_an_agent_that_uses_it_is_published(
    database: TestDatabase, alice: Actor
) -> None:
    tool = create_object(actor=alice, kind=Kind.TOOL, name="find", given=Given(content=FIND))
    publish_draft(actor=alice, kind=Kind.TOOL, object_id=tool.id, seen=1, notes="")
    content = {**CONTENT["agents"], "tools": ["find"]}
    agent = create_object(actor=alice, kind=Kind.AGENT, name="clerk", given=Given(content=content))

    outcomes = at_once(
        lambda: archive(actor=alice, kind=Kind.TOOL, object_id=tool.id),
        lambda: publish_draft(actor=alice, kind=Kind.AGENT, object_id=agent.id, seen=1, notes=""),
    )

    archived = database.value("select archived_at is not null from agents_tool where name = 'find'")
    live = database.value("select live_version_id is not null from agents_agent where name = 'clerk'")
    assert (archived, live) in ((True, False), (False, True))
    assert codes(outcomes) in (["", "invalid_definition"], ["", "in_use"])


def test_roll_backs_at_once_give_one_version(database: TestDatabase, alice: Actor) -> None:
    tool = database.value("select id from agents_tool")
    given = Given(content=FIND)
    save_draft(actor=alice, kind=Kind.TOOL, object_id=tool, given=given, seen=0)
    publish_draft(actor=alice, kind=Kind.TOOL, object_id=tool, seen=1, notes="")

    outcomes = at_once(
        *[lambda: restore_version(actor=alice, kind=Kind.TOOL, object_id=tool, number=1, seen=2, notes="")]
        * 3
    )

    assert codes(outcomes) == ["", "version_conflict", "version_conflict"]
    assert database.value("select max(number) from agents_toolversion") == 3


def test_a_file_published_while_somebody_edits_is_told_to_them(database: TestDatabase, alice: Actor) -> None:
    tool = database.value("select id from agents_tool")
    save_draft(actor=alice, kind=Kind.TOOL, object_id=tool, given=Given(content=FIND), seen=0)
    text = TEXT.replace("Pay money back", "Pay back")
    publish_definition(actor=alice, project_id=alice.project_id, definition=read_definition(text))

    with pytest.raises(BatonError) as caught:
        publish_draft(actor=alice, kind=Kind.TOOL, object_id=tool, seen=1, notes="")

    assert caught.value.code == "version_conflict"
    assert caught.value.details["content"]["description"] == "Pay back"
    assert caught.value.details["version"] == 2


def test_a_file_takes_back_what_it_defines_and_somebody_archived(
    database: TestDatabase, alice: Actor
) -> None:
    agent = database.value("select id from agents_agent where name = 'refund-desk'")
    archive(actor=alice, kind=Kind.AGENT, object_id=agent)
    archive(actor=alice, kind=Kind.TOOL, object_id=database.value("select id from agents_tool"))

    published = publish_definition(actor=alice, project_id=alice.project_id, definition=read_definition(TEXT))

    assert database.value("select count(*) from agents_agent where archived_at is not null") == 0
    assert database.value("select count(*) from agents_tool where archived_at is null") == 1
    assert [str(change) for change in published.changes] == ["tool refund", "agent refund-desk"]
