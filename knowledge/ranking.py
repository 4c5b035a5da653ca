"""Which of some vectors are nearest to one: the exact answer, for small sets and to measure an index by.

Pure. PostgreSQL ranks what is stored; this ranks what is in memory and says what the order has to be.
"""

import heapq
import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from knowledge.vectors import NoVector, VectorSpace


@dataclass(frozen=True, slots=True)
class NamedVector:
    name: str
    space: VectorSpace
    vector: Sequence[float]


@dataclass(frozen=True, slots=True)
class Ranked:
    name: str
    score: float
    """Cosine, from -1 (opposite) to 1 (same direction)."""


def rank(query: NamedVector, candidates: Iterable[NamedVector], most: int) -> list[Ranked]:
    """The `most` nearest, best first; equal scores stand in the order of their names, so that the same
    question has the same answer. Raises NoVector for a vector of another space, or of none."""
    if most < 1:
        raise ValueError(f"most = {most}: at least one has to be asked for.")
    length = _length(query)
    scored = (Ranked(each.name, _cosine(query, length, each)) for each in candidates)
    return heapq.nsmallest(most, scored, key=lambda ranked: (-ranked.score, ranked.name))


def _cosine(query: NamedVector, length: float, other: NamedVector) -> float:
    if other.space != query.space:
        raise NoVector(f"{other.name!r} is of {other.space}, {query.name!r} of {query.space}.")
    lengths = length * _length(other)
    cosine = math.sumprod(query.vector, other.vector) / lengths
    # Rounding must not make anything nearer than the same.
    return max(-1.0, min(1.0, cosine))


def _length(named: NamedVector) -> float:
    """Measured, since a store may keep vectors in fewer bits, which changes their length a little."""
    if len(named.vector) != named.space.dimension:
        raise NoVector(f"{named.name!r} has {len(named.vector)} numbers, not {named.space.dimension}.")
    length = math.hypot(*named.vector)
    if not math.isfinite(length) or length == 0:
        raise NoVector(f"{named.name!r} points nowhere: it is zero or not finite.")
    return length
