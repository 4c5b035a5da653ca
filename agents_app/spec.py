"""What a published version stores: agents, tools and policy rules as frozen, schema-versioned values.

The definition file, the forms and imports all produce these; the engine and the runners read them and nothing
else. Pure: no Django, no clock. What it does not do: check a definition (`agents_app.definition`) or judge a
call (`orchestration.engine.approvals`).
"""

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType
from typing import Any, Final, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

from baton.core.canonical import canonical_digest, canonical_text

SPEC_SCHEMA_VERSION: Final = 1
ONE_HOUR = 3_600
ONE_DAY = 86_400
LONGEST_GRACE = 60
LONGEST_APPROVAL = 7 * ONE_DAY
TOOL_NAME_PATTERN = r"^[A-Za-z0-9_-]{1,64}$"

ANY_TOOL = "*"

type Scalar = str | int | float | bool | None


class EffectClass(StrEnum):
    """What may be done with a tool call whose outcome is unknown; at_most_once where nothing is said."""

    READ_ONLY = "read_only"
    KEYED = "keyed"
    NATURAL = "natural"
    AT_MOST_ONCE = "at_most_once"


class Risk(StrEnum):
    """How much a person should look at a call before they decide about it."""

    LOW = "low"
    MEDIUM = "medium"
    HIGH = "high"


RISK_OF_EFFECT: Final[Mapping[EffectClass, Risk]] = MappingProxyType(
    {
        EffectClass.READ_ONLY: Risk.LOW,
        EffectClass.KEYED: Risk.MEDIUM,
        EffectClass.NATURAL: Risk.MEDIUM,
        EffectClass.AT_MOST_ONCE: Risk.HIGH,
    }
)
"""The risk of a tool that says none."""


class Outcome(StrEnum):
    """What policy says of a tool call, from loose to strict."""

    ALLOW = "allow"
    ASK = "ask"
    DENY = "deny"


class Operator(StrEnum):
    """How a policy rule tests one argument."""

    LESS = "<"
    AT_MOST = "<="
    GREATER = ">"
    AT_LEAST = ">="
    EQUAL = "="
    NOT_EQUAL = "!="
    IN = "in"
    NOT_IN = "not in"
    EXISTS = "exists"


ORDERING_OPERATORS = frozenset({Operator.LESS, Operator.AT_MOST, Operator.GREATER, Operator.AT_LEAST})
LIST_OPERATORS = frozenset({Operator.IN, Operator.NOT_IN})


def policy_type(value: object) -> str | None:
    """The type of a value as policy compares it; None for lists and objects, which it does not compare."""
    match value:
        case bool():  # before number: Python's True is an int
            return "boolean"
        case int() | float():
            return "number"
        case str():
            return "text"
        case None:
            return "null"
        case _:
            return None


def _is_unsaid(value: object) -> bool:
    return not value


class Spec(BaseModel):
    """Base of all stored values: frozen, and an unknown field is an error, never ignored."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    def to_json(self) -> dict[str, Any]:
        """The JSON object a version row stores."""
        return self.model_dump(mode="json")


class CredentialRef(Spec):
    """A secret by name, bound to one host and one header. Never the value."""

    name: str
    host: str
    header: str = "Authorization"
    credential_id: str = ""


class HttpSpec(Spec):
    """How a tool becomes one HTTP request.

    In `url`, `{UPPER}` is a variable of the project and `{lower}` an argument, which may stand in the path
    only: the model never chooses a host.
    """

    method: Literal["GET", "POST", "PUT", "PATCH", "DELETE"]
    url: str
    query: tuple[str, ...] = ()
    """Arguments sent in the query string."""
    body: tuple[str, ...] | Literal["all"] | None = None
    """Arguments sent as a JSON object; "all" sends every argument."""
    headers: Mapping[str, str] = Field(default_factory=dict)
    timeout_seconds: float = 30.0
    response: Literal["json", "text"] = "json"


class McpSpec(Spec):
    """How a tool becomes one call on an MCP server: pinned to what the server said of it at its import."""

    server_id: str = ""
    server: str
    """The name of the server, as people know it; it is not renamed while a tool is one of its own."""
    tool: str
    """What the server calls it."""
    definition_digest: str
    """Of name, description, schemas and annotations, as the server said them."""
    output_schema: Mapping[str, Any] | None = Field(default=None, exclude_if=_is_unsaid)
    timeout_seconds: float = 30.0


class ToolSpec(Spec):
    """One immutable version of a tool."""

    tool_id: str
    version_id: str
    version: int
    name: str = Field(pattern=TOOL_NAME_PATTERN)
    description: str
    input_schema: Mapping[str, Any]
    effect_class: EffectClass = EffectClass.AT_MOST_ONCE
    risk: Risk | None = Field(default=None, exclude_if=_is_unsaid)
    """As its author said it. Unsaid, it is not stored either: a version from before there were risks keeps
    its digests, and with them every approval that is bound to one."""
    sentence: str | None = None
    http: HttpSpec | None = Field(default=None, exclude_if=_is_unsaid)
    mcp: McpSpec | None = Field(default=None, exclude_if=_is_unsaid)
    """Exactly one of both; the other is not stored, so that versions from before keep their digests."""
    credential: CredentialRef | None = None
    """Of an HTTP tool. A tool of a server has its server's."""

    @model_validator(mode="after")
    def _has_one_way(self) -> Self:
        if (self.http is None) is (self.mcp is None):
            raise ValueError("a tool has exactly one of 'http' and 'mcp'")
        if self.mcp is not None and self.credential is not None:
            raise ValueError("a tool of a server is sent with its server's credential")
        return self

    @property
    def kind(self) -> str:
        """Which runner performs its calls."""
        return "http" if self.http is not None else "mcp"

    @property
    def timeout_seconds(self) -> float:
        """The longest that one call takes."""
        way = self.http or self.mcp
        return way.timeout_seconds if way is not None else 0.0

    @property
    def shown_method(self) -> str:
        """The HTTP method, or the protocol."""
        return self.http.method if self.http is not None else "MCP"

    @property
    def shown_url(self) -> str:
        """The template of its address; of a tool of a server, the server's name and its own there."""
        if self.http is not None:
            return self.http.url
        return f"{self.mcp.server}#{self.mcp.tool}" if self.mcp is not None else ""

    @property
    def shown_risk(self) -> Risk:
        """Its own, or that of its effect class."""
        return self.risk or RISK_OF_EFFECT[self.effect_class]

    def definition(self) -> dict[str, Any]:
        """What a person's approval of this tool is about: everything but its ids, number and credential."""
        return {
            "name": self.name,
            "description": self.description,
            "input_schema": self.input_schema,
            "output_schema": self.mcp.output_schema if self.mcp else None,
            **({"http": self.http.to_json()} if self.http else {}),
            **({"mcp": self.mcp.to_json()} if self.mcp else {}),
            "effect_class": self.effect_class.value,
            "sentence": self.sentence,
            **({"risk": self.risk.value} if self.risk else {}),
        }

    def definition_digest(self) -> str:
        """Bound into every approval; it does not cover the credential, which is bound on its own."""
        return canonical_digest(self.definition())

    def content_digest(self) -> str:
        """Equal as long as publishing again would change nothing."""
        credential = self.credential.to_json() if self.credential else None
        return canonical_digest({"definition": self.definition(), "credential": credential})


class ArgumentTest(Spec):
    """One typed test of one top-level argument. Numbers and texts never compare; booleans are not numbers."""

    argument: str
    op: Operator
    value: Scalar | tuple[Scalar, ...] = None

    @model_validator(mode="after")
    def _value_fits_operator(self) -> Self:
        is_number = isinstance(self.value, int | float) and not isinstance(self.value, bool)
        if self.op in ORDERING_OPERATORS and not is_number:
            raise ValueError(f"'{self.op}' compares numbers, not {self.value!r}")
        if (self.op in LIST_OPERATORS) is not isinstance(self.value, tuple):
            raise ValueError(f"'{self.op}' does not go with {self.value!r}")
        return self


class PolicyRule(Spec):
    """One line of a tool policy. Rules are ordered and the first that matches wins."""

    id: str
    tool: str
    """A tool's name, or "*" for every tool."""
    tests: tuple[ArgumentTest, ...] = ()
    outcome: Outcome
    expires_after_seconds: int = Field(default=ONE_DAY, ge=60, le=LONGEST_APPROVAL)
    execute_within_seconds: int = Field(default=ONE_HOUR, ge=60, le=LONGEST_APPROVAL)
    grace_seconds: int = Field(default=0, ge=0, le=LONGEST_GRACE, exclude_if=_is_unsaid)
    """How long a decision can be taken back before it counts; none is not stored, as with a tool's risk."""
    text: str = ""
    """Why, in a person's words; shown beside the question."""

    @model_validator(mode="after")
    def _grace_leaves_time_to_execute(self) -> Self:
        if self.grace_seconds >= self.execute_within_seconds:
            raise ValueError("the call could never start: 'grace' must be shorter than 'execute_within'")
        return self

    def canonical_text(self) -> str:
        """What the rule demands, without its id and explanation: rewording a rule voids no decision."""
        tests = [test.to_json() for test in self.tests]
        return canonical_text({"tool": self.tool, "tests": tests, "outcome": self.outcome.value})


class ProfileSpec(Spec):
    """A training profile as a run pins it."""

    profile_id: str
    version_id: str
    version: int
    name: str
    specialization: str
    skills: tuple[str, ...] = ()


class TrainingSpec(Spec):
    """What a version of a training profile stores."""

    specialization: str
    specialization_normal: str
    """The form by which it is compared (`normal_form`)."""
    skills: tuple[str, ...] = ()
    instructions: str

    def content_digest(self) -> str:
        """Equal as long as publishing again would change nothing."""
        return canonical_digest(self.to_json())


class Limits(Spec):
    """Where a run of this agent ends by itself."""

    steps: int = Field(default=200, ge=1, le=10_000)
    tokens: int | None = Field(default=None, ge=1)
    deadline_seconds: int = Field(default=ONE_DAY, ge=1, le=365 * ONE_DAY)


class Fallback(Spec):
    """Whom to ask when the agent's own model does not answer."""

    connection_id: str
    model: str
    settings: Mapping[str, Any] = Field(default_factory=dict)


class AgentSpec(Spec):
    """One immutable version of an agent. Policy is not in it: calls are judged by the policy of today."""

    schema_version: Literal[1] = SPEC_SCHEMA_VERSION
    agent_id: str
    version: int
    name: str
    description: str = Field(default="", exclude_if=_is_unsaid)
    """What it is for, in its builder's words; no model reads it."""
    instructions: str
    """Specialization, skills and core instructions of the profile, merged: the system prompt."""
    profile: ProfileSpec
    tags: tuple[str, ...] = ()
    connection_id: str
    model: str
    settings: Mapping[str, Any] = Field(default_factory=dict)
    fallbacks: tuple[Fallback, ...] = Field(default=(), exclude_if=_is_unsaid)
    """Asked in this order; each has its own tries."""
    output_schema: Mapping[str, Any] | None = Field(default=None, exclude_if=_is_unsaid)
    """JSON Schema 2020-12 of an object: what the answer must be. None: any text."""
    tools: tuple[ToolSpec, ...] = ()
    limits: Limits = Limits()

    def tool(self, name: str) -> ToolSpec | None:
        """The tool of exactly this name: no folding of case, no guess."""
        return next((tool for tool in self.tools if tool.name == name), None)

    def content_digest(self) -> str:
        """Equal as long as publishing again would change nothing."""
        content = self.to_json()
        del content["version"]
        return canonical_digest(content)


def normal_form(name: str) -> str:
    """A specialization as it is compared: trimmed, inner spaces collapsed, case folded."""
    return " ".join(name.split()).casefold()
