"""`baton db`: what an administrator of a database server of one's own needs."""

import os

import click

from baton.ops.addresses import passwords_in_addresses
from baton.ops.checkout import find_checkout
from baton.ops.database import DATABASE, init_database, keep_passwords, strangers_roles
from baton.ops.errors import OpsError
from baton.ops.roles import script


@click.group()
def command() -> None:
    """Roles and database on a server of your own."""


@command.command()
@click.option(
    "--superuser-url", envvar="BATON_SUPERUSER_URL", help="Run the SQL there instead of printing it."
)
@click.option("--database", default=DATABASE, show_default=True)
@click.option("--reset-passwords", is_flag=True, help="Take over roles that exist already.")
@click.option(
    "--passwords-from-addresses",
    is_flag=True,
    help="Take the passwords out of BATON_OWNER_URL, BATON_WEB_URL, ...; none is made or kept.",
)
def init(
    superuser_url: str | None, database: str, reset_passwords: bool, passwords_from_addresses: bool
) -> None:
    """Make roles, database, extension and grants; print the SQL where no superuser's address is given.

    The passwords are made here and kept in a file only you may read; the SQL holds only their verifiers.
    """
    if passwords_from_addresses:
        if superuser_url is None:
            raise OpsError("--passwords-from-addresses needs a superuser's address: --superuser-url.")
        init_database(superuser_url, passwords_in_addresses(os.environ), database=database)
        click.echo(f"Database {database} and its roles are ready, with the passwords of their addresses.")
        return
    checkout = find_checkout()
    if superuser_url is None:
        click.echo(script(keep_passwords(checkout.passwords), database), nl=False)
        click.echo(f"-- The passwords are in {checkout.passwords}.")
        return
    strangers = strangers_roles(superuser_url, checkout.passwords)
    if strangers and not reset_passwords:
        raise OpsError(
            f"The roles {', '.join(strangers)} exist already and {checkout.passwords} does not know their "
            "passwords: bring that file, or add --reset-passwords, which shuts the other installation out."
        )
    init_database(superuser_url, keep_passwords(checkout.passwords), database=database)
    click.echo(f"Database {database} and its roles are ready; the passwords are in {checkout.passwords}.")
