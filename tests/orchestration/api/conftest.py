"""North with Alice, Bob, Rita and Vera, and South with Charlie, each as a world in which runs really run."""

from typing import Any, Protocol

import pytest
from rest_world import Card
from world import World, reply, running, script


class AskPerson(Protocol):
    def __call__(self, world: World, **rule: Any) -> Card: ...


@pytest.fixture
def ask_person() -> AskPerson:
    """Start a run whose refund must be approved, and drive it there with a real runner."""

    def ask(world: World, **rule: Any) -> Card:
        tool = world.add_tool("refund", sentence="Refund {amount} of order {order}.")
        world.set_policy([{"tool": "refund", "outcome": "ask", "text": "Refunds are looked at.", **rule}])
        replies = script(reply(("refund", {"order": "A-1", "amount": 5})), reply(text="Refunded."))
        requester = next(iter(world.people))
        version = world.add_agent(tools=[tool], connection=world.add_connection(script=replies))
        run = world.start(version, requester=requester)
        with running(world.database):
            world.wait_for(run, "waiting")
        (row,) = world.approvals(run)
        return Card(run, row["id"], row["digest"], row["version"], tool)

    return ask


@pytest.fixture
def card(north: World, ask_person: AskPerson) -> Card:
    return ask_person(north)
