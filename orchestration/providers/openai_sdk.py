"""The openai SDK as a transport, for both of OpenAI's APIs."""

from openai import APIStatusError, AsyncOpenAI, AsyncStream, Timeout

from baton.egress.allow import AllowList
from baton.egress.httpx2_carrier import async_client
from orchestration.providers.wire.opening import LONGEST_CALL
from orchestration.providers.wire.sdk import SdkTransport


def open_sdk(base_url: str, key: str, allow: AllowList) -> SdkTransport:
    """A client of the SDK for one event loop."""
    client = AsyncOpenAI(
        api_key=key, base_url=base_url, max_retries=0, http_client=async_client(allow, LONGEST_CALL)
    )
    # The SDK fills these from the process's environment. Keys and accounts of the platform's operator
    # must never travel to a host that an organization chose.
    client.organization = client.project = client.admin_api_key = None
    client._custom_headers = {}
    return SdkTransport(client, stream_class=AsyncStream, timeout_class=Timeout, status_error=APIStatusError)
