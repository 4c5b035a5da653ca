"""How late a browser sees what was committed: 2,000 events a second through the real journal to 50 sockets.

`all`: fifty sockets watch one run. `own`: fifty runs, each with one watcher. Four processes besides the
servers: a journal with its publisher, `live`, the sockets, and this one. PostgreSQL does not wait for the
disk here, so that the way to the browser is what is measured.
"""

import argparse
import os
import statistics
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import django

os.environ["DJANGO_SETTINGS_MODULE"] = "baton.settings.test"
django.setup()

# isort: split
from bench.process import Process  # noqa: E402
from bench.server_time import process_seconds  # noqa: E402
from database import Cluster, TestDatabase  # noqa: E402
from journal_world import Desk  # noqa: E402
from live_server import QUEUE, Browser, live_server  # noqa: E402
from people import People  # noqa: E402
from rest_world import world_of  # noqa: E402
from web_server import WebServer, set_real_password  # noqa: E402

from baton.live.bus import channel_of  # noqa: E402
from baton.ops.embedded.valkey import EmbeddedValkey  # noqa: E402

SOCKETS = 50
P50_MS, P99_MS = 20.0, 50.0


@dataclass(frozen=True, slots=True)
class Round:
    way: str
    p50: float
    p99: float
    most: float
    lost: int
    gaps: int
    cpu: float
    """Of `live` for one delivery, in microseconds."""
    publishing: float
    """Of the publisher for one event, in microseconds."""
    rate: float
    commit: float
    """Milliseconds of the journal alone, half of the entries."""
    load: float


@dataclass(frozen=True, slots=True)
class Stage:
    desk: Desk
    browser: Browser
    server: WebServer
    valkey: EmbeddedValkey

    @property
    def database(self) -> TestDatabase:
        return self.desk.world.database


@contextmanager
def stage() -> Iterator[Stage]:
    """Servers and one person who is signed in."""
    cluster = Cluster()
    cluster.start()
    try:
        with cluster.copy() as database, EmbeddedValkey() as valkey, tempfile.TemporaryDirectory() as folder:
            people = People(database).arrange()
            set_real_password(database)
            database.rows("update tenancy_organization set max_running = 100000")  # every round adds its runs
            world = world_of(database, people.north, people.alice)
            with live_server(database, valkey.url, Path(folder)) as server:
                browser = Browser(server.port).sign_in(people.alice)
                yield Stage(Desk(world), browser, server, valkey)
    finally:
        cluster.server.stop()


def measure(stage: Stage, way: str, *, per_second: int, seconds: float) -> Round:
    """One round of one way."""
    desk, browser = stage.desk, stage.browser
    worker = desk.enlist()
    held = [desk.hold(worker) for _ in range(1 if way == "all" else SOCKETS)]
    runs = [{"run": str(each.run), "epoch": each.epoch} for each in held]
    watched = [str(held[n % len(held)].run) for n in range(SOCKETS)]
    fan_out = SOCKETS if way == "all" else 1
    warm_up = len(runs)
    sent = round(per_second * seconds)
    sockets, publisher = Process("trace_sockets.py"), Process("trace_publisher.py")
    try:
        sockets.tell(
            {
                "port": browser.port,
                "origin": browser.origin,
                "cookie": browser.cookie_header,
                "tickets": [browser.ticket() for _ in range(SOCKETS)],
                "runs": watched,
                "deliveries": (sent + warm_up) * fan_out,
            }
        )
        assert sockets.hear() == {"ready": True}
        used = process_seconds(stage.server.process.pid)
        publisher.tell(
            {
                "database_url": stage.database.url("worker"),
                "bus_url": stage.valkey.url,
                "channel": channel_of(QUEUE),
                "worker": str(worker),
                "runs": runs,
                "per_second": per_second,
                "seconds": seconds,
            }
        )
        published = publisher.hear()
        sockets.tell({"done": True})
        got = sockets.hear()
        used = process_seconds(stage.server.process.pid) - used
    finally:
        sockets.stop()
        publisher.stop()
    return _round(way, published, got, (sent + warm_up) * fan_out, used)


def _round(way: str, published: dict[str, Any], got: dict[str, Any], expected: int, used: float) -> Round:
    return Round(
        way,
        got["p50"],
        got["p99"],
        got["most"],
        expected - got["got"],
        got["gaps"],
        used / max(got["got"], 1) * 1e6,
        published["cpu"] / published["sent"] * 1e6,
        published["sent"] / published["seconds"],
        published["commit_p50"],
        os.getloadavg()[0],
    )


def print_report(rounds: list[Round]) -> None:
    print(f"{os.cpu_count()} cores; goal: p50 at most {P50_MS:g} ms, p99 at most {P99_MS:g} ms, none lost")
    print(
        f"{'':<5}{'events/s':>9}{'p50 ms':>8}{'p99 ms':>8}{'most':>8}{'lost':>6}{'gaps':>6}"
        f"{'us/delivery':>13}{'us/event':>10}{'commit ms':>11}{'load':>6}"
    )
    for each in rounds:
        print(
            f"{each.way:<5}{each.rate:>9,.0f}{each.p50:>8.1f}{each.p99:>8.1f}{each.most:>8.1f}{each.lost:>6}"
            f"{each.gaps:>6}{each.cpu:>13.1f}{each.publishing:>10.0f}{each.commit:>11.1f}{each.load:>6.1f}"
        )
    print()
    for way in ("all", "own"):
        of_way = [each for each in rounds if each.way == way]
        p50, p99 = (statistics.median(getattr(each, name) for each in of_way) for name in ("p50", "p99"))
        lost = sum(each.lost + each.gaps for each in of_way)
        is_good = p50 <= P50_MS and p99 <= P99_MS and not lost
        print(
            f"{way}: p50 {p50:.1f} ms (goal {P50_MS:g}), p99 {p99:.1f} ms (goal {P99_MS:g}), median of the rounds;"
            f" {lost} lost (goal 0): {'pass' if is_good else 'FAIL'}"
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=5.0)
    parser.add_argument("--rate", type=int, default=2000, help="events a second (2000)")
    options = parser.parse_args()
    rounds = []
    with stage() as ready:
        for _ in range(options.rounds):
            for way in ("all", "own"):
                rounds.append(measure(ready, way, per_second=options.rate, seconds=options.seconds))
    print_report(sorted(rounds, key=lambda each: each.way))


if __name__ == "__main__":
    main()
