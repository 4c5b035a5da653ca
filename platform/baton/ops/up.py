"""`baton up`: sets up what is missing, starts every process, looks after them, stops them in order."""

import os
import time

import click

from baton.ops.checkout import Checkout, find_checkout
from baton.ops.embedded.ports import LOOPBACK
from baton.ops.environment import EVERYWHERE
from baton.ops.files import read_json
from baton.ops.fleet import Fleet
from baton.ops.only_one import end_leftovers, only_one
from baton.ops.reload import SourceWatch
from baton.ops.settings_check import check_settings
from baton.ops.start import Start, Wishes
from baton.ops.terminal import Ending, Stopped, Teller

TICK = 0.2
TRY = '"My jacket from order NL-1042 arrived torn. Please refund EUR 120."'


@click.command()
@click.option(
    "--host", default=LOOPBACK, show_default=True, help="Address to listen on; 0.0.0.0 for all of them."
)
@click.option("--port", type=click.IntRange(1, 65535), help="Port of the pages; 8000 or the one used last.")
@click.option("--no-demo", is_flag=True, help="Without the demo organization and its shop.")
@click.option("--verbose", is_flag=True, help="Show every line of every process, not only warnings.")
@click.option("--reload", is_flag=True, help="Start the processes again when the source changes.")
@click.option("--split", is_flag=True, help="Pages and streams on a port each, as behind a proxy.")
def command(host: str, port: int | None, no_demo: bool, verbose: bool, reload: bool, split: bool) -> None:
    """Start everything; what is missing is set up first. Ctrl-C stops it in order."""
    run(Wishes(host=host, port=port, demo=not no_demo, verbose=verbose, reload=reload, split=split))


def run(wishes: Wishes) -> None:
    """Run until somebody asks for the end."""
    checkout = find_checkout()
    check_settings()
    home = checkout.prepare()
    say, ending = Teller(), Ending()
    fleet = Fleet(checkout, say)
    with ending.heard(), only_one(checkout):
        try:
            if end_leftovers(checkout):
                say("An earlier start was killed: what it had left running has ended")
            url = Start(checkout, home, wishes, dict(os.environ), fleet, say).run()
            ending.started()
            _announce(checkout, wishes, url)
            _keep_running(checkout, fleet, wishes, ending)
        except Stopped:
            pass
        finally:
            ending.started()
            if fleet.has_started():
                say("Stopping (Ctrl-C again: at once)" if ending.said else "Stopping")
                fleet.stop(ending.is_hurried)
                say("Stopped: nothing is left running")


def _keep_running(checkout: Checkout, fleet: Fleet, wishes: Wishes, ending: Ending) -> None:
    watch = SourceWatch(checkout.root) if wishes.reload else None
    while not ending.said:
        fleet.look_after()
        if watch is not None and watch.has_changed():
            fleet.restart_children()
        time.sleep(TICK)


def _announce(checkout: Checkout, wishes: Wishes, url: str) -> None:
    lines = ["", f"Baton runs at  {url}"]
    if wishes.host in EVERYWHERE:
        lines.append(
            "               and at every other address of this machine, on http: only for networks you trust"
        )
    demo = read_json(checkout.demo) if wishes.demo else None
    if demo:
        lines += [
            f"Sign in as     {demo.get('email')}  with  {demo.get('password')}",
            f"API key        in {checkout.demo}",
            f"Try            .venv/bin/baton run refund-desk {TRY} --follow",
        ]
    lines += [f"Logs           in {checkout.logs}", "Stop           Ctrl-C", ""]
    click.echo("\n".join(lines))
