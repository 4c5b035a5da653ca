"""What a run looks like to people: the value that `projection.fold` makes of its events.

REST, the CLI and the browser show this and nothing else. Frozen; `to_json` is the form that the TypeScript
fold must equal byte for byte once canonical.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, is_dataclass
from typing import Any

from baton.core.canonical import canonical
from orchestration.engine.bodies import BodyRef, Text, write_text
from orchestration.engine.states import ApprovalState, CallState, RunStatus, StepState, WaitingFor


@dataclass(frozen=True, slots=True)
class UsageView:
    """Tokens of a run or of one attempt. Unknown counts are counted, never added as zero."""

    input: int = 0
    cached: int = 0
    output: int = 0
    reasoning: int = 0
    unknown: int = 0
    """Attempts whose provider did not say how many tokens were read or written."""


@dataclass(frozen=True, slots=True)
class CostView:
    """Money in billionths of a currency. Amounts of different currencies are never added."""

    amounts: Mapping[str, int] = field(default_factory=dict)
    """By currency, sorted."""
    unknown: int = 0
    """Attempts that used something and whose cost nobody knows."""


@dataclass(frozen=True, slots=True)
class NextModel:
    """Whom the following try asks instead; `target` 0 is the agent's own model, n its n-th fallback."""

    target: int
    provider: str
    model: str


@dataclass(frozen=True, slots=True)
class AttemptView:
    number: int
    state: StepState
    at: str
    code: str | None = None
    message: str | None = None
    retry_in_ms: int | None = None
    duration_ms: int | None = None
    provider: str | None = None
    model: str | None = None
    usage: UsageView | None = None
    """None: nothing was read or written."""
    cost: CostView = CostView()
    next: NextModel | None = None


@dataclass(frozen=True, slots=True)
class RungView:
    """One way of reading a structured answer: it held, or what was wrong."""

    rung: str
    problem: str | None = None
    message: str | None = None


@dataclass(frozen=True, slots=True)
class OutputView:
    """What became of the answer of a step that owed one in a given form."""

    rungs: tuple[RungView, ...] = ()
    outcome: str | None = None
    """accepted | refused; None: it is being read."""
    attempt: int = 0
    """Counts the answers read in a row, this one too."""
    stage: str | None = None
    """The last way of reading that was needed."""
    words_around: bool = False
    coerced: tuple[str, ...] = ()
    problem: str | None = None
    message: str | None = None
    """What the model was told."""
    value: Text | None = None
    """Canonical JSON, where it was accepted."""


@dataclass(frozen=True, slots=True)
class StepView:
    """One model call."""

    id: str
    number: int
    model: str
    provider: str
    state: StepState
    started_at: str
    ended_at: str | None = None
    duration_ms: int | None = None
    """With every attempt and the pauses between them."""
    text: Text = ""
    reasoning: Text = ""
    finish_reason: str | None = None
    usage: UsageView = UsageView()
    """Of every attempt."""
    cost: CostView = CostView()
    target: int = 0
    """Who answered: 0 the agent's own model, n its n-th fallback."""
    attempts: tuple[AttemptView, ...] = ()
    calls: tuple[str, ...] = ()
    """Ids of the calls it asked for, in order."""
    output: OutputView | None = None
    """None: it owed none, or gave no answer yet."""
    task: str | None = None
    """The task of the run that it belongs to; None: the run's own."""


@dataclass(frozen=True, slots=True)
class CallView:
    id: str
    step: str
    index: int
    tool: str
    provider_id: str | None
    requested: Text
    """The arguments as the model wrote them."""
    state: CallState = CallState.PROPOSED
    tool_version: str | None = None
    arguments: Any = None
    sentence: str | None = None
    host: str | None = None
    effect_class: str | None = None
    outcome: str | None = None
    rule: Mapping[str, Any] | None = None
    problem: Mapping[str, Any] | None = None
    approvals: tuple[str, ...] = ()
    """Ids of its approvals, oldest first."""
    execution: int = 0
    started_at: str | None = None
    ended_at: str | None = None
    duration_ms: int | None = None
    result: str | None = None
    content: Text = ""
    code: str | None = None
    message: str | None = None
    status: int | None = None
    body: Text | None = None
    """The whole answer, where the model read a part of it."""
    late: bool = False
    """A result arrived after the run had ended; it changed nothing."""


@dataclass(frozen=True, slots=True)
class ApprovalView:
    id: str
    call: str
    revision: int
    digest: str
    state: ApprovalState
    requested_at: str
    sentence: str | None = None
    tool: str | None = None
    host: str | None = None
    credential: str | None = None
    arguments: Any = None
    effect_class: str | None = None
    rule: Mapping[str, Any] | None = None
    expires_at: str | None = None
    because: tuple[str, ...] = ()
    """What differs from the card before it; empty for a first card."""
    superseded_because: tuple[str, ...] = ()
    by: Mapping[str, Any] | None = None
    reason: str | None = None
    decided_at: str | None = None


@dataclass(frozen=True, slots=True)
class ProblemView:
    """Why a run failed, was rejected, or needs a person."""

    code: str
    message: str
    call: str | None = None


@dataclass(frozen=True, slots=True)
class TaskView:
    """Work of one agent in a run of several: to plan, execute, review, revise or compose."""

    id: str
    kind: str
    agent: Mapping[str, Any]
    state: RunStatus
    """running, completed, failed, rejected or cancelled"""
    started_at: str
    reason: str
    """Why this agent."""
    input: Text
    item: str | None = None
    """Key of the plan's task that it is about."""
    round: int | None = None
    continues: str | None = None
    """The task whose conversation it goes on with."""
    ended_at: str | None = None
    duration_ms: int | None = None
    output: Text | None = None
    verdict: Mapping[str, Any] | None = None
    """Of a review that could be read."""
    error: ProblemView | None = None


@dataclass(frozen=True, slots=True)
class PlanItemView:
    """A task of the plan, and how far the work on it is."""

    key: str
    title: str
    prompt: str
    agent: str
    """Whom the plan names, or nothing."""
    specialization: str
    depends_on: tuple[str, ...]
    state: str = "pending"
    """pending, working, reviewing, done, failed or skipped"""
    author: str | None = None
    task: str | None = None
    """Whose output its work is, or will be."""
    reviews: int = 0
    """Rounds so far."""
    reason: str | None = None
    """Why its review ended."""
    final_revision_unreviewed: bool = False
    error: ProblemView | None = None


@dataclass(frozen=True, slots=True)
class PlanView:
    source: str
    """input, stored or model"""
    made_at: str
    items: tuple[PlanItemView, ...]


@dataclass(frozen=True, slots=True)
class CancelView:
    at: str
    by: Mapping[str, Any] | None
    reason: str | None


@dataclass(frozen=True, slots=True)
class RunView:
    status: RunStatus = RunStatus.QUEUED
    waiting_for: tuple[WaitingFor, ...] = ()
    agent: Mapping[str, Any] | None = None
    orchestration: Mapping[str, Any] | None = None
    """None: one agent runs."""
    requester: Mapping[str, Any] | None = None
    model: Mapping[str, Any] | None = None
    limits: Mapping[str, Any] | None = None
    input: Text = ""
    deadline_at: str | None = None
    created_at: str | None = None
    started_at: str | None = None
    ended_at: str | None = None
    duration_ms: int | None = None
    steps: tuple[StepView, ...] = ()
    calls: tuple[CallView, ...] = ()
    approvals: tuple[ApprovalView, ...] = ()
    plan: PlanView | None = None
    tasks: tuple[TaskView, ...] = ()
    usage: UsageView = UsageView()
    cost: CostView = CostView()
    output: Text | None = None
    error: ProblemView | None = None
    attention: ProblemView | None = None
    cancel: CancelView | None = None
    last_seq: int = 0
    ignored: int = 0
    """Events of kinds that this fold does not know, or about things it has not seen."""

    @property
    def pending_approvals(self) -> tuple[ApprovalView, ...]:
        return tuple(each for each in self.approvals if each.state is ApprovalState.PENDING)

    def to_json(self) -> dict[str, Any]:
        """Objects, lists, texts, integers, booleans and null."""
        plain: dict[str, Any] = _plain(self)
        return plain

    def canonical(self) -> bytes:
        return canonical(self.to_json())


def _plain(value: Any) -> Any:
    if isinstance(value, BodyRef):
        return write_text(value)
    if is_dataclass(value):
        return {each.name: _plain(getattr(value, each.name)) for each in fields(value)}
    if isinstance(value, Mapping):
        return {key: _plain(item) for key, item in value.items()}
    if isinstance(value, tuple | list):
        return [_plain(item) for item in value]
    return str(value) if isinstance(value, str) else value
