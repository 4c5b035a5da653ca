"""What a task may want next: one closed union for every task kind (docs/glossary.md, Decision).

A decision is a wish of the pure engine; the runner acts on it through a port and records what came of it.
`Retrieve`, `AskHuman`, `StartTasks` and `HandOff` are part of the union from the start, so that every `match`
over it is complete before the task kinds that use them exist.
"""

from dataclasses import dataclass
from enum import StrEnum

from orchestration.engine.bodies import Text
from orchestration.engine.contract import TaskContract
from orchestration.engine.events import ResultKind
from orchestration.engine.states import WaitingFor


@dataclass(frozen=True, slots=True)
class CallModel:
    """Ask the model for its next reply."""

    number: int
    """Of the model call in its task, from 1."""
    step: str | None = None
    """The step already started for it; None: start one. A started step is never started again."""
    attempt: int = 1
    retry_in_ms: int = 0
    """The pause that the last failed attempt asked for."""
    target: int = 0
    """0: the agent's own model, n: its n-th fallback."""


@dataclass(frozen=True, slots=True)
class CallResult:
    """The result of a call that did not run, as the model reads it: recorded as tool_call_completed."""

    call: str
    kind: ResultKind
    content: str
    code: str | None = None


@dataclass(frozen=True, slots=True)
class CallTools:
    """Bring the calls of a reply forward. Every field names calls by id; at least one is not empty.

    The runner may record all four in one journal entry, evolve what it wrote and decide again before it
    commits: `propose` and `answer` need no effect.
    """

    propose: tuple[str, ...] = ()
    """Not judged yet: validate, judge, record tool_call_proposed (and approval_requested where policy asks).
    A call whose fingerprint is in `state.rejected` is recorded with the problem `rejected_before`, without
    a card and whatever policy says: a person has already said no to it in this run."""

    judge: tuple[str, ...] = ()
    """Judged before, but the card is void or the tool has changed: judge again. The runner records at least
    one event about each, or the same decision would come back for ever: approval_superseded (if its card is
    still open) and then a new approval_requested, or tool_call_completed (denied, tool_withdrawn)."""

    answer: tuple[CallResult, ...] = ()
    """Ended without running: record these results."""

    start: tuple[str, ...] = ()
    """Allowed, in the order in which they were: intent commit, then the effect. Judged once more inside the
    intent; what no longer holds is recorded as superseded, expired, denied or withdrawn instead."""


@dataclass(frozen=True, slots=True)
class Retrieve:
    """Look something up in the knowledge base."""

    collection: str
    query: str


class Question(StrEnum):
    REVIEW = "review"
    INPUT = "input"
    PLAN = "plan"
    BUDGET = "budget"


@dataclass(frozen=True, slots=True)
class AskHuman:
    """Ask a person for something that is not the approval of a tool call."""

    question: Question
    text: str


@dataclass(frozen=True, slots=True)
class StartTasks:
    """Start children, each with its own contract."""

    contracts: tuple[TaskContract, ...]


@dataclass(frozen=True, slots=True)
class HandOff:
    """Give the conversation to another agent."""

    agent: str
    returning: bool


class FactKind(StrEnum):
    RESULT = "result"
    """of a call that executes"""
    DECISION = "decision"
    """about an approval: decided, expired or superseded"""
    RESOLUTION = "resolution"
    """by a person, of a call whose outcome is unknown or whose approval no longer binds"""


@dataclass(frozen=True, slots=True)
class Fact:
    kind: FactKind
    ref: str
    """Id of the call, or of the approval."""


@dataclass(frozen=True, slots=True)
class Attention:
    """Why a person must look before anything goes on."""

    code: str
    message: str
    call: str | None = None


@dataclass(frozen=True, slots=True)
class Await:
    """Nothing new until one of the facts.

    No facts: the task is over, or its run is being cancelled and nothing executes any more. `waiting_for`
    is set when the run may be parked; `attention` when it must become `needs_attention`.
    """

    facts: tuple[Fact, ...] = ()
    waiting_for: tuple[WaitingFor, ...] = ()
    attention: Attention | None = None


@dataclass(frozen=True, slots=True)
class Answer:
    """The task is done, with this output."""

    text: Text


@dataclass(frozen=True, slots=True)
class Reject:
    """The work was declined; the end is `rejected`."""

    code: str
    message: str


@dataclass(frozen=True, slots=True)
class Fail:
    """The task cannot go on; the end is `failed`."""

    code: str
    message: str


type Decision = (
    CallModel | CallTools | Retrieve | AskHuman | StartTasks | HandOff | Await | Answer | Reject | Fail
)
