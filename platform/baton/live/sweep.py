"""Every two seconds one look at the record for each organization that listens: what did the bus not say?

With it the stream is gapless within seconds whatever becomes of the bus.
"""

import asyncio
import logging
from collections.abc import Collection, Mapping

from baton.api.translate import translate
from baton.live.hub import Hub
from baton.live.partials import Partials
from baton.live.reading import Reader
from baton.live.threads import Threads

EVERY_SECONDS = 2.0
_log = logging.getLogger("baton.live")


class Sweep:
    """The looks, and what the last ones have found."""

    def __init__(self, hub: Hub, reader: Reader, threads: Threads, partials: Partials) -> None:
        self._hub = hub
        self._reader = reader
        self._threads = threads
        self._partials = partials
        self._marks: dict[str, str] = {}
        self._wake = asyncio.Event()

    def soon(self) -> None:
        """The bus is back: do not wait for the next beat."""
        self._wake.set()

    async def run(self) -> None:
        """For as long as the process serves."""
        while True:
            try:
                async with asyncio.timeout(EVERY_SECONDS):
                    await self._wake.wait()
            except TimeoutError:
                pass
            self._wake.clear()
            self._partials.watched({topic.run for topic in self._hub.topics.values()})
            organizations = self._hub.organizations()
            await asyncio.gather(*(self._look_at(organization) for organization in organizations))
            listened = {project for each in organizations for project in self._hub.projects_of(each)}
            self._marks = {project: mark for project, mark in self._marks.items() if project in listened}

    async def _look_at(self, organization: str) -> None:
        hub = self._hub
        topics = [topic for topic in hub.topics.values() if topic.place.organization == organization]
        projects = hub.projects_of(organization)
        if not topics and not projects:
            return
        heard = hub.heard.intersection(projects)
        hub.heard.difference_update(projects)
        try:
            look = await self._threads.run(
                self._reader.look, organization, [topic.run for topic in topics], projects
            )
        except Exception as error:
            known = translate(error)
            _log.warning(
                "an organization could not be looked at: %s", type(error).__name__, exc_info=not known
            )
            return
        for topic in topics:
            if not hub.has(topic):
                continue
            stand = look.runs.get(topic.run)
            if stand is None or stand.project != topic.place.project:
                hub.refuse(topic, "not_found")
            else:
                hub.expect(topic, stand.last_seq)
        missed = [project for project in projects if self._has_missed(project, look.marks, heard)]
        self._marks.update(look.marks)
        hub.note_all_changed(missed)

    def _has_missed(self, project: str, marks: Mapping[str, str], heard: Collection[str]) -> bool:
        """Something has changed there and the bus has said nothing."""
        before = self._marks.get(project)
        return before is not None and before != marks.get(project) and project not in heard
