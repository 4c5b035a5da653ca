"""What holds for every API a model is asked by, over both ways of travelling: one behaviour, three wires."""

import asyncio
import base64
import json
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from provider_world import FIND_ORDER, SECRET, World, eventually, world

from orchestration.engine.messages import Message
from orchestration.engine.ports import (
    ModelError,
    ModelReply,
    ModelRequest,
    OutputSchema,
    ServerHistory,
    Usage,
)

APIS = ("openai_chat", "openai_responses", "anthropic_messages")
USAGE = {"input": 100, "cached": 60, "output": 20, "reasoning": 8}
SCRIPT = json.dumps(
    {
        "replies": [
            {
                "reasoning": "Let me look.",
                "text": "Looking.",
                "usage": USAGE,
                "calls": [
                    {"id": "c1", "name": "find_order", "arguments": {"order": "NL-1042"}},
                    {"id": "c2", "name": "find_order", "arguments": {"order": "NL-1044"}},
                ],
            },
            {"text": "Both are there."},
        ]
    }
)
SCHEMA = OutputSchema("answer", {"type": "object", "properties": {"ok": {"type": "boolean"}}})


@pytest.fixture(params=APIS)
def api(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def asked[T](ask: Callable[[World], Awaitable[T]], **where: Any) -> T:
    async def run() -> T:
        async with world(**where) as here:
            return await ask(here)

    return asyncio.run(run())


def failure(api: str, scenario: str, **how: Any) -> ModelError:
    async def ask(here: World) -> ModelError:
        with pytest.raises(ModelError) as caught:
            await here.ask("Hello there", **how)
        assert here.server.counts.total == 1, "somebody retried"
        return caught.value

    return asked(ask, provider=api, scenario=scenario)


def sent(api: str, request: ModelRequest, **where: Any) -> dict[str, Any]:
    """The body of one request, as the server received it."""

    async def ask(here: World) -> dict[str, Any]:
        await here.client.complete(request)
        [body] = here.bodies()
        return body

    return asked(ask, provider=api, **where)


def test_a_request_writes_no_line_of_its_own(api: str, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("INFO")
    sent(api, say())
    assert caplog.records == []


def say(*messages: Message, **how: Any) -> ModelRequest:
    return ModelRequest("echo", messages or ({"role": "user", "content": "Hello"},), timeout=10.0, **how)


def test_a_text_is_shown_while_it_grows_and_is_whole_at_the_end(api: str) -> None:
    shown: list[str] = []

    reply = asked(
        lambda here: here.ask("Hello there", on_text=shown.append), provider=api, scenario="chunks=4&gap_ms=1"
    )

    assert reply.text == "".join(shown) == "You said: Hello there"
    assert len(shown) == 4
    assert (reply.finish_reason, reply.calls, reply.model) == ("stop", (), "echo")
    assert reply.response_id


@pytest.mark.requirement("case S01")
def test_calls_thoughts_and_tokens_come_through(api: str) -> None:
    reply = asked(lambda here: here.ask(model="data", tools=(FIND_ORDER,)), provider=api, script=SCRIPT)

    assert reply.text == "Looking."
    assert reply.reasoning == "Let me look."
    assert [(call.provider_id, call.name) for call in reply.calls] == [
        ("c1", "find_order"),
        ("c2", "find_order"),
    ]
    assert [json.loads(call.arguments or "") for call in reply.calls] == [
        {"order": "NL-1042"},
        {"order": "NL-1044"},
    ]
    assert reply.finish_reason == "tool_calls"
    assert reply.usage == Usage(**USAGE)


@pytest.mark.requirement("case S01")
def test_tokens_that_nobody_counts_are_unknown(api: str) -> None:
    reply = asked(lambda here: here.ask(), provider=api, scenario="usage=0")

    assert reply.usage == Usage()


@pytest.mark.parametrize(
    ("fault", "finish"), [("refusal", "refusal"), ("length", "length"), ("content_filter", None)]
)
def test_an_awkward_end_is_named(api: str, fault: str, finish: str | None) -> None:
    reply = asked(lambda here: here.ask("Hello there"), provider=api, scenario=f"fault={fault}")

    assert reply.finish_reason in ((finish,) if finish else ("content_filter", "refusal"))


@pytest.mark.requirement("promises 7.77")
@pytest.mark.parametrize(
    ("fault", "code", "retryable"),
    [
        ("rate_limited", "provider_rate_limited", True),
        ("server_error", "provider_error", True),
        ("unavailable", "provider_error", True),
        ("overloaded", "provider_error", True),
        ("error_event", "provider_error", True),
        ("close", "provider_unavailable", True),
        ("cut", "malformed_stream", True),
        ("garbage", "malformed_stream", True),
        ("no_finish", "malformed_stream", True),
        ("context_too_long", "context_too_long", False),
        ("bad_request", "invalid_request", False),
        ("unauthenticated", "authentication", False),
    ],
)
def test_a_failure_has_its_code_and_is_asked_for_once(
    api: str, fault: str, code: str, retryable: bool
) -> None:
    error = failure(api, f"fault={fault}")

    assert (error.code, error.retryable) == (code, retryable)


@pytest.mark.parametrize("fault", ["rate_limited", "overloaded"])
def test_a_provider_says_when_to_come_back(api: str, fault: str) -> None:
    assert failure(api, f"fault={fault}&retry_after=7").retry_after == 7.0


@pytest.mark.requirement("case S10")
@pytest.mark.parametrize(
    ("fault", "was_read"),
    [("rate_limited", False), ("close", True), ("cut", True), ("error_event", True), ("stall", True)],
)
def test_what_failed_tells_whether_it_may_be_paid_for(api: str, fault: str, was_read: bool) -> None:
    error = failure(api, f"fault={fault}", timeout=0.4)

    assert (error.usage is not None) is was_read


@pytest.mark.requirement("case S10")
def test_where_nobody_listens_nothing_was_read(api: str) -> None:
    async def ask(here: World) -> ModelError:
        await here.server.stop()
        with pytest.raises(ModelError) as caught:
            await here.ask()
        return caught.value

    error = asked(ask, provider=api)
    assert (error.code, error.usage) == ("provider_unavailable", None)


@pytest.mark.requirement("promises 7.77")
@pytest.mark.parametrize("fault", ["hang", "stall"])
def test_silence_ends_at_the_deadline(api: str, fault: str) -> None:
    error = failure(api, f"fault={fault}", timeout=0.3)

    assert (error.code, error.retryable) == ("provider_timeout", True)


@pytest.mark.requirement("promise P13")
def test_a_cancelled_call_closes_its_connection(api: str) -> None:
    async def ask(here: World) -> None:
        calling = asyncio.create_task(here.ask())
        await eventually(lambda: here.server.counts.in_flight == 1)
        calling.cancel()
        await eventually(lambda: here.server.counts.left == 1)

    asked(ask, provider=api, scenario="fault=hang")


def test_the_key_travels_in_the_header_of_its_api_and_in_no_error(api: str) -> None:
    async def ask(here: World) -> tuple[dict[str, Any], ModelError]:
        await here.ask()
        [request] = here.server.counts.requests()
        with pytest.raises(ModelError) as caught:
            await here.ask(model=SECRET)
        return request, caught.value

    request, error = asked(ask, provider=api)
    assert request["authenticated"]
    assert SECRET not in str(request)
    assert SECRET not in error.message
    assert "[secret]" in error.message


@pytest.mark.parametrize("name", ["temperature", "top_p"])
def test_a_parameter_that_a_model_does_not_take_is_never_sent(api: str, name: str) -> None:
    request = say(settings={name: 0.5})

    assert sent(api, request)[name] == 0.5
    assert name not in sent(api, request, capabilities={name: False})
    assert name not in sent(
        api, request, capabilities={name: True}, model_capabilities={"echo": {name: False}}
    )


def test_a_bound_on_the_answer_has_the_name_of_each_api(api: str) -> None:
    body = sent(api, say(settings={"max_output_tokens": 12}))

    names = {"max_completion_tokens", "max_output_tokens", "max_tokens"} & set(body)
    assert [body[name] for name in names] == [12]


def test_parallel_calls_are_switched_off_where_a_model_cannot(api: str) -> None:
    body = sent(api, say(tools=(FIND_ORDER,)), capabilities={"parallel_tools": False})

    assert "false" in json.dumps(body.get("parallel_tool_calls")) or body["tool_choice"] == {
        "type": "auto",
        "disable_parallel_tool_use": True,
    }


def test_no_tools_are_sent_to_a_model_that_takes_none(api: str) -> None:
    body = sent(api, say(tools=(FIND_ORDER,)), capabilities={"tools": False})

    assert "tools" not in body


def test_the_answer_is_held_to_a_schema_where_the_model_can_be(api: str) -> None:
    request = say(output=SCHEMA)

    with_schema = json.dumps(sent(api, request))
    without = json.dumps(sent(api, request, capabilities={"structured_output": False}))

    assert '"json_schema"' in with_schema
    assert '"ok"' in with_schema
    assert '"json_schema"' not in without


def test_images_and_files_become_notes_for_a_model_without_eyes(api: str) -> None:
    data = base64.b64encode(b"hello").decode()
    message: Message = {
        "role": "user",
        "content": [
            {"type": "text", "text": "See"},
            {"type": "image", "media_type": "image/png", "data": data},
            {"type": "file", "media_type": "application/pdf", "name": "bill.pdf", "data": data},
        ],
    }

    seen = json.dumps(sent(api, say(message)))
    blind = json.dumps(sent(api, say(message), capabilities={"images": False, "files": False}))

    assert data in seen
    assert "bill.pdf" in seen
    assert data not in blind
    assert "[image image/png not shown]" in blind
    assert "[file bill.pdf not shown]" in blind


def test_what_was_thought_goes_back_to_its_own_provider_alone(api: str) -> None:
    capabilities = {"reasoning_back": True}

    async def ask(here: World) -> tuple[ModelReply, list[dict[str, Any]]]:
        first = await here.ask(model="data", tools=(FIND_ORDER,))
        for provider in (api, "somebody_else"):
            await here.converse(after(first, provider), model="data", tools=(FIND_ORDER,))
        return first, here.bodies()[1:]

    first, (own, foreign) = asked(ask, provider=api, script=SCRIPT, capabilities=capabilities)
    [item] = first.reasoning_items
    assert "Let me look." in json.dumps(item)
    assert "Let me look." in json.dumps(own)
    assert "Let me look." not in json.dumps(foreign)


def test_server_history_sends_what_is_new_and_the_providers_own_ids() -> None:
    async def ask(here: World) -> tuple[ModelReply, list[dict[str, Any]]]:
        first = await here.ask(model="data", tools=(FIND_ORDER,))
        request = ModelRequest(
            "data",
            after(first, "openai_responses"),
            timeout=10.0,
            history=ServerHistory(first.response_id or ""),
        )
        second = await here.client.complete(request)
        return second, here.bodies()

    second, (opening, going_on) = asked(ask, provider="openai_responses", script=SCRIPT, history="server")
    assert second.text == "Both are there."
    assert opening["store"] is going_on["store"] is True
    assert going_on["previous_response_id"].startswith("resp_")
    assert [(each["type"], each["call_id"]) for each in going_on["input"]] == [
        ("function_call_output", "c1"),
        ("function_call_output", "c2"),
    ]


def test_a_conversation_that_the_provider_has_lost_is_told_apart() -> None:
    async def ask(here: World) -> tuple[ModelError, ModelReply]:
        first = await here.ask(model="data", tools=(FIND_ORDER,))
        here.server.responses.forget()
        messages = after(first, "openai_responses")
        lost = ModelRequest("data", messages, timeout=10.0, history=ServerHistory(first.response_id or ""))
        with pytest.raises(ModelError) as caught:
            await here.client.complete(lost)
        return caught.value, await here.client.complete(ModelRequest("data", messages, timeout=10.0))

    error, again = asked(ask, provider="openai_responses", script=SCRIPT, history="server")
    assert (error.code, error.retryable) == ("history_lost", True)
    assert again.text == "Both are there."


def after(first: ModelReply, provider: str) -> tuple[Message, ...]:
    """The conversation after a first reply whose calls were answered under ids of ours."""
    return (
        {"role": "user", "content": "Hello"},
        {
            "role": "assistant",
            "content": first.text,
            "reasoning": {"provider": provider, "model": "data", "items": list(first.reasoning_items)},
            "tool_calls": [
                {
                    "id": f"ours-{place}",
                    "name": call.name,
                    "arguments": call.arguments or "{}",
                    "provider_id": call.provider_id or "",
                }
                for place, call in enumerate(first.calls)
            ],
        },
        {"role": "tool", "tool_call_id": "ours-0", "content": "there"},
        {"role": "tool", "tool_call_id": "ours-1", "content": "there"},
    )
