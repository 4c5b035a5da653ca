"""What is the responses API's alone: whose thoughts may go back, and which would not be found."""

import json
from typing import Any

import pytest

from orchestration.engine.messages import Message
from orchestration.engine.ports import ModelRequest
from orchestration.providers.connection import ConnectionSpec
from orchestration.providers.openai_responses.dialect import ResponsesDialect
from orchestration.providers.wire.tools import ToolSets

SEALED = {"id": "rs_1", "type": "reasoning", "summary": [], "encrypted_content": "sealed"}
OPEN = {"id": "rs_1", "type": "reasoning", "content": [{"type": "reasoning_text", "text": "Let me look."}]}
NAMED = {"id": "rs_1", "type": "reasoning", "summary": [], "encrypted_content": None}


def thoughts(item: dict[str, Any], *, of: str | None = "c", **how: Any) -> list[dict[str, Any]]:
    """The thoughts of a last turn in a request that sends everything over the connection `c`."""
    reasoning: Any = {"provider": "openai_responses", "model": "m", "items": [item]}
    if of is not None:
        reasoning["connection"] = of
    messages: tuple[Message, ...] = (
        {"role": "user", "content": "Hello"},
        {"role": "assistant", "content": "Hi", "reasoning": reasoning},
        {"role": "user", "content": "And?"},
    )
    dialect = ResponsesDialect(ConnectionSpec("c", "openai_responses", **how))
    body = json.loads(dialect.body(ModelRequest("m", messages), ToolSets(dialect.tools).of(())))
    return [each for each in body["input"] if each.get("type") == "reasoning"]


@pytest.mark.parametrize("item", [SEALED, OPEN], ids=["sealed", "open"])
def test_thoughts_go_back_over_the_connection_that_gave_them(item: dict[str, Any]) -> None:
    assert thoughts(item) == thoughts(item, of=None) == [item]


def test_what_was_sealed_for_one_account_is_not_shown_to_another() -> None:
    assert thoughts(SEALED, of="another") == []


@pytest.mark.parametrize("history", ["client", "server"])
def test_a_thought_that_is_an_id_alone_is_not_sent_where_it_would_be_looked_for(history: str) -> None:
    assert thoughts(NAMED, history=history) == []


def test_thoughts_stay_here_where_the_connection_says_so() -> None:
    assert thoughts(SEALED, capabilities={"reasoning_back": False}) == []
