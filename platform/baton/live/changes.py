"""Hints that runs of a project have changed, for its lists: many changes in a moment are one frame."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from baton.live import frames
from baton.live.bus import RunNews

EVERY_SECONDS = 0.25
MOST_RUNS = 100
"""With more than that at once a list is read again sooner than patched."""


@dataclass(slots=True)
class _Hint:
    runs: dict[str, dict[str, Any]] = field(default_factory=dict)
    approvals: bool = False
    everything: bool = False


class Changes:
    """What the sockets of each project have not been told yet."""

    def __init__(self) -> None:
        self._hints: dict[str, _Hint] = {}
        self._told: dict[str, float] = {}

    def note(self, news: RunNews) -> None:
        hint = self._hints.setdefault(news.project, _Hint())
        hint.runs[news.run] = {
            "id": news.run,
            "status": news.status,
            "waiting_for": list(news.waiting_for),
            "seq": news.last,
        }
        hint.approvals = hint.approvals or news.approvals

    def note_all(self, projects: Iterable[str]) -> None:
        """Something may have been missed: every list is to be read again."""
        for project in projects:
            self._hints.setdefault(project, _Hint()).everything = True

    def take_due(self, now: float) -> list[tuple[str, frames.Frame]]:
        """The frames whose time has come."""
        due = [project for project in self._hints if self._due_at(project) <= now]
        return [(project, self._take(project, now)) for project in due]

    def next_due(self) -> float | None:
        """When the next one is due; None while there is none."""
        return min((self._due_at(project) for project in self._hints), default=None)

    def forget(self, project: str) -> None:
        """Nobody listens there any more."""
        self._hints.pop(project, None)
        self._told.pop(project, None)

    def _due_at(self, project: str) -> float:
        return self._told.get(project, 0.0) + EVERY_SECONDS

    def _take(self, project: str, now: float) -> frames.Frame:
        hint = self._hints.pop(project)
        self._told[project] = now
        everything = hint.everything or len(hint.runs) > MOST_RUNS
        runs = [] if everything else list(hint.runs.values())
        return frames.changed(runs, approvals=hint.approvals or everything, everything=everything)
