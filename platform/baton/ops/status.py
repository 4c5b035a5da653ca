"""`baton status`: what runs for this checkout, and whether it is well."""

import json
import sys
from typing import Any
from urllib.parse import urlsplit

import click

from baton.ops.checkout import Checkout, find_checkout
from baton.ops.embedded.places import servers_home
from baton.ops.embedded.ports import LOOPBACK
from baton.ops.embedded.postgres import EmbeddedPostgres
from baton.ops.embedded.valkey import EmbeddedValkey
from baton.ops.files import read_json
from baton.ops.only_one import started_at
from baton.ops.processes import accepts, answers


def read_status(checkout: Checkout) -> dict[str, Any]:
    """The processes that `baton up` wrote down, each looked at now."""
    known = read_json(checkout.processes)
    if known is None or started_at(known["pid"]) is None:
        return {"running": False, "url": None, "pid": None, "processes": []}
    host = urlsplit(known["url"]).hostname or LOOPBACK if known["url"] else LOOPBACK
    processes = [_look_at(checkout, each, host) for each in known["processes"]]
    return {"running": True, "url": known["url"] or None, "pid": known["pid"], "processes": processes}


def _look_at(checkout: Checkout, process: dict[str, Any], host: str) -> dict[str, Any]:
    alive = process["pid"] is not None and started_at(process["pid"]) == process["ticks"]
    return {
        "name": process["name"],
        "pid": process["pid"] if alive else None,
        "port": process["port"],
        "restarts": process["restarts"],
        "healthy": alive and _is_well(checkout, process["name"], process["port"], host),
    }


def _is_well(checkout: Checkout, name: str, port: int | None, host: str) -> bool:
    """A live process that serves nobody is not well; one without a port is well as long as it lives."""
    if port is None:
        return True
    if name == "postgresql":
        return EmbeddedPostgres(servers_home(checkout.data), port=port).answers()
    if name == "valkey":
        return EmbeddedValkey(servers_home(checkout.data), port=port).answers()
    if name in ("web", "live"):
        return answers(host, port, "/readyz")
    return accepts(LOOPBACK, port)


@click.command()
@click.option("--json", "as_json", is_flag=True, help="For programs.")
def command(as_json: bool) -> None:
    """What runs, with process numbers, ports and health; exits with 1 unless everything is well."""
    status = read_status(find_checkout())
    if as_json:
        click.echo(json.dumps(status, indent=2))
    elif not status["running"]:
        click.echo("Baton does not run for this checkout: start it with `make run`.")
    else:
        click.echo(f"Baton runs at {status['url']}")
        for each in status["processes"]:
            place = f"port {each['port']}" if each["port"] else ""
            state = "well" if each["healthy"] else "not well"
            click.echo(
                f"  {each['name']:<11} {each['pid'] or '-':>8}  {place:<11} {state}"
                f", restarts {each['restarts']}"
            )
    sys.exit(0 if status["running"] and all(each["healthy"] for each in status["processes"]) else 1)
