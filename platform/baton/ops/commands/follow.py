"""`baton follow`: the trace of a run as it happens, from its first event on."""

import sys

import click

from baton.ops.client.api import Api
from baton.ops.commands.find import find_run
from baton.ops.commands.following import Programs, follow, patience_on_stderr
from baton.ops.commands.people import People
from baton.ops.commands.plainly import open_api, speaks_plainly
from baton.ops.commands.screen import Screen, open_console

_INTERRUPTED = 130


def follow_run(api: Api, run_id: str, *, as_json: bool, wait: bool, full: bool) -> int:
    """Until the end of the run, or of the patience of the person: the run goes on either way."""
    screen = Screen(open_console())
    try:
        if as_json:
            return follow(api, run_id, Programs(run_id, wait), patience_on_stderr())
        audience = People(api, run_id, screen, wait=wait, full=full)
        return follow(api, run_id, audience, audience.patience)
    except KeyboardInterrupt:
        screen.rest()
        click.echo(
            "\nThe run goes on without you.\n"
            f"  baton follow {run_id}                comes back to it\n"
            f"  baton cancel {run_id} --reason ...   stops it",
            err=True,
        )
        return _INTERRUPTED
    finally:
        screen.rest()
        sys.stdout.flush()


@click.command()
@click.argument("run", metavar="RUN")
@click.option("--json", "as_json", is_flag=True, help="Events as lines of JSON, nothing else on stdout.")
@click.option("--no-wait", is_flag=True, help="Do not wait at an approval: end with exit code 4.")
@click.option("--full", is_flag=True, help="Show results and words of the model whole.")
@speaks_plainly
def command(run: str, as_json: bool, no_wait: bool, full: bool) -> int:
    """Show the trace of RUN (its id or the beginning of it), from its first event to its end.

    On a terminal it stops at an approval and asks you; elsewhere it waits until somebody decides. Ctrl-C
    leaves the run going.

    Exit codes: 0 completed, 1 ended otherwise or needs attention, 2 usage, 3 no server or not let in,
    4 waiting for an approval and not followed further.
    """
    api = open_api()
    return follow_run(api, find_run(api, run), as_json=as_json, wait=not no_wait, full=full)
