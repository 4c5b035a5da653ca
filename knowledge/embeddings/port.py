"""The port of embeddings: what turns texts into vectors, in which bounds, and how it fails.

An embedder has one vector space and never answers with vectors of another. It retries nothing. Whoever asks
it knows no SDK: embedders come from `registry` by name.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Protocol

from baton.core.text import is_clean
from knowledge.vectors import Vector, VectorSpace

MOST_TEXTS: Final = 512
"""Of one call. An adapter may need several requests for them."""
MOST_CHARACTERS: Final = 4_000
"""Of one text; what is longer is cut there. About 1,000 tokens of English, and less than the 8,191 that large
models read in any script."""


@dataclass(frozen=True, slots=True)
class Embeddings:
    """One vector for each text, in their order."""

    space: VectorSpace
    vectors: tuple[Vector, ...]
    cut: tuple[int, ...] = ()
    """Which texts (by their place, from 0) were read up to a limit only."""
    tokens: int | None = None
    """What is billed. None: the provider did not say."""


class EmbeddingError(Exception):
    """Texts that got no vectors; of a call all get theirs or none does.

    `code`:
    - `embedding_invalid_request`: the texts, or what the provider says of them; change them.
    - `embedding_unavailable`: there is no such embedder, or it is not installed or not set up.
    - `embedding_dimension`: the answer is of another dimension than the space; look at the settings.
    - `embedding_malformed`: the answer cannot be read, or holds what is no vector.
    - `authentication`, `host_not_allowed`: an operator has to look.
    - `provider_rate_limited`, `provider_error`, `provider_unavailable`, `provider_timeout`: as of models.

    `retryable`: the same request may succeed later; `retry_after`: not before so many seconds.
    `tokens`: what is billed all the same; None where nobody knows.
    """

    def __init__(
        self,
        code: str,
        message: str,
        *,
        retryable: bool,
        retry_after: float | None = None,
        tokens: int | None = 0,
    ) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.retryable = retryable
        self.retry_after = retry_after
        self.tokens = tokens


class Embedder(Protocol):
    """Bound to the event loop it is first used on; close it there."""

    @property
    def space(self) -> VectorSpace: ...

    async def embed(self, texts: Sequence[str]) -> Embeddings:
        """Raises EmbeddingError for every failure. No text gives no vector and asks nobody."""
        ...

    async def close(self) -> None: ...


@dataclass(frozen=True, slots=True)
class Batch:
    """Texts that may be embedded, and which of them were cut."""

    texts: tuple[str, ...]
    cut: tuple[int, ...]


def read_batch(texts: Sequence[str]) -> Batch:
    """Every adapter begins with this. Raises EmbeddingError (`embedding_invalid_request`)."""
    if isinstance(texts, str):
        raise _refused("The texts are one text; give a list with it.")
    if len(texts) > MOST_TEXTS:
        raise _refused(f"{len(texts)} texts are too many for one call; {MOST_TEXTS} are the most.")
    # White space at the ends means nothing, and a text that is cut must not be all of it.
    stripped = [text.strip() for text in texts]
    for place, text in enumerate(stripped):
        if not text:
            raise _refused(f"Text {place} is empty.")
        if not is_clean(text):
            raise _refused(f"Text {place} holds NUL or half of a surrogate pair.")
    cut = tuple(place for place, text in enumerate(stripped) if len(text) > MOST_CHARACTERS)
    return Batch(tuple(text[:MOST_CHARACTERS] for text in stripped), cut)


def _refused(message: str) -> EmbeddingError:
    return EmbeddingError("embedding_invalid_request", message, retryable=False)
