"""Hosts that bend what an API says, over both transports: each becomes a reply or a typed failure."""

import asyncio
import json
from typing import Any

import pytest
from raw_host import HELLO, raw_host, stream

from orchestration.engine.ports import ModelError, ModelReply, ModelRequest

TEXT = {"type": "message", "content": [{"type": "output_text", "text": "Hello"}]}
ANSWERS = {
    "openai_chat": stream({"choices": [{"index": 0, "delta": {"content": "Hello"}, "finish_reason": "stop"}]})
    + b"data: [DONE]\n\n",
    "openai_responses": stream(
        {"type": "response.completed", "response": {"status": "completed", "output": [TEXT]}}
    ),
    "anthropic_messages": stream(
        {"type": "message_start", "message": {"id": "m", "usage": {"input_tokens": 4, "output_tokens": 1}}},
        {"type": "content_block_start", "index": 0, "content_block": {"type": "text", "text": "Hello"}},
        {"type": "message_delta", "delta": {"stop_reason": "end_turn"}, "usage": {"output_tokens": 3}},
        {"type": "message_stop"},
    ),
}


@pytest.fixture(params=list(ANSWERS))
def api(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def reply(api: str, body: bytes, *, request: ModelRequest = HELLO, **how: Any) -> ModelReply:
    async def ask() -> ModelReply:
        async with raw_host(api, body, **how) as host:
            return await host.ask(request)

    return asyncio.run(ask())


def failure(api: str, body: bytes, **how: Any) -> ModelError:
    with pytest.raises(ModelError) as caught:
        reply(api, body, **how)
    return caught.value


def as_json(answer: Any) -> dict[str, Any]:
    return {"body": json.dumps(answer).encode(), "content_type": "application/json"}


def test_a_host_that_leaves_its_connection_open_after_the_end_is_not_waited_for(api: str) -> None:
    async def ask() -> ModelReply:
        async with raw_host(api, ANSWERS[api], ends=False) as host, asyncio.timeout(8):
            return await host.ask(ModelRequest("m", HELLO.messages, timeout=30.0))

    assert asyncio.run(ask()).text == "Hello"


@pytest.mark.parametrize(
    "how",
    [{"status": "201 Created"}, {"content_type": "Text/Event-Stream; charset=utf-8"}],
    ids=["another status of success", "capitals in its type"],
)
def test_what_is_an_answer_all_the_same_is_read(api: str, how: dict[str, Any]) -> None:
    assert reply(api, ANSWERS[api], **how).text == "Hello"


def test_a_byte_order_mark_hides_no_event(api: str) -> None:
    answered = reply(api, b"\xef\xbb\xbf" + ANSWERS[api])

    assert answered.text == "Hello"
    assert answered.usage.input == (4 if api == "anthropic_messages" else None)


@pytest.mark.parametrize(
    ("base_path", "target"),
    [("/gate", "/gate{}"), ("/gate/", "/gate{}"), ("/gate?api-version=2", "/gate{}?api-version=2")],
)
def test_the_path_stands_below_the_base_and_before_its_query(api: str, base_path: str, target: str) -> None:
    paths = {
        "openai_chat": "/chat/completions",
        "openai_responses": "/responses",
        "anthropic_messages": "/v1/messages",
    }

    async def ask() -> list[str]:
        async with raw_host(api, ANSWERS[api], base_path=base_path) as host:
            await host.ask()
            return host.targets

    assert asyncio.run(ask()) == [target.format(paths[api])]


def test_a_version_that_stands_in_the_base_already_is_said_once() -> None:
    async def ask() -> list[str]:
        async with raw_host("anthropic_messages", ANSWERS["anthropic_messages"], base_path="/v1") as host:
            await host.ask()
            return host.targets

    assert asyncio.run(ask()) == ["/v1/messages"]


def test_an_error_in_words_is_told_in_words(api: str) -> None:
    error = failure(api, b"upstream is away", status="502 Bad Gateway", content_type="text/plain")

    assert (error.code, error.message) == ("provider_error", "502: upstream is away")


@pytest.mark.parametrize("answer", [{}, [], {"message": "Hello"}, "Hello"], ids=str)
def test_json_that_is_no_answer_is_no_empty_answer(api: str, answer: Any) -> None:
    assert failure(api, **as_json(answer)).code == "malformed_stream"


def test_an_error_under_a_status_of_success_is_an_error(api: str) -> None:
    error = failure(api, **as_json({"error": {"message": "Slow down", "type": "rate_limit_error"}}))

    assert (error.code, error.message) == ("provider_rate_limited", "Slow down")


@pytest.mark.parametrize(
    ("said", "code", "retryable"),
    [
        ({"type": "rate_limit_error"}, "provider_rate_limited", True),
        ({"code": "insufficient_quota"}, "provider_rate_limited", False),
        ({"type": "overloaded_error"}, "provider_error", True),
        ({"type": "server_error"}, "provider_error", True),
        ({"type": "authentication_error"}, "authentication", False),
        ({"type": "invalid_request_error"}, "invalid_request", False),
        ({"code": "invalid_prompt"}, "invalid_request", False),
        ({"code": "context_length_exceeded"}, "context_too_long", False),
        ({"type": "invalid_request_error", "message": "prompt is too long"}, "context_too_long", False),
        ({"code": 400}, "invalid_request", False),
        ({"code": 502}, "provider_error", True),
    ],
    ids=str,
)
def test_an_error_inside_the_stream_is_tried_again_only_if_that_may_help(
    api: str, said: dict[str, Any], code: str, retryable: bool
) -> None:
    error = failure(api, stream({"type": "error", "error": {"message": "No.", **said}}))

    assert (error.code, error.retryable) == (code, retryable)


def test_what_was_counted_before_the_stream_broke_stays_counted() -> None:
    whole = ANSWERS["anthropic_messages"]

    error = failure("anthropic_messages", whole[: whole.index(b"content_block_start")] + b'"}\n\n')

    assert (error.code, error.usage and error.usage.input) == ("malformed_stream", 4)
