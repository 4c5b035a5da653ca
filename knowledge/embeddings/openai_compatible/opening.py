"""The registry's entry: may it go there, with this key, and what is the space of the model."""

import re
from typing import Final
from urllib.parse import parse_qsl

from openai import AsyncOpenAI

from baton.egress.allow import AllowList
from baton.egress.errors import EgressError
from baton.egress.httpx2_carrier import async_client
from baton.egress.rule import judge_listed_url
from knowledge.embeddings.openai_compatible.client import OpenAiEmbedder
from knowledge.embeddings.port import EmbeddingError
from knowledge.embeddings.spec import EmbedderSpec
from knowledge.vectors import VectorSpace

PROVIDER: Final = "openai"
BASE_URL: Final = "https://api.openai.com/v1"
HOSTS: Final = frozenset({"api.openai.com"})
DIMENSIONS: Final = {
    "text-embedding-3-small": 1536,
    "text-embedding-3-large": 3072,
    "text-embedding-ada-002": 1536,
}
_NO_KEY: Final = "none"
"""Hosts that want no key ignore it; the SDK insists on something."""
_SENDABLE_SECRET: Final = re.compile(r"[\x21-\x7e]+")


def open_embedder(spec: EmbedderSpec, secret: str | None, allow: AllowList) -> OpenAiEmbedder:
    """The address is OpenAI's or one that the platform's operator listed: whoever may edit a collection could
    otherwise have a key sent to a host of their own. Raises EmbeddingError."""
    space = _space(spec)
    base_url = spec.base_url or BASE_URL
    try:
        judge_listed_url(base_url, allow, HOSTS)
    except EgressError as error:
        message = f"{error.message} An operator can list it in BATON_EGRESS_ALLOW."
        raise EmbeddingError("host_not_allowed", message, retryable=False) from error
    if secret and not _SENDABLE_SECRET.fullmatch(secret):
        message = "The key holds characters that no header can carry."
        raise EmbeddingError("authentication", message, retryable=False)
    return OpenAiEmbedder(
        _client(base_url, secret or _NO_KEY, allow, spec.timeout),
        space,
        timeout=spec.timeout,
        dimensions=space.dimension if spec.asks_for_dimension else None,
        secret=secret,
    )


def _space(spec: EmbedderSpec) -> VectorSpace:
    if not spec.model:
        raise EmbeddingError("embedding_unavailable", "The embedder 'openai' needs a model.", retryable=False)
    dimension = spec.dimension or DIMENSIONS.get(spec.model)
    if dimension is None:
        message = f"The dimension of {spec.model!r} is not known; it has to be said."
        raise EmbeddingError("embedding_dimension", message, retryable=False)
    return VectorSpace(PROVIDER, spec.model, dimension)


def _client(base_url: str, key: str, allow: AllowList, seconds: float) -> AsyncOpenAI:
    address, _, query = base_url.partition("?")
    client = AsyncOpenAI(
        api_key=key,
        base_url=address,
        default_query=dict(parse_qsl(query)),
        max_retries=0,
        http_client=async_client(allow, seconds),
    )
    # The SDK fills these from the process's environment. Keys and accounts of the platform's operator must
    # never travel to a host that an organization chose.
    client.organization = client.project = client.admin_api_key = None
    client._custom_headers = {}
    return client
