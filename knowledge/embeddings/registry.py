"""Embedders by name. An SDK, or what runs a model, costs a second to import, so none is loaded before it is
needed.
"""

import importlib
from collections.abc import Callable
from typing import Final, cast

from baton.egress.allow import AllowList
from knowledge.embeddings.port import Embedder, EmbeddingError
from knowledge.embeddings.spec import LOCAL, EmbedderSpec

type Opener = Callable[[EmbedderSpec, str | None, AllowList], Embedder]

_MODULES: Final = {
    LOCAL: "knowledge.embeddings.local",
    "openai": "knowledge.embeddings.openai_compatible.opening",
    "hash": "knowledge.embeddings.hash",
}


def embedder_names() -> tuple[str, ...]:
    return tuple(_MODULES)


def open_embedder(spec: EmbedderSpec, secret: str | None, allow: AllowList) -> Embedder:
    """The embedder of a spec; `allow` is the platform's list of hosts that may be local or plain http.

    Raises EmbeddingError: there is none of that name, it is not installed, or it has not what is asked for.
    """
    return load_opener(spec.provider)(spec, secret, allow)


def load_opener(provider: str) -> Opener:
    """Import an embedder. An event loop does this in a thread before it opens the first one: the import of an
    SDK stands still for seconds."""
    name = _MODULES.get(provider)
    if name is None:
        message = f"There is no embedder {provider!r}; known are {', '.join(_MODULES)}."
        raise EmbeddingError("embedding_unavailable", message, retryable=False)
    try:
        module = importlib.import_module(name)
    except ImportError as error:
        message = f"The embedder {provider!r} is not installed ({error}): deploy/bootstrap.sh local"
        raise EmbeddingError("embedding_unavailable", message, retryable=False) from error
    return cast(Opener, module.open_embedder)
