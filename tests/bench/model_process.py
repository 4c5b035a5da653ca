"""The scripted model server of Baton in a process of its own, with the bench's script among the others."""

import asyncio
import json
import sys

from bench.job import MODEL, SCRIPT, marathon

from orchestration.providers.model_server.server import ModelServer
from orchestration.providers.scripted.replies import script_from_json


async def main() -> None:
    marathons = {f"marathon_{calls}": script_from_json(marathon(calls)) for calls in (20, 500)}
    scripts = {MODEL: script_from_json(json.dumps(SCRIPT)), **marathons}
    async with ModelServer(scripts=scripts) as server:
        print(json.dumps({"authority": server.authority}), flush=True)
        await asyncio.to_thread(sys.stdin.read)  # until the bench ends


if __name__ == "__main__":
    asyncio.run(main())
