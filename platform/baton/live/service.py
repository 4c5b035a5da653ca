"""Everything the `live` process holds, put together when it starts and let go when it ends."""

import asyncio
import logging
from collections.abc import Awaitable, Callable

import redis.asyncio
from django.conf import settings
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff

from baton.live.bus import Message, Revoked, channel_of
from baton.live.hub import Hub
from baton.live.limits import HubLimits
from baton.live.listener import Listener
from baton.live.origin import OriginRule
from baton.live.partials import TIMEOUT_SECONDS, Partials
from baton.live.reading import Reader
from baton.live.rechecks import Rechecks
from baton.live.sockets import Close
from baton.live.sweep import Sweep
from baton.live.threads import Threads

_AFTERSHOCK_SECONDS = 3.0
_PAUSE_SECONDS = 1.0
_log = logging.getLogger("baton.live")


class LiveService:
    """Made in the running event loop; handlers find it as `scope["state"]["live"]`."""

    def __init__(self, reader: Reader) -> None:
        baton = settings.BATON
        self.recheck_seconds: float = baton.baton_live_recheck_seconds
        self.origins = OriginRule.of(baton.baton_url, settings.ALLOWED_HOSTS)
        self.threads = Threads(baton.baton_live_threads)
        self.valkey = redis.asyncio.Redis.from_url(
            baton.redis_url,
            socket_timeout=TIMEOUT_SECONDS,
            socket_connect_timeout=TIMEOUT_SECONDS,
            retry=Retry(NoBackoff(), 1),
        )
        partials = Partials(self.valkey)
        limits = HubLimits(
            flush_seconds=baton.baton_live_flush_ms / 1000,
            sockets=baton.baton_live_sockets,
            sockets_per_organization=baton.baton_live_sockets_per_organization,
        )
        self.hub = Hub(reader, self.threads, partials, limits)
        self.is_stopping = False
        self._sweep = Sweep(self.hub, reader, self.threads, partials)
        self._rechecks = Rechecks(self.hub, self.threads, self.recheck_seconds)
        self.listener = Listener(
            baton.redis_url,
            channel_of(baton.baton_queue),
            self._take,
            found=self._bus_is_found,
            lost=self.hub.note_all_changed,
        )
        self._tasks: list[asyncio.Task[None]] = []

    def start(self) -> None:
        loop = asyncio.get_running_loop()
        for work in (self.listener.run, self._sweep.run, self._rechecks.run):
            self._tasks.append(loop.create_task(_keep_on(work)))

    def begin_to_stop(self) -> None:
        """The server is about to end. It closes sockets with 1012 itself; streams would keep it waiting."""
        self.is_stopping = True
        for socket in list(self.hub.sockets):
            if socket.catches_up_itself:
                socket.end(Close.RESTART, "restart")

    async def stop(self) -> None:
        """Nothing of it runs afterwards."""
        for task in self._tasks:
            task.cancel()
        self.hub.stop()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self.threads.stop()
        await self.valkey.aclose()

    def _take(self, message: Message) -> None:
        if isinstance(message, Revoked):
            self._rechecks.revoked(message)
        else:
            self.hub.take(message)

    def _bus_is_found(self) -> None:
        """What was said meanwhile is lost; and so may be what is said while publishers still look for it."""
        self.hub.note_all_changed()
        self._sweep.soon()
        asyncio.get_running_loop().call_later(_AFTERSHOCK_SECONDS, self.hub.note_all_changed)


async def _keep_on(work: Callable[[], Awaitable[None]]) -> None:
    """Begin it anew whatever it met: a `live` that hears, looks or asks no more would seem to be well."""
    while True:
        try:
            await work()
        except Exception:
            _log.exception("live met what nobody expected, and goes on")
        await asyncio.sleep(_PAUSE_SECONDS)
