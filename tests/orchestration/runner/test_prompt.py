"""What a run says to models is made once, and made anew when something else is secret."""

import asyncio
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from simulator import make_spec

from orchestration.engine.bodies import BodyRef
from orchestration.engine.contract import TaskContract
from orchestration.engine.kinds.converse import State, Turn, initial
from orchestration.engine.kinds.converse.state import AssistantTurn, ToolTurn, UserTurn
from orchestration.runner.project import Project
from orchestration.runner.prompt import Prompt

SECRET = "canary-4711"


class Bodies:
    """A store of texts that remembers what was loaded."""

    def __init__(self, **texts: str) -> None:
        self._texts = texts
        self.loaded: list[tuple[str, ...]] = []

    async def load(self, ids: tuple[str, ...]) -> Mapping[str, str]:
        self.loaded.append(ids)
        return {each: self._texts[each] for each in ids}


def project(*spelt: str) -> Project:
    return Project(rules=(), variables={}, credentials={}, connections={}, spelt=spelt)


BEGUN = initial(TaskContract(input="Go on.", steps=10, tokens=None), make_spec())


def state_with(*turns: Turn) -> State:
    return replace(BEGUN, turns=(*BEGUN.turns, *turns))


def step(number: int, content: Any) -> tuple[Turn, ...]:
    return AssistantTurn("", ((f"c{number}", "look", "{}"),)), ToolTurn(f"c{number}", content, False)


def test_a_long_text_is_loaded_once_and_a_message_stays_the_same_object() -> None:
    bodies = Bodies(b1=f"It is {SECRET}.", b2="More.")
    prompt, known = Prompt(bodies.load), project(SECRET)
    first, second = step(1, BodyRef("b1", 20, "It is")), step(2, BodyRef("b2", 5, "More."))

    async def ask() -> tuple[Any, Any]:
        before = await prompt.whole(state_with(*first), known)
        return before, await prompt.whole(state_with(*first, *second), known)

    before, after = asyncio.run(ask())

    assert bodies.loaded == [("b1",), ("b2",)]
    assert before[3]["content"] == "It is [secret]."
    assert all(one is other for one, other in zip(before, after, strict=False))
    assert [message["role"] for message in after] == ["system", "user", *["assistant", "tool"] * 2]


def test_with_another_secret_everything_is_made_anew() -> None:
    bodies = Bodies(b1=f"It is {SECRET}.")
    prompt, state = Prompt(bodies.load), state_with(*step(1, BodyRef("b1", 20, "It is")))

    async def ask() -> tuple[Any, Any]:
        return await prompt.whole(state, project()), await prompt.whole(state, project(SECRET))

    before, after = asyncio.run(ask())

    assert (before[3]["content"], after[3]["content"]) == (f"It is {SECRET}.", "It is [secret].")


def test_other_turns_are_never_taken_for_known_ones() -> None:
    prompt = Prompt(Bodies().load)

    async def ask() -> tuple[Any, Any]:
        one = await prompt.whole(state_with(UserTurn("One."), UserTurn("Two.")), project())
        return one, await prompt.whole(state_with(UserTurn("Three.")), project())

    _, after = asyncio.run(ask())

    assert [message["content"] for message in after[1:]] == ["Go on.", "Three."]


def test_since_the_last_reply_only_its_own_texts_are_loaded() -> None:
    bodies = Bodies(b1="Long.", b2="More.")
    state = state_with(*step(1, BodyRef("b1", 5, "Long.")), *step(2, BodyRef("b2", 5, "More.")))

    told = asyncio.run(Prompt(bodies.load).since_last_reply(state, project()))

    assert bodies.loaded == [("b2",)]
    assert [message["role"] for message in told] == ["system", "assistant", "tool"]
