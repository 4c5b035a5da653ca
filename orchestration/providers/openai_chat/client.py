"""The registry's entry of chat completions."""

from baton.egress.allow import AllowList
from orchestration.providers.connection import ConnectionSpec
from orchestration.providers.openai_chat.dialect import ChatDialect
from orchestration.providers.openai_sdk import open_sdk
from orchestration.providers.wire.client import ModelWire
from orchestration.providers.wire.opening import open_wire


def open_client(connection: ConnectionSpec, secret: str | None, allow: AllowList) -> ModelWire:
    """Raises ModelError for an address or a key that cannot be used."""
    return open_wire(connection, secret, allow, ChatDialect(connection), open_sdk)
