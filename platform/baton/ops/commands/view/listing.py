"""Rows of lists in the terminal: what is decisive is whole, and only the words of others are cut."""

from rich.console import Console
from rich.text import Text

from baton.ops.commands.view.statuses import Status

_INDENT = 2


def row_of_two(
    console: Console, status: Status, name: str, when: str, identifier: str, words: str
) -> list[Text]:
    """`shape word  name ... when`, and beneath it the id, to be copied, and some words."""
    head = Text()
    head.append(status.shape.sign, status.shape.colour)
    head.append(f" {status.word}", status.shape.colour)
    head.append(f"  {name}", "bold")
    head.append(" " * max(2, console.width - head.cell_len - len(when)))
    head.append(when, "dim")
    below = Text(" " * _INDENT)
    below.append(identifier, "dim")
    below.append(f"  {words}")
    below.truncate(console.width, overflow="ellipsis")
    return [head, below]
