"""The benches of many waiting runs and of one long run, in small: they measure what they say."""

from bench import bench_inflight, bench_long
from database import Cluster


def test_runs_that_wait_are_all_held_and_hold_no_connection_each(cluster: Cluster) -> None:
    [burst] = bench_inflight.measure(cluster, [30], "lean")

    assert burst.held == 30
    assert 0 < burst.connections <= bench_inflight.MOST_CONNECTIONS
    assert burst.grown <= bench_inflight.MOST_MEMORY
    assert len(burst.late) == len(burst.bare) == 30


def test_a_long_run_is_told_by_tenths(cluster: Cluster) -> None:
    pace = bench_long.measure(cluster, 40, "server")

    assert len(pace.tenths) == 10
    assert all(tenth > 0 for tenth in pace.tenths)
