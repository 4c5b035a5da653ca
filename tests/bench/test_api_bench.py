"""The API bench itself, in small, and the statements of a request, which no busy machine excuses."""

from typing import Any

import pytest
from bench.api_client import Ask
from bench.api_queries import statements_of
from bench.api_stage import Pair, fill, pairs_of, stage
from bench.bench_api import Beside, Figures, measure, print_report
from database import Cluster, TestDatabase

NOTHING = Ask("GET", "/")


def figures_of(*rates: float) -> Figures:
    return Figures(5, list(rates), [0.01, 0.02, 0.03], [2000.0], [500.0])


def test_a_request_takes_no_more_statements_than_were_decided(database: TestDatabase) -> None:
    """The key, the beginning of a transaction, whose it is, the work in one statement, and its end."""
    pairs = pairs_of(fill(database))

    assert {pair.name: statements_of(database, pair.ours) for pair in pairs} == {
        "constant": 0,
        "retrieve": 5,
        "list of 50": 5,
        "create": 14,
        "events, 200": 5,
    }


def test_both_servers_answer_and_a_report_is_printed(
    cluster: Cluster, capsys: pytest.CaptureFixture[str], django_db_blocker: Any
) -> None:
    with django_db_blocker.unblock(), stage(cluster) as on:
        print_report(measure(on, rounds=1, seconds=0.2, names=set()))

    said = capsys.readouterr().out
    assert said.count("ratio=") == 10
    assert said.count("PASS") + said.count("FAIL") == 2


def test_a_ratio_is_of_rounds_and_judged_by_its_goal(capsys: pytest.CaptureFixture[str]) -> None:
    for name, ours in (("retrieve", (50, 60, 10)), ("list of 50", (50, 59, 10)), ("create", (50, 60, 10))):
        print_report([Beside(Pair(name, NOTHING, NOTHING), figures_of(*ours), figures_of(100, 100, 100))])

    verdicts = [line for line in capsys.readouterr().out.splitlines() if line.startswith("ratio=0")]
    assert verdicts == [
        "ratio=0.50 PASS req/s of retrieve to the bare view (0.10-0.60), at least 0.5",
        "ratio=0.50 FAIL req/s of list of 50 to the bare view (0.10-0.59), at least 0.6",
        "ratio=0.50 req/s of create to the bare view (0.10-0.60)",
    ]
