"""When a failed model call is tried again."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from orchestration.engine.limits import MAX_ATTEMPTS, MAX_DELAY_SECONDS
from orchestration.engine.retry import next_delay


def delay(
    attempt: int = 1,
    *,
    retryable: bool = True,
    retry_after: float | None = None,
    deadline_left: float | None = None,
    seed: str = "step",
) -> float | None:
    return next_delay(
        retryable=retryable,
        retry_after=retry_after,
        attempt=attempt,
        deadline_left=deadline_left,
        seed=seed,
    )


@pytest.mark.requirement("promises 7.77")
@pytest.mark.parametrize(
    ("attempt", "shortest", "longest"), [(1, 0.25, 0.5), (2, 0.5, 1.0), (3, 1.0, 2.0), (4, 2.0, 4.0)]
)
def test_the_pause_doubles_and_half_of_it_is_jitter(attempt: int, shortest: float, longest: float) -> None:
    pauses = [delay(attempt, seed=str(seed)) for seed in range(50)]

    assert all(pause is not None and shortest <= pause < longest for pause in pauses)
    assert len(set(pauses)) == 50


def test_the_same_seed_gives_the_same_pause() -> None:
    assert delay(2, seed="a") == delay(2, seed="a")


@pytest.mark.requirement("promises 7.77")
def test_the_last_attempt_is_not_followed_by_another() -> None:
    assert delay(MAX_ATTEMPTS - 1) is not None
    assert delay(MAX_ATTEMPTS) is None


def test_what_cannot_get_better_is_not_tried_again() -> None:
    assert delay(retryable=False) is None


@pytest.mark.requirement("promises 7.77")
def test_retry_after_is_never_cut_short() -> None:
    assert delay(retry_after=30.0) == 30.0
    assert delay(retry_after=MAX_DELAY_SECONDS) == MAX_DELAY_SECONDS


def test_a_provider_that_asks_for_too_long_is_not_waited_for() -> None:
    assert delay(retry_after=MAX_DELAY_SECONDS + 1) is None
    assert delay(retry_after=float("inf")) is None


@pytest.mark.parametrize("nonsense", [-5.0, 0.0, float("nan")])
def test_a_retry_after_that_means_nothing_is_ignored(nonsense: float) -> None:
    assert delay(retry_after=nonsense) == delay()


def test_a_pause_that_would_pass_the_deadline_is_not_begun() -> None:
    assert delay(retry_after=10.0, deadline_left=10.0) is None
    assert delay(retry_after=10.0, deadline_left=10.1) == 10.0
    assert delay(deadline_left=-1.0) is None


@given(
    attempt=st.integers(1, 20),
    retry_after=st.none() | st.floats(allow_nan=True),
    deadline_left=st.none() | st.floats(-10, 1e6),
    seed=st.text(),
)
def test_every_pause_is_bounded(
    attempt: int, retry_after: float | None, deadline_left: float | None, seed: str
) -> None:
    pause = delay(attempt, retry_after=retry_after, deadline_left=deadline_left, seed=seed)

    if pause is not None:
        assert 0 < pause <= MAX_DELAY_SECONDS
        assert retry_after is None or not pause < retry_after
        assert deadline_left is None or pause < deadline_left
