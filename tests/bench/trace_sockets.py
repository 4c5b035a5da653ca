"""The watching side of the trace bench: fifty raw sockets in a process of their own.

It says when all of them are level with their runs, and then what they have got and how late. While it listens
it only writes down what comes and when; it reads it afterwards, since fifty browsers read in fifty processes
and not in each other's way.
"""

import asyncio
import base64
import json
import re
import secrets
import statistics
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

_SEQS = re.compile(rb'"first":(\d+),"last":(\d+)')
_INSTANTS = re.compile(rb'"t": ?(\d+)')
_NO_MASK = b"\0\0\0\0"


class Wire(asyncio.Protocol):
    """One socket. `came`: what was received, with its instant, as the network has cut it."""

    def __init__(self, order: dict[str, Any]) -> None:
        self.came: list[tuple[int, bytes]] = []
        self.opened = asyncio.Event()
        self._order = order
        self._head = b""
        self._transport: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        lines = [
            "GET /ws/ HTTP/1.1",
            f"Host: 127.0.0.1:{self._order['port']}",
            "Upgrade: websocket",
            "Connection: Upgrade",
            "Sec-WebSocket-Version: 13",
            f"Sec-WebSocket-Key: {base64.b64encode(secrets.token_bytes(16)).decode()}",
            f"Origin: {self._order['origin']}",
            f"Cookie: {self._order['cookie']}",
        ]
        transport.write("\r\n".join([*lines, "", ""]).encode())

    def data_received(self, data: bytes) -> None:
        now = time.monotonic_ns()
        if self.opened.is_set():
            self.came.append((now, data))
            return
        self._head += data
        head, end, rest = self._head.partition(b"\r\n\r\n")
        if end:
            assert b" 101 " in head.split(b"\r\n")[0], head
            self.opened.set()
            if rest:
                self.came.append((now, rest))

    def send(self, **frame: Any) -> None:
        body = json.dumps(frame).encode()
        length = bytes([0x80 | len(body)]) if len(body) < 126 else b"\xfe" + len(body).to_bytes(2)
        assert self._transport is not None
        self._transport.write(b"\x81" + length + _NO_MASK + body)


@dataclass
class Watcher:
    """What one socket has got, read so far."""

    wire: Wire
    last: int = 0
    latencies: list[float] = field(default_factory=list)
    gaps: int = 0
    frames: int = 0
    is_level: bool = False
    _bytes: bytes = b""

    def read(self) -> int:
        """Look into what has come; the number of events so far."""
        came, self.wire.came = self.wire.came, []
        for now, data in came:
            self._bytes += data
            for body in self._whole_frames():
                if body.startswith(b'{"type":"events"'):
                    self._take(body, now)
                elif body.startswith(b'{"type":"watching"'):
                    self.is_level = True
        return len(self.latencies)

    def _whole_frames(self) -> Iterator[bytes]:
        while len(self._bytes) >= 2:
            length, begin = self._bytes[1] & 0x7F, 2
            if length >= 126:
                begin = 4 if length == 126 else 10
                length = int.from_bytes(self._bytes[2:begin])
            if len(self._bytes) < begin + length or len(self._bytes) < begin:
                return
            body, self._bytes = self._bytes[begin : begin + length], self._bytes[begin + length :]
            yield body

    def _take(self, body: bytes, now: int) -> None:
        self.frames += 1
        head = _SEQS.search(body)
        assert head
        if int(head[1]) != self.last + 1:
            self.gaps += 1
        self.last = int(head[2])
        self.latencies.extend((now - int(begun)) / 1e6 for begun in _INSTANTS.findall(body))


async def _watch(order: dict[str, Any]) -> None:
    loop = asyncio.get_running_loop()
    watchers = []
    for run, ticket in zip(order["runs"], order["tickets"], strict=True):
        _, wire = await loop.create_connection(lambda: Wire(order), "127.0.0.1", order["port"])
        await wire.opened.wait()
        wire.send(type="hello", ticket=ticket)
        wire.send(type="watch", run=run, after=0)
        watchers.append(Watcher(wire))
    while not all(watcher.read() >= 0 and watcher.is_level for watcher in watchers):
        await asyncio.sleep(0.05)
    _say({"ready": True})
    await asyncio.to_thread(sys.stdin.readline)  # the publisher is done
    end = time.monotonic() + 15
    while sum(watcher.read() for watcher in watchers) < order["deliveries"] and time.monotonic() < end:
        await asyncio.sleep(0.2)
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


def _say(answer: dict[str, Any]) -> None:
    print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    asyncio.run(_watch(json.loads(sys.stdin.readline())))
