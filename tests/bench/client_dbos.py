"""DBOS on the same PostgreSQL: a workflow of five steps, each on disk before the next."""

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from bench.client_process import Client, Config, each_in_flight, serve
from bench.job import ANSWER, INSTRUCTIONS, MODEL, QUESTION, SCHEMA, TOOL, find_order
from dbos import DBOS
from openai import AsyncOpenAI

TOOLS: Any = [{"type": "function", "function": {"name": TOOL, "description": TOOL, "parameters": SCHEMA}}]
_sdk: AsyncOpenAI


@DBOS.step()
async def plan(question: str) -> list[dict[str, Any]]:
    return [{"role": "system", "content": INSTRUCTIONS}, {"role": "user", "content": question}]


@DBOS.step()
async def ask(messages: list[Any]) -> dict[str, Any]:
    completion = await _sdk.chat.completions.create(model=MODEL, messages=messages, tools=TOOLS)
    return completion.choices[0].message.model_dump(exclude_none=True)


@DBOS.step()
async def call_tool(message: dict[str, Any]) -> dict[str, Any]:
    call = message["tool_calls"][0]
    content = find_order(json.loads(call["function"]["arguments"]))
    return {"role": "tool", "tool_call_id": call["id"], "content": content}


@DBOS.step()
async def final(message: dict[str, Any]) -> str:
    return str(message["content"])


@DBOS.workflow()
async def desk(question: str) -> str:
    messages = await plan(question)
    first = await ask(messages)
    result = await call_tool(first)
    return await final(await ask([*messages, first, result]))


@asynccontextmanager
async def open_workflow(config: Config) -> AsyncIterator[Client]:
    global _sdk
    address = config["database_url"].replace("postgresql://", "postgresql+psycopg://", 1)
    DBOS(
        config={
            "name": "desk",
            "system_database_url": address,
            "sys_db_pool_size": config["inflight"],
            "log_level": "ERROR",
            "max_executor_threads": config["inflight"],
        }
    )
    DBOS.launch()
    try:
        async with AsyncOpenAI(base_url=config["base_url"], api_key="none", max_retries=0) as sdk:
            _sdk = sdk

            async def make_one(number: int) -> None:
                assert await desk(QUESTION) == ANSWER

            yield Client(lambda runs, inflight: each_in_flight(runs, inflight, make_one))
    finally:
        DBOS.destroy()


if __name__ == "__main__":
    serve(open_workflow)
