"""The model calls of a burst and nothing else, all at once: what the model's server and the wire take alone."""

import asyncio
import json
import sys
import time
from typing import Any

from baton.egress.allow import AllowList
from orchestration.engine.ports import ModelRequest
from orchestration.providers.connection import ConnectionSpec
from orchestration.providers.registry import open_client


async def main() -> None:
    config: dict[str, Any] = json.loads(await asyncio.to_thread(sys.stdin.readline))
    spec = ConnectionSpec(
        "bench", "openai_chat", f"http://{config['allow']}/v1", transport=config["transport"]
    )
    client = open_client(spec, None, AllowList.parse(config["allow"]))
    request = ModelRequest(config["model"], ({"role": "user", "content": "Hello"},), timeout=60.0)
    await client.complete(request)
    print(json.dumps({"ready": True}), flush=True)
    while line := await asyncio.to_thread(sys.stdin.readline):
        began, ended = time.perf_counter(), []

        async def call(ended: list[float] = ended) -> None:
            await client.complete(request)
            ended.append(time.perf_counter())

        await asyncio.gather(*(call() for _ in range(json.loads(line)["runs"])))
        print(json.dumps({"took": [each - began for each in ended]}), flush=True)
    await client.close()


if __name__ == "__main__":
    asyncio.run(main())
