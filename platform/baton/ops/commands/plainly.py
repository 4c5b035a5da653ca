"""How every command that talks to the server ends: plain sentences, and the exit code that goes with them."""

import json
import sys
from collections.abc import Callable
from functools import wraps
from typing import Any

import click

from baton.core.visible import visible
from baton.ops.client.api import Api
from baton.ops.client.connection import Connection
from baton.ops.client.errors import ClientError, Refused, ServerAway
from baton.ops.client.server import find_server

_UNKNOWN_KEY = 401


def open_api() -> Api:
    return Api(Connection(find_server()))


def speaks_plainly[**P](command: Callable[P, int | None]) -> Callable[P, None]:
    """A command that returns its exit code, and whose failures are one sentence on stderr."""

    @wraps(command)
    def run(*args: P.args, **kwargs: P.kwargs) -> None:
        try:
            code = command(*args, **kwargs)
        except ClientError as error:
            click.echo(_sentence(error), err=True)
            sys.exit(int(error.exit_code))
        sys.exit(int(code or 0))

    return run


def _sentence(error: ClientError) -> str:
    text = visible(" ".join(str(error).split()))
    if isinstance(error, Refused) and error.status == _UNKNOWN_KEY:
        return f"{text} Look at BATON_API_KEY, or start Baton once more so that .baton/demo.json is new."
    if isinstance(error, ServerAway):
        return f"{text} Does it run? `make run` starts it, `baton status` looks at it."
    return text


def print_json(value: Any) -> None:
    """One line of JSON in plain ASCII: a program reads it, and a terminal is not moved by it."""
    click.echo(json.dumps(value))
