"""Opening a connection of any HTTP API: is it allowed to go there, with this key, and how does it travel."""

import re
from collections.abc import Callable

from agents_app.providers import PROVIDERS
from baton.egress.allow import AllowList
from baton.egress.errors import EgressError
from baton.egress.rule import judge_listed_url
from orchestration.engine.ports import ModelError
from orchestration.providers.connection import ConnectionSpec
from orchestration.providers.wire.client import ModelWire
from orchestration.providers.wire.dialect import Dialect
from orchestration.providers.wire.lean import LeanTransport
from orchestration.providers.wire.transport import Transport

LONGEST_CALL = 3600.0
NO_KEY = "none"
"""Sent where the connection has no secret: hosts that want none ignore it, SDKs insist on something."""

_VERSION = "/v1"
_SENDABLE_SECRET = re.compile(r"[\x21-\x7e]+")

type OpenSdk = Callable[[str, str, AllowList], Transport]
"""(base URL, key, allow list) -> the SDK's way."""


def open_wire(
    connection: ConnectionSpec, secret: str | None, allow: AllowList, dialect: Dialect, open_sdk: OpenSdk
) -> ModelWire:
    """The client. The address is the provider's or one the platform's operator listed: whoever may edit a
    connection could otherwise have a key of the platform sent to a host of their own."""
    place = PROVIDERS[connection.provider]
    base_url = connection.base_url or place.base_url
    try:
        judge_listed_url(base_url, allow, place.hosts)
    except EgressError as error:
        message = f"{error.message} An operator can list it in BATON_EGRESS_ALLOW."
        raise ModelError("host_not_allowed", message, retryable=False) from error
    if secret and not _SENDABLE_SECRET.fullmatch(secret):
        message = "The connection's key holds characters that no header can carry."
        raise ModelError("authentication", message, retryable=False)
    key = secret or NO_KEY
    address, path = join(base_url, dialect.path)

    def open_transport() -> Transport:
        if connection.transport == "lean":
            return LeanTransport(address, dialect.headers(key), allow)
        return open_sdk(address, key, allow)

    return ModelWire(dialect, path, open_transport, secret)


def join(base_url: str, path: str) -> tuple[str, str]:
    """The address and the path below it. A query of the base stays behind the path (`?api-version=`), and a
    version that stands in both is said once."""
    address, _, query = base_url.partition("?")
    address = address.rstrip("/")
    if path.startswith(f"{_VERSION}/"):
        address = address.removesuffix(_VERSION)
    return address, f"{path}?{query}" if query else path
