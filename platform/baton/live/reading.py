"""What the hub asks the record, as a port: it knows that runs have numbered events, and nothing of them."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class Place:
    """Where a run is at home."""

    organization: str
    project: str


@dataclass(frozen=True, slots=True)
class Page:
    """Events of a run after a seq, in order and without a gap."""

    first: int
    last: int
    """Below `first` where there are none."""
    body: bytes
    """The events as JSON, with commas between them."""
    last_seq: int
    """The newest of the run in the same moment."""


@dataclass(frozen=True, slots=True)
class Stand:
    """Where a run stands: its project and its newest event."""

    project: str
    last_seq: int


@dataclass(frozen=True, slots=True)
class Look:
    """One look at an organization."""

    runs: Mapping[str, Stand]
    """One that is missing is not there (any more)."""
    marks: Mapping[str, str]
    """By project: a text that changes whenever a run or an approval of it does."""


MOST_EVENTS = 500
_FIRST_EVENTS = 100
_PAGE_BYTES = 256 * 1024


class Pages:
    """How many events to ask for next, so that pages of large events stay small ones."""

    def __init__(self) -> None:
        self.limit = _FIRST_EVENTS

    def learn(self, page: Page) -> None:
        count = page.last + 1 - page.first
        if count > 0:
            fitting = count * _PAGE_BYTES // max(len(page.body), 1)
            self.limit = min(max(fitting, 1), MOST_EVENTS)


class Reader(Protocol):
    """Called in threads. Raises what the database raises."""

    def page(self, place: Place, run: str, after: int, limit: int) -> Page | None:
        """At most so many of the next events; None where the project has no such run."""
        ...

    def look(self, organization: str, of_runs: Collection[str], projects: Collection[str]) -> Look:
        """Where runs and projects stand now."""
        ...

    def writing_steps(self, place: Place, run: str) -> list[str]:
        """The steps of a run whose text is being written."""
        ...
