"""The figures of the engine bench, printed: a line for each engine, then how they stand to the goals."""

import statistics
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from bench.contestants import Round
from bench.written import Written

GOALS: Mapping[str, Mapping[str, float | None]] = {
    "baton-lean": {"langgraph-sync": 5.0, "dbos": 5.0, "agents": 2.0},
    "baton": {"langgraph-sync": 3.0, "langgraph-savers": None, "langgraph-exit": None, "agents": None},
}
"""How many times the runs per second of another Baton must make; None: told, not judged."""
BARE = {"baton": "calls", "baton-lean": "lean-calls"}
"""The model calls alone, by the same way."""
MOST_COMMITS = 1.5
MOST_WAL = 6 * 1024
MOST_CPU_MS = 2.5


@dataclass(frozen=True, slots=True)
class Figures:
    name: str
    rounds: list[Round]
    written: Written | None = None
    start: Written | None = None
    """What starting a run writes, where that is not part of the rounds."""

    def median(self, figure: Callable[[Round], float]) -> float:
        return statistics.median(map(figure, self.rounds))

    def latency(self, share: float) -> float:
        everything = [latency for each in self.rounds for latency in each.latencies]
        return statistics.quantiles(everything, n=100, method="inclusive")[round(share * 100) - 1]


def print_report(figures: list[Figures]) -> None:
    by_name = {each.name: each for each in figures}
    rounds = len(figures[0].rounds)
    print(
        f"\n{rounds} round(s); CPU is the client's process alone; the rest is for each run, of the last round"
    )
    print(
        f"{'':<16}{'runs/s':>8} {'(min-max)':>13} {'CPU ms':>7} {'+ PG':>6} {'p50 ms':>7} {'p99 ms':>7} |"
        f"{'commits':>8}{'xacts':>7}{'rows in+upd':>13}{'WAL kB':>8}{'syncs':>7}"
    )
    for each in figures:
        print(_line(each))
    for each in figures:
        if each.name.startswith("baton") and each.start:
            print(
                f"  {each.name}: starting a run, in the web process and not counted above, takes"
                f" {each.start.commits:.2f} commits, {each.start.inserted:.1f}+{each.start.updated:.1f} rows,"
                f" {each.start.wal_bytes / 1024:.1f} kB WAL"
            )
    print(
        "commits = commit records in the log (pg_walinspect); xacts = xact_commit, those that only read too"
    )
    print()
    print_verdicts(by_name)


def print_verdicts(figures: dict[str, Figures]) -> None:
    baton = figures.get("baton")
    if baton is None:
        print("no verdict: the engine `baton` was left out")
        return
    for ours, goals in GOALS.items():
        for anchor, goal in goals.items():
            if ours in figures and anchor in figures:
                _compare(figures[ours], figures[anchor], goal)
    if "langgraph-sync" in figures:
        _compare_cpu(baton, figures["langgraph-sync"])
    for ours, bare in BARE.items():
        if ours in figures and bare in figures:
            above = _least_cpu(figures[ours]) - _least_cpu(figures[bare])
            said = f"CPU over the bare model calls of {ours}: {above:.2f} of {MOST_CPU_MS} ms a run"
            _judge(above / MOST_CPU_MS, said)
    written = baton.written
    if written is None:
        return
    _judge(written.commits / MOST_COMMITS, f"commits: {written.commits:.2f} of {MOST_COMMITS} a run")
    own = written.wal_bytes - written.page_bytes
    _judge(own / MOST_WAL, f"WAL: {own / 1024:.2f} of {MOST_WAL / 1024:.0f} kB a run")
    if own > MOST_WAL:
        print_reason(written)


def print_reason(written: Written) -> None:
    """Where the log's bytes go: the whole record is kept as rows, and each costs its head and its indexes."""
    print("  why: a run keeps all of its events, steps, attempts and its ledger as rows of their own:")
    for share in written.tables:
        if share.bytes >= 20:
            print(
                f"    {share.table:<28}{share.rows:>6.2f} rows{share.row_bytes:>7.0f} B in them"
                f"{share.index_bytes:>7.0f} B in indexes"
            )


def _compare(ours: Figures, theirs: Figures, goal: float | None) -> None:
    """Round by round, since both moved with the same machine then."""
    pairs = zip(ours.rounds, theirs.rounds, strict=True)
    ratios = sorted(mine.per_second / other.per_second for mine, other in pairs)
    ratio = statistics.median(ratios)
    said = f"runs/s of {ours.name} to {theirs.name} ({ratios[0]:.2f}-{ratios[-1]:.2f})"
    if goal is None:
        print(f"ratio={ratio:.2f} {said}")
    else:
        print(f"ratio={ratio:.2f} {'PASS' if ratio >= goal else 'FAIL'} {said}, at least {goal:g}")


def _compare_cpu(ours: Figures, theirs: Figures) -> None:
    """Steadier than rates on a shared machine, and told for the client and the database together."""
    mine, other = ours.median(_both), theirs.median(_both)
    print(
        f"ratio={other / mine:.2f} CPU with PostgreSQL's of {theirs.name} to {ours.name}: {other:.1f} to {mine:.1f} ms"
    )


def _least_cpu(each: Figures) -> float:
    """Of the rounds: company on the machine only ever adds."""
    return min(found.cpu_ms for found in each.rounds)


def _both(found: Round) -> float:
    return found.cpu_ms + found.server_ms


def _judge(ratio: float, said: str) -> None:
    print(f"ratio={ratio:.2f} {'PASS' if ratio <= 1 else 'FAIL'} {said}")


def _line(each: Figures) -> str:
    rates = sorted(found.per_second for found in each.rounds)
    spread = f"({rates[0]:.0f}-{rates[-1]:.0f})"
    line = (
        f"{each.name:<16}{statistics.median(rates):>8.1f} {spread:>13}"
        f" {each.median(lambda found: found.cpu_ms):>7.2f} {each.median(lambda found: found.server_ms):>6.2f}"
        f" {each.latency(0.5):>7.1f} {each.latency(0.99):>7.1f} |"
    )
    if each.written is None:
        return line
    w = each.written
    rows = f"{w.inserted:.1f}+{w.updated:.1f}"
    return (
        line + f"{w.commits:>8.2f}{w.transactions:>7.2f}{rows:>13}{w.wal_bytes / 1024:>8.2f}{w.syncs:>7.2f}"
    )
