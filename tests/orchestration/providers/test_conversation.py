"""A run's request with what was kept of its earlier ones is, to the byte, the one that is made anew."""

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from agents_app.capabilities import Capabilities
from orchestration.engine.messages import Message
from orchestration.engine.ports import ModelRequest, ServerHistory, ToolSchema
from orchestration.providers.anthropic_messages.dialect import MessagesDialect
from orchestration.providers.connection import ConnectionSpec
from orchestration.providers.openai_chat.dialect import ChatDialect
from orchestration.providers.openai_chat.form import ChatForm
from orchestration.providers.openai_responses.dialect import ResponsesDialect
from orchestration.providers.openai_responses.form import ItemsForm as Items
from orchestration.providers.wire.conversation import conversation_of
from orchestration.providers.wire.dialect import Dialect
from orchestration.providers.wire.tools import ToolSets

CORPUS = Path(__file__).parents[2] / "fixtures" / "history-repair.jsonl"
CASES = [json.loads(line) for line in CORPUS.read_text().splitlines()]
DIALECTS: dict[str, Callable[[ConnectionSpec], Dialect]] = {
    "openai_chat": ChatDialect,
    "openai_responses": ResponsesDialect,
    "anthropic_messages": MessagesDialect,
}
NOTHING = Capabilities({})


def body_of(dialect: Dialect, request: ModelRequest) -> bytes:
    return dialect.body(request, ToolSets(dialect.tools).of(request.tools))


@pytest.mark.requirement("agents 18")
@pytest.mark.parametrize("provider", DIALECTS)
@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_a_growing_history_is_sent_as_one_that_is_new(case: dict[str, Any], provider: str) -> None:
    history = tuple(json.loads(case["history_json"]) if "history_json" in case else case["history"])
    said = {"reasoning_back": True, "images": "no_images" not in case["id"]}
    dialect = DIALECTS[provider](ConnectionSpec("c", provider, capabilities=said))
    request = ModelRequest("m", (), tuple(ToolSchema(name, "", {}) for name in _tools(case)))

    for end in range(1, len(history) + 1):
        grown = replace(request, messages=history[:end])

        assert body_of(dialect, grown) == body_of(dialect, replace(grown, kept={})), case["why"]


def _tools(case: dict[str, Any]) -> list[str]:
    tools: list[str] = case.get("given", {}).get("tools", [])
    return tools


class ItemsForm(Items):
    """Of one connection, which says nothing here."""

    def __init__(self, capabilities: Capabilities) -> None:
        super().__init__(capabilities, connection="c")


class Counted(ItemsForm):
    added = 0

    def add(self, message: Message) -> None:
        Counted.added += 1
        super().add(message)


def step(number: int) -> tuple[Message, ...]:
    """A reply with a call, and its result."""
    call = {"id": f"c{number}", "name": "t", "arguments": "{}"}
    return (
        {"role": "assistant", "content": None, "tool_calls": [call]},  # type: ignore[list-item]
        {"role": "tool", "tool_call_id": f"c{number}", "content": "Done."},
    )


def test_only_what_is_new_is_written() -> None:
    Counted.added = 0
    kept: dict[str, Any] = {}
    messages: tuple[Message, ...] = ({"role": "user", "content": "Go on."},)
    for number in range(10):
        messages += step(number)
        said = conversation_of(ModelRequest("m", messages, kept=kept), {}, NOTHING, Counted)

    assert len(said.entries) == 21
    assert Counted.added == 21


def test_what_is_kept_is_not_used_for_other_messages_names_capabilities_or_forms() -> None:
    kept: dict[str, Any] = {}
    messages: tuple[Message, ...] = ({"role": "user", "content": "Go on."}, *step(1))
    request = ModelRequest("m", messages, kept=kept)
    eyeless = Capabilities({"images": False})
    image: tuple[Message, ...] = (
        {"role": "user", "content": [{"type": "image", "media_type": "image/png", "url": "u"}]},
    )

    conversation_of(request, {}, NOTHING, ItemsForm)
    another = conversation_of(
        replace(request, messages=({**messages[0], "content": "Stop."}, *messages[1:])),
        {},
        NOTHING,
        ItemsForm,
    )
    renamed = conversation_of(request, {"t": "t_2"}, NOTHING, ItemsForm)
    as_chat = conversation_of(request, {"t": "t_2"}, NOTHING, ChatForm)
    conversation_of(replace(request, messages=image), {}, NOTHING, ItemsForm)
    unseen = conversation_of(replace(request, messages=image), {}, eyeless, ItemsForm)

    assert another.entries[0]["content"] == "Stop."
    assert renamed.entries[1]["name"] == "t_2"
    assert as_chat.entries[1]["tool_calls"][0]["function"]["name"] == "t_2"
    assert unseen.entries[0]["content"] == "[image image/png not shown]"


def test_a_call_without_a_result_is_sent_with_a_word_and_later_with_its_result() -> None:
    kept: dict[str, Any] = {}
    messages: tuple[Message, ...] = ({"role": "user", "content": "Go on."}, *step(1))

    open_call = conversation_of(ModelRequest("m", messages[:2], kept=kept), {}, NOTHING, ItemsForm)
    answered = conversation_of(ModelRequest("m", messages, kept=kept), {}, NOTHING, ItemsForm)

    assert open_call.entries[2]["output"].startswith("interrupted")
    assert answered.entries[2]["output"] == "Done."


def test_instructions_stand_once_also_where_the_known_reply_said_nothing() -> None:
    dialect = ResponsesDialect(ConnectionSpec("c", "openai_responses", history="server"))
    messages: tuple[Message, ...] = (
        {"role": "system", "content": "Help."},
        {"role": "assistant", "content": ""},
        {"role": "user", "content": "Say more."},
    )

    body = json.loads(body_of(dialect, ModelRequest("m", messages, history=ServerHistory("r1"))))

    assert body["instructions"] == "Help."
    assert body["input"] == [{"role": "user", "content": "Say more."}]
