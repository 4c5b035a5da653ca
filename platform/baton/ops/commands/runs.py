"""`baton runs`: the newest runs."""

from datetime import datetime
from itertools import islice
from typing import Any

import click
from rich.console import Console
from rich.text import Text

from baton.core.clock import now
from baton.core.visible import visible
from baton.ops.commands.plainly import open_api, print_json, speaks_plainly
from baton.ops.commands.screen import Screen, open_console
from baton.ops.commands.view.listing import row_of_two
from baton.ops.commands.view.statuses import run_status
from baton.ops.commands.view.times import ago
from orchestration.engine.states import RunStatus


@click.command()
@click.option("--status", type=click.Choice([status.value for status in RunStatus]), help="Only these.")
@click.option("--agent", metavar="AGENT", help="Only runs of this agent.")
@click.option("--limit", type=click.IntRange(1, 1000), default=20, show_default=True, metavar="N")
@click.option("--json", "as_json", is_flag=True, help="One line of JSON for each run.")
@speaks_plainly
def command(status: str | None, agent: str | None, limit: int, as_json: bool) -> int:
    """List runs, newest first."""
    api = open_api()
    found = list(islice(api.runs(status=status, agent=agent, limit=min(limit, 200)), limit))
    if as_json:
        for run in found:
            print_json(run)
        return 0
    screen = Screen(open_console())
    if not found:
        click.echo("No runs." if not (status or agent) else "No such runs.")
    for run in found:
        screen.show(draw_run(run, screen.console, now()))
    return 0


def draw_run(run: dict[str, Any], console: Console, at: datetime) -> list[Text]:
    """A run in two rows: where it stands, and what it was asked."""
    status = run_status(run["status"], run["waiting_for"])
    words = visible(" ".join(run["input_head"].split()))
    agent = visible((run["agent"] or run["orchestration"])["name"])
    return row_of_two(console, status, agent, ago(run["created_at"], at), run["id"], words)
