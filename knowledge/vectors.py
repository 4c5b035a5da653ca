"""Vectors of texts: which may be compared with which, and what no vector may be. Pure."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

type Vector = list[float]
"""Of length 1 (L2), so that the product of two is their cosine."""

_SHORTEST: Final = 1e-12
"""Below it a direction is noise: as good as none."""


@dataclass(frozen=True, slots=True)
class VectorSpace:
    """Whose vectors they are. Those of two spaces say nothing to each other, even with equal dimensions."""

    provider: str
    model: str
    dimension: int

    def __str__(self) -> str:
        return f"{self.provider}/{self.model} ({self.dimension})"


class NoVector(ValueError):
    """Numbers that are no vector, or vectors that cannot be compared."""


def normalise(numbers: Sequence[float]) -> Vector:
    """The same direction with length 1. Raises NoVector where there is none: zero, NaN, infinite."""
    length = math.hypot(*numbers)
    if not math.isfinite(length):
        raise NoVector("A vector holds a number that is not finite, or too large.")
    if length < _SHORTEST:
        raise NoVector("A vector is zero: it points nowhere.")
    return [number / length for number in numbers]
