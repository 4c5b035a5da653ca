"""The state of a conversing task: one agent that calls a model and tools until it answers.

Rebuilt from records alone (`evolve`), so a crash or a week of waiting changes nothing.
"""

from dataclasses import dataclass, replace

from agents_app.spec import AgentSpec
from orchestration.engine.bodies import Text
from orchestration.engine.contract import TaskContract
from orchestration.engine.events import ResultKind
from orchestration.engine.output.feedback import demand
from orchestration.engine.states import CallState, EffectClass


@dataclass(frozen=True, slots=True)
class Call:
    """A tool call of the last reply."""

    id: str
    """Ours, unique in the store; the only id a provider ever reads back."""
    index: int
    provider_id: str | None
    tool: str
    arguments: Text
    """As the model wrote them, unparsed; the executor reads the stored canonical form instead."""
    state: CallState = CallState.PROPOSED
    judged: bool = False
    """tool_call_proposed is recorded."""
    must_judge: bool = False
    """Its card is void or its tool has changed: it waits for a judgement, not for a person."""
    effect_class: EffectClass = EffectClass.AT_MOST_ONCE
    fingerprint: str | None = None
    approval: str | None = None
    """The approval that is open, or that allowed it."""
    allowed_seq: int = 0
    """Seq of the record that allowed it: calls start in this order."""
    execution: int = 0
    ending: ResultKind | None = None
    """How it ended without running, before its result is recorded."""
    code: str | None = None
    message: str = ""
    """The reason of a rejection, or what is wrong with it."""
    result: ResultKind | None = None
    content: Text = ""

    @property
    def is_answered(self) -> bool:
        return self.result is not None


@dataclass(frozen=True, slots=True)
class UserTurn:
    text: Text


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a reply came from, and what only that place understands of it."""

    connection_id: str
    provider: str
    model: str
    response_id: str | None = None
    """By which a provider that keeps conversations knows everything up to this reply."""
    provider_ids: tuple[str | None, ...] = ()
    """Of its calls, in order."""
    reasoning: Text = ""
    """A JSON list of items to send back; empty where there is nothing."""


@dataclass(frozen=True, slots=True)
class AssistantTurn:
    text: Text
    calls: tuple[tuple[str, str, Text], ...]
    """(call id, tool, arguments) of each call, in order."""
    origin: Origin | None = None
    """None: recorded before origins were."""


@dataclass(frozen=True, slots=True)
class ToolTurn:
    call: str
    content: Text
    is_error: bool


type Turn = UserTurn | AssistantTurn | ToolTurn


@dataclass(frozen=True, slots=True)
class FailedAttempt:
    """The last try of the open model step, which gave no reply, and whom the following one asks."""

    attempt: int
    code: str
    message: str
    retry_in_ms: int | None
    """None: given up."""
    target: int = 0
    """0: the agent's own model, n: its n-th fallback."""
    tries: int = 0
    """Times that model was asked in this step already."""
    waited_ms: int = 0
    """How long its tries and their pauses took."""


@dataclass(frozen=True, slots=True)
class OutputRead:
    """What became of the last structured answer."""

    step: str
    value: Text | None
    """Canonical JSON; None: refused."""
    problem: str = ""
    message: str = ""
    refusals: int = 0
    """Answers refused in a row."""


@dataclass(frozen=True, slots=True)
class State:
    contract: TaskContract
    instructions: str
    tools: tuple[str, ...]
    turns: tuple[Turn, ...]

    step: str | None = None
    """The model step that is started and has no reply yet."""
    last_step: str | None = None
    """The model step that brought the last reply."""
    failure: FailedAttempt | None = None
    model_calls: int = 0

    finish_reason: str | None = None
    """Of the last reply; None: there is none yet."""
    reply: Text = ""
    calls: tuple[Call, ...] = ()
    calls_requested: int = 0
    """May exceed `calls`: a reply with too many is recorded with its first ones only."""

    steps_used: int = 0
    tokens_used: int = 0
    corrections: int = 0
    """Turns in which the model named tools it does not have."""
    empty_replies: int = 0
    """In a row."""
    wants_output: bool = False
    """The answer must fit a schema, and is read before it counts."""
    output: OutputRead | None = None
    rejected: frozenset[str] = frozenset()
    """Fingerprints of calls that a person has rejected in this run."""

    cancelling: bool = False
    ended: bool = False

    @property
    def is_step_answered(self) -> bool:
        return all(call.is_answered for call in self.calls)

    def call(self, identifier: str) -> Call:
        """The call of the last reply with that id; KeyError where there is none."""
        for call in self.calls:
            if call.id == identifier:
                return call
        raise KeyError(identifier)

    def in_states(self, *states: CallState) -> tuple[Call, ...]:
        return tuple(call for call in self.calls if call.state in states)

    def with_call(self, changed: Call) -> "State":
        calls = tuple(changed if call.id == changed.id else call for call in self.calls)
        return replace(self, calls=calls)


def initial(contract: TaskContract, spec: AgentSpec) -> State:
    """The state before any record."""
    return State(
        contract=contract,
        instructions=_instructions(spec),
        tools=tuple(tool.name for tool in spec.tools),
        turns=(UserTurn(contract.input),),
        wants_output=spec.output_schema is not None,
    )


def _instructions(spec: AgentSpec) -> str:
    if spec.output_schema is None:
        return spec.instructions
    return f"{spec.instructions}\n\n{demand(spec.output_schema)}"
