"""The value of a secret: sealed in its row, or in the environment of the process by an allowed name.

What was read here is in no log line of the process from then on.
"""

import logging
import os
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

from agents_app.secret_sources import is_secret_name
from baton.core.errors import BatonError
from baton.secrets.known import KNOWN
from baton.secrets.sealing import DataKey, Place

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class SecretSource:
    """What a row says of its secret's value. Where both are there, the sealed one counts."""

    organization: str
    secret: str
    sealed: bytes | None = None
    sealed_version: int = 0
    variable: str = ""


def value_of(source: SecretSource, data_key: Callable[[], DataKey]) -> str | None:
    """The value as it is now, or None where there is none or no key of this process opens it."""
    if source.sealed is None:
        return read_environment(source.variable)
    try:
        place = Place(source.organization, source.secret, source.sealed_version)
        value = data_key().open(source.sealed, place)
    except BatonError as error:
        _tell(source.secret, source.sealed_version, error.message)
        return None
    KNOWN.remember([value])
    return value


def read_environment(name: str) -> str | None:
    """The value, or None where the name is not allowed or nothing is set."""
    value = (os.environ.get(name) or None) if is_secret_name(name) else None
    if value is not None:
        KNOWN.remember([value])
    return value


@lru_cache(maxsize=1_000)
def _tell(secret: str, version: int, why: str) -> None:
    """Once: a worker reads a project again each second."""
    _log.error("The secret %s does not open: %s", secret, why)
