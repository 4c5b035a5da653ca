"""The ports of the engine: what the runner calls to act, and the typed answers and failures.

Filled by `orchestration.providers` (models) and `agents_app.tools` (tools). Pure: dataclasses and protocols.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Protocol

from agents_app.spec import ToolSpec
from orchestration.engine.messages import Message


@dataclass(frozen=True, slots=True)
class ToolSchema:
    """A tool as a model sees it; `parameters` is JSON Schema 2020-12 with an object at its root."""

    name: str
    description: str
    parameters: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens of one attempt. None means the provider did not say: unknown, never zero."""

    input: int | None = None
    cached: int | None = None
    output: int | None = None
    reasoning: int | None = None


@dataclass(frozen=True, slots=True)
class RequestedCall:
    """A tool call as it came over the wire; `arguments` is unparsed text, or None where there was none."""

    provider_id: str | None
    name: str
    arguments: str | None


@dataclass(frozen=True, slots=True)
class OutputSchema:
    """What the answer must be; an endpoint that can holds the model to it."""

    name: str
    schema: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class ServerHistory:
    """A conversation that stands at the provider: everything up to the last reply in it, whose id this is."""

    response_id: str


@dataclass(frozen=True, slots=True)
class ModelRequest:
    model: str
    messages: tuple[Message, ...]
    tools: tuple[ToolSchema, ...] = ()
    settings: Mapping[str, Any] = field(default_factory=dict)
    timeout: float = 120.0
    """Seconds for the whole call, already cut by the run's deadline."""
    run_id: str = ""
    step: str = ""
    output: OutputSchema | None = None
    history: ServerHistory | None = None
    """None: everything is sent."""
    kept: dict[str, Any] = field(default_factory=dict, compare=False, repr=False)
    """What the adapter has made of the same run's earlier requests and can use again."""


@dataclass(frozen=True, slots=True)
class ModelReply:
    text: str
    calls: tuple[RequestedCall, ...] = ()
    finish_reason: str = "stop"
    """stop | tool_calls | length | refusal | content_filter"""
    usage: Usage = Usage()
    model: str = ""
    reasoning: str = ""
    response_id: str | None = None
    reasoning_items: tuple[Mapping[str, Any], ...] = ()
    """Items of the wire that the provider wants back with the next request, opaque to everybody else."""


class ModelError(Exception):
    """A model call that gave no reply.

    `code`: provider_rate_limited, provider_error, provider_unavailable, provider_timeout, malformed_stream,
    context_too_long, invalid_request, authentication, host_not_allowed, history_lost, circuit_open.

    `history_lost`: the provider does not know the conversation any more; all of it is sent at once.
    `circuit_open`: nothing was asked.
    `usage`: what was read or written all the same. None: nothing, so nothing is billed; `Usage()`: unknown.
    """

    def __init__(
        self,
        code: str,
        message: str,
        *,
        retryable: bool,
        retry_after: float | None = None,
        usage: Usage | None = None,
    ) -> None:
        super().__init__(message)
        self.usage = usage
        self.code = code
        self.message = message
        self.retryable = retryable
        self.retry_after = retry_after


class ModelClient(Protocol):
    """One provider connection on one event loop."""

    async def complete(
        self, request: ModelRequest, on_text: Callable[[str], None] | None = None
    ) -> ModelReply: ...

    async def close(self) -> None: ...


@dataclass(frozen=True, slots=True)
class CredentialValue:
    """A secret on its way to one host, as one header. Its repr never shows the value."""

    name: str
    host: str
    header: str
    value: str = field(repr=False)
    prefix: str = ""

    @property
    def header_text(self) -> str:
        """What the header holds: `Bearer ` and the value, say."""
        return self.prefix + self.value


TOOL_DEFINITION_CHANGED: Final = "tool_definition_changed"
"""A tool of a server is no longer what was imported; its calls stop before they start."""


@dataclass(frozen=True, slots=True)
class ServerPlace:
    """An MCP server as it is stored now."""

    id: str
    name: str
    url: str
    timeout: float = 30.0
    """Seconds; the longest of one request to it."""


@dataclass(frozen=True, slots=True)
class ToolInvocation:
    call_id: str
    idempotency_key: str
    """`tc_` and the call's id in hex: stable over attempts, so that a keyed remote runs it once."""
    tool: ToolSpec
    arguments: Mapping[str, Any]
    variables: Mapping[str, str]
    credential: CredentialValue | None
    timeout: float
    traceparent: str | None = None
    """W3C Trace Context, for the called side's own trace."""
    server: ServerPlace | None = None
    """Of a tool of a server."""
    trace_id: str = ""
    """Of the run, in hex; for what passes it on."""
    is_quarantined: bool = False
    """Its server says something else of it than what was imported."""


@dataclass(frozen=True, slots=True)
class ToolOutcome:
    content: str
    """What the model reads: bounded, without NUL or lone surrogates."""
    full: str
    """The whole answer, up to 256 KiB."""
    status: int | None = None
    truncated: bool = False
    duration_ms: int = 0


class ToolError(Exception):
    """A tool call without a usable result.

    `sent`: something may have left. `answered`: the other side answered, so the outcome is known.
    sent and not answered is an unknown outcome.
    """

    def __init__(
        self, code: str, message: str, *, sent: bool, answered: bool = False, status: int | None = None
    ) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.sent = sent
        self.answered = answered
        self.status = status

    @property
    def outcome_known(self) -> bool:
        return self.answered or not self.sent


class ToolRunner(Protocol):
    """Performs the calls of one kind of tool on one event loop; ToolError where there is no usable result."""

    async def run(self, invocation: ToolInvocation) -> ToolOutcome: ...

    async def close(self) -> None: ...
