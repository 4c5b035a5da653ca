"""The registry's entry of responses."""

from baton.egress.allow import AllowList
from orchestration.providers.connection import ConnectionSpec
from orchestration.providers.openai_responses.dialect import ResponsesDialect
from orchestration.providers.openai_sdk import open_sdk
from orchestration.providers.wire.client import ModelWire
from orchestration.providers.wire.opening import open_wire


def open_client(connection: ConnectionSpec, secret: str | None, allow: AllowList) -> ModelWire:
    """Raises ModelError for an address or a key that cannot be used."""
    return open_wire(connection, secret, allow, ResponsesDialect(connection), open_sdk)
