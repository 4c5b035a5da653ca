"""Lines laid out for a width: time, shape, sentence, duration; what belongs to it under it."""

from collections.abc import Iterator

from rich.cells import cell_len
from rich.console import Console
from rich.text import Text

from baton.ops.commands.view.foreign import Quote
from baton.ops.commands.view.line import Line
from baton.ops.commands.view.statuses import Shape
from baton.ops.commands.view.times import clock, duration

INDENT = 11
_RIGHT = 9
_BAR = "┆ "
_DIM = "dim"


def lay_out(line: Line, console: Console) -> list[Text]:
    """The rows of one event, none wider than the console."""
    first = Text()
    first.append(clock(line.at), _DIM)
    first.append(" ")
    first.append_text(sign(line.shape))
    first.append(" ")
    room = console.width - INDENT - (_RIGHT if line.duration_ms is not None else 0)
    rows = wrap(Text(line.sentence), console, room)
    head = first + rows[0]
    if line.duration_ms is not None:
        time = duration(line.duration_ms)
        head.append(" " * max(1, console.width - head.cell_len - cell_len(time)))
        head.append(time, _DIM)
    return [
        head,
        *(_indented(row, INDENT) for row in rows[1:]),
        *(quoted(line.quote, console, INDENT) if line.quote else ()),
        *(row for fact in line.facts for row in paragraph(Text(fact, _DIM), console, INDENT)),
    ]


def sign(shape: Shape | None) -> Text:
    return Text(shape.sign, shape.colour) if shape else Text(" ")


def quoted(quote: Quote, console: Console, indent: int) -> Iterator[Text]:
    """Foreign words behind a bar, and how much of them is not shown."""
    for line in quote.lines:
        for row in fold(line, console.width - indent - cell_len(_BAR)):
            yield _indented(Text.assemble((_BAR, _DIM), row), indent)
    if quote.missing:
        unit = "character" if quote.missing == 1 else "characters"
        yield _indented(Text(f"{_BAR}… {quote.missing:,} {unit} more", _DIM), indent)


def fold(line: str, width: int) -> Iterator[str]:
    """A line in rows, every character of it kept: broken after a space or comma where one is near the end."""
    width = max(width, 8)
    while cell_len(line) > width:
        fits = 0
        cells = 0
        while cells + cell_len(line[fits]) <= width:
            cells += cell_len(line[fits])
            fits += 1
        near = max(line.rfind(" ", 0, fits), line.rfind(",", 0, fits)) + 1
        cut = near if near > fits * 0.6 else fits
        yield line[:cut]
        line = line[cut:]
    yield line


def paragraph(text: Text, console: Console, indent: int, hanging: int = 0) -> Iterator[Text]:
    """Text wrapped at the console's width; `hanging` indents every row but the first further."""
    rows = wrap(text, console, console.width - indent - hanging)
    for place, row in enumerate(rows):
        yield _indented(row, indent + (hanging if place else 0))


def wrap(text: Text, console: Console, width: int) -> list[Text]:
    """Broken between words where possible, inside a word where not; nothing is ever cut off."""
    return list(text.wrap(console, max(width, 8), overflow="fold")) or [Text()]


def _indented(row: Text, indent: int) -> Text:
    return Text(" " * indent) + row
