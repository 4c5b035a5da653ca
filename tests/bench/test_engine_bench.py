"""The engine bench itself, in small, and the counts of a run that no busy machine excuses."""

import asyncio
from argparse import Namespace
from pathlib import Path

import pytest
from bench import contestants
from bench.bench_engine import compare
from bench.client_process import each_in_flight
from bench.contestants import Round, missing
from bench.report import Figures, print_report
from bench.written import TableShare, Written
from database import Cluster

KB = 1024


def round_of(per_second: float, cpu_ms: float) -> Round:
    return Round(100 / per_second, cpu_ms / 10, 0.0, [10.0, 20.0, 30.0], 100)


def written(commits: float, wal_kb: float) -> Written:
    share = TableShare("orchestration_traceevent", 8.0, 2784.0, 793.0)
    return Written(commits, commits, 13.0, 6.0, wal_kb * KB, 0.0, commits, (share,))


def verdicts(capsys: pytest.CaptureFixture[str]) -> list[str]:
    return [line for line in capsys.readouterr().out.split("\n") if line.startswith("ratio=")]


def test_a_run_of_five_steps_writes_what_was_decided_and_no_more(cluster: Cluster) -> None:
    options = Namespace(engines=["baton-scripted"], rounds=1, n=64, inflight=16, seconds=60)

    (figures,) = compare(cluster, options, settle=0.0)

    assert figures.written is not None
    # Not what an analyze of that moment writes into the catalogue.
    shares = [share for share in figures.written.tables if not share.table.startswith("pg_")]
    rows = {share.table: share.rows for share in shares if share.rows >= 1}
    assert rows == {
        "orchestration_traceevent": 8,
        "orchestration_run": 5,
        "orchestration_step": 2,
        "orchestration_attempt": 2,
        "orchestration_toolcall": 2,
    }
    assert figures.written.commits <= 1.5
    assert figures.written.wal_bytes - figures.written.page_bytes <= 7 * KB
    assert len(figures.rounds[0].latencies) == 64


def test_the_model_is_asked_over_http_and_a_report_is_printed(
    cluster: Cluster, capsys: pytest.CaptureFixture[str]
) -> None:
    options = Namespace(
        engines=["baton", "baton-lean", "calls", "lean-calls"], rounds=2, n=6, inflight=3, seconds=60
    )

    print_report(compare(cluster, options, settle=0.0))

    assert [line.split(": ")[0].split(" ", 2)[2] for line in verdicts(capsys)] == [
        "CPU over the bare model calls of baton",
        "CPU over the bare model calls of baton-lean",
        "commits",
        "WAL",
    ]


def test_each_figure_is_judged_by_its_goal(capsys: pytest.CaptureFixture[str]) -> None:
    print_report(
        [
            Figures("baton", [round_of(100, 5.0), round_of(80, 6.0)], written(0.75, 6.6)),
            Figures("baton-lean", [round_of(150, 2.0), round_of(150, 2.0)], written(0.75, 6.6)),
            Figures("langgraph-sync", [round_of(25, 20.0), round_of(40, 20.0)], written(13.0, 25.0)),
            Figures("calls", [round_of(200, 3.0), round_of(200, 3.5)]),
        ]
    )

    assert verdicts(capsys) == [
        "ratio=4.88 FAIL runs/s of baton-lean to langgraph-sync (3.75-6.00), at least 5",
        "ratio=3.00 PASS runs/s of baton to langgraph-sync (2.00-4.00), at least 3",
        "ratio=3.64 CPU with PostgreSQL's of langgraph-sync to baton: 20.0 to 5.5 ms",
        "ratio=0.80 PASS CPU over the bare model calls of baton: 2.00 of 2.5 ms a run",
        "ratio=0.50 PASS commits: 0.75 of 1.5 a run",
        "ratio=1.10 FAIL WAL: 6.60 of 6 kB a run",
    ]


def test_without_its_package_an_anchor_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(contestants, "CHECKPOINTER", "no_such_package.inside")

    monkeypatch.setattr(contestants, "ANCHORS_PYTHON", Path("no-such-python"))

    assert missing(["baton", "langgraph-sync", "dbos"]) == {
        "langgraph-sync": "no_such_package.inside",
        "dbos": "dbos",
    }


def test_never_more_are_in_flight_than_asked_for() -> None:
    now, most = 0, 0

    async def make_one(number: int) -> None:
        nonlocal now, most
        now += 1
        most = max(most, now)
        await asyncio.sleep(0)
        now -= 1

    latencies = asyncio.run(each_in_flight(20, 3, make_one))

    assert (len(latencies), most) == (20, 3)
