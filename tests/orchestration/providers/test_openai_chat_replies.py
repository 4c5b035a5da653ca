"""Replies of chat completions through the real SDK over HTTP, in the forms that hosts really send."""

import asyncio
import json
from typing import Any

import pytest
from provider_world import FIND_ORDER, world

from orchestration.engine.ports import ModelReply, RequestedCall, Usage

TWO_CALLS = json.dumps(
    {
        "replies": [
            {
                "calls": [
                    {"id": "c1", "name": "find_order", "arguments": {"order": "NL-1"}},
                    {"id": "c2", "name": "find_order", "arguments": {"order": "NL-2"}},
                ]
            }
        ]
    }
)


def ask(text: str = "Hello", *, script: str | None = None, scenario: str = "", **asked: Any) -> ModelReply:
    async def once() -> ModelReply:
        async with world(script=script, scenario=scenario) as here:
            return await here.ask(text, model="data" if script else "echo", **asked)

    return asyncio.run(once())


def arguments_of(reply: ModelReply) -> list[str | None]:
    return [call.arguments for call in reply.calls]


@pytest.mark.requirement("agents 17")
def test_streamed_text_arrives_in_pieces_and_as_one_reply() -> None:
    pieces: list[str] = []

    reply = ask("Hello there", scenario="chunks=5", on_text=pieces.append)

    assert len(pieces) > 3
    assert reply.text == "".join(pieces) == "You said: Hello there"
    assert (reply.finish_reason, reply.model) == ("stop", "echo")
    assert reply.usage == Usage(input=2, cached=0, output=4, reasoning=0)


def test_slow_pieces_are_put_together() -> None:
    reply = ask("Hello there", scenario="latency_ms=20&chunks=8&gap_ms=5")

    assert reply.text == "You said: Hello there"


def test_parallel_calls_keep_their_ids_order_and_arguments() -> None:
    reply = ask(script=TWO_CALLS)

    assert reply.finish_reason == "tool_calls"
    assert reply.calls == (
        RequestedCall("c1", "find_order", '{"order":"NL-1"}'),
        RequestedCall("c2", "find_order", '{"order":"NL-2"}'),
    )


@pytest.mark.parametrize("fault", ["index_reuse", "duplicate_ids"])
def test_calls_that_share_an_index_or_an_id_stay_two_calls(fault: str) -> None:
    reply = ask(script=TWO_CALLS, scenario=f"fault={fault}")

    assert arguments_of(reply) == ['{"order":"NL-1"}', '{"order":"NL-2"}']


@pytest.mark.parametrize(
    ("written", "received"),
    [('""', ""), ("null", None), ('"null"', "null"), ('"{}"', "{}"), ('"[1]"', "[1]"), ('"{\\"a"', '{"a')],
)
def test_arguments_are_kept_as_they_came(written: str, received: str | None) -> None:
    script = f'{{"replies": [{{"calls": [{{"id": "c1", "name": "ping", "arguments": {written}}}]}}]}}'

    assert arguments_of(ask(script=script)) == [received]


def test_arguments_that_are_missing_altogether_are_none() -> None:
    assert arguments_of(ask(script=TWO_CALLS, scenario="fault=missing_arguments")) == [None, None]


def test_a_refusal_is_not_an_answer() -> None:
    reply = ask(scenario="fault=refusal")

    assert (reply.finish_reason, reply.text) == ("refusal", "I cannot help with that.")


def test_a_length_stop_says_so() -> None:
    reply = ask("Hello there", scenario="fault=length")

    assert (reply.finish_reason, reply.text) == ("length", "You said: ")


def test_a_filtered_answer_says_so() -> None:
    reply = ask(scenario="fault=content_filter")

    assert (reply.finish_reason, reply.text, reply.calls) == ("content_filter", "", ())


def test_usage_that_the_server_leaves_out_is_unknown_and_not_zero() -> None:
    assert ask(scenario="usage=0").usage == Usage(input=None, cached=None, output=None, reasoning=None)


def test_text_beyond_ascii_and_reasoning_survive() -> None:
    script = json.dumps({"replies": [{"text": "Grüße 😀 an Zoë", "reasoning": "kurz überlegt"}]})

    reply = ask(script=script, scenario="chunks=20")

    assert (reply.text, reply.reasoning) == ("Grüße 😀 an Zoë", "kurz überlegt")


@pytest.mark.requirement("case T09")
def test_a_mapped_tool_name_comes_back_as_the_original() -> None:
    tool = FIND_ORDER.__class__("calendar.update event", "", {"type": "object"})
    script = json.dumps({"replies": [{"calls": [{"name": "calendar_update_event", "arguments": {}}]}]})

    reply = ask(script=script, tools=(tool,))

    assert [call.name for call in reply.calls] == ["calendar.update event"]


def test_a_name_nobody_has_is_passed_on_for_the_engine_to_refuse() -> None:
    script = json.dumps({"replies": [{"calls": [{"name": "read_file", "arguments": {}}]}]})

    reply = ask(script=script, tools=(FIND_ORDER,))

    assert [call.name for call in reply.calls] == ["read_file"]
