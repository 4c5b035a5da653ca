"""UUIDv7 as RFC 9562 says, in the order in which they were made."""

import time
import uuid
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime

import pytest

from baton.core import ids
from baton.core.ids import created_at, lowest_id, new_id


def test_ids_of_one_process_sort_in_the_order_they_were_made() -> None:
    made = [new_id() for _ in range(20_000)]

    assert made == sorted(made)
    assert len(set(made)) == len(made)
    assert {each.version for each in made} == {7}
    assert {each.variant for each in made} == {uuid.RFC_4122}


def test_threads_share_the_order() -> None:
    with ThreadPoolExecutor(8) as pool:
        of_threads = list(pool.map(lambda _: [new_id() for _ in range(1000)], range(8)))

    assert all(of_one == sorted(of_one) for of_one in of_threads)
    assert len({each for of_one in of_threads for each in of_one}) == 8000


def test_a_clock_that_is_put_right_a_little_makes_no_earlier_id(monkeypatch: pytest.MonkeyPatch) -> None:
    before = new_id()
    a_little_ago = time.time_ns() - 500 * 10**6
    monkeypatch.setattr(ids.time, "time_ns", lambda: a_little_ago)

    assert new_id() > before


def test_ids_follow_a_clock_that_is_set_back_for_good(monkeypatch: pytest.MonkeyPatch) -> None:
    """Otherwise one wrong hour would date everything that a process makes an hour ahead."""
    real = time.time_ns
    with monkeypatch.context() as ahead:
        ahead.setattr(ids.time, "time_ns", lambda: real() + 3600 * 10**9)
        new_id()

    assert abs(created_at(new_id()).timestamp() - time.time()) < 5


def test_the_instant_is_that_of_the_clock() -> None:
    earliest = int(time.time() * 1000)

    at = created_at(new_id()).timestamp() * 1000

    assert earliest - 1 <= at <= time.time() * 1000 + 1000


def test_a_given_month_is_kept_and_the_lowest_id_is_below_it() -> None:
    at = datetime(2031, 5, 1, tzinfo=UTC)

    made = [new_id(int(at.timestamp() * 1000)) for _ in range(100)]

    assert {created_at(each) for each in made} == {at}
    assert all(lowest_id(at) < each for each in made)


def test_another_version_has_no_instant() -> None:
    with pytest.raises(ValueError, match="not a UUIDv7"):
        created_at(uuid.uuid4())
