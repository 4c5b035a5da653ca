"""The hub: everything this process streams, one subscription, one encoded frame for all who watch a run.

The record is the truth and the bus a hint. A message that fits is handed on; what is missing is read once for
everybody; a socket that is behind is caught up from the record at its own pace. Lives in one event loop and
never waits for a socket.
"""

import asyncio
import logging
from collections import defaultdict
from collections.abc import Collection, Iterator
from itertools import groupby

from django.db import Error

from baton.core.errors import TooMany
from baton.live import frames
from baton.live.bus import Message, PartialText, Revoked, RunNews
from baton.live.changes import Changes
from baton.live.limits import HubLimits
from baton.live.partials import Partials
from baton.live.reading import Page, Pages, Place, Reader
from baton.live.sockets import Close, Socket, Watch
from baton.live.threads import Threads
from baton.live.topic import Topic

_QUIET_SECONDS = 0.1
_RETRY_SECONDS = 0.5
_log = logging.getLogger("baton.live")


class Hub:
    """Sockets join and leave; `take` is what the bus says."""

    def __init__(self, reader: Reader, threads: Threads, partials: Partials, limits: HubLimits) -> None:
        self.sockets: set[Socket] = set()
        self.topics: dict[tuple[Place, str], Topic] = {}
        """By place too: whoever asks for a run of others must not meet the stream of its own people."""
        self.heard: set[str] = set()
        """Projects of which the bus has told something since the sweep last emptied it."""
        self._reader = reader
        self._threads = threads
        self._partials = partials
        self._limits = limits
        self._watches: dict[Topic, set[Watch]] = defaultdict(set)
        self._by_project: dict[str, set[Socket]] = defaultdict(set)
        self._of_organization: dict[str, int] = defaultdict(int)
        self._changes = Changes()
        self._dirty: set[Topic] = set()
        self._filling: set[Topic] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._loop = asyncio.get_running_loop()
        self._timer: asyncio.TimerHandle | None = None
        self._timer_at = 0.0
        self._flushed_at = 0.0

    # Sockets

    def join(self, socket: Socket) -> None:
        """Raises TooMany where the process or the organization has as many as it may."""
        organization = socket.place.organization
        if len(self.sockets) >= self._limits.sockets:
            raise TooMany("too_many_streams", "This server streams to as many as it can.", retry_after=10)
        if self._of_organization[organization] >= self._limits.sockets_per_organization:
            raise TooMany(
                "too_many_streams", "The organization has as many open streams as it may.", retry_after=10
            )
        socket.checked_at = self._loop.time()
        self.sockets.add(socket)
        self._of_organization[organization] += 1
        if socket.takes_changes:
            self._by_project[socket.place.project].add(socket)

    def leave(self, socket: Socket) -> None:
        """Forget it; doing so twice is doing so once."""
        if socket not in self.sockets:
            return
        self.sockets.discard(socket)
        for run in list(socket.watches):
            self.unwatch(socket, run)
        socket.outlet.close()
        organization, project = socket.place.organization, socket.place.project
        self._of_organization[organization] -= 1
        if not self._of_organization[organization]:
            del self._of_organization[organization]
        self._by_project[project].discard(socket)
        if not self._by_project[project]:
            del self._by_project[project]
            self._changes.forget(project)

    def sockets_of(self, revoked: Revoked) -> Iterator[Socket]:
        """Those whose rights may have changed."""
        for socket in self.sockets:
            if revoked.user == str(socket.actor.user_id) or revoked.organization == socket.place.organization:
                yield socket

    def organizations(self) -> Collection[str]:
        return list(self._of_organization)

    def projects_of(self, organization: str) -> list[str]:
        """Projects of an organization whose changes somebody wants to know."""
        return [
            project
            for project, sockets in self._by_project.items()
            if next(iter(sockets)).place.organization == organization
        ]

    # Watching

    def watch(self, socket: Socket, run: str, after: int) -> None:
        """Stream the run's events after a seq to the socket; asked again, from there anew."""
        self.unwatch(socket, run)
        if len(socket.watches) >= self._limits.watches:
            self._put(socket, frames.refused(run, "too_many_watches"))
            return
        key = (socket.place, run)
        topic = self.topics.get(key)
        if topic is None:
            topic = self.topics[key] = Topic(socket.place, run)
        watch = socket.watches[run] = Watch(socket, topic, after)
        self._watches[topic].add(watch)
        self._begin_catching_up(watch)

    def unwatch(self, socket: Socket, run: str) -> None:
        """Stop streaming the run to the socket, if it does."""
        watch = socket.watches.pop(run, None)
        if watch is None:
            return
        self._stop_catching_up(watch)
        topic = watch.topic
        watches = self._watches[topic]
        watches.discard(watch)
        if not watches:
            del self._watches[topic], self.topics[topic.place, topic.run]
            self._dirty.discard(topic)

    def refuse(self, topic: Topic, code: str) -> None:
        """End every watch of a run that cannot be read any more."""
        for watch in list(self._watches.get(topic, ())):
            self._refuse(watch, code)

    def has(self, topic: Topic) -> bool:
        """Whether somebody watches it still."""
        return topic in self._watches

    # The bus

    def take(self, message: Message) -> None:
        """A message of the bus, but for revocations, which somebody else looks into."""
        match message:
            case RunNews():
                self._take_news(message)
            case PartialText():
                topic = self._topic_of(message)
                if topic is not None:
                    topic.accept_partial(message)
                    self._soil(topic)
            case Revoked():
                pass

    def note_all_changed(self, projects: Collection[str] | None = None) -> None:
        """Messages may have been lost: lists are to be read again, in these projects or in all."""
        self._changes.note_all(list(self._by_project) if projects is None else projects)
        self._schedule()

    def expect(self, topic: Topic, last_seq: int) -> None:
        """The record has events up to here: read what did not come by itself."""
        topic.known = max(topic.known, last_seq)
        self._fill(topic)

    def _take_news(self, news: RunNews) -> None:
        if self._is_listened_to(news):
            self.heard.add(news.project)
            self._changes.note(news)
            self._schedule()
        topic = self._topic_of(news)
        if topic is None:
            return
        if topic.partials:  # what was written before these events is told before them
            self._flush_topic(topic)
        topic.accept(news)
        self._soil(topic)
        self._fill(topic)

    def _is_listened_to(self, news: RunNews) -> bool:
        socket = next(iter(self._by_project.get(news.project, ())), None)
        return socket is not None and socket.place.organization == news.organization

    def _topic_of(self, message: RunNews | PartialText) -> Topic | None:
        return self.topics.get((Place(message.organization, message.project), message.run))

    # Flushing

    def _soil(self, topic: Topic) -> None:
        self._dirty.add(topic)
        self._schedule()

    def _schedule(self) -> None:
        """A flush as soon as something is due: at once after a quiet moment, else with the next beat."""
        now = self._loop.time()
        if self._dirty:
            is_quiet = now - self._flushed_at >= _QUIET_SECONDS
            at = now if is_quiet else self._flushed_at + self._limits.flush_seconds
        else:
            due = self._changes.next_due()
            if due is None:
                return
            at = max(now, due)
        if self._timer is not None:
            if self._timer_at <= at:
                return
            self._timer.cancel()
        self._timer_at = at
        self._timer = self._loop.call_at(at, self._flush)

    def _flush(self) -> None:
        self._timer = None
        now = self._loop.time()
        if self._dirty:
            self._flushed_at = now
        dirty, self._dirty = self._dirty, set()
        for topic in dirty:
            self._flush_topic(topic)
        for project, frame in self._changes.take_due(now):
            for socket in list(self._by_project.get(project, ())):
                self._put(socket, frame)
        self._schedule()

    def _flush_topic(self, topic: Topic) -> None:
        chunk = topic.take()
        if chunk is not None:
            frame = frames.events(topic.run, chunk.first, chunk.last, chunk.body)
            for watch in list(self._watches.get(topic, ())):
                if not watch.is_live or watch.sent >= chunk.last:
                    continue
                if watch.sent == chunk.first - 1:
                    self._send_events(watch, frame)
                elif watch.sent >= chunk.first:
                    rest = chunk.after(watch.sent)
                    self._send_events(watch, frames.events(topic.run, rest.first, rest.last, rest.body))
                else:
                    self._begin_catching_up(watch)
        for text in topic.take_partials():
            frame = frames.partial(topic.run, text.step, text.attempt, text.offset, text.text)
            for watch in list(self._watches.get(topic, ())):
                if watch.is_live:
                    self._put(watch.socket, frame)

    # Sending

    def _send_events(self, watch: Watch, frame: frames.Frame) -> None:
        if self._put(watch.socket, frame):
            watch.sent = frame.last

    def answer(self, socket: Socket, frame: frames.Frame) -> None:
        """Put something into the socket's outlet that was not asked of the record."""
        self._put(socket, frame)

    def _put(self, socket: Socket, frame: frames.Frame) -> bool:
        if socket.outlet.put(frame):
            return True
        self._shed(socket, frame)
        return False

    def _shed(self, socket: Socket, frame: frames.Frame) -> None:
        """A slow reader: drop what the record can give again, and say from where."""
        dropped = [*socket.outlet.drop(), frame]
        streams = [each for each in dropped if each.run is not None and each.kind == "events"]
        streams.sort(key=lambda each: (each.run or "", each.first))
        left = [each for each in dropped if each.kind == "answer"]
        for run, of_run in groupby(streams, key=lambda each: each.run):
            watch = socket.watches.get(run or "")
            if watch is None:
                continue
            watch.sent = next(of_run).first - 1
            if socket.catches_up_itself:
                self._begin_catching_up(watch)
            else:
                self.unwatch(socket, watch.topic.run)
                left.append(frames.resync(watch.topic.run, watch.sent))
        if any(each.kind == "changed" for each in dropped):
            left.append(frames.changed([], approvals=True, everything=True))
        if not all([socket.outlet.put(each) for each in left]):
            self._loop.call_soon(socket.end, Close.TOO_SLOW, "too_slow")

    def _refuse(self, watch: Watch, code: str) -> None:
        self.unwatch(watch.socket, watch.topic.run)
        self._put(watch.socket, frames.refused(watch.topic.run, code))

    # Reading the record

    def _begin_catching_up(self, watch: Watch) -> None:
        self._stop_catching_up(watch)
        watch.task = self._start(self._catch_up(watch))

    def _stop_catching_up(self, watch: Watch) -> None:
        watch.is_live = False
        if watch.task is not None:
            watch.task.cancel()
            watch.task = None

    async def _catch_up(self, watch: Watch) -> None:
        """Page through the record for one socket until it is level with the stream, then let it take part."""
        topic, socket, pages = watch.topic, watch.socket, Pages()
        while True:
            await socket.outlet.room()
            page = await self._page(topic, watch.sent, pages)
            if page is None or page.last_seq < watch.sent:
                watch.task = None  # otherwise refusing it would cancel this very task
                self._refuse(watch, "not_found" if page is None else "bad_cursor")
                return
            if page.last > watch.sent:
                frame = frames.events(topic.run, page.first, page.last, page.body)
                if not self._put(socket, frame):
                    return
                watch.sent = page.last
            if watch.sent >= max(page.last_seq, topic.flushed):
                break
        if topic.tail is None:
            topic.tail = topic.flushed = watch.sent
        watch.is_live = True
        watch.task = None
        self._partials.watched([topic.run])
        self._put(socket, frames.watching(topic.run, watch.sent))
        self._fill(topic)
        await self._send_open_text(watch)

    async def _send_open_text(self, watch: Watch) -> None:
        """What a step has written so far: the stream goes on from there."""
        topic = watch.topic
        try:
            steps = await self._threads.run(self._reader.writing_steps, topic.place, topic.run)
        except Error:
            return  # an animation less; the text comes with its event
        for text in await self._partials.read(topic.place, topic.run, steps):
            if watch.is_live:
                self._put(
                    watch.socket,
                    frames.partial(topic.run, text.step, text.attempt, text.offset, text.text),
                )

    def _fill(self, topic: Topic) -> None:
        """Read what the bus has left out, once for all watchers."""
        if topic.is_behind and topic not in self._filling:
            self._filling.add(topic)
            self._start(self._fill_up(topic))

    async def _fill_up(self, topic: Topic) -> None:
        pages = Pages()
        try:
            while topic.is_behind and self.has(topic):
                known = topic.known
                page = await self._page(topic, topic.tail or 0, pages)
                if page is None:
                    self.refuse(topic, "not_found")
                    return
                topic.accept_page(page, known)
                self._flush_topic(topic)
        finally:
            self._filling.discard(topic)

    async def _page(self, topic: Topic, after: int, pages: Pages) -> Page | None:
        """Asked again until the database answers."""
        while True:
            try:
                page = await self._threads.run(self._reader.page, topic.place, topic.run, after, pages.limit)
            except Error as error:
                _log.warning("events of %s cannot be read: %s", topic.run, type(error).__name__)
                await asyncio.sleep(_RETRY_SECONDS)
                continue
            if page is not None:
                pages.learn(page)
            return page

    def _start(self, work: "asyncio._CoroutineLike[None]") -> "asyncio.Task[None]":
        task = self._loop.create_task(_logged(work))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    def stop(self) -> None:
        """End everything that is under way."""
        for task in list(self._tasks):
            task.cancel()
        if self._timer is not None:
            self._timer.cancel()


async def _logged(work: "asyncio._CoroutineLike[None]") -> None:
    try:
        await work
    except asyncio.CancelledError:
        raise
    except Exception:
        _log.exception("The hub met what nobody expected")
