"""Many runs that wait on a slow model in one worker process: what they hold, and how late they are.

The model says its first word after two seconds and the rest in twenty pieces, 20 ms apart. A run is late by what
it takes from the bell to its last commit beyond those 2.4 s. A thousand streams of fifty pieces a second are more
than the model's server can send on time, so the bare calls are made first, all at once, and what they are late by
is told apart.
"""

import argparse
import statistics
from dataclasses import dataclass
from uuid import UUID

from bench.process import Process, started_process
from database import Cluster, TestDatabase
from world import World

from baton.ops.embedded.postgres import EmbeddedPostgres

MB = 1024 * 1024
FIRST_MS, PIECES, GAP_MS = 2000, 20, 20
IDEAL = (FIRST_MS + PIECES * GAP_MS) / 1000
MOST_MEMORY = 150 * MB
MOST_LATE = {100: 0.2, 1000: 0.7}
MOST_CONNECTIONS = 10


@dataclass(frozen=True, slots=True)
class Burst:
    """What one burst of runs took."""

    runs: int
    held: int
    grown: int
    connections: int
    late: list[float]
    """Seconds of each run beyond what the model says that it takes."""
    bare: list[float]
    """The same of the bare model calls, all at once."""

    @property
    def added(self) -> float:
        """What the engine adds to the median: the model's server shares the cores and is late by itself."""
        return max(0.0, self.quantile(0.5) - statistics.median(self.bare))

    def quantile(self, share: float) -> float:
        return statistics.quantiles(self.late, n=100, method="inclusive")[round(share * 100) - 1]


def main() -> None:
    options = read_options()
    cluster = Cluster()
    cluster.server = EmbeddedPostgres(fsync=True)
    cluster.start()
    try:
        print(f"inflight: a model of {IDEAL} s, one worker process, transport {options.transport}")
        for burst in measure(cluster, options.runs, options.transport):
            print_burst(burst)
    finally:
        cluster.server.stop()


def read_options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--runs", type=lambda text: [int(each) for each in text.split(",")], default=[100, 1000]
    )
    parser.add_argument("--transport", default="lean", choices=["sdk", "lean"])
    return parser.parse_args()


def measure(cluster: Cluster, bursts: list[int], transport: str) -> list[Burst]:
    """The bursts in turn, all in one worker; a few runs before, so that everything is loaded."""
    model = Process("model_process.py")
    try:
        authority = model.hear()["authority"]
        with cluster.copy() as database:
            world = World(database).build()
            slow = f"latency_ms={FIRST_MS}&chunks={PIECES}&gap_ms={GAP_MS}"
            connection = world.add_connection(
                "openai_chat", base_url=f"http://{authority}/v1", transport=transport
            )
            version = world.add_agent(connection=connection, model=f"echo?{slow}")
            config = {"database_url": database.url("worker"), "allow": authority, "slots": max(bursts)}
            worker = started_process("client_inflight.py", config)
            bare = started_process(
                "client_bare.py", {"allow": authority, "transport": transport, "model": f"echo?{slow}"}
            )
            try:
                assert worker.hear() == bare.hear() == {"ready": True}
                _burst(world, database, worker, bare, version, 5)
                return [_burst(world, database, worker, bare, version, runs) for runs in bursts]
            finally:
                worker.stop()
                bare.stop()
    finally:
        model.stop()


def _burst(
    world: World, database: TestDatabase, worker: Process, bare: Process, version: UUID, runs: int
) -> Burst:
    bare.tell({"runs": runs})
    alone = [took - IDEAL for took in bare.hear()["took"]]
    started = [world.start(version, "Hello") for _ in range(runs)]
    [row] = database.rows("select extract(epoch from clock_timestamp())::float8 as now")
    database.close()
    worker.tell({"runs": runs})
    found = worker.hear()
    rows = database.rows(
        "select status, extract(epoch from ended_at)::float8 as ended from orchestration_run"
        " where id = any(%s)",
        [started],
    )
    assert all(each["status"] == "completed" for each in rows), rows[:3]
    late = [each["ended"] - row["now"] - IDEAL for each in rows]
    return Burst(runs, found["held"], found["most"] - found["idle"], found["connections"], late, alone)


def print_burst(burst: Burst) -> None:
    print(
        f"\n{burst.runs} runs: {burst.held} held at once, memory +{burst.grown / MB:.0f} MB over idle,"
        f" {burst.connections} connections while they wait,"
        f" late by p50 {burst.quantile(0.5):.2f} s, p99 {burst.quantile(0.99):.2f} s;"
        f" the bare calls by p50 {statistics.median(burst.bare):.2f} s"
    )
    _judge(burst.grown / MOST_MEMORY, f"memory over idle, at most {MOST_MEMORY // MB} MB")
    _judge(burst.connections / MOST_CONNECTIONS, f"connections while waiting, at most {MOST_CONNECTIONS}")
    if (most := MOST_LATE.get(burst.runs)) is not None:
        _judge(burst.added / most, f"p50 of {burst.runs} runs over the bare calls, at most {most} s")


def _judge(ratio: float, said: str) -> None:
    print(f"ratio={ratio:.2f} {'PASS' if ratio <= 1 else 'FAIL'} {said}")


if __name__ == "__main__":
    main()
