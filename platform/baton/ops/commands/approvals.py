"""`baton approvals`: what waits for a decision."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from itertools import islice
from typing import Any

import click
from rich.console import Console
from rich.text import Text

from baton.core.clock import now
from baton.core.visible import visible
from baton.ops.commands.plainly import open_api, print_json, speaks_plainly
from baton.ops.commands.screen import Screen, open_console
from baton.ops.commands.view.layout import paragraph, sign
from baton.ops.commands.view.outcome import already_over, in_grace
from baton.ops.commands.view.statuses import approval_status
from baton.ops.commands.view.times import ago, left, moment, span
from orchestration.engine.states import ApprovalState

_SOON = timedelta(minutes=15)
_HOW = "Decide with: baton approve ID, or baton reject ID --reason ..."


@click.command()
@click.option("--all", "every", is_flag=True, help="Also those that are decided or over.")
@click.option("--limit", type=click.IntRange(1, 1000), default=100, show_default=True, metavar="N")
@click.option("--json", "as_json", is_flag=True, help="One line of JSON for each approval.")
@speaks_plainly
def command(every: bool, limit: int, as_json: bool) -> int:
    """List what waits for a decision, newest first."""
    api = open_api()
    state = None if every else ApprovalState.PENDING.value
    found = list(islice(api.approvals(state=state, limit=min(limit, 200)), limit))
    if as_json:
        for approval in found:
            print_json(approval)
        return 0
    screen = Screen(open_console())
    if not found:
        click.echo("Nothing waits for a decision." if not every else "There are no approvals.")
    for place, approval in enumerate(found):
        rows = list(draw_approval(approval, screen.console, now()))
        screen.show([Text(), *rows] if place else rows)
    if any(approval["state"] == ApprovalState.PENDING for approval in found):
        screen.show([Text(), Text(_HOW, "dim")])
    return 0


def draw_approval(approval: dict[str, Any], console: Console, at: datetime) -> Iterator[Text]:
    """An approval in rows: the sentence whole, who asked and until when, and its id to be copied."""
    status = approval_status(approval["state"])
    mark = sign(status.shape)
    for place, row in enumerate(paragraph(Text(visible(approval["sentence"]), "bold"), console, 2)):
        yield row if place else Text.assemble(mark, " ", row[2:])
    yield from paragraph(_facts(approval, at), console, 2)
    yield Text(f"  {approval['id']}", "dim")


def _facts(approval: dict[str, Any], at: datetime) -> Text:
    agent = visible(approval["run"]["agent"]["name"])
    text = Text(f"{agent} asked {ago(approval['created_at'], at)}. ")
    if approval["state"] != ApprovalState.PENDING:
        return text.append(already_over(approval))
    if approval.get("held"):
        return text.append(in_grace(approval))
    remaining = left(approval["expires_at"], at)
    text.append("Open until ")
    until = f"{moment(approval['expires_at'], at)} (in {span(remaining)})"
    text.append(until, "bold red" if remaining < _SOON else "")
    return text.append(".")
