"""Of whom a failed model call is asked again: the same model, the next one, or the one that is out, with patience."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from simulator import Outage, Reply, Simulator, make_spec

from agents_app.spec import Fallback
from orchestration.engine.decisions import CallModel
from orchestration.engine.limits import MAX_ATTEMPTS, MAX_DELAY_SECONDS, PATIENCE_SECONDS
from orchestration.engine.retry import OUTAGE_CODES, FailedTry, NextTry, next_try

UNAVAILABLE = "provider_unavailable"


def after(
    code: str = UNAVAILABLE, *, fallback: bool = False, left: float | None = 3600.0, **more: object
) -> NextTry | None:
    failed = FailedTry(code, **({"retryable": True} | more))  # type: ignore[arg-type]
    return next_try(failed, has_fallback=fallback, deadline_left=left, seed="step")


@pytest.mark.requirement("agents 18")
@pytest.mark.parametrize(
    "code", ["authentication", "context_too_long", "host_not_allowed", "invalid_request", "provider_error"]
)
def test_what_cannot_get_better_goes_to_the_fallback_at_once(code: str) -> None:
    assert after(code, retryable=False, fallback=True) == NextTry(0.0, falls_back=True)
    assert after(code, retryable=False) is None


@pytest.mark.requirement("agents 18")
@pytest.mark.requirement("promises 7.77")
def test_a_model_has_all_its_tries_before_the_fallback_is_asked() -> None:
    tries = [after(tries=n, fallback=True) for n in range(1, MAX_ATTEMPTS + 1)]

    assert [each.falls_back for each in tries if each] == [False] * (MAX_ATTEMPTS - 1) + [True]
    assert after(tries=MAX_ATTEMPTS) is None


@pytest.mark.requirement("agents 18")
def test_a_limit_that_lasts_too_long_goes_to_the_fallback() -> None:
    assert after("provider_rate_limited", retry_after=30.0, fallback=True) == NextTry(30.0)
    too_long = after("provider_rate_limited", retry_after=MAX_DELAY_SECONDS + 1, fallback=True)
    assert too_long == NextTry(0.0, falls_back=True)


def test_a_pause_that_the_deadline_does_not_allow_goes_to_the_fallback() -> None:
    assert after(retry_after=20.0, left=10.0, fallback=True) == NextTry(0.0, falls_back=True)


@pytest.mark.requirement("agents 18")
def test_a_provider_that_is_out_is_left_at_once_where_there_is_another() -> None:
    assert after("circuit_open", out_for=30.0, tries=0, fallback=True) == NextTry(0.0, falls_back=True)
    assert after(out_for=2.0, fallback=True) == NextTry(0.0, falls_back=True)


def test_a_provider_that_is_out_is_waited_for_past_the_usual_tries() -> None:
    wait = after(out_for=8.0, tries=MAX_ATTEMPTS + 4, waited=100.0)

    assert wait is not None
    assert not wait.falls_back
    assert 8.0 <= wait.delay <= 8.8


def test_the_patience_with_a_provider_that_is_out_ends() -> None:
    assert after("circuit_open", out_for=60.0, waited=PATIENCE_SECONDS - 61) is not None
    assert after("circuit_open", out_for=60.0, waited=PATIENCE_SECONDS - 59) is None
    assert after("circuit_open", out_for=60.0, left=60.0) is None


def test_a_limit_is_no_outage() -> None:
    assert after("provider_rate_limited", out_for=8.0, tries=MAX_ATTEMPTS) is None


def test_a_lost_history_is_sent_whole_at_once_and_to_the_same_model() -> None:
    assert after("history_lost", fallback=True) == NextTry(0.0)
    assert after("history_lost", tries=MAX_ATTEMPTS) is None


@given(
    code=st.sampled_from([*sorted(OUTAGE_CODES), "authentication", "provider_rate_limited", "history_lost"]),
    retryable=st.booleans(),
    retry_after=st.none() | st.floats(allow_nan=True),
    tries=st.integers(0, 50),
    waited=st.floats(0, 1e5),
    out_for=st.none() | st.floats(0, 100),
    fallback=st.booleans(),
    left=st.floats(-10, 1e6),
)
def test_there_is_an_end_to_every_call(
    code: str,
    retryable: bool,
    retry_after: float | None,
    tries: int,
    waited: float,
    out_for: float | None,
    fallback: bool,
    left: float,
) -> None:
    """With a fallback something always follows; without one, tries or time run out."""
    failed = FailedTry(code, retryable, retry_after, tries, waited, out_for)

    then = next_try(failed, has_fallback=fallback, deadline_left=left, seed="step")

    assert then is not None or not fallback
    if then is not None and not then.falls_back:
        assert 0 <= then.delay <= 1.1 * MAX_DELAY_SECONDS
        assert then.delay == 0 or then.delay < left
        assert tries < MAX_ATTEMPTS or waited + then.delay <= PATIENCE_SECONDS + MAX_DELAY_SECONDS / 10


def targets(*script: Reply | Outage) -> list[tuple[int, int, int]]:
    """(attempt, target, tries) of each model call that is wished for, with two fallbacks."""
    fallbacks = tuple(Fallback(connection_id=f"c{n}", model=f"m{n}") for n in (1, 2))
    simulator = Simulator(script, spec=make_spec().model_copy(update={"fallbacks": fallbacks}))
    seen = []
    while not simulator.state.ended:
        wish = simulator.decide()
        if isinstance(wish, CallModel) and wish.step is not None:
            failure = simulator.state.failure
            seen.append((wish.attempt, wish.target, failure.tries if failure else 0))
        if not simulator.step():
            break
    return seen


def to(target: int) -> dict[str, object]:
    return {"next": {"target": target, "provider": "scripted", "model": "m"}, "duration_ms": 10}


@pytest.mark.requirement("agents 18")
def test_attempts_of_a_step_are_counted_through_and_tries_by_model() -> None:
    script = [Outage(UNAVAILABLE), Outage(UNAVAILABLE, 0, to(1)), Outage(), Outage("circuit_open", 900)]

    seen = targets(*script, Outage(UNAVAILABLE, 0, to(2)), Reply("Done."))

    assert seen == [(2, 0, 1), (3, 1, 0), (4, 1, 1), (5, 1, 1), (6, 2, 0)]


@pytest.mark.requirement("agents 18")
def test_the_next_step_begins_with_the_agents_own_model_again() -> None:
    simulator = Simulator([Outage(UNAVAILABLE, 0, to(1)), Reply(" "), Reply("Done.")])
    wishes = []
    while not simulator.state.ended and simulator.step():
        wish = simulator.decide()
        if isinstance(wish, CallModel):
            wishes.append((wish.number, wish.attempt, wish.target))

    assert (1, 2, 1) in wishes
    assert wishes[-1] == (2, 1, 0)
