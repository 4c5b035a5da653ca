"""A definition as values: what a file says, with names in place of the ids that publishing gives."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from agents_app.orchestration_spec import EVERY_ROLE, PlannerSpec, ReviewSpec, Role
from agents_app.prices.price import Price
from agents_app.spec import CredentialRef, EffectClass, HttpSpec, Limits, McpSpec, PolicyRule, Risk


@dataclass(frozen=True, slots=True)
class VariableDefinition:
    """A value that URLs refer to: given, or read from the environment when publishing."""

    name: str
    value: str | None = None
    from_environment: str | None = None


@dataclass(frozen=True, slots=True)
class CredentialDefinition:
    """A secret by name, and where it may be sent. Its value is in no file: it is typed into the project, or
    the worker reads it from its environment by the name `secret_variable`."""

    name: str
    host: str
    header: str
    secret_variable: str = ""
    prefix: str = ""


@dataclass(frozen=True, slots=True)
class ConnectionDefinition:
    """A way to a model provider."""

    name: str
    provider: str
    base_url: str | None = None
    script: str | Mapping[str, Any] | None = None
    """The name of a script, or its replies."""
    secret_variable: str | None = None
    credential: str | None = None
    capabilities: Mapping[str, Any] = field(default_factory=dict)
    model_capabilities: Mapping[str, Any] = field(default_factory=dict)
    transport: str = "sdk"
    history: str = "client"
    max_in_flight: int | None = None


@dataclass(frozen=True, slots=True)
class McpServerDefinition:
    """A server of the Model Context Protocol, its key by the name of a credential."""

    name: str
    url: str
    credential: str | None = None
    is_trusted: bool = False
    timeout_seconds: int = 30


@dataclass(frozen=True, slots=True)
class ProfileDefinition:
    """What trains an agent: specialization, skills, core instructions."""

    name: str
    specialization: str
    skills: tuple[str, ...]
    instructions: str


@dataclass(frozen=True, slots=True)
class ToolDefinition:
    name: str
    description: str
    input_schema: Mapping[str, Any]
    effect_class: EffectClass
    risk: Risk | None
    sentence: str | None
    http: HttpSpec | None
    credential: CredentialRef | None
    mcp: McpSpec | None = None
    """Exactly one of `http` and `mcp`; of a server known by its name."""


@dataclass(frozen=True, slots=True)
class FallbackDefinition:
    """A model to ask instead, by the name of its connection."""

    connection: str
    model: str
    settings: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class AgentDefinition:
    name: str
    profile: str
    connection: str
    model: str
    description: str = ""
    tools: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    settings: Mapping[str, Any] = field(default_factory=dict)
    fallbacks: tuple[FallbackDefinition, ...] = ()
    output_schema: Mapping[str, Any] | None = None
    limits: Limits = field(default_factory=Limits)


@dataclass(frozen=True, slots=True)
class MemberDefinition:
    """An agent that takes part in an orchestration, by name."""

    agent: str
    roles: tuple[Role, ...] = EVERY_ROLE


@dataclass(frozen=True, slots=True)
class OrchestrationDefinition:
    name: str
    members: tuple[MemberDefinition, ...]
    description: str = ""
    planner: PlannerSpec = field(default_factory=PlannerSpec)
    review: ReviewSpec = field(default_factory=ReviewSpec)
    compose: str = ""
    on_failure: Literal["fail", "continue"] = "fail"
    limits: Limits = field(default_factory=Limits)


@dataclass(frozen=True, slots=True)
class AgentFacts:
    """What an orchestration picks an agent by."""

    specialization: str
    skills: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Definition:
    """Everything one file defines. Every name in it refers to something in it."""

    variables: tuple[VariableDefinition, ...] = ()
    credentials: tuple[CredentialDefinition, ...] = ()
    connections: tuple[ConnectionDefinition, ...] = ()
    mcp_servers: tuple[McpServerDefinition, ...] = ()
    profiles: tuple[ProfileDefinition, ...] = ()
    tools: tuple[ToolDefinition, ...] = ()
    policy: tuple[PolicyRule, ...] | None = None
    """None where the file says nothing of policy: the project's stays as it is."""
    prices: tuple[Price, ...] | None = None
    """None where the file says nothing of prices."""
    agents: tuple[AgentDefinition, ...] = ()
    orchestrations: tuple[OrchestrationDefinition, ...] = ()
