"""`baton cancel`: end a run."""

import click

from baton.ops.client.errors import ExitCode, Refused
from baton.ops.client.patience import Patience
from baton.ops.commands.find import find_run
from baton.ops.commands.plainly import open_api, print_json, speaks_plainly

_A_MOMENT = 1.5


@click.command()
@click.argument("run", metavar="RUN")
@click.option("--reason", default="", metavar="TEXT", help="Why; it stands in the record.")
@click.option("--json", "as_json", is_flag=True, help="The run as JSON.")
@speaks_plainly
def command(run: str, reason: str, as_json: bool) -> int:
    """Cancel RUN (its id or the beginning of it).

    Nothing new of it starts after that; what is under way is ended, and its open approvals with it.
    """
    api = open_api()
    run_id = find_run(api, run)
    try:
        answer = Patience(_A_MOMENT).call(lambda: api.cancel_run(run_id, reason))
    except Refused as error:
        if error.code != "run_ended":
            raise
        click.echo(error.message, err=True)
        return ExitCode.NOT_COMPLETED
    if as_json:
        print_json(answer)
    else:
        click.echo(f"Run {run_id} is being cancelled: nothing new of it starts.")
    return ExitCode.COMPLETED
