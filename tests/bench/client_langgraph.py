"""LangGraph with its own Postgres checkpointer: the same five steps as nodes, the model through the openai SDK.

`durability="sync"` has each step on disk before the next begins, as Baton has; `"exit"` writes once, at the
end, and is here as what LangGraph costs when it keeps nothing on the way. A checkpointer does one thing at a
time, so one for all runs, as its own guide has it, is measured beside one for each run in flight.
"""

import json
import operator
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import cycle
from typing import Annotated, Any, TypedDict
from uuid import uuid4

from bench.client_process import Client, Config, each_in_flight, serve
from bench.job import ANSWER, INSTRUCTIONS, MODEL, QUESTION, SCHEMA, TOOL, find_order
from langgraph.checkpoint.postgres.aio import AsyncPostgresSaver
from langgraph.graph import END, START, StateGraph
from openai import AsyncOpenAI
from psycopg.rows import dict_row
from psycopg_pool import AsyncConnectionPool

TOOLS = [{"type": "function", "function": {"name": TOOL, "description": TOOL, "parameters": SCHEMA}}]


class State(TypedDict):
    question: str
    messages: Annotated[list[dict[str, Any]], operator.add]
    answer: str


def graph_of(sdk: AsyncOpenAI) -> StateGraph[State]:
    async def plan(state: State) -> dict[str, Any]:
        system = {"role": "system", "content": INSTRUCTIONS}
        return {"messages": [system, {"role": "user", "content": state["question"]}]}

    async def ask(state: State) -> dict[str, Any]:
        completion = await sdk.chat.completions.create(model=MODEL, messages=state["messages"], tools=TOOLS)  # type: ignore[call-overload]
        return {"messages": [completion.choices[0].message.model_dump(exclude_none=True)]}

    async def call_tool(state: State) -> dict[str, Any]:
        call = state["messages"][-1]["tool_calls"][0]
        content = find_order(json.loads(call["function"]["arguments"]))
        return {"messages": [{"role": "tool", "tool_call_id": call["id"], "content": content}]}

    async def final(state: State) -> dict[str, Any]:
        return {"answer": state["messages"][-1]["content"]}

    graph = StateGraph(State)
    names = ("plan", "first_call", "tool", "second_call", "final")
    for name, node in zip(names, (plan, ask, call_tool, ask, final), strict=True):
        graph.add_node(name, node)
    for before, after in zip((START, *names), (*names, END), strict=True):
        graph.add_edge(before, after)
    return graph


@asynccontextmanager
async def open_graph(config: Config) -> AsyncIterator[Client]:
    pool: AsyncConnectionPool[Any] = AsyncConnectionPool(
        config["database_url"],
        min_size=config["inflight"],
        max_size=config["inflight"],
        kwargs={"autocommit": True, "prepare_threshold": 0, "row_factory": dict_row},
        open=False,
    )
    async with pool, AsyncOpenAI(base_url=config["base_url"], api_key="none", max_retries=0) as sdk:
        await AsyncPostgresSaver(pool).setup()
        savers = [AsyncPostgresSaver(pool) for _ in range(config["savers"])]
        graphs = cycle([graph_of(sdk).compile(checkpointer=saver) for saver in savers])

        async def make_one(number: int) -> None:
            graph = next(graphs)
            thread = {"configurable": {"thread_id": str(uuid4())}}
            state = {"question": QUESTION, "messages": [], "answer": ""}
            end = await graph.ainvoke(state, thread, durability=config["durability"])
            assert end["answer"] == ANSWER, end

        yield Client(lambda runs, inflight: each_in_flight(runs, inflight, make_one))


if __name__ == "__main__":
    serve(open_graph)
