"""Who runs in the engine bench, and how each is prepared, started and asked."""

import importlib.util
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from pathlib import Path
from uuid import UUID

from bench.job import MODEL, QUESTION, SCHEMA, SCRIPT, TOOL
from bench.process import Process, started_process
from bench.server_time import server_seconds
from database import TestDatabase
from world import World

ENGINES = (
    "baton",
    "baton-lean",
    "baton-scripted",
    "langgraph-sync",
    "langgraph-savers",
    "langgraph-exit",
    "dbos",
    "agents",
    "calls",
    "lean-calls",
    "sdk-calls",
)
WITHOUT_DATABASE = ("calls", "lean-calls", "sdk-calls", "agents")
ANCHORS_PYTHON = Path(__file__).parents[2] / ".venv" / "anchors" / "bin" / "python"
"""DBOS and OpenAI's Agents SDK cannot be installed beside Baton: the latter wants older WebSockets."""
CHECKPOINTER = "langgraph.checkpoint.postgres"


@dataclass(frozen=True, slots=True)
class Round:
    seconds: float
    cpu_seconds: float
    server_seconds: float
    """Processor time of PostgreSQL."""
    latencies: list[float]
    runs: int

    @property
    def per_second(self) -> float:
        return self.runs / self.seconds

    @property
    def cpu_ms(self) -> float:
        return self.cpu_seconds / self.runs * 1000

    @property
    def server_ms(self) -> float:
        return self.server_seconds / self.runs * 1000


@dataclass
class Contestant:
    """A client process, and the database it writes to, if any."""

    name: str
    process: Process
    database: TestDatabase | None = None
    rounds: list[Round] = field(default_factory=list)

    def warm_up(self, runs: int, inflight: int) -> None:
        """Wait until the process is there, and let it go through everything once."""
        assert self.process.hear() == {"ready": True}
        self.arrange(runs)
        self.run(runs, inflight)

    def arrange(self, runs: int) -> None:
        """Whatever must stand before the clock starts."""

    def run(self, runs: int, inflight: int) -> Round:
        before = server_seconds(self.database.server) if self.database else 0.0
        self.process.tell({"runs": runs, "inflight": inflight})
        answer = self.process.hear()
        used = server_seconds(self.database.server) - before if self.database else 0.0
        return Round(answer["seconds"], answer["cpu_seconds"], used, answer["latencies"], runs)

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
        return replace(found, latencies=[row["took"] for row in rows])


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
        has_langgraph = importlib.util.find_spec(CHECKPOINTER) is not None
    except ModuleNotFoundError:
        has_langgraph = False
    wanted = {name: CHECKPOINTER for name in names if name.startswith("langgraph") and not has_langgraph}
    if not ANCHORS_PYTHON.exists():
        wanted |= {name: name for name in names if name in ("dbos", "agents")}
    return wanted


def enter(name: str, setting: Setting, database: TestDatabase | None) -> Contestant:
    """Start the process of a contestant, which says when it is ready; `database` is its own."""
    common = {"base_url": setting.base_url, "allow": setting.authority, "inflight": setting.inflight}
    match name:
        case "calls" | "lean-calls" | "sdk-calls":
            through = "sdk" if name == "sdk-calls" else "provider"
            transport = "lean" if name == "lean-calls" else "sdk"
            config = {**common, "through": through, "transport": transport}
            return Contestant(name, started_process("client_calls.py", config))
        case "agents":
            return Contestant(name, started_process("client_agents.py", common, str(ANCHORS_PYTHON)))
        case "dbos":
            assert database
            config = {**common, "database_url": database.url("baton")}
            process = started_process("client_dbos.py", config, str(ANCHORS_PYTHON))
            return Contestant(name, process, database)
        case "baton" | "baton-lean" | "baton-scripted":
            assert database
            world = World(database).build()
            tool = world.add_tool(TOOL, effect_class="read_only", schema=SCHEMA)
            provider = "scripted" if name == "baton-scripted" else "openai_chat"
            base_url = "" if name == "baton-scripted" else setting.base_url
            transport = "lean" if name == "baton-lean" else "sdk"
            connection = world.add_connection(provider, SCRIPT, base_url, transport=transport)
            version = world.add_agent(tools=[tool], connection=connection, model=MODEL)
            process = started_process("client_baton.py", {**common, "database_url": database.url("worker")})
            return Baton(name, process, database, world=world, version=version)
        case "langgraph-sync" | "langgraph-savers" | "langgraph-exit":
            assert database
            savers = setting.inflight if name == "langgraph-savers" else 1
            durability = "exit" if name == "langgraph-exit" else "sync"
            config = {
                **common,
                "database_url": database.url("baton"),
                "durability": durability,
                "savers": savers,
            }
            return Contestant(name, started_process("client_langgraph.py", config), database)
        case _:
            raise SystemExit(f"There is no engine {name!r}; known are {', '.join(ENGINES)}.")
