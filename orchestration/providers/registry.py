"""Adapters by name. An SDK costs seconds to import, so none is loaded before a run needs it."""

import importlib
from collections.abc import Callable
from typing import cast

from baton.egress.allow import AllowList
from orchestration.engine.ports import ModelClient, ModelError
from orchestration.providers.connection import ConnectionSpec

type Opener = Callable[[ConnectionSpec, str | None, AllowList], ModelClient]

_ADAPTERS = {
    "scripted": "orchestration.providers.scripted.client",
    "openai_chat": "orchestration.providers.openai_chat.client",
    "openai_responses": "orchestration.providers.openai_responses.client",
    "anthropic_messages": "orchestration.providers.anthropic_messages.client",
}


def provider_names() -> tuple[str, ...]:
    return tuple(_ADAPTERS)


def open_client(connection: ConnectionSpec, secret: str | None, allow: AllowList) -> ModelClient:
    """The client of a connection; `allow` is the platform's list of hosts that may be local or plain http."""
    return load_adapter(connection.provider)(connection, secret, allow)


def load_adapter(provider: str) -> Opener:
    """Import an adapter. An event loop does this in a thread before it opens the first client: the import of
    an SDK stands still for seconds, and a worker that does not tick is taken for dead."""
    module_name = _ADAPTERS.get(provider)
    if module_name is None:
        message = f"There is no provider {provider!r}; known are {', '.join(_ADAPTERS)}."
        raise ModelError("invalid_request", message, retryable=False)
    return cast(Opener, importlib.import_module(module_name).open_client)
