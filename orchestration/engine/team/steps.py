"""What an orchestration may want next: the wishes of its root, which the runner writes down or starts."""

from dataclasses import dataclass

from agents_app.orchestration_spec import MemberSpec
from orchestration.engine.bodies import Text
from orchestration.engine.decisions import Fail, Reject
from orchestration.engine.team.plan import Plan
from orchestration.engine.team.state import EndReason, Failure, Stage, TaskKind


@dataclass(frozen=True, slots=True)
class RecordPlan:
    """The plan that needs no model."""

    plan: Plan


@dataclass(frozen=True, slots=True)
class StartTask:
    """Let a member begin."""

    kind: TaskKind
    member: MemberSpec
    reason: str
    """Why this member."""
    item: str = ""
    round: int = 0
    continues: str = ""
    """The task whose conversation it goes on with."""


@dataclass(frozen=True, slots=True)
class EndItem:
    """A task of the plan is over."""

    item: str
    stage: Stage
    """done, failed or skipped"""
    reason: EndReason | None = None
    final_revision_unreviewed: bool = False
    failure: Failure | None = None


@dataclass(frozen=True, slots=True)
class Result:
    """What a task of the plan came to: its output, or why there is none."""

    title: str
    output: Text | None
    failure: Failure | None = None


@dataclass(frozen=True, slots=True)
class AnswerWith:
    """The run is done; its answer is these results put together."""

    results: tuple[Result, ...]


@dataclass(frozen=True, slots=True)
class Stop:
    """The run cannot go on. Nothing new starts, and it ends once nothing executes any more."""

    why: Fail | Reject


type TeamStep = RecordPlan | StartTask | EndItem | AnswerWith | Stop
