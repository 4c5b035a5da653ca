"""`baton doctor`: looks for what would stop Baton on this machine, one line per look."""

import os
import shutil
import sys
from collections.abc import Callable, Iterator

import click

from baton.ops.addresses import given_addresses, uses_own_database
from baton.ops.broker import check_broker
from baton.ops.checkout import Checkout, find_checkout
from baton.ops.embedded.binaries import find_postgres, find_valkey
from baton.ops.embedded.places import is_root, server_user, servers_home
from baton.ops.embedded.ports import PortBook, is_free
from baton.ops.errors import OpsError
from baton.ops.settings_check import check_settings
from baton.ops.status import read_status

NEEDED_MEGABYTES = 500


def looks(checkout: Checkout) -> Iterator[tuple[str, Callable[[], str]]]:
    """What is looked at, in the order in which a start would meet it."""
    yield "Python", _python
    yield "Settings", _settings
    yield "Data folder", lambda: _folder(checkout)
    yield "Disk", lambda: _disk(checkout)
    yield "PostgreSQL", lambda: _postgres(checkout)
    yield "Valkey", _valkey
    yield "Secrets", lambda: _secrets(checkout)
    yield "Ports", lambda: _ports(checkout)
    yield "Processes", lambda: _processes(checkout)


def _python() -> str:
    return f"{sys.version.split()[0]} at {sys.executable}"


def _settings() -> str:
    check_settings()
    return "every variable can be read"


def _folder(checkout: Checkout) -> str:
    home = checkout.prepare()
    return f"{checkout.data}" + (f", servers in {home}" if home != checkout.data else "")


def _disk(checkout: Checkout) -> str:
    free = shutil.disk_usage(checkout.data).free // 2**20
    if free < NEEDED_MEGABYTES:
        raise OpsError(f"{free} MB free where {NEEDED_MEGABYTES} MB are wanted.")
    return f"{free} MB free"


def _postgres(checkout: Checkout) -> str:
    if uses_own_database(os.environ):
        given_addresses(os.environ, checkout.passwords)
        return "the one named in the environment, reached"
    user = server_user()
    who = f", run by {user.pw_name} since root may not" if is_root() and user is not None else ""
    return f"embedded, from {find_postgres().parent.name}{who}"


def _valkey() -> str:
    if given := os.environ.get("REDIS_URL"):
        check_broker(given)
        return "the one named in the environment, reached"
    return f"embedded, {find_valkey().name}"


def _secrets(checkout: Checkout) -> str:
    """Of the files that hold one, none may be read by others."""
    files = [checkout.demo, checkout.passwords, checkout.secret, checkout.signing_key, checkout.keks]
    files += [servers_home(checkout.data) / name for name in ("postgres.password", "valkey.password")]
    for path in files:
        if path.exists() and path.stat().st_mode & 0o077:
            raise OpsError(f"{path} can be read by others: chmod 600 it.")
    return "readable by you alone"


def _ports(checkout: Checkout) -> str:
    running = {each["port"] for each in read_status(checkout)["processes"]}
    kept = PortBook(checkout.ports).read()
    taken = [f"{port} ({name})" for name, port in kept.items() if port not in running and not is_free(port)]
    if taken:
        return f"{', '.join(taken)} taken by other programs: the next start chooses others"
    return ", ".join(f"{name} {port}" for name, port in kept.items()) or "none chosen yet"


def _processes(checkout: Checkout) -> str:
    status = read_status(checkout)
    if not status["running"]:
        return "not started"
    ill = [each["name"] for each in status["processes"] if not each["healthy"]]
    if ill:
        raise OpsError(f"{', '.join(ill)} not well; the logs are in {checkout.logs}.")
    return f"all {len(status['processes'])} well at {status['url']}"


@click.command()
def command() -> None:
    """Look for what is wrong on this machine; exits with 1 if something is."""
    bad = 0
    for name, look in looks(find_checkout()):
        try:
            click.echo(f"ok    {name:<12} {look()}")
        except (OpsError, OSError) as error:
            bad += 1
            click.echo(f"BAD   {name:<12} {error}")
    sys.exit(1 if bad else 0)
