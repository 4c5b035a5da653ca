"""`baton undo`: take a decision back before it counts."""

import click

from baton.ops.client.errors import ExitCode, Refused
from baton.ops.client.patience import Patience
from baton.ops.commands.find import find_approval
from baton.ops.commands.plainly import open_api, print_json, speaks_plainly
from baton.ops.commands.view.outcome import already_over
from orchestration.engine.states import ApprovalState

_A_MOMENT = 1.5
_TOO_LATE = frozenset({"too_late_to_undo", "approval_expired", "approval_superseded", "run_not_waiting"})


@click.command()
@click.argument("approval", metavar="ID")
@click.option("--json", "as_json", is_flag=True, help="Print the approval as JSON.")
@speaks_plainly
def command(approval: str, as_json: bool) -> int:
    """Take your decision about approval ID (its id or the beginning of it) back; the card waits as before.

    That can be done for as long as the rule that asks gives: the card says how long. Only whoever decided can
    do it.

    Exit codes: 0 nothing is decided any more, 1 too late, or over, 2 usage, 3 no server, not let in, or not
    your decision.
    """
    api = open_api()
    detail = api.approval(find_approval(api, approval))
    try:
        answer = Patience(_A_MOMENT).call(lambda: api.undo(detail["id"]))
    except Refused as error:
        if error.code not in _TOO_LATE:
            raise
        now_is = api.approval(detail["id"])
        over = f" {already_over(now_is)}" if now_is["state"] != ApprovalState.PENDING else ""
        click.echo(f"Too late.{over}", err=True)
        return ExitCode.NOT_COMPLETED
    if as_json:
        print_json(answer)
    elif detail.get("held"):
        click.echo("Taken back: nothing has happened, and the card waits for a decision as before.")
    else:
        click.echo("There was nothing to take back: the card waits for a decision.")
    return ExitCode.COMPLETED
