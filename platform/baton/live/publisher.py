"""Sending on the bus: from an event loop (a worker) and from threads (web, supervisor).

Both put what is to be sent into a bounded backlog and return at once; whoever is behind loses the oldest.
"""

import asyncio
import contextlib
import logging
import threading
from collections import deque
from collections.abc import Sequence
from typing import Any

import redis
import redis.asyncio
from redis.asyncio.retry import Retry as AsyncRetry
from redis.backoff import NoBackoff
from redis.retry import Retry

from baton.live.bus import Message, encode

logger = logging.getLogger(__name__)

TIMEOUT_SECONDS = 1.0
_PAUSE_SECONDS = 0.5
_BATCH = 100
_MAX_COMMANDS = 2_000
_MAX_BYTES = 8 * 1024 * 1024
_AWAY = (redis.RedisError, OSError, TimeoutError)

type Command = tuple[Any, ...]


class _Backlog:
    """Commands that are not sent yet, bounded by number and bytes. Appending drops the oldest."""

    def __init__(self) -> None:
        self._commands: deque[tuple[Command, int]] = deque()
        self._bytes = 0
        self.dropped = 0

    def __len__(self) -> int:
        return len(self._commands)

    def append(self, command: Command) -> None:
        size = sum(len(part) for part in command if isinstance(part, bytes | str))
        self._commands.append((command, size))
        self._bytes += size
        while len(self._commands) > _MAX_COMMANDS or self._bytes > _MAX_BYTES:
            self._pop()
            self.dropped += 1

    def take(self) -> list[Command]:
        return [self._pop() for _ in range(min(len(self._commands), _BATCH))]

    def _pop(self) -> Command:
        command, size = self._commands.popleft()
        self._bytes -= size
        return command


class AsyncPublisher:
    """For one event loop: one connection, one task."""

    def __init__(self, url: str, channel: str) -> None:
        self._channel = channel
        self._backlog = _Backlog()
        self._wake = asyncio.Event()
        self._sending = False
        self._task: asyncio.Task[None] | None = None
        self._log = _AwayLog()
        self._client = redis.asyncio.Redis.from_url(
            url,
            socket_timeout=TIMEOUT_SECONDS,
            socket_connect_timeout=TIMEOUT_SECONDS,
            retry=AsyncRetry(NoBackoff(), 1, (redis.ConnectionError,)),
        )

    def start(self) -> None:
        self._task = asyncio.create_task(self._serve(), name="publisher")

    async def stop(self) -> None:
        """Send what is left, for a moment, and end."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(TIMEOUT_SECONDS):
                while self._task is not None and (self._backlog or self._sending):
                    await asyncio.sleep(0.01)
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task
        with contextlib.suppress(*_AWAY):
            await self._client.aclose()

    def publish(self, message: Message) -> None:
        self.send("PUBLISH", self._channel, encode(message))

    def send(self, *command: Any) -> None:
        """Another command, in its order among the messages; nobody waits for its answer."""
        self._backlog.append(command)
        self._wake.set()

    async def are_there(self, keys: Sequence[str]) -> list[bool]:
        """Which of the keys exist; none where Valkey does not say."""
        try:
            return [value is not None for value in await self._client.mget(keys)]
        except _AWAY:
            return [False] * len(keys)

    async def _serve(self) -> None:
        while True:
            await self._wake.wait()
            batch = self._backlog.take()
            if not batch:
                self._wake.clear()
                continue
            self._sending = True
            try:
                async with self._client.pipeline(transaction=False) as pipeline:
                    for command in batch:
                        pipeline.execute_command(*command)
                    await pipeline.execute(raise_on_error=False)
                self._log.back()
            except _AWAY as error:
                self._log.away(error)
                await asyncio.sleep(_PAUSE_SECONDS)
            finally:
                self._sending = False


class ThreadPublisher:
    """For processes of threads: a daemon thread sends, begun by the first message of the process."""

    def __init__(self, url: str, channel: str) -> None:
        self._url = url
        self._channel = channel
        self._backlog = _Backlog()
        self._changed = threading.Condition()
        self._sending = False
        self._thread: threading.Thread | None = None
        self._log = _AwayLog()

    def publish(self, message: Message) -> None:
        command = ("PUBLISH", self._channel, encode(message))
        with self._changed:
            self._backlog.append(command)
            if self._thread is None or not self._thread.is_alive():
                self._thread = threading.Thread(target=self._serve, name="publisher", daemon=True)
                self._thread.start()
            self._changed.notify_all()

    def flush(self, seconds: float) -> bool:
        """Wait until everything is sent or dropped; for what ends at once after it has published."""
        with self._changed:
            return self._changed.wait_for(lambda: not (self._backlog or self._sending), timeout=seconds)

    def _serve(self) -> None:
        client = redis.Redis.from_url(
            self._url,
            socket_timeout=TIMEOUT_SECONDS,
            socket_connect_timeout=TIMEOUT_SECONDS,
            retry=Retry(NoBackoff(), 1, (redis.ConnectionError,)),
        )
        pause = threading.Event()  # never set: a sleep that a test cannot patch away
        while True:
            with self._changed:
                self._changed.wait_for(lambda: bool(self._backlog))
                batch = self._backlog.take()
                self._sending = True
            try:
                pipeline: Any
                with client.pipeline(transaction=False) as pipeline:
                    for command in batch:
                        pipeline.execute_command(*command)
                    pipeline.execute(raise_on_error=False)
                self._log.back()
            except _AWAY as error:
                self._log.away(error)
                pause.wait(_PAUSE_SECONDS)
            finally:
                with self._changed:
                    self._sending = False
                    self._changed.notify_all()


class _AwayLog:
    """One line when Valkey goes away and one when it is back, never one for each message."""

    def __init__(self) -> None:
        self._is_away = False

    def away(self, error: BaseException) -> None:
        if not self._is_away:
            logger.warning("bus: nothing can be sent: %s", str(error).split("\n")[0] or type(error).__name__)
        self._is_away = True

    def back(self) -> None:
        if self._is_away:
            logger.warning("bus: messages are sent again")
        self._is_away = False
