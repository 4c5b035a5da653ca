"""The embedder over OpenAI's API, through the real SDK over real HTTP, against the model server."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from baton.egress.allow import NOTHING, AllowList
from knowledge.embeddings.hash import hash_vector
from knowledge.embeddings.openai_compatible.client import CHARACTERS_OF_ONE_REQUEST, split
from knowledge.embeddings.port import MOST_CHARACTERS, Embedder, EmbeddingError, Embeddings
from knowledge.embeddings.registry import open_embedder
from knowledge.embeddings.spec import EmbedderSpec
from knowledge.vectors import VectorSpace
from orchestration.providers.model_server import ModelServer

SECRET = "sk-test-0123456789"


def served[T](
    use: Callable[[Embedder, ModelServer], Awaitable[T]],
    *,
    scenario: str = "",
    model: str = "hash",
    dimension: int = 16,
    timeout: float = 10.0,
    query: str = "",
) -> T:
    async def run() -> T:
        async with ModelServer() as server:
            base_url = (server.base_url_with(scenario) if scenario else server.base_url) + query
            spec = EmbedderSpec("openai", model, dimension, base_url, True, timeout)
            embedder = open_embedder(spec, SECRET, AllowList.parse(server.authority))
            try:
                return await use(embedder, server)
            finally:
                await embedder.close()

    return asyncio.run(run())


def embed(*texts: str, **settings: Any) -> Embeddings:
    return served(lambda embedder, server: embedder.embed(texts), **settings)


def failed(*texts: str, **settings: Any) -> EmbeddingError:
    with pytest.raises(EmbeddingError) as error:
        embed(*(texts or ("Hello",)), **settings)
    return error.value


def test_vectors_come_in_order_with_their_space_and_what_is_billed() -> None:
    made = embed("one two", "three")

    assert made.space == VectorSpace("openai", "hash", 16)
    assert made.vectors[0] == pytest.approx(hash_vector("one two", 16))
    assert made.vectors[1] == pytest.approx(hash_vector("three", 16))
    assert (made.tokens, made.cut) == (3, ())


def test_the_order_is_that_of_the_index() -> None:
    made = embed("one", "two", "three", model="hash?fault=shuffled")

    assert made.vectors[0] == pytest.approx(hash_vector("one", 16))
    assert made.vectors[2] == pytest.approx(hash_vector("three", 16))


def test_many_texts_are_several_requests_and_one_answer() -> None:
    async def use(embedder: Embedder, server: ModelServer) -> tuple[Embeddings, list[int]]:
        made = await embedder.embed([f"text {number}" for number in range(130)])
        return made, [len(request["body"]["input"]) for request in server.counts.requests()]

    made, sizes = served(use)

    assert sizes == [64, 64, 2]
    assert made.tokens == 260
    assert made.vectors[129] == pytest.approx(hash_vector("text 129", 16))


def test_long_texts_are_cut_and_share_no_request_that_is_too_large() -> None:
    texts = [str(number) + "x" * MOST_CHARACTERS for number in range(30)]

    made = embed(*texts)
    parts = list(split([text[:MOST_CHARACTERS] for text in texts]))

    assert made.cut == tuple(range(30))
    assert [len(part) for part in parts] == [25, 5]
    assert sum(map(len, parts[0])) == CHARACTERS_OF_ONE_REQUEST


def test_what_is_asked_is_the_model_its_dimension_and_the_key_once() -> None:
    async def use(embedder: Embedder, server: ModelServer) -> list[dict[str, Any]]:
        await embedder.embed(["Hello"])
        return server.counts.requests()

    [request] = served(use, query="?api-version=2026-11-01")

    assert request["target"] == "/v1/embeddings?api-version=2026-11-01"
    assert request["authenticated"] is True
    assert request["body"] == {
        "input": ["Hello"],
        "model": "hash",
        "dimensions": 16,
        "encoding_format": "base64",
    }


def test_no_text_asks_nobody() -> None:
    async def use(embedder: Embedder, server: ModelServer) -> tuple[Embeddings, int]:
        return await embedder.embed([]), server.counts.total

    made, asked = served(use)

    assert (made.vectors, made.tokens, asked) == ((), 0, 0)


@pytest.mark.parametrize("texts", [["a", ""], ["a", " "], ["a\x00b"], ["\ud800"], ["a"] * 513])
def test_what_no_embedder_takes_is_refused_before_anybody_is_asked(texts: list[str]) -> None:
    async def use(embedder: Embedder, server: ModelServer) -> tuple[str, int]:
        with pytest.raises(EmbeddingError) as error:
            await embedder.embed(texts)
        return error.value.code, server.counts.total

    assert served(use) == ("embedding_invalid_request", 0)


def test_usage_that_is_not_said_is_unknown() -> None:
    assert embed("Hello", scenario="usage=0").tokens is None


@pytest.mark.parametrize(
    ("fault", "code", "retryable", "tokens"),
    [
        ("rate_limited", "provider_rate_limited", True, 0),
        ("quota", "provider_rate_limited", False, 0),
        ("server_error", "provider_error", True, 0),
        ("unavailable", "provider_error", True, 0),
        ("overloaded", "provider_error", True, 0),
        ("unauthenticated", "authentication", False, 0),
        ("bad_request", "embedding_invalid_request", False, 0),
        ("context_too_long", "embedding_invalid_request", False, 0),
        ("close", "provider_unavailable", True, None),
        ("garbage", "embedding_malformed", True, None),
        ("wrong_dimension", "embedding_dimension", False, 2),
        ("not_a_number", "embedding_malformed", False, 2),
        ("zero_vector", "embedding_malformed", False, 2),
        ("missing_vector", "embedding_malformed", False, 2),
    ],
)
def test_each_fault_has_its_code(fault: str, code: str, retryable: bool, tokens: int | None) -> None:
    error = failed("one", "two", scenario=f"fault={fault}")

    assert (error.code, error.retryable, error.tokens) == (code, retryable, tokens)
    assert error.message


def test_a_fault_is_met_once_and_never_tried_again_by_itself() -> None:
    async def use(embedder: Embedder, server: ModelServer) -> int:
        with pytest.raises(EmbeddingError):
            await embedder.embed(["Hello"])
        return server.counts.total

    assert served(use, scenario="fault=server_error") == 1


def test_how_long_to_wait_is_told() -> None:
    assert failed(scenario="fault=rate_limited&retry_after=7").retry_after == 7
    assert failed(scenario="fault=unavailable&retry_after=2.5").retry_after == 2.5


def test_a_silent_provider_is_left_in_time() -> None:
    error = failed(scenario="fault=hang", timeout=0.3)

    assert (error.code, error.retryable, error.tokens) == ("provider_timeout", True, None)
    assert error.message == "The provider did not answer within 0.3 s."


def test_what_earlier_requests_cost_is_told_with_the_failure() -> None:
    error = failed(*["one"] * 65, scenario="fault=rate_limited&after=1")

    assert (error.code, error.tokens) == ("provider_rate_limited", 64)


def test_nobody_there_is_no_connection() -> None:
    async def use(embedder: Embedder, server: ModelServer) -> EmbeddingError:
        await server.stop()
        with pytest.raises(EmbeddingError) as error:
            await embedder.embed(["Hello"])
        return error.value

    error = served(use)

    assert (error.code, error.retryable, error.tokens) == ("provider_unavailable", True, 0)


def test_who_is_cancelled_leaves_at_once() -> None:
    async def use(embedder: Embedder, server: ModelServer) -> int:
        asking = asyncio.create_task(embedder.embed(["Hello"]))
        while not server.counts.in_flight:
            await asyncio.sleep(0.01)
        asking.cancel()
        with pytest.raises(asyncio.CancelledError):
            await asking
        async with asyncio.timeout(3):
            while server.counts.in_flight:
                await asyncio.sleep(0.01)
        return server.counts.left

    assert served(use, scenario="latency_ms=60000") == 1


def test_the_key_is_not_repeated_in_an_error() -> None:
    error = failed(model=SECRET)

    assert error.code == "embedding_invalid_request"
    assert error.message == "404: There is no model '[secret]'."


def opening(spec: EmbedderSpec, secret: str | None = SECRET) -> EmbeddingError:
    with pytest.raises(EmbeddingError) as error:
        open_embedder(spec, secret, NOTHING)
    assert error.value.retryable is False
    return error.value


@pytest.mark.parametrize(
    "base_url",
    [
        "http://127.0.0.1:9/v1",
        "http://169.254.169.254/v1",
        "https://elsewhere.example/v1",
        "http://api.openai.com/v1",
        "https://api.openai.com.evil.example/v1",
        "ftp://api.openai.com/v1",
        "not an address",
    ],
)
def test_the_key_goes_to_openai_or_to_a_listed_host_only(base_url: str) -> None:
    error = opening(EmbedderSpec("openai", "text-embedding-3-small", base_url=base_url))

    assert error.code == "host_not_allowed"
    assert error.message.endswith("An operator can list it in BATON_EGRESS_ALLOW.")


@pytest.mark.parametrize(
    ("spec", "code"),
    [
        (EmbedderSpec("openai"), "embedding_unavailable"),
        (EmbedderSpec("openai", "bge-m3"), "embedding_dimension"),
    ],
)
def test_a_space_that_is_not_known_is_refused(spec: EmbedderSpec, code: str) -> None:
    assert opening(spec).code == code


def test_a_key_that_no_header_carries_is_refused_without_being_shown() -> None:
    error = opening(EmbedderSpec("openai", "text-embedding-3-small"), "sk-\nx")

    assert error.code == "authentication"
    assert "sk-" not in error.message


def test_dimensions_of_openais_models_are_known() -> None:
    embedder = open_embedder(EmbedderSpec("openai", "text-embedding-3-large"), None, NOTHING)

    assert embedder.space == VectorSpace("openai", "text-embedding-3-large", 3072)


def test_nothing_of_the_operators_environment_travels(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("OPENAI_API_KEY", "OPENAI_ORG_ID", "OPENAI_PROJECT_ID", "OPENAI_ADMIN_KEY"):
        monkeypatch.setenv(name, "operators-own")
    monkeypatch.setenv("OPENAI_CUSTOM_HEADERS", "X-Operator: operators-own")
    monkeypatch.setenv("OPENAI_BASE_URL", "http://127.0.0.1:1/v1")

    async def use(embedder: Embedder, server: ModelServer) -> list[dict[str, Any]]:
        await embedder.embed(["Hello"])
        return server.counts.requests()

    assert "operators-own" not in str(served(use))
