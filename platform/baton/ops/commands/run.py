"""`baton run`: start a run, and follow it if wanted."""

import sys
import uuid

import click

from baton.core.visible import visible
from baton.ops.client.patience import Patience
from baton.ops.commands.deadline import SpanType
from baton.ops.commands.follow import follow_run
from baton.ops.commands.plainly import open_api, print_json, speaks_plainly

_A_MOMENT = 1.5
"""Seconds to try again when a connection breaks: the key makes sure that one run is started."""


@click.command()
@click.argument("agent")
@click.argument("text", required=False)
@click.option("--team", "is_team", is_flag=True, help="AGENT is an orchestration: a team of agents.")
@click.option(
    "-f", "--follow", "follows", is_flag=True, help="Show the trace, ask at approvals, give the answer."
)
@click.option(
    "--json", "as_json", is_flag=True, help="JSON and nothing else: the run, or events with --follow."
)
@click.option("--deadline", type=SpanType(), metavar="SPAN", help="Time for the whole run: 90s, 10m, 2h, 7d.")
@click.option("--steps", type=click.IntRange(min=1), metavar="N", help="Model calls at most.")
@click.option("--tokens", type=click.IntRange(min=1), metavar="N", help="Tokens at most.")
@click.option("--key", metavar="KEY", help="Idempotency key: the same key starts one run only.")
@click.option("--no-wait", is_flag=True, help="With --follow: do not wait at an approval, exit with 4.")
@click.option("--full", is_flag=True, help="With --follow: show results and words of the model whole.")
@speaks_plainly
def command(
    agent: str,
    text: str | None,
    is_team: bool,
    follows: bool,
    as_json: bool,
    deadline: int | None,
    steps: int | None,
    tokens: int | None,
    key: str | None,
    no_wait: bool,
    full: bool,
) -> int:
    """Start a run of AGENT (its name or id) for TEXT; without TEXT, or with "-", it is read from stdin.

    With --follow the trace is shown as it happens. On a terminal it stops at an approval, shows exactly what
    would happen, and asks you; elsewhere it waits until somebody decides. Ctrl-C leaves the run going.

    \b
    Exit codes, with --follow:
      0  completed
      1  failed, rejected, timed out, cancelled, or needs attention
      2  wrong usage, or an agent or a team that does not exist
      3  Baton cannot be reached, or does not let you in
      4  waiting for an approval and not followed further
    """
    if text is None or text == "-":
        text = _read_stdin()
    wanted = {"deadline_seconds": deadline, "step_limit": steps, "token_limit": tokens}
    who = {"orchestration" if is_team else "agent": agent}
    body = {**who, "input": text, **{name: value for name, value in wanted.items() if value}}
    api = open_api()
    idempotency_key = key or str(uuid.uuid4())
    run = Patience(_A_MOMENT).call(lambda: api.start_run(body, idempotency_key))
    if follows:
        return follow_run(api, run["id"], as_json=as_json, wait=not no_wait, full=full)
    if as_json:
        print_json(run)
    else:
        name = visible((run["agent"] or run["orchestration"])["name"])
        click.echo(f"Run {run['id']} of {name} is {run['status']}.")
        click.echo(f"Follow it with: baton follow {run['id']}")
    return 0


def _read_stdin() -> str:
    if sys.stdin.isatty():
        raise click.UsageError('Say what the run is for: baton run AGENT "TEXT".')
    return sys.stdin.read()
