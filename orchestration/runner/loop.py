"""The runner: one asyncio loop per process that claims runs and drives them. Knows neither Celery nor Django.

A ring makes it look; what it claims is decided by the database alone. It also looks by itself now and then,
so that a lost bell, or a broker that is away, delays a run and loses none.
"""

import asyncio
import contextlib
import logging
import os
import socket
import threading
import time
from collections.abc import Callable

import psycopg

from baton.core.ids import new_id
from baton.live.bus import RunNews
from baton.live.publisher import AsyncPublisher
from baton.live.slots import SharedSlots
from orchestration.engine.ports import ToolRunner
from orchestration.journal.failpoints import hit
from orchestration.journal.writer import JournalWriter
from orchestration.runner.agents import Agents
from orchestration.runner.circuits import Circuits
from orchestration.runner.clock import DatabaseClock
from orchestration.runner.driver import Driver
from orchestration.runner.gates import Gates
from orchestration.runner.heartbeat import Heartbeat, Notice
from orchestration.runner.lines import Lines
from orchestration.runner.models import Models
from orchestration.runner.observer import Observer
from orchestration.runner.outages import Outages
from orchestration.runner.partial_text import PartialTexts
from orchestration.runner.project import Projects
from orchestration.runner.quarantines import Quarantines
from orchestration.runner.settings import RunnerSettings
from orchestration.runner.store import Store, claimed_run
from orchestration.runner.teams import Teams
from orchestration.runner.worker import Worker

logger = logging.getLogger(__name__)

_DATABASE_AWAY = (psycopg.Error, OSError)
"""Whatever the database answers, or does not: a runner goes on asking."""
_TICK_SECONDS = 0.5


class Incarnation:
    """One lease: the worker row, everything that depends on it, and the runs held under it."""

    def __init__(
        self,
        settings: RunnerSettings,
        tools: ToolRunner,
        on_change: Callable[[], None],
        observer: Observer | None = None,
    ) -> None:
        self.settings = settings
        self.id = str(new_id())
        self.drivers: dict[str, tuple[Driver, asyncio.Task[None]]] = {}
        self.lost = False
        self._on_change = on_change
        self._let_go_at = 0.0
        self._loop = asyncio.get_running_loop()
        self._store = Store(settings.database_url, self.id)
        self._publisher = AsyncPublisher(settings.bus_url, settings.bus_channel) if settings.bus_url else None
        self._texts = PartialTexts(self._publisher) if self._publisher else None
        told: list[Callable[[RunNews], None]] = [self._publisher.publish] if self._publisher else []
        told += [observer.committed] if observer else []
        self._journal = JournalWriter(settings.database_url, self.id, _each(told))
        self._lines = Lines(
            Models(settings.allow),
            Circuits(settings.circuit),
            Gates(SharedSlots(settings.bus_url) if settings.bus_url else None),
            Outages(self._store),
        )
        self._quarantines = Quarantines(self._store)
        self._clock = DatabaseClock()
        self.heartbeat = Heartbeat(
            settings.database_url,
            self.id,
            lease=settings.lease_seconds,
            renew=settings.renew_seconds,
            on_notices=lambda now, notices: self._call(self._noticed, now, notices),
            on_lost=lambda: self._call(self._lose),
        )
        agents = Agents(self._store)
        self.worker = Worker(
            id=self.id,
            settings=settings,
            store=self._store,
            journal=self._journal,
            agents=agents,
            teams=Teams(self._store, agents),
            projects=Projects(self._store, settings.project_seconds, settings.key_ring),
            lines=self._lines,
            quarantines=self._quarantines,
            tools=tools,
            clock=self._clock,
            texts=self._texts,
            observer=observer,
            is_alive=lambda: self.heartbeat.is_alive and not self.lost,
        )

    @property
    def commits(self) -> int:
        return self._journal.commits

    async def open(self) -> None:
        await self._store.open()
        self._clock.set(
            await self._store.enlist(socket.gethostname()[:120], os.getpid(), self.settings.lease_seconds)
        )
        if self._publisher is not None and self._texts is not None:
            self._publisher.start()
            self._texts.start()
        self._journal.start()
        self._lines.start()
        self._quarantines.start()
        self.heartbeat.start()

    async def claim(self) -> int:
        """Take what there is, up to the free slots; returns how many runs were taken."""
        if not self.worker.is_alive():
            return 0
        await self._let_go()
        free = self.settings.slots - len(self.drivers)
        if free <= 0:
            return 0
        try:
            rows = await self._journal.claim(free, self.settings.max_claims, patient=bool(self.drivers))
        except _DATABASE_AWAY:
            self._let_go_at = 0.0  # it may have been granted, and nobody here knows what it brought
            raise
        hit("claim.after")
        for run in map(claimed_run, rows):
            driver = Driver(self.worker, run)
            task = asyncio.create_task(driver.drive(), name=f"run {run.run_id}")
            self.drivers[run.run_id] = (driver, task)
            task.add_done_callback(self._leaver(run.run_id))
        return len(rows)

    async def _let_go(self) -> None:
        """Once in a lease: give back what the record says we hold and nobody here drives (promise P4)."""
        now = time.monotonic()
        if now < self._let_go_at:
            return
        if count := await self._store.let_go(list(self.drivers)):
            logger.warning("%d runs that were held here without a driver are queued again", count)
        self._let_go_at = now + self.settings.lease_seconds

    async def drain(self) -> None:
        """Give every run back, or let it end."""
        for driver, _ in self.drivers.values():
            driver.drain()
        tasks = [task for _, task in self.drivers.values()]
        if tasks:
            await asyncio.wait(tasks, timeout=2 * self.settings.drain_seconds)

    async def close(self) -> None:
        for _, task in list(self.drivers.values()):
            task.cancel()
        await asyncio.to_thread(self.heartbeat.stop)
        await self._journal.stop()
        await self._lines.close()
        await self._quarantines.stop()
        if self._publisher is not None and self._texts is not None:
            await self._texts.stop()
            await self._publisher.stop()
        if not self.lost:
            with contextlib.suppress(*_DATABASE_AWAY):
                await asyncio.wait_for(self._store.retire(), timeout=3)
        await self._store.close()

    def _leaver(self, run_id: str) -> Callable[[asyncio.Task[None]], None]:
        def leave(task: asyncio.Task[None]) -> None:
            held = self.drivers.get(run_id)
            if held is not None and held[1] is task:  # it may have been claimed anew meanwhile
                del self.drivers[run_id]
            self._on_change()

        return leave

    def _noticed(self, now: float, notices: list[Notice]) -> None:
        self._clock.set(now)
        for notice in notices:
            if held := self.drivers.get(notice["run"]):
                held[0].notice(notice["signal"], notice["status"])

    def check_lease(self) -> None:
        """Let go by this machine's clock, should the heartbeat hang on a connection that is dead."""
        if not self.lost and not self.heartbeat.is_alive:
            self._lose()

    def _lose(self) -> None:
        """The lease ran out: whatever is under way belongs to nobody here any more."""
        if self.lost:
            return
        logger.error("the lease of worker %s is lost: its %d runs are let go", self.id, len(self.drivers))
        self.lost = True
        for _, task in list(self.drivers.values()):
            task.cancel()
        self._on_change()

    def _call(self, function: Callable[..., None], *arguments: object) -> None:
        with contextlib.suppress(RuntimeError):  # the loop has closed meanwhile
            self._loop.call_soon_threadsafe(function, *arguments)


class Runner:
    """Claims and drives until it is told to stop. `ring` and `stop` may be called from any thread."""

    def __init__(
        self,
        settings: RunnerSettings,
        make_tools: Callable[[], ToolRunner],
        observer: Observer | None = None,
    ) -> None:
        self._settings = settings
        self._make_tools = make_tools
        self._observer = observer
        self._loop: asyncio.AbstractEventLoop | None = None
        self._wake: asyncio.Event | None = None
        self._stopping = threading.Event()
        self._started = threading.Event()
        self._looks = 0
        self._looked = threading.Condition()
        self.incarnation: Incarnation | None = None

    def ring(self, *, wait: float = 0.0) -> bool:
        """Make the runner look. With `wait`, returns once a look that began later is done, or False."""
        with self._looked:
            aim = self._looks + (2 if self._looks % 2 else 1)  # odd: a look is under way, so take the next
            self._rouse()
            if wait <= 0:
                return True
            return self._looked.wait_for(lambda: self._looks // 2 * 2 >= aim, timeout=wait)

    def stop(self) -> None:
        self._stopping.set()
        self._rouse()

    def wait_started(self, timeout: float) -> bool:
        return self._started.wait(timeout)

    def run(self) -> None:
        """Serve in this thread until stopped."""
        asyncio.run(self.serve())

    async def serve(self) -> None:
        self._loop, self._wake = asyncio.get_running_loop(), asyncio.Event()
        tools = self._make_tools()
        try:
            while not self._stopping.is_set():
                await self._serve_one(tools)
        finally:
            await tools.close()

    async def _serve_one(self, tools: ToolRunner) -> None:
        """One incarnation, from enlisting to the end of its lease."""
        incarnation = Incarnation(self._settings, tools, self._rouse, self._observer)
        try:
            await incarnation.open()
        except _DATABASE_AWAY as error:
            logger.warning("the database cannot be reached: %s", str(error).split("\n")[0])
            await incarnation.close()
            await asyncio.sleep(1.0)
            return
        self.incarnation = incarnation
        self._started.set()
        ticker = asyncio.create_task(self._tick(incarnation))
        try:
            while not (self._stopping.is_set() or incarnation.lost):
                await self._look(incarnation)
            if self._stopping.is_set():
                await incarnation.drain()
        finally:
            ticker.cancel()
            await incarnation.close()

    async def _look(self, incarnation: Incarnation) -> None:
        """Claim until there is nothing left, then wait for the next reason to look."""
        assert self._wake is not None
        self._wake.clear()
        self._count_look()
        try:
            while await incarnation.claim():
                if self._stopping.is_set():
                    break
        except _DATABASE_AWAY as error:
            logger.warning("nothing can be claimed: %s", str(error).split("\n")[0])
            await asyncio.sleep(0.5)
        finally:
            self._count_look()
        if not (self._stopping.is_set() or incarnation.lost):
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._wake.wait(), self._settings.look_seconds)

    def _count_look(self) -> None:
        with self._looked:
            self._looks += 1
            self._looked.notify_all()

    async def _tick(self, incarnation: Incarnation) -> None:
        """Tell the heartbeat that the loop lives, and say so when it was held up."""
        while True:
            before = time.monotonic()
            await asyncio.sleep(_TICK_SECONDS)
            incarnation.heartbeat.tick()
            incarnation.check_lease()
            lag = time.monotonic() - before - _TICK_SECONDS
            if lag > 1.0:
                logger.warning("the loop was held up for %.1f s", lag)

    def _rouse(self) -> None:
        loop, wake = self._loop, self._wake
        if loop is not None and wake is not None:
            with contextlib.suppress(RuntimeError):
                loop.call_soon_threadsafe(wake.set)


def _each(told: list[Callable[[RunNews], None]]) -> Callable[[RunNews], None] | None:
    """All of them as one. None: there is nobody to tell, and nothing to make for them."""
    if len(told) < 2:
        return told[0] if told else None

    def tell(news: RunNews) -> None:
        for each in told:
            each(news)

    return tell
