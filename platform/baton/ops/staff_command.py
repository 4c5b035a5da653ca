"""`baton staff`: make a person a member of the staff, on the server itself. The first one comes to be so."""

import os
import subprocess
import sys

import click
import psycopg

from baton.ops.addresses import given_addresses, role_url, uses_own_database
from baton.ops.checkout import Checkout, find_checkout
from baton.ops.child import python_module
from baton.ops.database import DATABASE, keep_passwords
from baton.ops.embedded.places import servers_home
from baton.ops.embedded.ports import PortBook
from baton.ops.embedded.postgres import EmbeddedPostgres
from baton.ops.environment import for_role, keep_secret
from baton.ops.errors import OpsError


@click.command()
@click.argument("email")
@click.option("--name", metavar="NAME", help="For an account that is new.")
@click.option("--password-stdin", is_flag=True, help="Read the password of a new account from stdin.")
def command(email: str, name: str | None, password_stdin: bool) -> None:
    """Let the person with the address EMAIL into the staff's pages, at /staff/ of this installation.

    An account that is there keeps its password; without one it is made, and you are asked for a password. The
    database must run: the one of `baton up`, or the one named in the environment.
    """
    checkout = find_checkout()
    url = _staff_url(checkout)
    password = "" if _is_known(url, email) else _ask_password(email, password_stdin)
    arguments = ["make_staff", email, *(["--name", name] if name else [])]
    arguments += ["--password-stdin"] if password else []
    env = {
        **os.environ,
        "DJANGO_SETTINGS_MODULE": os.environ.get("DJANGO_SETTINGS_MODULE", "baton.settings.dev"),
        "BATON_SECRET_KEY": os.environ.get("BATON_SECRET_KEY") or keep_secret(checkout),
    }
    done = subprocess.run(
        python_module("django", *arguments),
        env=for_role(env, "staff", {"staff": url}),
        cwd=checkout.root,
        input=f"{password}\n",
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode != 0:
        lines = done.stderr.strip().splitlines() or ["it said nothing"]
        raise OpsError(lines[-1].removeprefix("CommandError: "))
    click.echo(done.stdout.strip())


def _staff_url(checkout: Checkout) -> str:
    if uses_own_database(os.environ):
        return given_addresses(os.environ, checkout.passwords)["staff"]
    port = PortBook(checkout.ports).read().get("postgres")
    server = EmbeddedPostgres(servers_home(checkout.data), port=port) if port else None
    if server is None or not (server.home / "postgres.password").is_file() or not server.answers():
        raise OpsError("The database does not run: start Baton with `make run` and leave it running.")
    return role_url(server.url_of(DATABASE), "staff", keep_passwords(checkout.passwords))


def _is_known(url: str, email: str) -> bool:
    try:
        with psycopg.connect(url, connect_timeout=10) as connection:
            row = connection.execute(
                "select from accounts_user where lower(email) = lower(%s)", [email.strip()]
            ).fetchone()
    except psycopg.Error as error:
        words = str(error).strip().split("\n", 1)[0].rstrip(".")
        raise OpsError(f"The database cannot be asked as the staff's role: {words}.") from error
    return row is not None


def _ask_password(email: str, from_stdin: bool) -> str:
    if from_stdin:
        return sys.stdin.readline().rstrip("\n")
    if not sys.stdin.isatty():
        raise click.UsageError(f"{email} has no account yet: give its password with --password-stdin.")
    return str(click.prompt("Password of the new account", hide_input=True, confirmation_prompt=True))
