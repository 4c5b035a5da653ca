"""Whether the environment can be read at all, before any process is started with it."""

import os
from importlib import import_module
from urllib.parse import urlsplit

from pydantic import ValidationError

from agents_app.bundle.signature import Signer, read_known_signers
from baton.core.errors import BatonError
from baton.egress.allow import AllowList
from baton.ops.demo.model_choice import BASE_URLS
from baton.ops.errors import OpsError
from baton.secrets.sealing import KeyRing

READS_IT = "baton.settings.environment"


def check_settings() -> None:
    """Name the first variable that cannot be read. Raises OpsError."""
    try:
        environment = import_module(READS_IT).BATON
        AllowList.parse(environment.baton_egress_allow)
        KeyRing.parse(environment.baton_keks.get_secret_value())
        if signing_key := environment.baton_signing_key.get_secret_value():
            Signer.of(signing_key)
        read_known_signers(environment.baton_known_signers)
    except ValidationError as error:
        first = error.errors()[0]
        name = str(first["loc"][0]).upper()
        raise OpsError(f"{name} is {first['input']!r}: {_said(first['msg'])}.") from error
    except BatonError as error:
        raise OpsError(str(error)) from error
    for name in BASE_URLS:
        _check_model_address(name, os.environ.get(name, ""))


def _check_model_address(name: str, url: str) -> None:
    if not url:
        return
    try:
        parts = urlsplit(url)
        is_one = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:  # a port that is no number
        is_one = False
    if not is_one:
        raise OpsError(f"{name} is {url!r}: it begins with http:// or https:// and names a host.")


def _said(message: str) -> str:
    """The library's words, as the end of a sentence of ours."""
    return message[:1].lower() + message[1:].rstrip(".")
