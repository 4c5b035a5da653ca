"""`baton import`: say what a file would change, or take it over."""

import difflib
from pathlib import Path
from typing import Any

import click

from baton.core.visible import visible
from baton.ops.client.errors import ClientError, ExitCode, Refused
from baton.ops.client.patience import Patience
from baton.ops.commands.plainly import open_api, print_json, speaks_plainly

_A_MOMENT = 1.5
_LONGEST = 4 * 1024 * 1024


@click.command()
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@click.option("--apply", "applies", is_flag=True, help="Take it over, all of it or nothing.")
@click.option("--diff", "shows_diff", is_flag=True, help="Show what changes, line by line.")
@click.option("--json", "as_json", is_flag=True, help="The answer as JSON.")
@speaks_plainly
def command(file: Path, applies: bool, shows_diff: bool, as_json: bool) -> int:
    """Say what taking FILE over ("-": stdin) would change in the project, and change nothing.

    Nothing in a file is executed, fetched or deleted. Exits with 1 if the file has problems.
    """
    text = _read(file)
    try:
        imported = Patience(_A_MOMENT).call(lambda: open_api().import_project(text, apply=applies))
    except Refused as error:
        if error.code != "invalid_definition":
            raise
        imported = {"problems": error.details.get("problems", [])}
    if as_json:
        print_json(imported)
    else:
        _tell(visible(str(file)), imported, shows_diff)
    return ExitCode.NOT_COMPLETED if imported["problems"] else ExitCode.COMPLETED


def _read(file: Path) -> str:
    try:
        with click.open_file(str(file), "rb") as opened:
            raw = opened.read(_LONGEST + 1)
        if len(raw) > _LONGEST:
            raise ClientError(f"{file} is larger than any export.")
        return str(raw, "utf-8")
    except OSError as error:
        raise ClientError(f"{file} cannot be read: {error.strerror}.") from None
    except UnicodeDecodeError:
        raise ClientError(f"{file} is not text in UTF-8.") from None


def _tell(file: str, imported: dict[str, Any], shows_diff: bool) -> None:
    for each in imported["problems"]:
        click.echo(f"{file}:{each['line']}:{each['column']}: {visible(each['message'])} ({each['code']})")
    if imported["problems"]:
        click.echo("Nothing was changed.")
        return
    signer = imported["signer"]
    if signer:
        name = f"{visible(signer['name'])}, " if signer["name"] else ""
        click.echo(f"Signed by {name}{signer['key']}.")
    for each in imported["warnings"]:
        click.echo(f"Warning: {visible(each['message'])} ({each['code']})")
    changes = [each for each in imported["changes"] if each["change"] != "same"]
    for each in changes:
        click.echo(f"  {each['change']:<8}{each['kind']:<12}{visible(each['name'])}")
        if shows_diff:
            _show_diff(each)
    same = len(imported["changes"]) - len(changes)
    click.echo(
        f"{len(changes)} to change, {same} the same." if changes else "Everything is the same already."
    )
    if not imported["applied"]:
        click.echo(
            "Nothing was changed yet: take it over with --apply." if changes else "Nothing was changed."
        )
    else:
        click.echo("Taken over.")


def _show_diff(change: dict[str, Any]) -> None:
    before = (change["before_text"] or "").splitlines()
    lines = difflib.unified_diff(before, change["after_text"].splitlines(), lineterm="", n=2)
    for line in list(lines)[2:]:
        click.echo(f"      {visible(line)}")
