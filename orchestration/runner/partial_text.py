"""The text of a running model call, while somebody watches: an animation, of which nothing is kept.

Deltas are put together for a moment, since a model sends them faster than an eye reads; and nothing is sent
of a run that nobody has open, which is nearly every one. Whether somebody has is asked for all runs in one
question. The truth is the recorded reply: whatever is lost here is seen a little later.
"""

import asyncio
import contextlib
import time
from dataclasses import dataclass, field

from baton.core.hiding import begun, hide_spelt
from baton.core.text import clean_text
from baton.live.bus import (
    PARTIAL_SECONDS,
    OpenText,
    PartialText,
    encode_open_text,
    partial_key,
    watched_key,
)
from baton.live.publisher import AsyncPublisher

GATHER_SECONDS = 0.05
ASK_SECONDS = 1.0
MAX_KEPT = 32_000
"""Code points that are kept for who opens the run in the middle of a step: the end of a longer text."""
_QUESTION = 500


@dataclass(slots=True, eq=False)
class Watched:
    """A run as a source of text: whose it is, and whether somebody had it open when last asked."""

    organization: str
    project: str
    run: str
    is_watched: bool = False
    asked: float = field(default=-1e9)


class PartialTexts:
    """Every text that is being written in this process, on one event loop."""

    def __init__(self, publisher: AsyncPublisher) -> None:
        self._publisher = publisher
        self._open: set[PartialStream] = set()
        self._wake = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        self._task = asyncio.create_task(self._serve(), name="partial texts")

    async def stop(self) -> None:
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task

    def stream(self, run: Watched, step: str, attempt: int, secrets: tuple[str, ...] = ()) -> "PartialStream":
        return PartialStream(self, run, step, attempt, secrets)

    def _enter(self, stream: "PartialStream") -> None:
        self._open.add(stream)
        self._wake.set()

    def _leave(self, stream: "PartialStream") -> None:
        self._open.discard(stream)

    async def _serve(self) -> None:
        """Every few hundredths of a second while a text is being written; otherwise nothing."""
        while True:
            await self._wake.wait()
            await asyncio.sleep(GATHER_SECONDS)
            if not self._open:
                self._wake.clear()
                continue
            await self._ask()
            for stream in list(self._open):
                stream.send(self._publisher)

    async def _ask(self) -> None:
        """Who is watched, for the runs of which that is not known or was asked a second ago."""
        now = time.monotonic()
        due = {
            stream.run.run: stream.run
            for stream in self._open
            if stream.has_news and now - stream.run.asked >= ASK_SECONDS
        }
        runs = list(due.values())
        for at in range(0, len(runs), _QUESTION):
            part = runs[at : at + _QUESTION]
            answers = await self._publisher.are_there([watched_key(run.run) for run in part])
            for run, is_watched in zip(part, answers, strict=True):
                run.is_watched, run.asked = is_watched, now


class PartialStream:
    """The text of one try of a model call. `add` what comes; `close` once the call has ended."""

    def __init__(
        self, texts: PartialTexts, run: Watched, step: str, attempt: int, secrets: tuple[str, ...]
    ) -> None:
        self._texts = texts
        self._secrets = secrets
        self.run = run
        self._step = step
        self._attempt = attempt
        self._pieces: list[str] = []
        self._sent = 0
        self._is_kept = False
        self._publisher: AsyncPublisher | None = None

    @property
    def has_news(self) -> bool:
        """Whether text came that was not sent."""
        return len(self._pieces) > 1 or bool(self._pieces and len(self._pieces[0]) > self._sent)

    def add(self, text: str) -> None:
        if text := clean_text(text):
            self._pieces.append(text)
            self._texts._enter(self)

    def send(self, publisher: AsyncPublisher) -> None:
        """Publish what is new. Who begins to watch gets the whole text first."""
        if not self.run.is_watched:
            self._sent = 0
            return
        if not self.has_news:
            return
        written = "".join(self._pieces)
        # The beginning of a secret is held back until it is seen whether it is one.
        end = len(written) - begun(written, self._secrets)
        whole = hide_spelt(written[:end], self._secrets)
        self._pieces = [whole, written[end:]] if end < len(written) else [whole]
        if len(whole) <= self._sent:
            return
        run = self.run
        publisher.publish(
            PartialText(
                run.organization,
                run.project,
                run.run,
                self._step,
                self._attempt,
                self._sent,
                whole[self._sent :],
            )
        )
        self._sent = len(whole)
        start = max(0, len(whole) - MAX_KEPT)
        kept = encode_open_text(OpenText(self._attempt, start, whole[start:]))
        publisher.send("SET", partial_key(run.run, self._step), kept, "EX", PARTIAL_SECONDS)
        self._publisher = publisher

    def close(self) -> None:
        """The step has its reply, or this try has failed: what was kept of it is worth nothing any more."""
        self._texts._leave(self)
        if self._publisher is not None:
            self._publisher.send("DEL", partial_key(self.run.run, self._step))
