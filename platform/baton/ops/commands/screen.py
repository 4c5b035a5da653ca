"""The terminal: rows that stay, and under them one line that says what goes on now."""

import sys
import time
from collections.abc import Iterable

from rich.console import Console
from rich.live import Live
from rich.text import Text

from baton.core.clock import now, to_rfc3339
from baton.ops.commands.view.layout import INDENT, lay_out, paragraph, sign
from baton.ops.commands.view.line import Line
from baton.ops.commands.view.times import day

_WIDEST = 120


def open_console() -> Console:
    """Nothing is interpreted: no markup, no emoji names, no colouring of numbers."""
    sys.stdout.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]
    console = Console(highlight=False, markup=False, emoji=False)
    if console.width > _WIDEST:
        console.width = _WIDEST
    return console


class Screen:
    """On a terminal the line of what goes on is redrawn in place; elsewhere it is a row like any other."""

    def __init__(self, console: Console) -> None:
        self.console = console
        self.is_live = console.is_terminal and not console.is_dumb_terminal
        self._live: Live | None = None
        self._now: Line | None = None
        self._day = day(to_rfc3339(now()))
        self._since = 0.0

    def show(self, rows: Iterable[Text]) -> None:
        text = Text("\n").join(list(rows))
        self.console.print(text, soft_wrap=True)

    def show_line(self, line: Line) -> None:
        """A line of the trace; a passing one only until the next."""
        if line.passing and self.is_live:
            self._now, self._since = line, time.monotonic()
            self.refresh()
            return
        if not line.passing:
            self._now = None
            self._blank()
        if self._day != day(line.at):
            self._day = day(line.at)
            self.show([Text(self._day, "dim")])
        self.show(lay_out(line, self.console))

    def going_on(self, line: Line) -> None:
        """Say what goes on where no event says it; on a terminal only."""
        if self._now is None or self._now.sentence != line.sentence:
            self._now, self._since = line, time.monotonic()

    def notice(self, sentence: str) -> None:
        """Something about the connection or the other people, beside the trace."""
        self.show(paragraph(Text(sentence, "dim"), self.console, INDENT))

    def refresh(self) -> None:
        """Draw the line of what goes on anew, with its seconds."""
        if not self.is_live:
            return
        if self._now is None:
            self.rest()
            return
        if self._live is None:
            self._live = Live(console=self.console, auto_refresh=False, transient=True)
            self._live.start()
        self._live.update(self._drawn(self._now), refresh=True)

    def rest(self) -> None:
        """Take the line away: something else is about to use the terminal."""
        if self._live is not None:
            self._live.stop()
            self._live = None

    def _blank(self) -> None:
        """What goes on no longer: otherwise it would be drawn once more under what comes after it."""
        if self._live is not None:
            self._live.update(Text(), refresh=True)

    def _drawn(self, line: Line) -> Text:
        text = Text(" " * (INDENT - 2), no_wrap=True, overflow="ellipsis")
        text.append_text(sign(line.shape))
        text.append(f" {line.sentence}")
        seconds = int(time.monotonic() - self._since)
        if seconds:
            text.append(f" {seconds} s" if seconds < 60 else f" {seconds // 60}:{seconds % 60:02}", "dim")
        return text
