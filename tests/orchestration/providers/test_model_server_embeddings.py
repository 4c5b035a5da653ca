"""Embeddings of the model server, as OpenAI's SDK sees them."""

import asyncio
import math
from collections.abc import Awaitable, Callable

import openai
import pytest

from knowledge.embeddings.hash import hash_vector
from orchestration.providers.model_server import ModelServer


def served[T](ask: Callable[[openai.AsyncOpenAI], Awaitable[T]], scenario: str = "") -> T:
    async def run() -> T:
        async with (
            ModelServer() as server,
            openai.AsyncOpenAI(
                base_url=server.base_url_with(scenario) if scenario else server.base_url,
                api_key="none",
                max_retries=0,
            ) as client,
        ):
            return await ask(client)

    return asyncio.run(run())


@pytest.mark.parametrize("encoding", ["float", "base64", None])
def test_vectors_are_those_of_the_hash_and_typed(encoding: str | None) -> None:
    """By itself the SDK asks for base64 and reads it."""
    more = {"encoding_format": encoding} if encoding else {}

    async def ask(client: openai.AsyncOpenAI) -> openai.types.CreateEmbeddingResponse:
        return await client.embeddings.create(model="hash", input=["one two", "three"], dimensions=8, **more)

    answer = served(ask)

    assert [each.index for each in answer.data] == [0, 1]
    if encoding != "base64":
        assert answer.data[0].embedding == pytest.approx(hash_vector("one two", 8))
        assert answer.data[1].embedding == pytest.approx(hash_vector("three", 8))
    assert answer.usage.prompt_tokens == answer.usage.total_tokens == 3
    assert answer.model == "hash"


def test_one_text_alone_has_the_usual_dimension() -> None:
    answer = served(lambda client: client.embeddings.create(model="hash", input="one"))

    assert [len(each.embedding) for each in answer.data] == [384]


@pytest.mark.parametrize(
    "request_",
    [
        {"input": ""},
        {"input": []},
        {"input": ["a", ""]},
        {"input": [1, 2]},
        {"input": ["a"] * 2049},
        {"input": "a", "dimensions": 0},
        {"input": "a", "dimensions": 5000},
        {"input": "a", "encoding_format": "hex"},
        {"input": "a", "model": "hash?fault=unknown"},
    ],
)
def test_what_openai_refuses_is_refused(request_: dict[str, object]) -> None:
    with pytest.raises(openai.BadRequestError):
        served(lambda client: client.embeddings.create(**{"model": "hash", **request_}))


def test_a_model_that_is_not_there_is_said() -> None:
    with pytest.raises(openai.NotFoundError, match="no model 'echo'"):
        served(lambda client: client.embeddings.create(model="echo", input="a"))


def test_a_fault_strikes_when_and_as_often_as_it_is_told() -> None:
    async def ask(client: openai.AsyncOpenAI) -> list[str]:
        answers = []
        for _ in range(4):
            try:
                await client.embeddings.create(model="hash", input="a")
                answers.append("good")
            except openai.RateLimitError:
                answers.append("refused")
        return answers

    assert served(ask, "fault=rate_limited&after=1&times=2") == ["good", "refused", "refused", "good"]


def test_vectors_can_be_wrong() -> None:
    async def ask(client: openai.AsyncOpenAI) -> list[list[list[float]]]:
        faults = ("wrong_dimension", "not_a_number", "zero_vector", "missing_vector", "shuffled")
        answers = []
        for fault in faults:
            model = f"hash?fault={fault}&usage=0"
            answer = await client.embeddings.create(model=model, input=["a", "b"], dimensions=4)
            answers.append([each.embedding for each in answer.data])
        return answers

    wrong, nan, zero, missing, shuffled = served(ask)

    assert [len(vector) for vector in wrong] == [5, 5]
    assert math.isnan(nan[1][3])
    assert zero[1] == [0.0] * 4
    assert len(missing) == 1
    assert shuffled[0] == pytest.approx(hash_vector("b", 4))
