"""The watching side of the trace bench: fifty raw sockets in a process of their own.

It says when all of them are level with their runs, and then what they have got and how late.
"""

import asyncio
import json
import re
import statistics
import sys
import time
from typing import Any

from websockets.asyncio.client import ClientConnection, connect

_SEQS = re.compile(r'"first":(\d+),"last":(\d+)')
_INSTANTS = re.compile(r'"t": ?(\d+)')
"""Read by pattern: fifty browsers parse in fifty processes, here one would be busy with nothing else."""


class Watcher:
    def __init__(self, run: str) -> None:
        self.run = run
        self.last = 0
        self.latencies: list[float] = []
        self.gaps = 0
        self.frames = 0
        self.level = asyncio.Event()

    async def listen(self, socket: ClientConnection) -> None:
        async for message in socket:
            now = time.monotonic_ns()
            assert isinstance(message, str)
            if message.startswith('{"type":"events"'):
                self._take(message, now)
            elif message.startswith('{"type":"watching"'):
                self.level.set()
            elif message.startswith('{"type":"resync"'):
                await socket.send(json.dumps({"type": "watch", "run": self.run, "after": self.last}))

    def _take(self, message: str, now: int) -> None:
        self.frames += 1
        head = _SEQS.search(message)
        assert head
        if int(head[1]) != self.last + 1:
            self.gaps += 1
        self.last = int(head[2])
        self.latencies.extend((now - int(begun)) / 1e6 for begun in _INSTANTS.findall(message))


async def _watch(order: dict[str, Any]) -> None:
    watchers = [Watcher(run) for run in order["runs"]]
    tasks = []
    for watcher, ticket in zip(watchers, order["tickets"], strict=True):
        socket = await connect(
            f"ws://127.0.0.1:{order['port']}/ws/",
            origin=order["origin"],
            additional_headers={"Cookie": order["cookie"]},
            compression=None,
            max_size=None,
        )
        await socket.send(json.dumps({"type": "hello", "ticket": ticket}))
        await socket.recv()
        await socket.send(json.dumps({"type": "watch", "run": watcher.run, "after": 0}))
        tasks.append(asyncio.create_task(watcher.listen(socket)))
    await asyncio.gather(*(watcher.level.wait() for watcher in watchers))
    _say({"ready": True})
    await asyncio.to_thread(sys.stdin.readline)  # the publisher is done
    end = time.monotonic() + 15
    while time.monotonic() < end and sum(len(w.latencies) for w in watchers) < order["deliveries"]:
        await asyncio.sleep(0.05)
    everything = [latency for watcher in watchers for latency in watcher.latencies]
    parts = statistics.quantiles(everything, n=1000, method="inclusive")
    _say(
        {
            "p50": parts[499],
            "p99": parts[989],
            "most": max(everything),
            "got": len(everything),
            "gaps": sum(watcher.gaps for watcher in watchers),
            "frames": sum(watcher.frames for watcher in watchers),
        }
    )
    for task in tasks:
        task.cancel()


def _say(answer: dict[str, Any]) -> None:
    print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    asyncio.run(_watch(json.loads(sys.stdin.readline())))
