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

import bench_disk
from contestants import ENGINES, WITHOUT_DATABASE, Contestant, Process, Setting, enter, missing
from database import Cluster, TestDatabase
from report import Figures, print_report
from written import Counters, Written

from baton.ops.embedded.postgres import EmbeddedPostgres

SETTLE_SECONDS = 10.5
"""A server process that is still reports its counters after ten seconds."""


def main() -> None:
    options = read_options()
    started = time.monotonic()
    left_out = missing(options.engines)
    for name, package in left_out.items():
        print(f"{name}: left out, {package} is not installed (deploy/bootstrap.sh bench)")
    names = [name for name in options.engines if name not in left_out]
    cluster = Cluster()
    cluster.server = EmbeddedPostgres(fsync=True, options=bench_disk.OPTIONS)
    cluster.start()
    with ExitStack() as stack:
        stack.callback(cluster.server.stop)
        print(f"engine: 5 steps a run, {options.inflight} in flight, {options.n} runs a round, {_machine()}")
        for rate in asyncio.run(bench_disk.measure(cluster.server.url, 0.4)):
            print(f"  disk: {rate}")
        model = Process("model_process.py")
        stack.callback(model.stop)
        setting = Setting(model.hear()["authority"], options.inflight)
        contestants = [_enter(stack, name, setting, cluster) for name in names]
        for each in contestants:
            assert each.process.hear() == {"ready": True}
            stack.callback(each.process.stop)
            each.arrange(2 * options.inflight)
            each.run(2 * options.inflight, options.inflight)
        print_report(measure(contestants, options, started))


def read_options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--n", type=int, default=150, help="runs of each engine in a round (150)")
    parser.add_argument("--inflight", type=int, default=16)
    parser.add_argument("--seconds", type=float, default=90, help="no new round that would end later (90)")
    parser.add_argument(
        "--engines", type=lambda text: text.split(","), default=list(ENGINES), help=",".join(ENGINES)
    )
    return parser.parse_args()


def measure(contestants: list[Contestant], options: argparse.Namespace, started: float) -> list[Figures]:
    """Round by round, everybody in turn; in the last one it is also counted what each writes."""
    round_began = time.monotonic()
    for number in range(1, options.rounds + 1):
        took, round_began = time.monotonic() - round_began, time.monotonic()
        spent = round_began - started
        if number == options.rounds or (number > 1 and spent + 2.5 * took > options.seconds):
            break
        for each in contestants:
            each.arrange(options.n)
            each.rounds.append(each.latencies_of(each.run(options.n, options.inflight)))
    time.sleep(SETTLE_SECONDS)
    return [_last_round(each, options) for each in contestants]


def _last_round(each: Contestant, options: argparse.Namespace) -> Figures:
    """Counted from quiet to the end of the process, when its connections have reported everything: the syncs
    are those of the whole cluster, so nobody else may be about to report."""
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
    database: TestDatabase | None = None
    if name not in WITHOUT_DATABASE:
        database = stack.enter_context(cluster.copy())
    return enter(name, setting, database)


def _machine() -> str:
    return f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}"


if __name__ == "__main__":
    main()
