"""Answers of hosts as they come: in any order, as lists or base64, and those that cannot be used."""

import base64
import json
import struct
from typing import Any

import pytest

from knowledge.embeddings.openai_compatible.answer import read_answer
from knowledge.embeddings.port import EmbeddingError


def packed(*numbers: float) -> str:
    return base64.b64encode(struct.pack(f"<{len(numbers)}f", *numbers)).decode()


def answer(*items: Any, **more: Any) -> bytes:
    """JSON as Python's own writer makes it, NaN and all."""
    return json.dumps({"data": list(items), **more}).encode()


def refused(body: bytes, count: int = 1) -> EmbeddingError:
    with pytest.raises(EmbeddingError) as error:
        read_answer(body, count, 2)
    return error.value


def test_vectors_stand_in_the_order_of_their_index() -> None:
    body = answer(
        {"index": 1, "embedding": [0.0, 2.0]},
        {"index": 0, "embedding": packed(3.0, 4.0)},
        usage={"prompt_tokens": 3, "total_tokens": 5},
    )

    vectors, tokens = read_answer(body, 2, 2)

    assert vectors == [[0.6, 0.8], [0.0, 1.0]]
    assert tokens == 5


def test_without_an_index_the_order_is_what_is_meant() -> None:
    body = answer({"embedding": [0, 1]}, {"embedding": [1, 0]}, usage={"prompt_tokens": 3})

    assert read_answer(body, 2, 2) == ([[0.0, 1.0], [1.0, 0.0]], 3)


@pytest.mark.parametrize(
    "usage", [None, {}, {"total_tokens": None}, {"total_tokens": -1}, {"total_tokens": True}, 7]
)
def test_tokens_that_are_not_said_are_unknown_and_not_zero(usage: Any) -> None:
    assert read_answer(answer({"embedding": [0, 1]}, usage=usage), 1, 2)[1] is None


@pytest.mark.parametrize(
    ("body", "retryable"),
    [
        (b"", True),
        (b"<html>", True),
        (b'{"data": [{"embedding": [1.0, NaN]}]}', True),
        (b"[]", False),
        (b"{}", False),
        (answer(7), False),
        (b'{"data": {"0": []}}', False),
    ],
)
def test_what_is_no_answer_is_refused(body: bytes, retryable: bool) -> None:
    error = refused(body)

    assert (error.code, error.retryable, error.tokens) == ("embedding_malformed", retryable, None)


@pytest.mark.parametrize(
    "embedding",
    [
        None,
        {},
        ["1", "2"],
        [None, 1.0],
        [True, False],
        "!!!!",
        "AAA",
        base64.b64encode(b"12345").decode(),
        packed(float("nan"), 1.0),
        packed(float("inf"), 1.0),
        packed(0.0, 0.0),
        [0.0, 0.0],
    ],
)
def test_a_vector_that_is_none_is_refused(embedding: Any) -> None:
    error = refused(answer({"index": 0, "embedding": embedding}, usage={"total_tokens": 4}))

    assert (error.code, error.retryable) == ("embedding_malformed", False)
    assert error.tokens == 4


@pytest.mark.parametrize("indexes", [(0, 0), (1, 2), (-1, 0), ("0", "1"), (0, None), (True, False)])
def test_vectors_that_cannot_be_told_apart_are_refused(indexes: tuple[Any, Any]) -> None:
    error = refused(answer(*({"index": index, "embedding": [0, 1]} for index in indexes)), 2)

    assert error.message == (
        "The provider's answer cannot be used: its vectors are not numbered from 0 on, each once."
    )


def test_fewer_vectors_than_texts_are_refused() -> None:
    assert "1 vectors for 2 texts" in refused(answer({"index": 0, "embedding": [0, 1]}), 2).message


@pytest.mark.parametrize("embedding", [[1.0], [1.0, 2.0, 3.0], packed(1.0), [], ""])
def test_another_dimension_has_a_code_of_its_own(embedding: Any) -> None:
    error = refused(answer({"index": 0, "embedding": embedding}))

    assert (error.code, error.retryable) == ("embedding_dimension", False)
