"""A Valkey of a test and an ear on its channel: what was said there, in order."""

import os
import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

import redis

from baton.live.bus import Message, PartialText, RunNews, decode
from baton.ops.embedded.valkey import EmbeddedValkey

CHANNEL = "baton.live.test"
LIVENESS = 20.0


@dataclass
class Bus:
    """One server. `heard` grows in another thread."""

    server: EmbeddedValkey
    heard: list[Message] = field(default_factory=list)
    _stopping: threading.Event = field(default_factory=threading.Event)
    _is_listening: threading.Event = field(default_factory=threading.Event)

    @property
    def url(self) -> str:
        return self.server.url

    @property
    def client(self) -> "redis.Redis[bytes]":
        return redis.Redis.from_url(self.url, socket_timeout=5, socket_connect_timeout=5)

    def news(self, run: object | None = None) -> list[RunNews]:
        return [
            each
            for each in list(self.heard)
            if isinstance(each, RunNews) and (run is None or each.run == str(run))
        ]

    def partials(self, run: object) -> list[PartialText]:
        return [each for each in list(self.heard) if isinstance(each, PartialText) and each.run == str(run)]

    def until(self, found: Callable[[], object], what: str) -> None:
        end = time.monotonic() + LIVENESS
        while not found():
            assert time.monotonic() < end, f"waited in vain for {what}; heard {self.heard[-5:]}"
            time.sleep(0.01)

    def listen_anew(self) -> None:
        """After the server was killed and started again: until this hears, which may be so already."""
        assert self._is_listening.wait(LIVENESS)

    @contextmanager
    def hanging(self) -> Iterator[None]:
        """It accepts connections and answers nothing."""
        os.kill(self.server.pid, signal.SIGSTOP)
        try:
            yield
        finally:
            os.kill(self.server.pid, signal.SIGCONT)

    def listen(self) -> None:
        while not self._stopping.is_set():
            try:
                with redis.Redis.from_url(self.url, socket_timeout=None) as client, client.pubsub() as ear:
                    ear.subscribe(CHANNEL)
                    while not self._stopping.is_set():
                        message = ear.get_message(timeout=0.1)
                        if message is not None and message["type"] == "subscribe":
                            self._is_listening.set()
                        elif message is not None:
                            decoded = decode(message["data"])
                            assert decoded is not None, message
                            self.heard.append(decoded)
            except (redis.RedisError, OSError):
                self._is_listening.clear()
                time.sleep(0.02)

    def stop(self) -> None:
        self._stopping.set()


@contextmanager
def open_bus() -> Iterator[Bus]:
    """A server of its own, heard from the beginning."""
    with EmbeddedValkey() as server:
        bus = Bus(server)
        thread = threading.Thread(target=bus.listen, daemon=True)
        thread.start()
        bus.listen_anew()
        try:
            yield bus
        finally:
            bus.stop()
            thread.join(5)
