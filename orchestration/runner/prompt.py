"""What one run says to models: made once, and added to with each step.

A run says all of it again with each step. What it said before does not change, so texts are loaded, written
as messages and freed of secrets once, for as long as somebody drives the run.
"""

from collections.abc import Awaitable, Callable, Mapping
from operator import is_
from typing import Any

from orchestration.engine.kinds.converse import (
    State,
    Turn,
    bodies_needed,
    opening_of,
    place_of_last_reply,
    said_since,
)
from orchestration.engine.messages import Message
from orchestration.runner.hiding import hide_in_messages
from orchestration.runner.project import Project

type LoadBodies = Callable[[tuple[str, ...]], Awaitable[Mapping[str, str]]]


class Prompt:
    """The messages of one run, without the secrets of its project."""

    def __init__(self, load: LoadBodies) -> None:
        self._load = load
        self.kept: dict[str, Any] = {}
        """What adapters have made of the messages."""
        self._spelt: tuple[str, ...] = ()
        self._turns: tuple[Turn, ...] = ()
        self._messages: tuple[Message, ...] = ()
        """The opening and those of `_turns`: the same objects each time, so that adapters know them again."""

    async def whole(self, state: State, project: Project) -> tuple[Message, ...]:
        """Every turn so far."""
        known = len(self._turns) if self._knows(state, project) else 0
        bodies = await self._load(bodies_needed(state, known))
        before = self._messages if known else hide_in_messages(opening_of(state), project.hide)
        self._messages = (*before, *hide_in_messages(said_since(state, known, bodies), project.hide))
        self._turns, self._spelt = state.turns, project.spelt
        return self._messages

    async def since_last_reply(self, state: State, project: Project) -> tuple[Message, ...]:
        """For a provider that keeps the conversation: a long run then costs no more with each step."""
        place = place_of_last_reply(state)
        bodies = await self._load(bodies_needed(state, place))
        messages = (*opening_of(state), *said_since(state, place, bodies))
        return hide_in_messages(messages, project.hide)

    def _knows(self, state: State, project: Project) -> bool:
        """The turns begin as they did, and nothing else is secret."""
        return (
            project.spelt == self._spelt
            and len(self._turns) <= len(state.turns)
            and all(map(is_, self._turns, state.turns))
        )
