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
class Look:
    """One look at an organization."""

    last_seqs: Mapping[str, int]
    """By run; one that is missing is not there (any more)."""
    marks: Mapping[str, str]
    """By project: a text that changes whenever a run or an approval of it does."""


class Reader(Protocol):
    """Called in threads. Raises what the database raises."""

    def page(self, place: Place, run: str, after: int) -> Page | None:
        """The next events; None where the project has no such run."""
        ...

    def look(self, organization: str, runs: Collection[str], projects: Collection[str]) -> Look:
        """Where runs and projects stand now."""
        ...

    def writing_steps(self, place: Place, run: str) -> list[str]:
        """The steps of a run whose text is being written."""
        ...
