"""The embedder of unit tests: the same everywhere, and near where words are shared."""

import asyncio
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from baton.egress.allow import NOTHING
from knowledge.embeddings.hash import HashEmbedder, hash_vector
from knowledge.embeddings.port import MOST_CHARACTERS, EmbeddingError
from knowledge.embeddings.registry import open_embedder
from knowledge.embeddings.spec import EmbedderSpec
from knowledge.ranking import NamedVector, rank
from knowledge.vectors import VectorSpace


def test_the_vectors_never_change() -> None:
    """They stand in tests of others; a change needs another name of the model."""
    vector = hash_vector("Refund order 1042", 8)

    assert [round(number, 4) for number in vector] == [0.25, 0.0, 0.25, 0.25, 0.5, 0.0, 0.75, 0.0]


def test_texts_that_share_words_are_nearer() -> None:
    embedder = HashEmbedder()
    texts = ["How are refunds paid?", "Refunds are paid in ten days.", "The moon orbits the Earth."]

    made = asyncio.run(embedder.embed(texts))

    query, *others = (
        NamedVector(text, made.space, vector) for text, vector in zip(texts, made.vectors, strict=True)
    )
    near, far = rank(query, others, 2)
    assert near.name == "Refunds are paid in ten days."
    assert near.score > far.score + 0.3


@given(st.text(min_size=1).filter(str.strip), st.integers(1, 64))
def test_every_text_has_a_vector_of_length_one(text: str, dimension: int) -> None:
    vector = hash_vector(text, dimension)

    assert len(vector) == dimension
    assert math.hypot(*vector) == pytest.approx(1.0)


def test_it_says_its_space_what_it_cut_and_that_nothing_is_billed() -> None:
    embedder = open_embedder(EmbedderSpec("hash", dimension=16), None, NOTHING)

    made = asyncio.run(embedder.embed(["a", "b" * (MOST_CHARACTERS + 1)]))

    assert made.space == embedder.space == VectorSpace("hash", "words-1", 16)
    assert (made.cut, made.tokens) == ((1,), 0)
    assert [len(vector) for vector in made.vectors] == [16, 16]


def test_no_text_has_no_vector() -> None:
    assert asyncio.run(HashEmbedder().embed([])).vectors == ()


def test_it_refuses_what_no_embedder_takes() -> None:
    with pytest.raises(EmbeddingError, match="Text 1 is empty"):
        asyncio.run(HashEmbedder().embed(["a", ""]))
