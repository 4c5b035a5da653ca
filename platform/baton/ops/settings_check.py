"""Whether the environment can be read at all, before any process is started with it."""

from importlib import import_module

from pydantic import ValidationError

from baton.core.errors import BatonError
from baton.egress.allow import AllowList
from baton.ops.errors import OpsError

READS_IT = "baton.settings.environment"


def check_settings() -> None:
    """Name the first variable that cannot be read. Raises OpsError."""
    try:
        environment = import_module(READS_IT).BATON
        AllowList.parse(environment.baton_egress_allow)
    except ValidationError as error:
        first = error.errors()[0]
        name = str(first["loc"][0]).upper()
        raise OpsError(f"{name} is {first['input']!r}: {_said(first['msg'])}.") from error
    except BatonError as error:
        raise OpsError(str(error)) from error


def _said(message: str) -> str:
    """The library's words, as the end of a sentence of ours."""
    return message[:1].lower() + message[1:].rstrip(".")
