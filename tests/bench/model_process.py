"""The scripted model server of Baton in a process of its own, with the bench's script among the others."""

import asyncio
import json
import sys

from bench.job import MODEL, SCRIPT

from orchestration.providers.model_server.server import ModelServer
from orchestration.providers.scripted.replies import script_from_json


async def main() -> None:
    async with ModelServer(scripts={MODEL: script_from_json(json.dumps(SCRIPT))}) as server:
        print(json.dumps({"authority": server.authority}), flush=True)
        await asyncio.to_thread(sys.stdin.read)  # until the bench ends


if __name__ == "__main__":
    asyncio.run(main())
