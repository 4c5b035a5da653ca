"""`baton export`: write the project into one file."""

from pathlib import Path

import click

from baton.core.visible import visible
from baton.ops.client.errors import ClientError, ExitCode
from baton.ops.client.patience import Patience
from baton.ops.commands.plainly import open_api, print_json, speaks_plainly

_A_MOMENT = 1.5


@click.command()
@click.argument("file", required=False, type=click.Path(dir_okay=False, path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="The answer as JSON, and no file.")
@speaks_plainly
def command(file: Path | None, as_json: bool) -> int:
    """Write everything that is live in the project into FILE; without FILE, or with "-", to the screen.

    Secrets, drafts and archived things are not in it. The same project gives the same bytes.
    """
    exported = Patience(_A_MOMENT).call(open_api().export_project)
    if as_json:
        print_json(exported)
    elif file is None or str(file) == "-":
        click.echo(exported["text"], nl=False)
    else:
        try:
            file.write_text(exported["text"], encoding="utf-8", newline="\n")
        except OSError as error:
            raise ClientError(f"{file} cannot be written: {error.strerror}.") from None
        signed = f", signed by {exported['signed_by']}" if exported["signed_by"] else ", unsigned"
        click.echo(f"Written to {visible(str(file))}{signed}.", err=True)
    return ExitCode.COMPLETED
