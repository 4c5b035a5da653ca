"""Embeddings: the vectors are made of hashes of words, the same for the same text, and may be made wrong."""

import base64
import json
import math
import struct
from dataclasses import dataclass
from typing import Any, Final, Self

import orjson

from knowledge.embeddings.hash import DIMENSION, hash_vector
from orchestration.providers.model_server.api import Problem, Refusal, openai_error
from orchestration.providers.model_server.counts import Counts
from orchestration.providers.model_server.faults import misbehave, read_scenario, refuse, sleep_ms, struck
from orchestration.providers.model_server.http import Exchange
from orchestration.providers.model_server.scenario import Fault, Scenario

MODEL: Final = "hash"
_MOST_TEXTS: Final = 2048
_LARGEST: Final = 4096


@dataclass(frozen=True, slots=True)
class AskedVectors:
    model: str
    texts: list[str]
    dimension: int
    as_base64: bool

    @classmethod
    def read(cls, form: dict[str, Any]) -> Self:
        """Raises Refusal, or KeyError and its like for what is no request."""
        texts = [form["input"]] if isinstance(form["input"], str) else list(form["input"])
        dimension = form.get("dimensions", DIMENSION)
        if not texts or len(texts) > _MOST_TEXTS or not all(isinstance(text, str) and text for text in texts):
            message = f"'input' is not one to {_MOST_TEXTS} texts, none of them empty."
            raise Refusal(Problem(400, "invalid_value", message))
        if type(dimension) is not int or not 1 <= dimension <= _LARGEST:
            raise Refusal(Problem(400, "invalid_value", f"'dimensions' is not a number up to {_LARGEST}."))
        if (encoding := form.get("encoding_format", "float")) not in ("float", "base64"):
            raise Refusal(Problem(400, "invalid_value", f"There is no encoding_format {encoding!r}."))
        return cls(str(form["model"]), texts, dimension, encoding == "base64")


class EmbeddingsApi:
    """OpenAI's embeddings."""

    path = "/v1/embeddings"

    def error(self, problem: Problem) -> dict[str, Any]:
        return openai_error(problem)

    async def answer(self, exchange: Exchange, path: str, base: Scenario, counts: Counts) -> None:
        """One request, answered with vectors or with the fault that was asked for."""
        try:
            asked = AskedVectors.read(orjson.loads(exchange.request.body))
            name, _, in_model = asked.model.partition("?")
            scenario = read_scenario(base, exchange, path, in_model)
        except Refusal as error:
            refuse(exchange, self, error.problem)
            return
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            refuse(exchange, self, Problem(400, "invalid_value", f"The request is not readable: {error!r}."))
            return
        scenario = struck(scenario, counts, f"{path} {in_model}")
        if name != MODEL:
            refuse(exchange, self, Problem(404, "model_not_found", f"There is no model {name!r}."))
            return
        await sleep_ms(scenario.latency_ms)
        if not await misbehave(exchange, self, scenario):
            exchange.answer(200, _body(asked, scenario))


def _body(asked: AskedVectors, scenario: Scenario) -> bytes:
    data = [
        {"object": "embedding", "index": index, "embedding": _written(vector, asked.as_base64)}
        for index, vector in enumerate(_vectors(asked, scenario.fault))
    ]
    if scenario.fault is Fault.SHUFFLED:
        data.reverse()
    if scenario.fault is Fault.MISSING_VECTOR:
        data.pop()
    form: dict[str, Any] = {"object": "list", "data": data, "model": MODEL}
    if scenario.usage:
        tokens = sum(len(text.split()) for text in asked.texts)
        form["usage"] = {"prompt_tokens": tokens, "total_tokens": tokens}
    # Python's own writer says NaN where there is one, as hosts do that are written in Python.
    body = json.dumps(form).encode()
    return body[: len(body) // 2] if scenario.fault is Fault.GARBAGE else body


def _vectors(asked: AskedVectors, fault: Fault | None) -> list[list[float]]:
    dimension = asked.dimension + 1 if fault is Fault.WRONG_DIMENSION else asked.dimension
    vectors = [hash_vector(text, dimension) for text in asked.texts]
    if fault is Fault.NOT_A_NUMBER:
        vectors[-1][-1] = math.nan
    if fault is Fault.ZERO_VECTOR:
        vectors[-1] = [0.0] * dimension
    return vectors


def _written(vector: list[float], as_base64: bool) -> list[float] | str:
    return base64.b64encode(struct.pack(f"<{len(vector)}f", *vector)).decode() if as_base64 else vector
