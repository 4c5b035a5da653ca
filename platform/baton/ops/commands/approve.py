"""`baton approve`: let a tool call happen, once."""

import click

from baton.ops.commands.plainly import speaks_plainly
from baton.ops.commands.settling import Wish, settle


@click.command()
@click.argument("approval", metavar="ID")
@click.option("--reason", default="", metavar="TEXT", help="Why; it stands in the record.")
@click.option("-y", "--yes", is_flag=True, help="Do not ask after showing the card.")
@click.option("--digest", metavar="DIGEST", help="Decide only if the card has this digest (8 signs or more).")
@click.option("--json", "as_json", is_flag=True, help="Show no card; print the approval as JSON.")
@speaks_plainly
def command(approval: str, reason: str, yes: bool, digest: str | None, as_json: bool) -> int:
    """Let the call of approval ID (its id or the beginning of it) happen, exactly as the card shows it.

    The card is shown, then you are asked. In scripts say --yes, or better --digest with the digest of the
    card that somebody has read.

    Exit codes: 0 approved, by you or by somebody before you, 1 decided otherwise or over, 2 usage,
    3 no server or not let in, 4 nothing was decided.
    """
    return settle(approval, Wish("approve", reason, yes, digest, as_json))
