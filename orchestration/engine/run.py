"""The state of a whole run: the conversation of each task in it, and the orchestration that they belong to.

A run of one agent has one task and nothing above it. Every event names its task, except those of the root;
what people and the kernel write names the call it is about, and is found by that.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from agents_app.orchestration_spec import OrchestrationSpec
from agents_app.spec import AgentSpec
from orchestration.engine.bodies import read_text
from orchestration.engine.contract import TaskContract
from orchestration.engine.decisions import Await, CallModel, Decision, Fail
from orchestration.engine.events import EventKind, Record
from orchestration.engine.kinds import converse
from orchestration.engine.kinds.converse.state import Call, State, UserTurn
from orchestration.engine.states import CallState
from orchestration.engine.team.decide import decide as decide_team
from orchestration.engine.team.evolve import evolve as evolve_team
from orchestration.engine.team.roles import contract_for, spec_for
from orchestration.engine.team.state import TaskKind, TeamState
from orchestration.engine.team.steps import StartTask, Stop, TeamStep

ROOT: Final = ""
"""The run's own task."""
_RUN_ENDS = frozenset(
    {
        EventKind.RUN_CANCELLED,
        EventKind.RUN_TIMED_OUT,
        EventKind.RUN_COMPLETED,
        EventKind.RUN_FAILED,
        EventKind.RUN_REJECTED,
    }
)


@dataclass(frozen=True, slots=True)
class RunState:
    tasks: Mapping[str, State]
    """The conversations, by task; that of a run of one agent under ROOT."""
    team: TeamState | None = None
    agents: Mapping[str, AgentSpec] = field(default_factory=dict)
    """The members of the orchestration, by name."""
    cancelling: bool = False
    ended: bool = False

    @property
    def steps_used(self) -> int:
        return sum(task.steps_used for task in self.tasks.values())

    @property
    def tokens_used(self) -> int:
        return sum(task.tokens_used for task in self.tasks.values())

    @property
    def open(self) -> tuple[str, ...]:
        """The tasks somebody works on."""
        if self.team is None:
            return () if self.ended else (ROOT,)
        return () if self.ended else tuple(task.id for task in self.team.open_tasks)

    def in_states(self, *states: CallState) -> Iterator[tuple[str, Call]]:
        """The calls in these states, each with its task."""
        for task, state in self.tasks.items():
            for call in state.in_states(*states):
                yield task, call

    def call(self, identifier: str) -> Call:
        """The call of that id, in whatever task; KeyError where there is none."""
        for state in self.tasks.values():
            for call in state.calls:
                if call.id == identifier:
                    return call
        raise KeyError(identifier)

    def task_of_call(self, call: str) -> str | None:
        """The task whose last reply asked for the call."""
        return next(
            (task for task, state in self.tasks.items() if any(each.id == call for each in state.calls)), None
        )

    def task_of_step(self, step: str) -> str | None:
        """The task whose model call is under way."""
        return next((task for task, state in self.tasks.items() if state.step == step), None)


@dataclass(frozen=True, slots=True)
class Wish:
    """What one task of the run wants next; the orchestration's own wishes stand under ROOT."""

    task: str
    decision: Decision | TeamStep


def run_of_agent(contract: TaskContract, spec: AgentSpec) -> RunState:
    """Before any record but the first."""
    return RunState({ROOT: converse.initial(contract, spec)})


def run_of_team(
    contract: TaskContract, orchestration: OrchestrationSpec, agents: Mapping[str, AgentSpec]
) -> RunState:
    """Before any record but the first. `agents`: the pinned version of each member, by name."""
    return RunState({}, TeamState(contract, orchestration), agents)


def evolve(state: RunState, record: Record) -> RunState:
    """The state after one record more."""
    if state.team is None:
        task = converse.evolve(state.tasks[ROOT], record)
        return RunState({ROOT: task}, cancelling=task.cancelling, ended=task.ended)
    if record.kind == EventKind.TASK_STARTED:
        state = _with_new_task(state, state.team, record)
    else:
        state = _with_tasks_evolved(state, record)
    state = replace(state, team=evolve_team(state.team, record))  # type: ignore[arg-type]
    if record.kind == EventKind.RUN_CANCELLING:
        return replace(state, cancelling=True)
    return replace(state, ended=True) if record.kind in _RUN_ENDS else state


def decide(state: RunState) -> tuple[Wish, ...]:
    """What each open task wants next, after what the orchestration itself wants."""
    if state.team is None:
        return (Wish(ROOT, converse.decide(state.tasks[ROOT])),)
    waits = tuple(_waits(state))
    if state.ended or state.cancelling:
        return waits or (Wish(ROOT, Await()),)
    steps = decide_team(state.team)
    wishes = tuple(Wish(task, converse.decide(state.tasks[task])) for task in state.open)
    # Whether something has happened is asked before the run ends: nobody would ask it afterwards.
    waits = waits or tuple(filter(_needs_a_look, wishes))
    if steps and isinstance(steps[0], Stop):
        return waits or (Wish(ROOT, steps[0].why),)
    wishes = (*(Wish(ROOT, step) for step in steps), *wishes)
    used_up = _used_up(state, state.team)
    if used_up is None or not any(map(_begins_something, wishes)):
        return wishes
    # What is begun is brought to its end: a call that a person has approved is not cut off by a bound.
    rest = tuple(wish for wish in wishes if not _begins_something(wish))
    if any(not isinstance(wish.decision, Await | CallModel) for wish in rest):
        return rest
    return waits or (Wish(ROOT, used_up),)


def _needs_a_look(wish: Wish) -> bool:
    return isinstance(wish.decision, Await) and wish.decision.attention is not None


def _waits(state: RunState) -> Iterator[Wish]:
    """For the calls that execute, where nothing new may begin."""
    for task in state.open:
        wish = converse.decide(replace(state.tasks[task], cancelling=True))
        if isinstance(wish, Await) and wish.facts:
            yield Wish(task, wish)


def _begins_something(wish: Wish) -> bool:
    match wish.decision:
        case StartTask() | CallModel(step=None):
            return True
        case _:
            return False


def _used_up(state: RunState, root: TeamState) -> Fail | None:
    """The bounds of the whole run; each agent's own are judged by its task."""
    steps, tokens = root.contract.steps, root.contract.tokens
    if state.steps_used >= steps:
        return Fail("step_limit", f"The run used its {steps} steps without an answer.")
    if tokens is not None and state.tokens_used >= tokens:
        return Fail("token_budget", f"The run used {state.tokens_used} of its {tokens} tokens.")
    return None


def _with_new_task(state: RunState, root: TeamState, record: Record) -> RunState:
    payload = record.payload
    kind = TaskKind(payload["kind"])
    agent = state.agents[payload["agent"]["name"]]
    contract = contract_for(kind, agent, TaskContract(read_text(payload["input"])))
    task = converse.initial(contract, spec_for(kind, agent, root.spec))
    if before := state.tasks.get(payload["continues"] or ""):
        task = replace(task, turns=(*before.turns, UserTurn(contract.input)))
    rejected = frozenset[str]().union(*(each.rejected for each in state.tasks.values()))
    return replace(state, tasks={**state.tasks, payload["task"]: replace(task, rejected=rejected)})


def _with_tasks_evolved(state: RunState, record: Record) -> RunState:
    """The tasks it is about: the one it names, the one whose call it names, or all."""
    named = record.payload.get("task")
    if named is None and (call := record.payload.get("call")) is not None:
        named = state.task_of_call(call)
    concerned = state.tasks if named is None else [named] if named in state.tasks else []
    if not concerned:
        return state
    changed = {task: converse.evolve(state.tasks[task], record) for task in concerned}
    tasks = {**state.tasks, **changed}
    if record.kind == EventKind.APPROVAL_DECIDED:
        # What a person has refused in this run is refused to every agent of it.
        rejected = frozenset[str]().union(*(each.rejected for each in tasks.values()))
        tasks = {
            task: each if each.rejected == rejected else replace(each, rejected=rejected)
            for task, each in tasks.items()
        }
    return replace(state, tasks=tasks)


def evolve_all(state: RunState, records: Iterable[Record]) -> RunState:
    """The state after several records more, in their order."""
    for record in records:
        state = evolve(state, record)
    return state
