"""Who works on each task of a run, and what they have said: the loaded agent and the prompt of every task."""

from collections.abc import Awaitable, Callable, Mapping

from orchestration.engine.run import ROOT, RunState
from orchestration.engine.team.state import TeamState
from orchestration.runner.agents import LoadedAgent
from orchestration.runner.prompt import Prompt
from orchestration.runner.teams import LoadedTeam

type LoadBodies = Callable[[tuple[str, ...]], Awaitable[Mapping[str, str]]]


class Seats:
    """Of one run that somebody drives. A run of one agent has one seat, that of the root."""

    def __init__(
        self, root: str, load: LoadBodies, agent: LoadedAgent | None, team: LoadedTeam | None
    ) -> None:
        """`root` is the stored id of the run's own task. Exactly one of `agent` and `team` is there."""
        self._root = root
        self._load = load
        self._agents: dict[str, LoadedAgent] = {} if agent is None else {ROOT: agent}
        self._prompts: dict[str, Prompt] = {}
        self._team = team

    @property
    def team(self) -> LoadedTeam:
        """Of a run of an orchestration."""
        assert self._team is not None
        return self._team

    def take_in(self, state: RunState) -> None:
        """Seat whoever has begun, and forget what those have said who have ended."""
        if state.team is not None:
            self._seat(state.team)

    def agent(self, task: str) -> LoadedAgent:
        return self._agents[task]

    def prompt(self, task: str) -> Prompt:
        if task not in self._prompts:
            self._prompts[task] = Prompt(self._load)
        return self._prompts[task]

    def id_of(self, task: str) -> str:
        """The task's id in the store."""
        return self._root if task == ROOT else task

    def _seat(self, state: TeamState) -> None:
        for task in state.tasks.values():
            if task.id not in self._agents:
                self._agents[task.id] = self.team.agent(task.agent, task.kind)
            if not task.is_open:
                self._prompts.pop(task.id, None)
