"""`baton usage`: what the project's runs used and cost."""

from typing import Any

import click
from rich.console import Console
from rich.text import Text

from baton.core.visible import visible
from baton.ops.commands.plainly import open_api, print_json, speaks_plainly
from baton.ops.commands.screen import Screen, open_console
from baton.ops.commands.view.money import amounts_text
from baton.ops.commands.view.words import count

_BY = ("day", "agent", "model", "connection")
_DAY = "%Y-%m-%d"


@click.command()
@click.option("--by", type=click.Choice(_BY), default="day", show_default=True, help="What a row is about.")
@click.option("--from", "first", type=click.DateTime([_DAY]), metavar="DAY", help="First day, as 2026-11-30.")
@click.option("--to", "last", type=click.DateTime([_DAY]), metavar="DAY", help="Last day; today unless said.")
@click.option("--json", "as_json", is_flag=True, help="The report as one line of JSON.")
@speaks_plainly
def command(by: str, first: Any, last: Any, as_json: bool) -> int:
    """Sum up tokens and cost of the last 30 days, or of other days, in the organization's time zone.

    Currencies are never added to each other, and what no provider told is said to be unknown.
    """
    days = {name: f"{day:{_DAY}}" for name, day in (("from", first), ("to", last)) if day}
    report = open_api().usage(by=by, **days)
    if as_json:
        print_json(report)
        return 0
    screen = Screen(open_console())
    screen.show(draw_report(report, screen.console))
    return 0


def draw_report(report: dict[str, Any], console: Console) -> list[Text]:
    """A row for each line of the report, its total, and whose days these are."""
    period = f"{report['from']} to {report['to']}, days of {visible(report['time_zone'])}"
    if not report["total"]["attempts"]:
        return [Text(f"No model was asked from {period}.")]
    named = [(_name(row), row) for row in report["rows"]]
    width = max(len("Total"), *(Text(name).cell_len for name, _ in named))
    rows = [Text(period, "dim")]
    for name, sums in [*named, ("Total", report["total"])]:
        row = Text(f"{name}{' ' * (width - Text(name).cell_len)}  ", "bold")
        row.append(_sums(sums), "not bold")
        rows.append(row)
    if report["rows_are_capped"]:
        rows.append(Text("There are more rows; the total is of all of them.", "dim"))
    return rows


def _name(row: dict[str, Any]) -> str:
    if row["day"]:
        return str(row["day"])
    if row["model"]:
        return visible(f"{row['model']['name'] or '(no name)'} ({row['model']['provider']})")
    thing = row["agent"] or row["connection"]
    return visible(thing["name"] or thing["id"]) if thing else "(not recorded)"


def _sums(sums: dict[str, Any]) -> str:
    usage, cost = sums["usage"], sums["cost"]
    cached = f" ({usage['cached']:,} cached)" if usage["cached"] else ""
    parts = [
        count(sums["attempts"], "try", "tries"),
        f"{usage['input']:,} tokens read{cached}, {usage['output']:,} written",
        amounts_text(cost["amounts"]),
        f"tokens not known for {count(usage['unknown'], 'try', 'tries')}" if usage["unknown"] else "",
        f"cost not known for {count(cost['unknown'], 'try', 'tries')}" if cost["unknown"] else "",
    ]
    return "; ".join(part for part in parts if part)
