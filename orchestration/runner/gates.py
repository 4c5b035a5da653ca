"""One gate for each key of a provider: so many calls at once over all workers, none while it must rest.

The key's own identity counts, not the connection's: two connections with the same key share what the provider
allows it. Who waits here has sent nothing, holds nothing, and may be cancelled at any moment.
"""

import asyncio
import contextlib
import hashlib
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from urllib.parse import urlsplit

from baton.core.ids import new_id
from baton.live.slots import SharedSlots
from orchestration.runner.project import StoredConnection

_LOOK_SECONDS = 0.1
"""How often the first in the line asks whether another process has freed a slot."""
_SPACE_SECONDS = 0.02
"""Between two calls in the time after a rest."""


class Gate:
    """Of one key, in this process. Waiting is a line: only its head asks Valkey."""

    def __init__(self, identity: str, shared: SharedSlots | None) -> None:
        self._slots = f"baton.gate:{identity}"
        self._shared = shared
        self._line = asyncio.Lock()
        self._held: set[str] = set()
        self._freed = asyncio.Event()
        self._to_free: list[str] = []
        self._freeing: asyncio.Task[None] | None = None
        self._rests_until = 0.0
        self._is_careful_until = 0.0

    def rest(self, seconds: float) -> None:
        """The provider has said that the key was used too often: nobody here uses it for so long, and for as
        long again everybody one after the other."""
        now = time.monotonic()
        self._rests_until = max(self._rests_until, now + seconds)
        self._is_careful_until = max(self._is_careful_until, now + 2 * seconds)

    @asynccontextmanager
    async def passed(self, limit: int | None) -> AsyncIterator[bool]:
        """Hold one of so many slots (None: any number). The value says whether that took a wait."""
        began = time.monotonic()
        token = await self._pass(limit) if limit is not None or self._is_resting(began) else None
        try:
            yield time.monotonic() - began > _LOOK_SECONDS / 2
        finally:
            if token is not None:
                self._leave(token)

    async def renew(self) -> None:
        """Say that what is held here is held still."""
        if self._shared is not None and self._held:
            await self._shared.renew(self._slots, tuple(self._held))

    async def settled(self) -> None:
        """What was left here is given back to the others."""
        if self._freeing is not None:
            await self._freeing

    async def _pass(self, limit: int | None) -> str | None:
        async with self._line:
            await self._sleep_while_resting()
            if limit is None:
                return None
            token = str(new_id())
            while not await self._take(token, limit):
                self._freed.clear()
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(_LOOK_SECONDS):
                        await self._freed.wait()
            return token

    async def _take(self, token: str, limit: int) -> bool:
        """This process alone counts where Valkey is away: then each of them allows itself as many."""
        if len(self._held) >= limit:
            return False
        self._held.add(token)
        try:
            answer = None if self._shared is None else await self._shared.take(self._slots, limit, token)
        except asyncio.CancelledError:
            self._leave(token)  # it may have been given all the same
            raise
        if answer is False:
            self._held.discard(token)
        return answer is not False

    def _leave(self, token: str) -> None:
        self._held.discard(token)
        self._freed.set()
        if self._shared is None:
            return
        self._to_free.append(token)
        if self._freeing is None or self._freeing.done():
            self._freeing = asyncio.create_task(self._free(self._shared))

    async def _free(self, shared: SharedSlots) -> None:
        """Nobody waits for it: who leaves has its reply. What comes meanwhile goes with the next question."""
        while self._to_free:
            tokens, self._to_free = self._to_free, []
            await shared.free(self._slots, tokens)

    def _is_resting(self, now: float) -> bool:
        return now < max(self._rests_until, self._is_careful_until)

    async def _sleep_while_resting(self) -> None:
        while (left := self._rests_until - time.monotonic()) > 0:
            await asyncio.sleep(left)
        if time.monotonic() < self._is_careful_until:
            self._rests_until = time.monotonic() + _SPACE_SECONDS


class Gates:
    """Every gate of this process, and the task that renews what they hold."""

    def __init__(self, shared: SharedSlots | None) -> None:
        self._shared = shared
        self._gates: dict[str, Gate] = {}
        self._task: asyncio.Task[None] | None = None

    def get(self, connection: StoredConnection, key: str | None) -> Gate:
        identity = _identity(connection, key)
        if identity not in self._gates:
            self._gates[identity] = Gate(identity, self._shared)
        return self._gates[identity]

    def start(self) -> None:
        if self._shared is not None:
            self._task = asyncio.create_task(self._renew(self._shared), name="gates")

    async def stop(self) -> None:
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task
        if self._shared is not None:
            for gate in self._gates.values():
                await gate.settled()
            await self._shared.close()

    async def _renew(self, shared: SharedSlots) -> None:
        while True:
            await asyncio.sleep(shared.renew_seconds)
            for gate in list(self._gates.values()):
                await gate.renew()


def _identity(connection: StoredConnection, key: str | None) -> str:
    """Provider, host and key; without a host, the connection itself. The key cannot be read from it."""
    spec = connection.spec
    place = urlsplit(spec.base_url).netloc if spec.base_url else spec.id if key is None else ""
    return hashlib.sha256("\n".join((spec.provider, place, key or "")).encode()).hexdigest()[:32]
