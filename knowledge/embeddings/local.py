"""The embedder of this machine: a small real model, no network, nothing to pay. The default.

The model is loaded once for the process, by the first text, and computes in one thread of its own, so that
event loops go on meanwhile. More threads would only share the same core.
"""

import asyncio
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import Final

from baton.egress.allow import AllowList
from knowledge.embeddings.minilm import DIMENSION, MODEL, MiniLM, NotInstalled
from knowledge.embeddings.port import EmbeddingError, Embeddings, read_batch
from knowledge.embeddings.spec import LOCAL, EmbedderSpec, require_space
from knowledge.vectors import Vector, VectorSpace

SPACE: Final = VectorSpace(LOCAL, MODEL, DIMENSION)

_THREAD: Final = ThreadPoolExecutor(max_workers=1, thread_name_prefix="embedding")


class LocalEmbedder:
    """May be used from several event loops: the thread is what they share."""

    @property
    def space(self) -> VectorSpace:
        return SPACE

    async def embed(self, texts: Sequence[str]) -> Embeddings:
        """Raises EmbeddingError. Each text waits for its own turn, so that a question does not wait for the
        whole of a document, and who is cancelled has no further turn."""
        batch = read_batch(texts)
        loop = asyncio.get_running_loop()
        vectors, cut = [], set(batch.cut)
        for place, text in enumerate(batch.texts):
            vector, was_cut = await loop.run_in_executor(_THREAD, _embed, text)
            vectors.append(vector)
            if was_cut:
                cut.add(place)
        return Embeddings(SPACE, tuple(vectors), tuple(sorted(cut)), tokens=0)

    async def close(self) -> None:
        """The model stays for the next one."""


def open_embedder(spec: EmbedderSpec, secret: str | None, allow: AllowList) -> LocalEmbedder:
    """The registry's entry. Raises EmbeddingError where the spec is of other vectors than these."""
    require_space(spec, SPACE)
    return LocalEmbedder()


def _embed(text: str) -> tuple[Vector, bool]:
    try:
        model = _model()
    except NotInstalled as error:
        message = f"The embedding model of this machine cannot be used: {error}"
        raise EmbeddingError("embedding_unavailable", message, retryable=False) from error
    return model.embed(text)


@cache
def _model() -> MiniLM:
    """Called from that one thread only, so it is loaded once. After a failure the next text tries again."""
    return MiniLM()
