"""REST as `baton up` serves it, with authentication and row-level security, beside bare Django views.

Both are served by the same server on the same tables of one PostgreSQL, and take turns within each round: read
the ratios and the processor time of a request, which a busy machine moves least.
"""

import argparse
import os
import statistics
from dataclasses import dataclass, field

import django

os.environ["DJANGO_SETTINGS_MODULE"] = "baton.settings.test"
django.setup()

# isort: split
from bench import bench_disk  # noqa: E402
from bench.api_client import Ask, keep_asking  # noqa: E402
from bench.api_queries import statements_of  # noqa: E402
from bench.api_stage import Pair, Stage, stage  # noqa: E402
from bench.server_time import process_seconds, server_seconds  # noqa: E402
from database import Cluster  # noqa: E402
from web_server import WebServer  # noqa: E402

from baton.ops.embedded.postgres import EmbeddedPostgres  # noqa: E402

GOALS = {"retrieve": 0.5, "list of 50": 0.6}
"""Of the bare view's requests a second; the others are told, not judged."""
CONNECTIONS = 8


@dataclass
class Figures:
    """One endpoint of one of the two, over all rounds."""

    statements: int = 0
    rates: list[float] = field(default_factory=list)
    latencies: list[float] = field(default_factory=list)
    cpu: list[float] = field(default_factory=list)
    """Of the server, in microseconds for a request."""
    database_cpu: list[float] = field(default_factory=list)

    def latency(self, share: float) -> float:
        return statistics.quantiles(self.latencies, n=100, method="inclusive")[round(share * 100) - 1] * 1000


@dataclass
class Beside:
    """One endpoint and its anchor."""

    pair: Pair
    ours: Figures = field(default_factory=Figures)
    bare: Figures = field(default_factory=Figures)

    def ratios(self) -> list[float]:
        """Round by round, since both moved with the same machine then."""
        return sorted(ours / bare for ours, bare in zip(self.ours.rates, self.bare.rates, strict=True))


def measure(on: Stage, *, rounds: int, seconds: float, names: set[str]) -> list[Beside]:
    """Every endpoint in turn, Baton and the bare view next to each other."""
    found = [Beside(pair) for pair in on.pairs if not names or pair.name.split()[0] in names]
    for beside in found:
        beside.ours.statements = statements_of(on.database, beside.pair.ours)
        for server, ask in ((on.ours, beside.pair.ours), (on.bare, beside.pair.bare)):
            _take(on, server, ask, Figures(), seconds / 3)
    for number in range(rounds):
        for beside in found:
            turns = [
                (on.ours, beside.pair.ours, beside.ours),
                (on.bare, beside.pair.bare, beside.bare),
            ]
            for server, ask, figures in turns if number % 2 else reversed(turns):
                _take(on, server, ask, figures, seconds)
    return found


def _take(on: Stage, server: WebServer, ask: Ask, figures: Figures, seconds: float) -> None:
    used, by_database = process_seconds(server.process.pid), server_seconds(on.database.server)
    load = keep_asking(server.port, ask, connections=CONNECTIONS, seconds=seconds)
    count = len(load.latencies)
    if load.statuses - {200, 201}:
        raise SystemExit(f"{ask.method} {ask.path}: {sorted(load.statuses)} {load.last[:300]!r}")
    figures.rates.append(count / load.seconds)
    figures.latencies += load.latencies
    figures.cpu.append((process_seconds(server.process.pid) - used) / count * 1e6)
    figures.database_cpu.append((server_seconds(on.database.server) - by_database) / count * 1e6)


def print_report(found: list[Beside]) -> None:
    print(
        f"\n{'':<24}{'req/s':>7} {'(min-max)':>13} {'p50 ms':>7} {'p99 ms':>7} {'CPU us':>7} {'+ PG':>6}"
        f" {'statements':>11}"
    )
    for beside in found:
        print(_line(beside.pair.name, beside.ours))
        print(_line("  bare view", beside.bare))
    print("statements: of one request, with those that begin and end its transaction\n")
    for beside in found:
        print_verdict(beside)


def print_verdict(beside: Beside) -> None:
    name, ratios = beside.pair.name, beside.ratios()
    ratio, goal = statistics.median(ratios), GOALS.get(beside.pair.name)
    said = f"req/s of {name} to the bare view ({ratios[0]:.2f}-{ratios[-1]:.2f})"
    verdict = "" if goal is None else ("PASS " if ratio >= goal else "FAIL ")
    print(f"ratio={ratio:.2f} {verdict}{said}" + (f", at least {goal:g}" if goal else ""))
    cpu = statistics.median(beside.bare.cpu) / statistics.median(beside.ours.cpu)
    print(f"ratio={cpu:.2f} CPU of the bare view to {name}")


def _line(name: str, figures: Figures) -> str:
    rates = sorted(figures.rates)
    return (
        f"{name:<24}{statistics.median(rates):>7.0f} {f'({rates[0]:.0f}-{rates[-1]:.0f})':>13}"
        f" {figures.latency(0.5):>7.1f} {figures.latency(0.99):>7.1f} {statistics.median(figures.cpu):>7.0f}"
        f" {statistics.median(figures.database_cpu):>6.0f} {figures.statements or '':>11}"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=1.2, help="for each endpoint in each round (1.2)")
    parser.add_argument("--only", default="", help="first words of endpoints, separated by commas")
    options = parser.parse_args()
    cluster = Cluster()
    cluster.server = EmbeddedPostgres(fsync=True, options=bench_disk.OPTIONS)
    cluster.start()
    try:
        with stage(cluster) as on:
            load = os.getloadavg()[0]
            print(f"api: {CONNECTIONS} connections, {os.cpu_count()} cores, load {load:.1f} before")
            names = set(filter(None, options.only.split(",")))
            print_report(measure(on, rounds=options.rounds, seconds=options.seconds, names=names))
    finally:
        cluster.server.stop()


if __name__ == "__main__":
    main()
