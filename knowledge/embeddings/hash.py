"""Vectors from hashes of words: for tests, and for whoever has no model. Deterministic, on every machine.

Texts that share words, or parts of words, are near to each other; what words mean it does not know.
"""

import re
from collections.abc import Iterator, Sequence
from hashlib import blake2b
from typing import Final

from baton.egress.allow import AllowList
from knowledge.embeddings.port import Embeddings, read_batch
from knowledge.embeddings.spec import EmbedderSpec, require_space
from knowledge.vectors import Vector, VectorSpace, normalise

PROVIDER: Final = "hash"
MODEL: Final = "words-1"
"""The number changes with anything that changes a vector."""
DIMENSION: Final = 384

_WORD = re.compile(r"\w+")
_PART: Final = 4
_WEIGHT_OF_PART: Final = 0.5


class HashEmbedder:
    """Needs nothing, waits for nothing and cannot fail but for a text that is refused."""

    def __init__(self, dimension: int = DIMENSION) -> None:
        self._space = VectorSpace(PROVIDER, MODEL, dimension)

    @property
    def space(self) -> VectorSpace:
        return self._space

    async def embed(self, texts: Sequence[str]) -> Embeddings:
        """Raises EmbeddingError for a text or a number of texts that no embedder takes."""
        batch = read_batch(texts)
        vectors = tuple(hash_vector(text, self._space.dimension) for text in batch.texts)
        return Embeddings(self._space, vectors, batch.cut, tokens=0)

    async def close(self) -> None:
        """Nothing is open."""


def open_embedder(spec: EmbedderSpec, secret: str | None, allow: AllowList) -> HashEmbedder:
    """The registry's entry; of any dimension. Raises EmbeddingError for another model."""
    embedder = HashEmbedder(spec.dimension or DIMENSION)
    require_space(spec, embedder.space)
    return embedder


def hash_vector(text: str, dimension: int) -> Vector:
    """The sum of one signed unit for each word and each part of a word."""
    numbers = [0.0] * dimension
    for feature, weight in _features(text):
        place, sign = _slot(feature, dimension)
        numbers[place] += sign * weight
    if not any(numbers):
        # No word in it, or words that cancel each other: the text as a whole still has a direction.
        numbers[_slot(text, dimension)[0]] = 1.0
    return normalise(numbers)


def _features(text: str) -> Iterator[tuple[str, float]]:
    for word in _WORD.findall(text.casefold()):
        yield word, 1.0
        for start in range(len(word) - _PART + 1):
            yield f"#{word[start : start + _PART]}", _WEIGHT_OF_PART


def _slot(feature: str, dimension: int) -> tuple[int, float]:
    digest = int.from_bytes(blake2b(feature.encode(), digest_size=8).digest(), "big")
    return (digest >> 1) % dimension, 1.0 if digest & 1 else -1.0
