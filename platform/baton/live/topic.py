"""One run that somebody watches: what came over the bus and is not handed on yet. No sockets, no I/O."""

from dataclasses import dataclass, field

import orjson

from baton.live.bus import PartialText, RunNews
from baton.live.frames import cut_events
from baton.live.reading import Page, Place


@dataclass(frozen=True, slots=True)
class Chunk:
    """Events `first` to `last` as JSON with commas between them."""

    first: int
    last: int
    body: bytes

    def after(self, seq: int) -> "Chunk":
        """The part of it that is newer."""
        if seq < self.first:
            return self
        return Chunk(seq + 1, self.last, cut_events(self.body, seq + 1 - self.first))


@dataclass(eq=False, slots=True)
class Topic:
    """The stream of one run in this process.

    `tail`: newest event that was taken in; None before the first. `known`: newest that is known to exist.
    Between the two lies what a lost or large message has left out, which has to be read.
    """

    place: Place
    run: str
    tail: int | None = None
    known: int = 0
    flushed: int = 0
    pending: list[Chunk] = field(default_factory=list)
    partials: list[PartialText] = field(default_factory=list)

    @property
    def is_behind(self) -> bool:
        return self.tail is not None and self.tail < self.known

    def accept(self, news: RunNews) -> None:
        """Take a message in; afterwards `is_behind` says whether something has to be read."""
        self.known = max(self.known, news.last)
        if news.events is None or len(news.events) != news.last + 1 - news.first:
            return
        if self.tail is None or self.tail + 1 >= news.first:
            self._add(news.first, news.last, orjson.dumps(list(news.events))[1:-1])

    def accept_page(self, page: Page, known: int) -> None:
        """Take in what was read. `known`: the newest event that was known of when the reading began."""
        self._add(page.first, page.last, page.body)
        # Where the rows end nothing newer exists, whatever a message had said; one that came while they were
        # read may speak of what was recorded after them.
        if self.known == known:
            self.known = page.last_seq
        self.known = max(self.known, self.tail or 0)

    def accept_partial(self, partial: PartialText) -> None:
        """Take a piece of text in; pieces that join become one."""
        last = self.partials[-1] if self.partials else None
        if (
            last is not None
            and (last.step, last.attempt) == (partial.step, partial.attempt)
            and partial.offset == last.offset + len(last.text)
        ):
            joined = PartialText(
                last.organization,
                last.project,
                last.run,
                last.step,
                last.attempt,
                last.offset,
                last.text + partial.text,
            )
            self.partials[-1] = joined
        else:
            self.partials.append(partial)

    def take(self) -> Chunk | None:
        """What is to be handed on, as one piece."""
        if not self.pending:
            return None
        chunks, self.pending = self.pending, []
        self.flushed = chunks[-1].last
        if len(chunks) == 1:
            return chunks[0]
        return Chunk(chunks[0].first, chunks[-1].last, b",".join(chunk.body for chunk in chunks))

    def take_partials(self) -> list[PartialText]:
        partials, self.partials = self.partials, []
        return partials

    def _add(self, first: int, last: int, body: bytes) -> None:
        if last < first or (self.tail is not None and last <= self.tail):
            return
        chunk = Chunk(first, last, body)
        self.pending.append(chunk if self.tail is None else chunk.after(self.tail))
        self.tail = last
