"""The two model calls of the job and nothing else, through Baton's provider or through the bare SDK.

What an engine costs is what its runs take beyond this.
"""

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from bench.client_process import Client, Config, each_in_flight, serve
from bench.job import ANSWER, INSTRUCTIONS, MODEL, QUESTION, SCHEMA, TOOL, find_order
from openai import AsyncOpenAI

from baton.egress.allow import AllowList
from orchestration.engine.messages import Message
from orchestration.engine.ports import ModelReply, ModelRequest, ToolSchema
from orchestration.providers.connection import ConnectionSpec
from orchestration.providers.registry import open_client

TOOLS = (ToolSchema(TOOL, TOOL, SCHEMA),)
SDK_TOOLS = [{"type": "function", "function": {"name": TOOL, "description": TOOL, "parameters": SCHEMA}}]
OPENING: tuple[Message, ...] = (
    {"role": "system", "content": INSTRUCTIONS},
    {"role": "user", "content": QUESTION},
)


@asynccontextmanager
async def open_calls(config: Config) -> AsyncIterator[Client]:
    if config["through"] == "sdk":
        async with AsyncOpenAI(base_url=config["base_url"], api_key="none", max_retries=0) as sdk:

            async def make_one(number: int) -> None:
                await _ask_twice_by_sdk(sdk)

            yield Client(lambda runs, inflight: each_in_flight(runs, inflight, make_one))
        return
    spec = ConnectionSpec(
        id="bench", provider="openai_chat", base_url=config["base_url"], transport=config["transport"]
    )
    client = open_client(spec, None, AllowList.parse(config["allow"]))

    async def ask(messages: tuple[Message, ...]) -> ModelReply:
        return await client.complete(ModelRequest(MODEL, messages, TOOLS, {}, 60.0, "run", "step"))

    async def make_one_by_provider(number: int) -> None:
        call = (await ask(OPENING)).calls[0]
        result = find_order(json.loads(call.arguments or ""))
        asked: Message = {
            "role": "assistant",
            "content": None,
            "tool_calls": [{"id": "call_1", "name": call.name, "arguments": call.arguments or ""}],
        }
        answer = await ask((*OPENING, asked, {"role": "tool", "tool_call_id": "call_1", "content": result}))
        assert answer.text == ANSWER, answer

    yield Client(lambda runs, inflight: each_in_flight(runs, inflight, make_one_by_provider))
    await client.close()


async def _ask_twice_by_sdk(sdk: AsyncOpenAI) -> None:
    messages = list(OPENING)
    first = await sdk.chat.completions.create(model=MODEL, messages=messages, tools=SDK_TOOLS)  # type: ignore[call-overload]
    asked = first.choices[0].message
    result = find_order(json.loads(asked.tool_calls[0].function.arguments))
    messages.append(asked.model_dump(exclude_none=True))
    messages.append({"role": "tool", "tool_call_id": asked.tool_calls[0].id, "content": result})
    second = await sdk.chat.completions.create(model=MODEL, messages=messages, tools=SDK_TOOLS)  # type: ignore[call-overload]
    assert second.choices[0].message.content == ANSWER, second


if __name__ == "__main__":
    serve(open_calls)
