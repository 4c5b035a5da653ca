"""A long conversation sent again and nothing else: what its bytes cost, made into JSON and posted.

The messages are written already, as they are in a run that has sent them before.
"""

import asyncio
import json
import sys
import time
from collections.abc import Iterator
from typing import Any

from bench.job import ARGUMENTS, RESULT, SCHEMA, TOOL

from baton.egress.allow import AllowList
from orchestration.engine.messages import Message
from orchestration.engine.ports import ModelClient, ModelRequest, ToolSchema
from orchestration.providers.connection import ConnectionSpec
from orchestration.providers.registry import open_client

_TIMES = 40


async def main() -> None:
    config: dict[str, Any] = json.loads(await asyncio.to_thread(sys.stdin.readline))
    spec = ConnectionSpec("bench", "openai_responses", f"http://{config['allow']}/v1", transport="lean")
    client = open_client(spec, None, AllowList.parse(config["allow"]))
    sent = {calls: await _cpu_ms(client, config["model"], calls) for calls in (1, config["calls"])}
    print(json.dumps({"ms": sent[config["calls"]] - sent[1]}), flush=True)
    await client.close()
    await asyncio.to_thread(sys.stdin.read)


async def _cpu_ms(client: ModelClient, model: str, calls: int) -> float:
    """Of one request that holds so many calls with their results."""
    tools = (ToolSchema(TOOL, TOOL, SCHEMA),)
    request = ModelRequest(model, tuple(_messages(calls)), tools, {}, 60.0, "run", "step")
    for _ in range(5):
        await client.complete(request)
    before = time.process_time()
    for _ in range(_TIMES):
        await client.complete(request)
    return (time.process_time() - before) / _TIMES * 1000


def _messages(calls: int) -> Iterator[Message]:
    yield {"role": "user", "content": "Go on."}
    for number in range(calls):
        call_id = f"00000000-0000-7000-8000-{number:012}"
        asked = {"id": call_id, "name": TOOL, "arguments": json.dumps(ARGUMENTS)}
        yield {"role": "assistant", "content": None, "tool_calls": [asked]}  # type: ignore[list-item]
        yield {"role": "tool", "tool_call_id": call_id, "content": RESULT}


if __name__ == "__main__":
    asyncio.run(main())
