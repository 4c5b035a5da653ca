"""The scripted model in process: deterministic, counted, honest about what it cannot do."""

import asyncio
import json
import subprocess
import sys
import time
from typing import Any

import pytest

from agents_app.providers import PROVIDERS
from baton.egress.allow import AllowList
from orchestration.engine.messages import Message
from orchestration.engine.ports import ModelError, ModelReply, ModelRequest, Usage
from orchestration.providers.connection import ConnectionSpec
from orchestration.providers.registry import load_adapter, open_client, provider_names

HELLO: Message = {"role": "user", "content": "Hello there"}
ANSWERED: tuple[Message, ...] = (HELLO, {"role": "assistant", "content": "One."}, HELLO)


def ask(script: str, *messages: Message, timeout: float = 5.0) -> ModelReply:
    async def once() -> ModelReply:
        client = open_client(ConnectionSpec("c", "scripted", script=script), None, AllowList())
        reply = await client.complete(ModelRequest("m", messages or (HELLO,), timeout=timeout))
        await client.close()
        return reply

    return asyncio.run(once())


def script_of(*replies: dict[str, Any], **more: Any) -> str:
    return json.dumps({"replies": replies, **more})


def test_the_same_messages_get_the_same_reply() -> None:
    assert ask("echo") == ask("echo")
    assert ask("echo").text == "You said: Hello there"


def test_usage_is_counted_in_words() -> None:
    reply = ask(
        script_of({"text": "two words", "reasoning": "hm", "calls": [{"name": "t", "arguments": "{}"}]})
    )

    assert reply.usage == Usage(input=2, cached=0, output=4, reasoning=1)


def test_replies_are_given_by_position_so_no_state_is_kept() -> None:
    script = script_of({"text": "One."}, {"text": "Two.", "finish_reason": "length"})

    assert (ask(script).text, ask(script, *ANSWERED).text) == ("One.", "Two.")
    assert ask(script, *ANSWERED).finish_reason == "length"


def test_a_script_says_exactly_what_the_model_sent() -> None:
    calls = [{"name": "a"}, {"id": "x", "name": "b", "arguments": ""}, {"name": "c", "arguments": {"n": 1}}]

    reply = ask(script_of({"calls": calls, "usage": {"input": 7}}))

    assert [(call.provider_id, call.arguments) for call in reply.calls] == [
        ("call_1_1", None),
        ("x", ""),
        ("call_1_3", '{"n":1}'),
    ]
    assert (reply.usage, reply.finish_reason) == (Usage(input=7), "tool_calls")


def test_a_script_takes_the_time_it_says() -> None:
    started = time.monotonic()

    ask(script_of({"text": "One."}, {"text": "Two.", "latency_ms": 0}, latency_ms=150))

    assert time.monotonic() - started >= 0.15


def test_a_slow_script_times_out_like_a_provider() -> None:
    with pytest.raises(ModelError) as caught:
        ask(script_of({"text": "One."}, latency_ms=60_000), timeout=0.05)

    assert (caught.value.code, caught.value.retryable) == ("provider_timeout", True)


@pytest.mark.parametrize(
    ("script", "part"),
    [
        ("nobody", "There is no script 'nobody'; known are echo, refund_desk, research_brief."),
        ("echo?speed=1", "A script has no 'speed'; known are latency_ms, gap_ms."),
        ("echo?gap_ms=fast", "gap_ms is a number of milliseconds up to 60000, not 'fast'."),
        ("echo?gap_ms=60001", "gap_ms is a number of milliseconds up to 60000, not '60001'."),
        ('{"replies": [{"txt": "a"}]}', "replies.0.txt"),
        ('{"replies": ', "not readable"),
        ('{"replies": []}', "The script has 0 replies; reply 1 was asked for."),
    ],
)
def test_a_script_that_cannot_answer_says_why(script: str, part: str) -> None:
    with pytest.raises(ModelError) as caught:
        ask(script)

    assert (caught.value.code, caught.value.retryable) == ("invalid_request", False)
    assert part in caught.value.message


def test_an_unknown_provider_is_named() -> None:
    with pytest.raises(ModelError) as caught:
        load_adapter("nobody")

    assert caught.value.message == f"There is no provider 'nobody'; known are {', '.join(PROVIDERS)}."


@pytest.mark.requirement("agents 17")
def test_no_sdk_is_imported_before_a_run_needs_it() -> None:
    code = (
        "import sys, orchestration.providers.registry as r; assert 'openai' not in sys.modules;"
        "r.load_adapter('scripted'); assert 'openai' not in sys.modules;"
        "r.load_adapter('openai_chat'); assert 'openai' in sys.modules"
    )

    subprocess.run([sys.executable, "-c", code], check=True, timeout=60)

    assert provider_names() == tuple(PROVIDERS)


def test_a_script_at_a_pace_says_the_same_word_by_word() -> None:
    pieces: list[str] = []

    async def once() -> ModelReply:
        client = open_client(ConnectionSpec("c", "scripted", script="echo?gap_ms=1"), None, AllowList())
        return await client.complete(ModelRequest("m", (HELLO,)), pieces.append)

    reply = asyncio.run(once())

    assert pieces == ["You ", "said: ", "Hello ", "there"]
    assert reply == ask("echo")


def test_a_pace_takes_the_time_it_says_and_times_out_like_a_provider() -> None:
    started = time.monotonic()
    ask("echo?latency_ms=60&gap_ms=40")
    took = time.monotonic() - started

    with pytest.raises(ModelError) as caught:
        ask("echo?gap_ms=60000", timeout=0.05)

    assert took >= 0.06 + 3 * 0.04
    assert (caught.value.code, caught.value.retryable) == ("provider_timeout", True)
