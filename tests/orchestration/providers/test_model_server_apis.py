"""The model server as the real SDKs see it, by their own typed calls: three APIs, whole and streamed."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import anthropic
import openai
import pytest

from orchestration.providers.model_server import ModelServer
from orchestration.providers.scripted.replies import script_from_json

SCRIPT = """{"replies": [
  {"reasoning": "Let me look.", "text": "Looking.", "usage": {"input": 100, "cached": 60, "output": 20, "reasoning": 8},
   "calls": [{"id": "c1", "name": "find_order", "arguments": {"order": "NL-1042"}},
             {"id": "c2", "name": "find_order", "arguments": {"order": "NL-1044"}}]},
  {"text": "Both are there."}]}"""
PARAMETERS = {"type": "object", "properties": {"order": {"type": "string"}}}


def served[T](ask: Callable[[ModelServer, openai.AsyncOpenAI, anthropic.AsyncAnthropic], Awaitable[T]]) -> T:
    async def run() -> T:
        async with (
            ModelServer(scripts={"data": script_from_json(SCRIPT)}) as server,
            openai.AsyncOpenAI(base_url=server.base_url, api_key="none", max_retries=0) as ours,
            anthropic.AsyncAnthropic(
                base_url=server.base_url.removesuffix("/v1"), api_key="none", max_retries=0
            ) as theirs,
        ):
            return await ask(server, ours, theirs)

    return asyncio.run(run())


def test_responses_are_typed_and_name_their_calls() -> None:
    async def ask(server: ModelServer, ours: openai.AsyncOpenAI, theirs: Any) -> Any:
        return await ours.responses.create(
            model="data",
            input="Where is it?",
            tools=[
                {
                    "type": "function",
                    "name": "find_order",
                    "parameters": PARAMETERS,
                    "strict": False,
                    "description": "",
                }
            ],
        )

    response = served(ask)
    reasoning, message, first, second = response.output
    assert reasoning.summary[0].text == "Let me look."
    assert message.content[0].text == response.output_text == "Looking."
    assert (first.call_id, first.arguments) == ("c1", '{"order":"NL-1042"}')
    assert second.call_id == "c2"
    assert response.usage.input_tokens_details.cached_tokens == 60
    assert response.usage.output_tokens_details.reasoning_tokens == 8


def test_the_responses_helper_follows_the_stream_to_its_end() -> None:
    async def ask(server: ModelServer, ours: openai.AsyncOpenAI, theirs: Any) -> Any:
        seen: list[str] = []
        async with ours.responses.stream(model="data?chunks=3", input="Where is it?") as stream:
            async for event in stream:
                seen.append(event.type)
            return seen, await stream.get_final_response()

    seen, response = served(ask)
    assert seen[0] == "response.created"
    assert seen.count("response.output_text.delta") == 3
    assert seen[-1] == "response.completed"
    assert response.output_text == "Looking."


def test_a_conversation_goes_on_where_the_last_response_ended() -> None:
    async def ask(server: ModelServer, ours: openai.AsyncOpenAI, theirs: Any) -> Any:
        first = await ours.responses.create(model="data", input="Where is it?")
        results = [
            {"type": "function_call_output", "call_id": name, "output": "there"} for name in ("c1", "c2")
        ]
        second = await ours.responses.create(model="data", previous_response_id=first.id, input=results)
        server.responses.forget()
        with pytest.raises(openai.BadRequestError) as lost:
            await ours.responses.create(model="data", previous_response_id=second.id, input="And now?")
        return second, lost.value

    second, lost = served(ask)
    assert second.output_text == "Both are there."
    assert lost.code == "previous_response_not_found"


def test_messages_are_typed_and_hold_what_was_thought() -> None:
    async def ask(server: ModelServer, ours: Any, theirs: anthropic.AsyncAnthropic) -> Any:
        return await theirs.messages.create(
            model="data", max_tokens=100, messages=[{"role": "user", "content": "Where is it?"}]
        )

    message = served(ask)
    thinking, text, first, _second = message.content
    assert (thinking.thinking, bool(thinking.signature)) == ("Let me look.", True)
    assert text.text == "Looking."
    assert (first.id, first.input) == ("c1", {"order": "NL-1042"})
    assert message.stop_reason == "tool_use"
    assert (message.usage.input_tokens, message.usage.cache_read_input_tokens) == (40, 60)


def test_the_messages_helper_follows_the_stream_to_its_end() -> None:
    async def ask(server: ModelServer, ours: Any, theirs: anthropic.AsyncAnthropic) -> Any:
        async with theirs.messages.stream(
            model="data?chunks=2", max_tokens=100, messages=[{"role": "user", "content": "Where is it?"}]
        ) as stream:
            pieces = [piece async for piece in stream.text_stream]
            return pieces, await stream.get_final_message()

    pieces, message = served(ask)
    assert len(pieces) == 2
    assert [block.type for block in message.content] == ["thinking", "text", "tool_use", "tool_use"]
    assert message.content[3].input == {"order": "NL-1044"}
    assert message.usage.output_tokens == 20


def test_a_bound_on_the_answer_is_demanded_as_the_api_demands_it() -> None:
    async def ask(server: ModelServer, ours: Any, theirs: anthropic.AsyncAnthropic) -> Any:
        with pytest.raises(anthropic.BadRequestError) as refused:
            await theirs.post("/v1/messages", cast_to=object, body={"model": "echo", "messages": []})
        return refused.value

    assert "max_tokens" in served(ask).message


@pytest.mark.parametrize(
    ("fault", "status"),
    [
        ("rate_limited", 429),
        ("overloaded", 529),
        ("server_error", 500),
        ("unauthenticated", 401),
        ("bad_request", 400),
    ],
)
def test_every_api_fails_with_a_class_of_its_sdk(fault: str, status: int) -> None:
    async def ask(server: ModelServer, ours: openai.AsyncOpenAI, theirs: anthropic.AsyncAnthropic) -> Any:
        model, asked = f"echo?fault={fault}", [{"role": "user", "content": "Hello"}]
        found: list[Any] = []
        for call, kind in (
            (ours.chat.completions.create(model=model, messages=asked), openai.APIStatusError),
            (ours.responses.create(model=model, input="Hello"), openai.APIStatusError),
            (theirs.messages.create(model=model, max_tokens=9, messages=asked), anthropic.APIStatusError),
        ):
            with pytest.raises(kind) as caught:
                await call
            found.append(caught.value)
        return found

    found = served(ask)
    assert [each.status_code for each in found] == [status] * 3
    assert all("as the scenario says" in each.message for each in found)


def test_an_answer_that_was_cut_off_says_so_in_each_api() -> None:
    async def ask(server: ModelServer, ours: openai.AsyncOpenAI, theirs: anthropic.AsyncAnthropic) -> Any:
        asked = [{"role": "user", "content": "Hello there"}]
        chat = await ours.chat.completions.create(model="echo?fault=length", messages=asked)
        response = await ours.responses.create(model="echo?fault=length", input="Hello there")
        message = await theirs.messages.create(model="echo?fault=length", max_tokens=9, messages=asked)
        return chat.choices[0].finish_reason, response.incomplete_details.reason, message.stop_reason

    assert served(ask) == ("length", "max_output_tokens", "max_tokens")


def test_a_refusal_has_the_form_of_each_api() -> None:
    async def ask(server: ModelServer, ours: openai.AsyncOpenAI, theirs: anthropic.AsyncAnthropic) -> Any:
        asked = [{"role": "user", "content": "Hello there"}]
        chat = await ours.chat.completions.create(model="echo?fault=refusal", messages=asked)
        response = await ours.responses.create(model="echo?fault=refusal", input="Hello there")
        message = await theirs.messages.create(model="echo?fault=refusal", max_tokens=9, messages=asked)
        return chat.choices[0].message.refusal, response.output[0].content[0].refusal, message.stop_reason

    chat, response, stop = served(ask)
    assert chat == response == "I cannot help with that."
    assert stop == "refusal"


def test_an_error_inside_a_stream_ends_it_in_every_sdk() -> None:
    async def ask(server: ModelServer, ours: openai.AsyncOpenAI, theirs: anthropic.AsyncAnthropic) -> Any:
        model, asked = "data?fault=error_event", [{"role": "user", "content": "Hello"}]
        chat = await ours.chat.completions.create(model=model, messages=asked, stream=True)
        with pytest.raises(openai.APIError) as chat_failed:
            [chunk async for chunk in chat]
        response = await ours.responses.create(model=model, input="Hello", stream=True)
        last = [event async for event in response][-1]
        message = await theirs.messages.create(model=model, max_tokens=9, messages=asked, stream=True)
        with pytest.raises(anthropic.APIStatusError) as message_failed:
            [event async for event in message]
        return chat_failed.value.message, last, message_failed.value.type

    chat, last, kind = served(ask)
    assert chat == "The server failed mid-stream."
    assert (last.type, last.code) == ("error", "server_error")
    assert kind == "overloaded_error"


def test_the_responses_helper_sees_arguments_grow() -> None:
    async def ask(server: ModelServer, ours: openai.AsyncOpenAI, theirs: Any) -> Any:
        grown: list[str] = []
        async with ours.responses.stream(model="data?chunks=3", input="Where is it?") as stream:
            async for event in stream:
                if event.type == "response.function_call_arguments.delta":
                    grown.append(event.delta)
            return grown, await stream.get_final_response()

    grown, response = served(ask)
    assert len(grown) == 6
    assert "".join(grown) == "".join(each.arguments for each in response.output[2:])


def test_thoughts_are_sealed_on_demand_and_found_only_with_a_kept_response() -> None:
    async def ask(server: ModelServer, ours: openai.AsyncOpenAI, theirs: Any) -> Any:
        sealed = await ours.responses.create(
            model="data", input="Hello", store=False, include=["reasoning.encrypted_content"]
        )
        kept = (await ours.responses.create(model="data", input="Hello")).output[0]
        named = [{"type": "reasoning", "id": kept.id, "summary": []}, {"role": "user", "content": "Hello"}]
        found = await ours.responses.create(model="data", input=named)
        server.responses.forget()
        with pytest.raises(openai.NotFoundError) as lost:
            await ours.responses.create(model="data", input=named)
        return sealed.output[0], kept, found, lost.value

    sealed, kept, found, lost = served(ask)
    assert sealed.encrypted_content
    assert kept.encrypted_content is None
    assert found.output_text == "Looking."
    assert kept.id in lost.message


def test_an_open_schema_is_refused_as_the_messages_api_refuses_it() -> None:
    async def ask(server: ModelServer, ours: Any, theirs: anthropic.AsyncAnthropic) -> Any:
        schema = {"type": "object", "properties": {"a": {"type": "object", "properties": {}}}}
        closed = {**schema, "additionalProperties": False}
        with pytest.raises(anthropic.BadRequestError) as refused:
            await theirs.messages.create(
                model="echo",
                max_tokens=9,
                messages=[{"role": "user", "content": "Hello"}],
                output_config={"format": {"type": "json_schema", "schema": closed}},
            )
        return refused.value

    assert "additionalProperties" in served(ask).message
