"""Runs of five durable steps through Baton and through LangGraph with its Postgres checkpointer, side by side.

Every engine does the same job (`job`) with the same scripted model server over HTTP, so many runs in flight, on
one PostgreSQL with fsync on, in turns within each round. Rates of a shared machine move threefold from minute to
minute: read the ratios, and the counts of what each engine writes, which are the same on any machine.
"""

import argparse
import asyncio
import os
import time
from contextlib import ExitStack

from bench import bench_disk
from bench.contestants import ENGINES, WITHOUT_DATABASE, Contestant, Setting, enter, missing
from bench.process import Process
from bench.report import Figures, print_report
from bench.written import Counters, Written
from database import Cluster

from baton.ops.embedded.postgres import EmbeddedPostgres

SETTLE_SECONDS = 10.5
"""A server process that is still reports its counters after ten seconds."""


def main() -> None:
    options = read_options()
    left_out = missing(options.engines)
    for name, package in left_out.items():
        print(f"{name}: left out, {package} is not installed (deploy/bootstrap.sh bench)")
    options.engines = [name for name in options.engines if name not in left_out]
    cluster = Cluster()
    cluster.server = EmbeddedPostgres(fsync=True, options=bench_disk.OPTIONS)
    cluster.start()
    try:
        print(f"engine: 5 steps a run, {options.inflight} in flight, {options.n} runs a round, {_machine()}")
        for rate in asyncio.run(bench_disk.measure(cluster.server.url, 0.4)):
            print(f"  disk: {rate}")
        print_report(compare(cluster, options))
    finally:
        cluster.server.stop()


def compare(cluster: Cluster, options: argparse.Namespace, settle: float = SETTLE_SECONDS) -> list[Figures]:
    """The figures of every engine. With less time to settle the transactions and syncs are not exact."""
    until = time.monotonic() + options.seconds
    with ExitStack() as stack:
        model = Process("model_process.py")
        stack.callback(model.stop)
        setting = Setting(model.hear()["authority"], options.inflight)
        contestants = [_enter(stack, name, setting, cluster) for name in options.engines]
        for each in contestants:
            each.warm_up(2 * options.inflight, options.inflight)
        _take_rounds(contestants, options, until)
        time.sleep(settle)
        return [_last_round(each, options) for each in contestants]


def read_options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=4)
    parser.add_argument("--n", type=int, default=80, help="runs of each engine in a round (80)")
    parser.add_argument("--inflight", type=int, default=16)
    parser.add_argument("--seconds", type=float, default=60, help="no more rounds that would end later (60)")
    parser.add_argument(
        "--engines", type=lambda text: text.split(","), default=list(ENGINES), help=",".join(ENGINES)
    )
    return parser.parse_args()


def _take_rounds(contestants: list[Contestant], options: argparse.Namespace, until: float) -> None:
    """All rounds but the last, everybody in turn; fewer where the time would not do for them."""
    for number in range(1, options.rounds):
        began = time.monotonic()
        for each in contestants:
            each.arrange(options.n)
            each.rounds.append(each.latencies_of(each.run(options.n, options.inflight)))
        took = time.monotonic() - began
        if number + 1 < options.rounds and time.monotonic() + 2 * took > until:
            return


def _last_round(each: Contestant, options: argparse.Namespace) -> Figures:
    """One more round, and what it made the database write: counted from quiet to the end of the process, when
    its connections have reported everything. Syncs are those of the whole cluster, so the others are quiet."""
    database = each.database
    if database is None:
        each.rounds.append(each.run(options.n, options.inflight))
        return Figures(each.name, each.rounds)
    empty = Counters.read(database)
    each.arrange(options.n)
    before = Counters.read(database)
    found = each.run(options.n, options.inflight)
    each.process.stop()
    after = Counters.read(database)
    each.rounds.append(each.latencies_of(found))
    return Figures(
        each.name,
        each.rounds,
        written=Written.between(database, before, after, options.n),
        start=Written.between(database, empty, before, options.n),
    )


def _enter(stack: ExitStack, name: str, setting: Setting, cluster: Cluster) -> Contestant:
    database = None if name in WITHOUT_DATABASE else stack.enter_context(cluster.copy())
    contestant = enter(name, setting, database)
    stack.callback(contestant.process.stop)
    return contestant


def _machine() -> str:
    return f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}"


if __name__ == "__main__":
    main()
