"""The benches of many waiting runs and of one long run, in small: they measure what they say."""

import pytest
from bench import bench_inflight, bench_long
from database import Cluster


def test_runs_that_wait_are_all_held_and_hold_no_connection_each(cluster: Cluster) -> None:
    [burst] = bench_inflight.measure(cluster, [30], "lean")

    assert burst.held == 30
    assert 0 < burst.connections <= bench_inflight.MOST_CONNECTIONS
    assert burst.grown <= bench_inflight.MOST_MEMORY
    assert len(burst.late) == len(burst.bare) == 30


@pytest.mark.parametrize("history", ["server", "client"])
def test_a_long_run_is_told_by_tenths(cluster: Cluster, history: str) -> None:
    pace = bench_long.measure(cluster, 40, history)

    assert len(pace.tenths) == 10
    assert all(tenth > 0 for tenth in pace.tenths)


def test_a_long_run_is_judged_without_the_bytes_that_it_sends(capsys: pytest.CaptureFixture[str]) -> None:
    bench_long.print_pace(bench_long.Pace("server", [2.0] * 9 + [4.0], 0.0))
    bench_long.print_pace(bench_long.Pace("client", [2.0] * 9 + [4.0], 1.5))

    assert [line for line in capsys.readouterr().out.split("\n") if line.startswith("ratio=")] == [
        "ratio=2.00 FAIL last tenth to first beside the body, history server, at most 1.5",
        "ratio=2.00 last tenth to first with the body, history client",
        "ratio=1.25 PASS last tenth to first beside the body, history client, at most 1.5",
    ]
