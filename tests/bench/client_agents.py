"""OpenAI's Agents SDK, in memory: nothing is kept, so this is what its loop costs by itself."""

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from agents import Agent, ModelSettings, OpenAIChatCompletionsModel, RunConfig, Runner, function_tool
from bench.client_process import Client, Config, each_in_flight, serve
from bench.job import ANSWER, INSTRUCTIONS, MODEL, QUESTION, RESULT
from openai import AsyncOpenAI


@function_tool
def find_order(order: str) -> str:
    """find_order"""
    assert order == "NL-1042", json.dumps(order)
    return RESULT


@asynccontextmanager
async def open_agent(config: Config) -> AsyncIterator[Client]:
    async with AsyncOpenAI(base_url=config["base_url"], api_key="none", max_retries=0) as sdk:
        model = OpenAIChatCompletionsModel(MODEL, sdk)
        agent = Agent(name="desk", instructions=INSTRUCTIONS, model=model, tools=[find_order])
        quiet = RunConfig(tracing_disabled=True, model_settings=ModelSettings())

        async def make_one(number: int) -> None:
            end = await Runner.run(agent, QUESTION, run_config=quiet)
            assert end.final_output == ANSWER, end

        yield Client(lambda runs, inflight: each_in_flight(runs, inflight, make_one))


if __name__ == "__main__":
    serve(open_agent)
