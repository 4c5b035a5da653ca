"""One run of a thousand steps: does its last step cost what its first one cost?

Five hundred model calls and as many tool calls, in one worker, over the lean transport. With the history here, the
whole conversation is sent each time, so the bytes of a request grow with the run whatever an engine does; with the
history at the provider only what is new is sent. What is to be flat is the cost beside the body, so that the same
conversation is also sent by itself, by a client that does nothing else.
"""

import argparse
from dataclasses import dataclass
from itertools import pairwise

from bench.job import SCHEMA, TOOL
from bench.process import Process, started_process
from database import Cluster
from world import World

from agents_app.spec import Limits
from baton.ops.embedded.postgres import EmbeddedPostgres

STEPS = 1000
MOST_GROWTH = 1.5
_TENTH = 10


@dataclass(frozen=True, slots=True)
class Pace:
    """The worker's processor time in each tenth of a run, in milliseconds a step."""

    history: str
    tenths: list[float]
    body: float
    """Of these in the last tenth: the bytes of the conversation, made into JSON and posted."""

    @property
    def growth(self) -> float:
        return self.tenths[-1] / self.tenths[0]

    @property
    def growth_beside_body(self) -> float:
        return (self.tenths[-1] - self.body) / self.tenths[0]


def main() -> None:
    options = read_options()
    cluster = Cluster()
    cluster.server = EmbeddedPostgres(fsync=True)
    cluster.start()
    try:
        for history in options.histories:
            print_pace(measure(cluster, options.steps, history))
    finally:
        cluster.server.stop()


def read_options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--steps", type=int, default=STEPS)
    parser.add_argument(
        "--histories", type=lambda text: text.split(","), default=["server", "client"], help="server,client"
    )
    return parser.parse_args()


def measure(cluster: Cluster, steps: int, history: str) -> Pace:
    """One run of so many steps."""
    model = Process("model_process.py")
    try:
        authority = model.hear()["authority"]
        with cluster.copy() as database:
            world = World(database).build()
            tool = world.add_tool(TOOL, effect_class="read_only", schema=SCHEMA)
            connection = world.add_connection(
                "openai_responses", base_url=f"http://{authority}/v1", transport="lean", history=history
            )
            version = world.add_agent(
                tools=[tool],
                connection=connection,
                model=f"marathon_{steps // 2}",
                limits=Limits(steps=steps + 10),
            )
            run = world.start(version, "Go on.", steps=steps + 10)
            config = {"database_url": database.url("worker"), "allow": authority, "slots": 1}
            worker = started_process("client_inflight.py", config)
            try:
                assert worker.hear() == {"ready": True}
                worker.tell({"runs": 1})
                used = worker.hear()["used"]
            finally:
                worker.stop()
            assert world.run(run)["status"] == "completed", world.run(run)
        body = 0.0 if history == "server" else _body_ms(authority, steps // 2)
        took = [1000 * (later - earlier) / 2 for earlier, later in pairwise(used)]
        size = len(took) // _TENTH
        tenths = [sum(took[at : at + size]) / size for at in range(0, size * _TENTH, size)]
        return Pace(history, tenths, body)
    finally:
        model.stop()


def _body_ms(authority: str, calls: int) -> float:
    """A step's share of it in the middle of the last tenth: each second step sends."""
    config = {"allow": authority, "model": f"marathon_{calls}", "calls": round(0.95 * calls)}
    client = started_process("client_body.py", config)
    try:
        return float(client.hear()["ms"]) / 2
    finally:
        client.stop()


def print_pace(pace: Pace) -> None:
    shown = " ".join(f"{each:.1f}" for each in pace.tenths)
    print(f"history {pace.history}: CPU ms a step by tenths of the run: {shown}")
    if pace.body:
        print(
            f"  of the last {pace.tenths[-1]:.1f} ms the body takes {pace.body:.2f}: told, as all of it is sent"
        )
        print(f"ratio={pace.growth:.2f} last tenth to first with the body, history {pace.history}")
    growth = pace.growth_beside_body
    verdict = "PASS" if growth <= MOST_GROWTH else "FAIL"
    print(
        f"ratio={growth:.2f} {verdict} last tenth to first beside the body, history {pace.history},"
        f" at most {MOST_GROWTH}"
    )


if __name__ == "__main__":
    main()
