"""What becomes a vector, and what never does."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from knowledge.vectors import NoVector, normalise


@given(st.lists(st.floats(-1e100, 1e100), min_size=1, max_size=20))
def test_whatever_points_somewhere_gets_length_one(numbers: list[float]) -> None:
    try:
        vector = normalise(numbers)
    except NoVector:
        assert math.hypot(*numbers) < 1e-12
    else:
        assert math.hypot(*vector) == pytest.approx(1.0)


def test_the_direction_stays() -> None:
    assert normalise([3.0, -4.0]) == [0.6, -0.8]


@pytest.mark.parametrize(
    "numbers",
    [[], [0.0, 0.0], [1e-20, 0.0], [math.nan, 1.0], [math.inf, 1.0], [-math.inf], [1e308] * 4],
)
def test_what_points_nowhere_is_refused(numbers: list[float]) -> None:
    with pytest.raises(NoVector):
        normalise(numbers)
