"""Ranking by cosine: order, ties, and what cannot be compared."""

import math
import random

import pytest

from knowledge.ranking import NamedVector, Ranked, rank
from knowledge.vectors import NoVector, VectorSpace, normalise

PLANE = VectorSpace("hash", "words-1", 2)


def at(name: str, degrees: float, *, length: float = 1.0, space: VectorSpace = PLANE) -> NamedVector:
    angle = math.radians(degrees)
    return NamedVector(name, space, [length * math.cos(angle), length * math.sin(angle)])


def test_the_nearest_stand_first_with_their_cosine() -> None:
    ranked = rank(at("query", 0), [at("away", 180), at("near", 60), at("same", 0), at("right", 90)], 3)

    assert [each.name for each in ranked] == ["same", "near", "right"]
    assert [each.score for each in ranked] == pytest.approx([1.0, 0.5, 0.0])


def test_equal_scores_stand_in_the_order_of_their_names() -> None:
    candidates = [at(name, 30) for name in ("c", "a", "d", "b")]

    for seed in range(5):
        random.Random(seed).shuffle(candidates)
        assert [each.name for each in rank(at("query", 0), candidates, 3)] == ["a", "b", "c"]


def test_length_does_not_count() -> None:
    ranked = rank(at("query", 0, length=0.99), [at("long", 60, length=40), at("short", 30, length=0.01)], 2)

    assert [each.name for each in ranked] == ["short", "long"]
    assert ranked[1].score == pytest.approx(0.5)


def test_no_score_is_beyond_one() -> None:
    vector = normalise([0.1] * 384)
    space = VectorSpace("hash", "words-1", 384)

    assert rank(NamedVector("q", space, vector), [NamedVector("a", space, vector)], 1) == [Ranked("a", 1.0)]


def test_nothing_to_rank_is_an_empty_answer() -> None:
    assert rank(at("query", 0), [], 10) == []


@pytest.mark.parametrize(
    "other",
    [
        VectorSpace("openai", "words-1", 2),
        VectorSpace("hash", "words-2", 2),
        VectorSpace("hash", "words-1", 3),
    ],
    ids=["provider", "model", "dimension"],
)
def test_vectors_of_two_spaces_are_never_compared(other: VectorSpace) -> None:
    with pytest.raises(NoVector, match=r"'strange' is of .*, 'query' of hash/words-1 \(2\)"):
        rank(at("query", 0), [at("fine", 0), at("strange", 0, space=other)], 1)


@pytest.mark.parametrize(
    ("vector", "message"),
    [
        ([1.0], "'bad' has 1 numbers, not 2"),
        ([1.0, 0.0, 0.0], "'bad' has 3 numbers, not 2"),
        ([0.0, 0.0], "'bad' points nowhere"),
        ([math.nan, 1.0], "'bad' points nowhere"),
        ([math.inf, 1.0], "'bad' points nowhere"),
    ],
)
def test_what_is_no_vector_of_its_space_is_refused_on_both_sides(vector: list[float], message: str) -> None:
    bad = NamedVector("bad", PLANE, vector)

    with pytest.raises(NoVector, match=message):
        rank(at("query", 0), [bad], 1)
    with pytest.raises(NoVector, match=message):
        rank(bad, [at("fine", 0)], 1)


def test_at_least_one_is_asked_for() -> None:
    with pytest.raises(ValueError, match="most = 0"):
        rank(at("query", 0), [at("a", 0)], 0)
