"""The registry's entry of Anthropic's messages."""

from anthropic import APIStatusError, AsyncAnthropic, AsyncStream, Timeout

from baton.egress.allow import AllowList
from baton.egress.httpx2_carrier import async_client
from orchestration.providers.anthropic_messages.dialect import MessagesDialect
from orchestration.providers.connection import ConnectionSpec
from orchestration.providers.wire.client import ModelWire
from orchestration.providers.wire.opening import LONGEST_CALL, open_wire
from orchestration.providers.wire.sdk import SdkTransport


def open_client(connection: ConnectionSpec, secret: str | None, allow: AllowList) -> ModelWire:
    """Raises ModelError for an address or a key that cannot be used."""
    return open_wire(connection, secret, allow, MessagesDialect(connection), open_sdk)


def open_sdk(base_url: str, key: str, allow: AllowList) -> SdkTransport:
    """A client of the SDK for one event loop."""
    client = AsyncAnthropic(
        api_key=key, base_url=base_url, max_retries=0, http_client=async_client(allow, LONGEST_CALL)
    )
    # The SDK fills these from the process's environment. Tokens of the platform's operator must never travel
    # to a host that an organization chose.
    client.auth_token = None
    client._custom_headers = {}
    return SdkTransport(client, stream_class=AsyncStream, timeout_class=Timeout, status_error=APIStatusError)
