"""The state of a run's orchestration: the plan, what became of each task of it, and who works on what.

Rebuilt from records alone (`evolve`); the conversation of each agent is a state of its own beside it.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum

from agents_app.orchestration_spec import OrchestrationSpec, PlanItem
from orchestration.engine.bodies import Text
from orchestration.engine.contract import TaskContract
from orchestration.engine.team.plan import Plan
from orchestration.engine.team.verdict import Verdict


class TaskKind(StrEnum):
    """What an agent is asked to do inside a run."""

    PLAN = "plan"
    EXECUTE = "execute"
    REVIEW = "review"
    REVISE = "revise"
    COMPOSE = "compose"


class Stage(StrEnum):
    """How far the work on one task of the plan is."""

    PENDING = "pending"
    """Not begun: it waits for results, or for an agent."""
    WORKING = "working"
    """Its author executes or revises."""
    WORKED = "worked"
    """There is work that nobody looks at yet."""
    REVIEWING = "reviewing"
    JUDGED = "judged"
    """Every reviewer of the round has ended."""
    DONE = "done"
    FAILED = "failed"
    SKIPPED = "skipped"
    """A task that it depends on has failed."""


ENDED_STAGES = frozenset({Stage.DONE, Stage.FAILED, Stage.SKIPPED})


class EndReason(StrEnum):
    """Why the review of a task's work ended (agents 33)."""

    APPROVED = "approved"
    MAX_REVIEWS_REACHED = "max_reviews_reached"
    NO_REVIEWER = "no_reviewer"
    NOT_WANTED = "not_wanted"
    """The orchestration asks for no review."""
    FAILED = "failed"
    """The work failed, or no reviewer of a round gave a review that can be read."""


@dataclass(frozen=True, slots=True)
class Failure:
    code: str
    message: str
    is_refusal: bool = False
    """The work was declined."""


@dataclass(frozen=True, slots=True)
class TaskState:
    """Work of one agent: from its start to its end."""

    id: str
    kind: TaskKind
    agent: str
    """The member's name."""
    item: str = ""
    """Key of the plan's task it is about; empty for planning and composing."""
    round: int = 0
    continues: str = ""
    """The task whose conversation this one goes on with."""
    output: Text | None = None
    failure: Failure | None = None

    @property
    def is_open(self) -> bool:
        return self.output is None and self.failure is None


@dataclass(frozen=True, slots=True)
class Round:
    """One round of reviews. None in place of a verdict: that review cannot be read or failed."""

    number: int
    reviewers: tuple[str, ...] = ()
    verdicts: tuple[tuple[str, Verdict | None], ...] = ()

    @property
    def is_judged(self) -> bool:
        return len(self.verdicts) == len(self.reviewers)

    @property
    def read(self) -> tuple[tuple[str, Verdict], ...]:
        return tuple((name, verdict) for name, verdict in self.verdicts if verdict is not None)


@dataclass(frozen=True, slots=True)
class ItemState:
    """One task of the plan."""

    item: PlanItem
    stage: Stage = Stage.PENDING
    author: str = ""
    task: str = ""
    """Whose output its work is, or will be."""
    output: Text | None = None
    rounds: tuple[Round, ...] = ()
    failure: Failure | None = None

    @property
    def is_ended(self) -> bool:
        return self.stage in ENDED_STAGES


@dataclass(frozen=True, slots=True)
class TeamState:
    """The root of a run of an orchestration."""

    contract: TaskContract
    spec: OrchestrationSpec
    plan: Plan | None = None
    items: Mapping[str, ItemState] = field(default_factory=dict)
    """By key, in the order of the plan."""
    tasks: Mapping[str, TaskState] = field(default_factory=dict)
    """By id, in the order of their starts."""

    def of_kind(self, kind: TaskKind) -> TaskState | None:
        """The last task of a kind of which there is one at a time."""
        return next((task for task in reversed([*self.tasks.values()]) if task.kind is kind), None)

    @property
    def open_tasks(self) -> tuple[TaskState, ...]:
        return tuple(task for task in self.tasks.values() if task.is_open)

    def with_item(self, changed: ItemState) -> "TeamState":
        return replace(self, items={**self.items, changed.item.key: changed})

    def with_task(self, changed: TaskState) -> "TeamState":
        return replace(self, tasks={**self.tasks, changed.id: changed})


def initial(contract: TaskContract, spec: OrchestrationSpec) -> TeamState:
    """The state before any record but the first."""
    return TeamState(contract, spec)
