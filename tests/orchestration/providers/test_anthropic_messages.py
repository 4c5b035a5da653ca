"""What is Anthropic's alone: blocks, tool choice, documents, tokens of the cache, refusals without a word."""

import base64
import json
from typing import Any

import pytest
from provider_world import FIND_ORDER

from orchestration.engine.messages import FilePart, Message
from orchestration.engine.ports import ModelError, ModelReply, ModelRequest, OutputSchema, ToolSchema, Usage
from orchestration.providers.anthropic_messages.dialect import MessagesDialect
from orchestration.providers.anthropic_messages.reply import ReplyAssembly
from orchestration.providers.connection import ConnectionSpec
from orchestration.providers.wire.tools import ToolSets

START = {
    "type": "message_start",
    "message": {
        "id": "msg_1",
        "model": "claude",
        "usage": {
            "input_tokens": 40,
            "cache_read_input_tokens": 60,
            "cache_creation_input_tokens": 5,
            "output_tokens": 1,
        },
    },
}


def body(
    *messages: Message,
    model: str = "claude-sonnet-5",
    tools: tuple[ToolSchema, ...] = (),
    settings: dict[str, Any] | None = None,
    capabilities: dict[str, Any] | None = None,
    output: OutputSchema | None = None,
) -> dict[str, Any]:
    dialect = MessagesDialect(ConnectionSpec("c", "anthropic_messages", capabilities=capabilities or {}))
    said = messages or ({"role": "user", "content": "Hello"},)
    request = ModelRequest(model, said, tools, settings or {}, output=output)
    sent: dict[str, Any] = json.loads(dialect.body(request, ToolSets(dialect.tools).of(tools)))
    return sent


def reply(*events: dict[str, Any]) -> ModelReply:
    assembly = ReplyAssembly({}, None)
    for event in (START, *events):
        assembly.add(event)
    return assembly.reply()


def end(reason: str, usage: dict[str, Any] | None = None, **more: Any) -> dict[str, Any]:
    return {"type": "message_delta", "delta": {"stop_reason": reason, **more}, "usage": usage or {}}


def begun(block: dict[str, Any], *deltas: dict[str, Any]) -> list[dict[str, Any]]:
    events = [{"type": "content_block_start", "index": 0, "content_block": block}]
    return events + [{"type": "content_block_delta", "index": 0, "delta": delta} for delta in deltas]


@pytest.mark.parametrize(
    ("settings", "capabilities", "choice"),
    [
        ({}, {}, None),
        ({"tool_choice": "auto"}, {}, {"type": "auto"}),
        ({"tool_choice": "required"}, {}, {"type": "any"}),
        ({"tool_choice": {"type": "any"}}, {}, {"type": "any"}),
        (
            {"tool_choice": {"type": "function", "function": {"name": "find.order"}}},
            {},
            {"type": "tool", "name": "find_order"},
        ),
        ({"tool_choice": {"type": "tool", "name": "find.order"}}, {}, {"type": "tool", "name": "find_order"}),
        ({"parallel_tool_calls": True}, {}, None),
        ({"parallel_tool_calls": False}, {}, {"type": "auto", "disable_parallel_tool_use": True}),
        (
            {"tool_choice": "required"},
            {"parallel_tools": False},
            {"type": "any", "disable_parallel_tool_use": True},
        ),
        (
            {"parallel_tool_calls": False, "tool_choice": "required"},
            {},
            {"type": "any", "disable_parallel_tool_use": True},
        ),
        ({"tool_choice": "none"}, {"parallel_tools": False}, {"type": "none"}),
        ({"tool_choice": "required"}, {"tool_choice": False}, None),
    ],
    ids=str,
)
def test_the_choice_of_tools_is_said_in_its_own_words(
    settings: dict[str, Any], capabilities: dict[str, Any], choice: dict[str, Any] | None
) -> None:
    tool = ToolSchema("find.order", "", FIND_ORDER.parameters)

    assert body(tools=(tool,), settings=settings, capabilities=capabilities).get("tool_choice") == choice


def test_no_choice_is_said_without_tools() -> None:
    sent = body(settings={"tool_choice": "required", "parallel_tool_calls": False})

    assert not {"tool_choice", "parallel_tool_calls"} & set(sent)


@pytest.mark.parametrize(
    "text", ['{"n":1e400}', '{"n":123456789012345678901234567890}', '{"n":12.10}'], ids=str
)
def test_arguments_go_back_as_the_model_wrote_them(text: str) -> None:
    dialect = MessagesDialect(ConnectionSpec("c", "anthropic_messages"))
    messages: tuple[Message, ...] = (
        {"role": "user", "content": "Hello"},
        {
            "role": "assistant",
            "content": None,
            "tool_calls": [{"id": "c1", "name": "find_order", "arguments": text}],
        },
        {"role": "tool", "tool_call_id": "c1", "content": "there"},
    )

    sent = dialect.body(ModelRequest("m", messages), ToolSets(dialect.tools).of(()))

    assert f'"input":{text}'.encode() in sent


@pytest.mark.parametrize(
    ("media_type", "data", "source"),
    [
        ("application/pdf", "AAAA", {"type": "base64", "media_type": "application/pdf", "data": "AAAA"}),
        (
            "text/csv; charset=utf-8",
            base64.b64encode("a;ü".encode()).decode(),
            {"type": "text", "media_type": "text/plain", "data": "a;ü"},
        ),
        ("application/json", "e30=", {"type": "text", "media_type": "text/plain", "data": "{}"}),
        ("application/zip", "AAAA", None),
        ("text/plain", "A", None),
    ],
)
def test_a_document_is_sent_if_the_api_can_read_it(
    media_type: str, data: str, source: dict[str, Any] | None
) -> None:
    file: FilePart = {"type": "file", "media_type": media_type, "name": "bill", "data": data}

    [turn] = body({"role": "user", "content": [{"type": "text", "text": "See"}, file]})["messages"]

    shown = {"type": "document", "title": "bill", "source": source}
    note = {"type": "text", "text": "[file bill not shown]"}
    assert turn["content"][1] == (note if source is None else shown)


def test_thoughts_stay_here_where_the_connection_says_so() -> None:
    messages: tuple[Message, ...] = (
        {"role": "user", "content": "Hello"},
        {
            "role": "assistant",
            "content": "Hi",
            "reasoning": {
                "provider": "anthropic_messages",
                "model": "m",
                "items": [{"type": "thinking", "thinking": "Let me look.", "signature": "s"}],
            },
        },
        {"role": "user", "content": "And?"},
    )

    assert "Let me look." in json.dumps(body(*messages))
    assert "Let me look." not in json.dumps(body(*messages, capabilities={"reasoning_back": False}))


def test_an_answer_is_held_to_what_the_api_takes_of_its_schema() -> None:
    schema = OutputSchema("answer", {"type": "object", "properties": {"ok": {"type": "boolean"}}})
    anything = OutputSchema("answer", {"type": "object"})

    assert body(output=schema)["output_config"]["format"]["schema"]["additionalProperties"] is False
    assert "output_config" not in body(output=anything)
    assert body(output=anything, settings={"output_config": {"effort": "low"}})["output_config"] == {
        "effort": "low"
    }


@pytest.mark.parametrize(
    ("model", "held"),
    [
        ("claude-sonnet-5", True),
        ("claude-opus-4-5-20251101", True),
        ("claude-sonnet-4-20250514", False),
        ("claude-sonnet-4@20250514", False),
        ("claude-opus-4-1", False),
        ("claude-3-5-haiku-latest", False),
    ],
)
def test_models_that_cannot_be_held_are_not_asked(model: str, held: bool) -> None:
    schema = OutputSchema("answer", {"type": "object", "properties": {"ok": {"type": "boolean"}}})

    assert ("output_config" in body(model=model, output=schema)) is held


@pytest.mark.parametrize(
    ("model", "sent"),
    [("claude-opus-4-6", True), ("claude-opus-4-7", False), ("claude-sonnet-5", False)],
)
def test_sampling_is_sent_to_models_that_still_have_it(model: str, sent: bool) -> None:
    assert ("temperature" in body(model=model, settings={"temperature": 0.5})) is sent


@pytest.mark.requirement("case S02")
@pytest.mark.parametrize(
    "last",
    [
        {"output_tokens": 7},
        {"output_tokens": 7, "input_tokens": 40},
        {"output_tokens": 7, "input_tokens": None, "cache_read_input_tokens": None},
        {"output_tokens": 7, "input_tokens": 35, "cache_creation_input_tokens": 10},
    ],
    ids=str,
)
def test_tokens_are_all_that_was_read_whatever_the_last_count_leaves_out(last: dict[str, Any]) -> None:
    assert reply(end("end_turn", last)).usage == Usage(input=105, cached=60, output=7)


@pytest.mark.requirement("case T01")
def test_a_call_without_arguments_keeps_what_stood_in_its_block() -> None:
    block = {"type": "tool_use", "id": "c1", "name": "t", "input": {"a": 1}}
    nothing = {"type": "input_json_delta", "partial_json": ""}

    assert reply(*begun(block, nothing), end("tool_use")).calls[0].arguments == '{"a":1}'
    assert reply(*begun({**block, "input": {}}, nothing), end("tool_use")).calls[0].arguments == "{}"


def test_numbers_that_no_fast_writer_has_are_read() -> None:
    assembly = ReplyAssembly({}, None)
    call = {"type": "tool_use", "id": "c1", "name": "t", "input": {"n": 10**30}}

    assembly.add_whole({"id": "m", "content": [call], "stop_reason": "tool_use"})

    assert assembly.reply().calls[0].arguments == f'{{"n":{10**30}}}'


@pytest.mark.parametrize(
    "block",
    [
        {"type": "tool_use", "id": "c1", "name": 5, "input": {}},
        {"type": "thinking", "thinking": ["a"]},
        {"type": "tool_use", "id": {}, "name": "t", "input": {}},
    ],
    ids=str,
)
def test_a_block_that_no_type_foresees_is_a_stream_that_nobody_can_read(block: dict[str, Any]) -> None:
    with pytest.raises(ModelError) as caught:
        reply(*begun(block), end("end_turn"))

    assert caught.value.code == "malformed_stream"


@pytest.mark.requirement("case J22")
def test_a_refusal_without_a_word_says_why() -> None:
    details = {"type": "refusal", "category": "bio", "explanation": "It could do harm."}

    refused = reply(end("refusal", stop_details=details))

    assert (refused.finish_reason, refused.text) == ("refusal", "It could do harm.")


@pytest.mark.parametrize(
    ("reason", "finish"),
    [
        ("end_turn", "stop"),
        ("stop_sequence", "stop"),
        ("max_tokens", "length"),
        ("model_context_window_exceeded", "length"),
        ("pause_turn", "length"),
        ("refusal", "refusal"),
        ("something_new", "stop"),
    ],
)
def test_every_reason_to_stop_has_its_neutral_name(reason: str, finish: str) -> None:
    assert reply(end(reason)).finish_reason == finish
