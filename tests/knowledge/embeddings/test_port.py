"""What every embedder refuses before it asks anybody, and what it cuts."""

import pytest

from knowledge.embeddings.port import MOST_CHARACTERS, MOST_TEXTS, EmbeddingError, read_batch


def refused(texts: list[str] | str) -> str:
    with pytest.raises(EmbeddingError) as error:
        read_batch(texts)
    assert error.value.code == "embedding_invalid_request"
    assert error.value.retryable is False
    assert error.value.tokens == 0
    return error.value.message


@pytest.mark.parametrize("text", ["", " ", "\n\t\u2003"])
def test_an_empty_text_is_refused_with_its_place(text: str) -> None:
    assert refused(["Hello", text]) == "Text 1 is empty."


@pytest.mark.parametrize("text", ["a\x00b", "a\ud800", "\udfffa"])
def test_text_that_no_store_takes_is_refused(text: str) -> None:
    assert refused([text]) == "Text 0 holds NUL or half of a surrogate pair."


def test_too_many_texts_are_refused() -> None:
    assert refused(["a"] * (MOST_TEXTS + 1)) == "513 texts are too many for one call; 512 are the most."
    assert len(read_batch(["a"] * MOST_TEXTS).texts) == MOST_TEXTS


def test_one_text_is_no_list_of_texts() -> None:
    assert refused("Hello").startswith("The texts are one text")


def test_a_long_text_is_cut_and_it_is_said() -> None:
    batch = read_batch(["short", "x" * MOST_CHARACTERS, "y" * (MOST_CHARACTERS + 1)])

    assert [len(text) for text in batch.texts] == [5, MOST_CHARACTERS, MOST_CHARACTERS]
    assert batch.cut == (2,)


def test_a_text_behind_a_long_gap_is_not_cut_away() -> None:
    batch = read_batch([" " * (MOST_CHARACTERS + 1) + "Hello "])

    assert batch.texts == ("Hello",)
    assert batch.cut == ()


def test_no_text_is_an_empty_batch() -> None:
    assert read_batch([]).texts == ()
