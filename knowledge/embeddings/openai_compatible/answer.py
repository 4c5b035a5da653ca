"""An answer of `POST /embeddings` read into vectors: complete, in order, of the right dimension. Pure.

Numbers come as a list or, as the SDK asks for by itself, as base64 of little-endian float32, a quarter of it.
"""

import base64
import binascii
import struct
from typing import Any

import orjson

from knowledge.embeddings.port import EmbeddingError
from knowledge.vectors import NoVector, Vector, normalise


def read_answer(body: bytes, count: int, dimension: int) -> tuple[list[Vector], int | None]:
    """`count` vectors in the order of the texts, and the tokens that are billed, where they are said.

    Raises EmbeddingError: `embedding_malformed`, `embedding_dimension`.
    """
    try:
        form = orjson.loads(body)
    except orjson.JSONDecodeError as error:
        raise _malformed("it is no JSON", retryable=True) from error
    data = form.get("data") if isinstance(form, dict) else None
    if not isinstance(data, list) or not all(isinstance(item, dict) for item in data):
        raise _malformed("it holds no list of vectors")
    tokens = _tokens(form)
    try:
        return [_vector(item, dimension) for item in _in_order(data, count)], tokens
    except EmbeddingError as error:
        error.tokens = tokens
        raise


def _in_order(data: list[dict[str, Any]], count: int) -> list[dict[str, Any]]:
    if len(data) != count:
        raise _malformed(f"it holds {len(data)} vectors for {count} texts")
    # Some hosts leave the index out; then the order is what they mean.
    places = [item.get("index", place) for place, item in enumerate(data)]
    by_place = {place: item for place, item in zip(places, data, strict=True) if type(place) is int}
    if sorted(by_place) != list(range(count)):
        raise _malformed("its vectors are not numbered from 0 on, each once")
    return [by_place[place] for place in range(count)]


def _vector(item: dict[str, Any], dimension: int) -> Vector:
    numbers = _numbers(item.get("embedding"))
    if len(numbers) != dimension:
        message = f"The provider answered with {len(numbers)} numbers for a text, and not with {dimension}."
        raise EmbeddingError("embedding_dimension", message, retryable=False, tokens=None)
    try:
        return normalise(numbers)
    except NoVector as error:
        raise _malformed(str(error).rstrip(".")) from error


def _numbers(embedding: object) -> list[float]:
    if isinstance(embedding, list) and all(type(number) in (float, int) for number in embedding):
        return embedding
    if isinstance(embedding, str):
        try:
            packed = base64.b64decode(embedding, validate=True)
            return list(struct.unpack(f"<{len(packed) // 4}f", packed))
        except (binascii.Error, ValueError, struct.error) as error:
            raise _malformed("a vector in it is not base64 of float32") from error
    raise _malformed("a vector in it is no list of numbers")


def _tokens(form: dict[str, Any]) -> int | None:
    usage = form.get("usage")
    said = usage.get("total_tokens", usage.get("prompt_tokens")) if isinstance(usage, dict) else None
    return said if type(said) is int and said >= 0 else None


def _malformed(what: str, *, retryable: bool = False) -> EmbeddingError:
    """The provider has worked, so it will be paid; nobody knows how much."""
    message = f"The provider's answer cannot be used: {what}."
    return EmbeddingError("embedding_malformed", message, retryable=retryable, tokens=None)
