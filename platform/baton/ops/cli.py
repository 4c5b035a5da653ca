"""The command `baton`: a list of subcommands, each loaded only when it is called.

The subcommands live beside what they do; here stands nothing but their names, so that `baton --help` is
quick and a failure of one cannot break the others.
"""

import importlib
import sys
import traceback
from typing import NoReturn

import click

from baton.core.errors import BatonError
from baton.ops.checkout import find_checkout
from baton.ops.errors import OpsError, disk_full, is_disk_full

COMMANDS: dict[str, tuple[str, str]] = {
    "up": ("baton.ops.up:command", "Start everything; what is missing is set up first."),
    "status": ("baton.ops.status:command", "What runs, with process numbers, ports and health."),
    "run": ("baton.ops.commands.run:command", "Start a run of an agent and follow it."),
    "follow": ("baton.ops.commands.follow:command", "Show the trace of a run, from its beginning."),
    "runs": ("baton.ops.commands.runs:command", "The newest runs."),
    "usage": ("baton.ops.commands.usage:command", "What was used and what it cost."),
    "cancel": ("baton.ops.commands.cancel:command", "End a run."),
    "approvals": ("baton.ops.commands.approvals:command", "What waits for a decision."),
    "approve": ("baton.ops.commands.approve:command", "Let a tool call happen."),
    "reject": ("baton.ops.commands.reject:command", "Refuse a tool call, with a reason."),
    "undo": ("baton.ops.commands.undo:command", "Take a decision back, as long as it does not count."),
    "export": ("baton.ops.commands.export:command", "Write a project into one file, without secrets."),
    "import": (
        "baton.ops.commands.import_file:command",
        "Say what such a file would change, or take it over.",
    ),
    "model-server": (
        "orchestration.providers.model_server:command",
        "The scripted model as a server: three APIs of models, and embeddings.",
    ),
    "local-model": (
        "orchestration.providers.local_model:command",
        "A small real model on this machine, from packages.",
    ),
    "db": ("baton.ops.database_command:command", "Roles and database on a server of your own."),
    "staff": ("baton.ops.staff_command:command", "Let somebody into the staff's pages."),
    "doctor": ("baton.ops.doctor:command", "Look for what is wrong on this machine."),
}


class LazyGroup(click.Group):
    """A group that knows its commands by name and imports one when it is needed."""

    def list_commands(self, context: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, context: click.Context, name: str) -> click.Command | None:
        if name not in COMMANDS:
            return None
        module, _, attribute = COMMANDS[name][0].partition(":")
        loaded = getattr(importlib.import_module(module), attribute)
        if not isinstance(loaded, click.Command):
            raise TypeError(f"{COMMANDS[name][0]} is not a command")
        return loaded

    def format_commands(self, context: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, summary) for name, (_, summary) in COMMANDS.items()])


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option("0.1.0", prog_name="baton")
def group() -> None:
    """Baton: put AI agents to work and decide what they may do."""


def main() -> NoReturn:
    """Run the command line; every failure is one clear sentence."""
    try:
        group(standalone_mode=False, prog_name="baton")
    except click.exceptions.Exit as end:
        sys.exit(end.exit_code)
    except click.Abort:
        sys.exit(130)
    except click.ClickException as error:
        error.show()
        sys.exit(error.exit_code)
    except (OpsError, BatonError) as error:
        _fail(str(error))
    except OSError as error:
        _fail(str(disk_full(error.filename or "Baton's data")) if is_disk_full(error) else _unexpected(error))
    except Exception as error:
        _fail(_unexpected(error))
    sys.exit(0)


def _fail(sentence: str) -> NoReturn:
    click.echo(sentence, err=True)
    sys.exit(1)


def _unexpected(error: Exception) -> str:
    """One sentence; the full text goes where a developer finds it."""
    log = find_checkout().logs / "baton.log"
    what = f"{type(error).__name__}: {' '.join(str(error).split())}"
    try:
        log.parent.mkdir(parents=True, exist_ok=True)
        with log.open("a") as file:
            file.write(traceback.format_exc() + "\n")
    except OSError:
        return f"Something unexpected happened ({what})."
    return f"Something unexpected happened ({what}); the full text is in {log}."
