"""What every run of a worker process shares: connections, caches, clients and the certainty of the lease."""

from collections.abc import Callable
from dataclasses import dataclass

from orchestration.engine.ports import ToolRunner
from orchestration.journal.writer import JournalWriter
from orchestration.runner.agents import Agents
from orchestration.runner.clock import DatabaseClock
from orchestration.runner.lines import Lines
from orchestration.runner.observer import Observer
from orchestration.runner.partial_text import PartialTexts
from orchestration.runner.project import Projects
from orchestration.runner.quarantines import Quarantines
from orchestration.runner.settings import RunnerSettings
from orchestration.runner.store import Store
from orchestration.runner.teams import Teams


@dataclass(frozen=True, slots=True)
class Worker:
    """One incarnation: a new one is made when its lease was lost."""

    id: str
    settings: RunnerSettings
    store: Store
    journal: JournalWriter
    agents: Agents
    teams: Teams
    projects: Projects
    lines: Lines
    quarantines: Quarantines
    tools: ToolRunner
    clock: DatabaseClock
    texts: PartialTexts | None
    """None: there is no bus, and nobody could watch a text grow."""
    observer: Observer | None
    """None: nobody watches from beside, and nothing is paid for it."""
    is_alive: Callable[[], bool]
    """False once the lease may have run out by this machine's monotonic clock: nothing starts any more."""
