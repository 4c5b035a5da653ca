"""Who runs in the engine bench, and how each is prepared, started and asked."""

import importlib.util
import json
import subprocess
import sys
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from uuid import UUID

from database import TestDatabase
from job import MODEL, QUESTION, SCHEMA, SCRIPT, TOOL
from world import World

HERE = Path(__file__).parent
ENGINES = ("baton", "baton-scripted", "langgraph-sync", "langgraph-exit", "calls", "sdk-calls")
WITHOUT_DATABASE = ("calls", "sdk-calls")
CHECKPOINTER = "langgraph.checkpoint.postgres"


@dataclass(frozen=True, slots=True)
class Round:
    seconds: float
    cpu_seconds: float
    latencies: list[float]
    runs: int

    @property
    def per_second(self) -> float:
        return self.runs / self.seconds

    @property
    def cpu_ms(self) -> float:
        return self.cpu_seconds / self.runs * 1000


class Process:
    """A script of this folder that answers one JSON object for each it is given."""

    def __init__(self, script: str) -> None:
        self._process = subprocess.Popen(
            [sys.executable, str(HERE / script)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def tell(self, order: dict[str, Any]) -> None:
        assert self._process.stdin
        self._process.stdin.write(json.dumps(order) + "\n")
        self._process.stdin.flush()

    def hear(self) -> dict[str, Any]:
        assert self._process.stdout
        line = self._process.stdout.readline()
        if not line:
            raise SystemExit(f"{self._process.args} has ended; what it said is above.")
        answer: dict[str, Any] = json.loads(line)
        return answer

    def stop(self) -> None:
        assert self._process.stdin
        self._process.stdin.close()
        self._process.wait(timeout=30)


@dataclass
class Contestant:
    """A client process, and the database it writes to, if any."""

    name: str
    process: Process
    database: TestDatabase | None = None
    rounds: list[Round] = field(default_factory=list)

    def arrange(self, runs: int) -> None:
        """Whatever must stand before the clock starts."""

    def run(self, runs: int, inflight: int) -> Round:
        self.process.tell({"runs": runs, "inflight": inflight})
        answer = self.process.hear()
        return Round(answer["seconds"], answer["cpu_seconds"], answer["latencies"], runs)

    def latencies_of(self, found: Round) -> Round:
        """The round with what the database knows of its runs."""
        return found


@dataclass
class Baton(Contestant):
    """The runs are started beforehand, as the web process does it; the clock runs from the ring of the bell."""

    world: World | None = None
    version: UUID | None = None
    started: list[UUID] = field(default_factory=list)

    def arrange(self, runs: int) -> None:
        assert self.world is not None
        assert self.version is not None
        assert self.database is not None
        self.started = [self.world.start(self.version, QUESTION) for _ in range(runs)]
        self.database.close()  # the counters of its connections belong to the start

    def latencies_of(self, found: Round) -> Round:
        """From the claim to the last commit."""
        assert self.database
        rows = self.database.rows(
            "select status, extract(epoch from ended_at - started_at)::float8 * 1000 as took"
            " from orchestration_run where id = any(%s)",
            [self.started],
        )
        assert all(row["status"] == "completed" for row in rows), rows
        return Round(found.seconds, found.cpu_seconds, [row["took"] for row in rows], found.runs)


@dataclass(frozen=True, slots=True)
class Setting:
    """What every contestant is told."""

    authority: str
    """Of the model server."""
    inflight: int

    @property
    def base_url(self) -> str:
        return f"http://{self.authority}/v1"


def missing(names: Iterable[str]) -> dict[str, str]:
    """Contestants whose packages aren't installed, and which package that is."""
    try:
        there = importlib.util.find_spec(CHECKPOINTER) is not None
    except ModuleNotFoundError:
        there = False
    return {} if there else {name: CHECKPOINTER for name in names if name.startswith("langgraph")}


def enter(name: str, setting: Setting, database: TestDatabase) -> Contestant:
    """Start the process of a contestant, which says when it is ready; `database` is its own."""
    common = {"base_url": setting.base_url, "allow": setting.authority, "inflight": setting.inflight}
    match name:
        case "baton" | "baton-scripted":
            world = World(database).build()
            tool = world.add_tool(TOOL, effect_class="read_only", schema=SCHEMA)
            provider = "openai_chat" if name == "baton" else "scripted"
            base_url = setting.base_url if name == "baton" else ""
            connection = world.add_connection(provider, SCRIPT, base_url)
            version = world.add_agent(tools=[tool], connection=connection, model=MODEL)
            process = _start("client_baton.py", {**common, "database_url": database.url("worker")})
            return Baton(name, process, database, world=world, version=version)
        case "langgraph-sync" | "langgraph-exit":
            config = {**common, "database_url": database.url("baton"), "durability": name[10:]}
            return Contestant(name, _start("client_langgraph.py", config), database)
        case "calls" | "sdk-calls":
            through = "provider" if name == "calls" else "sdk"
            return Contestant(name, _start("client_calls.py", {**common, "through": through}))
        case _:
            raise SystemExit(f"There is no engine {name!r}; known are {', '.join(ENGINES)}.")


def _start(script: str, config: dict[str, Any]) -> Process:
    process = Process(script)
    process.tell(config)
    return process
