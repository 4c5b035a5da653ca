"""A worker that holds many runs which wait on a slow model: its memory, and its connections while they wait."""

import asyncio
import json
import sys
from typing import Any

import psycopg
from bench.client_baton import PATIENCE, Tools
from bench.memory import resident_bytes

from baton.egress.allow import AllowList
from orchestration.runner.loop import Runner
from orchestration.runner.settings import RunnerSettings

_LOOK = 0.05


async def main() -> None:
    config = json.loads(await asyncio.to_thread(sys.stdin.readline))
    tools = Tools()
    runner = Runner(
        RunnerSettings(
            database_url=config["database_url"],
            allow=AllowList.parse(config["allow"]),
            lease_seconds=60.0,
            renew_seconds=15.0,
            look_seconds=3600.0,
            slots=config["slots"],
        ),
        lambda: tools,
    )
    serving = asyncio.create_task(runner.serve())
    await asyncio.to_thread(runner.wait_started, 30.0)
    say({"ready": True})
    while line := await asyncio.to_thread(sys.stdin.readline):
        tools.used.clear()
        say({**await burst(runner, config, json.loads(line)["runs"]), "used": tools.used})
    runner.stop()
    await serving


async def burst(runner: Runner, config: dict[str, Any], runs: int) -> dict[str, Any]:
    """Ring once for all that stand queued; look at the process until none is left."""
    incarnation = runner.incarnation
    assert incarnation is not None
    idle = most = resident_bytes()
    held = connections = 0
    async with (
        await psycopg.AsyncConnection.connect(config["database_url"], autocommit=True) as watching,
        asyncio.timeout(PATIENCE),
    ):
        runner.ring()
        while held < runs or incarnation.drivers:
            await asyncio.sleep(_LOOK)
            held = max(held, len(incarnation.drivers))
            most = max(most, resident_bytes())
            if len(incarnation.drivers) >= 0.9 * runs:
                connections = max(connections, await _connections(watching))
            if not incarnation.drivers and held:
                break
    return {"idle": idle, "most": most, "held": held, "connections": connections}


async def _connections(watching: psycopg.AsyncConnection[Any]) -> int:
    """Of this worker's role, without the one that looks."""
    found = await watching.execute(
        "select count(*) from pg_stat_activity where usename = current_user and pid <> pg_backend_pid()"
    )
    row = await found.fetchone()
    return int(row[0]) if row else 0


def say(answer: dict[str, Any]) -> None:
    print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    asyncio.run(main())
