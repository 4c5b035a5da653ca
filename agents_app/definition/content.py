"""One object of a definition by itself: what a draft holds, checked by the rules of the file, and back again.

Form and text are the same object: content is what the file writes below the object's name, as plain JSON, and
`content_text` is that file. So a form, a draft and an import are checked by one set of readers.
"""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from agents_app.definition.agents import read_agents
from agents_app.definition.contents import (
    agent_content,
    orchestration_content,
    policy_content,
    profile_content,
    tool_content,
)
from agents_app.definition.diagnostics import Diagnostic, Findings, Position
from agents_app.definition.document import Entry, Node, Scalar, read_document, to_plain
from agents_app.definition.document import Mapping as MappingNode
from agents_app.definition.orchestrations import read_orchestrations
from agents_app.definition.policy import read_policy
from agents_app.definition.prices import read_prices
from agents_app.definition.profiles import read_profiles
from agents_app.definition.reader import Reader
from agents_app.definition.text import content_text
from agents_app.definition.tools import read_tools
from agents_app.definition.values import AgentFacts, CredentialDefinition, ToolDefinition
from agents_app.kinds import Kind
from agents_app.orchestration_spec import OrchestrationSpec
from agents_app.spec import AgentSpec, PolicyRule, ToolSpec, TrainingSpec
from baton.core.errors import Unprocessable

_HERE = Position(1, 1)
_NO_NAMES: Mapping[str, str] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Around:
    """What an object may refer to, by name: the rest of its project."""

    variables: Collection[str] = ()
    credentials: Mapping[str, CredentialDefinition] = field(default_factory=dict)
    connections: Collection[str] = ()
    mcp_servers: Collection[str] = ()
    profiles: Collection[str] = ()
    tools: Mapping[str, ToolDefinition] = field(default_factory=dict)
    agents: Mapping[str, AgentFacts] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Checked:
    """What a content says and everything that is wrong with it; without problems `value` is complete."""

    content: Any
    """None where the text cannot be read to its end."""
    text: str
    """The YAML that the places of the problems are in."""
    value: Any
    """The definition of a tool, profile, agent or orchestration, or a tuple of rules or of prices."""
    problems: tuple[Diagnostic, ...]


def check_content(kind: Kind, name: str, content: Any, around: Around) -> Checked:
    """Check what a form or a request says."""
    text = content_text(content)
    return _check(kind, name, content, text, around)


def check_text(kind: Kind, name: str, text: str, around: Around) -> Checked:
    """Check what a person wrote as text; places are those of their text."""
    return _check(kind, name, None, text, around)


def content_of(kind: Kind, stored: Any, connections: Mapping[str, str] = _NO_NAMES) -> dict[str, Any]:
    """The content of what a version stores: its spec, rules or prices. `connections` are names by id."""
    match kind:
        case Kind.TOOL:
            return tool_content(ToolSpec.model_validate(stored))
        case Kind.PROFILE:
            return profile_content(TrainingSpec.model_validate(stored))
        case Kind.AGENT:
            return agent_content(AgentSpec.model_validate(stored), connections)
        case Kind.POLICY:
            return policy_content([PolicyRule.model_validate(rule) for rule in stored])
        case Kind.PRICES:
            return {"prices": stored}
        case Kind.ORCHESTRATION:
            return orchestration_content(OrchestrationSpec.model_validate(stored))


def check_name(kind: Kind, name: str) -> None:
    """Refuse a name that the file would refuse, as `invalid_name` of the field `name`."""
    findings = Findings()
    nothing = MappingNode((Entry(name, _HERE, Scalar(None, _HERE)),), _HERE)
    _read(kind, nothing, Around(), findings)
    for problem in findings.found():
        if problem.code in ("invalid_name", "AGENT_NAME_REQUIRED"):
            raise Unprocessable("invalid_name", problem.message, field="name")


def _check(kind: Kind, name: str, content: Any, text: str, around: Around) -> Checked:
    findings = Findings()
    node = read_document(text, findings)
    if node is None:
        return Checked(content, text, None, findings.found())
    content = to_plain(node) if content is None else content
    whole = MappingNode((Entry(name, node.at, node),), node.at)
    value = _read(kind, whole, around, findings)
    return Checked(content, text, value, findings.found())


def _read(kind: Kind, whole: MappingNode, around: Around, findings: Findings) -> Any:
    """`whole` has one entry: the object's name, and the node of its content."""
    section = Reader(whole, "this", findings)
    node = whole.entries[0].node
    match kind:
        case Kind.TOOL:
            variables = frozenset(around.variables)
            return _first(read_tools(section, variables, around.credentials, findings, around.mcp_servers))
        case Kind.PROFILE:
            return _first(read_profiles(section, {}, findings))
        case Kind.AGENT:
            found = read_agents(
                whole,
                profiles=around.profiles,
                connections=around.connections,
                tools=around.tools.keys(),
                findings=findings,
            )
            return _first(found)
        case Kind.POLICY:
            rules = _only(node, "rules", "the policy", findings)
            return tuple(read_policy(rules, around.tools, findings)) if rules else ()
        case Kind.PRICES:
            prices = _only(node, "prices", "the price table", findings)
            return tuple(read_prices(prices, findings)) if prices else ()
        case Kind.ORCHESTRATION:
            return _first(read_orchestrations(section, around.agents, findings))


def _first(found: Iterable[Any]) -> Any:
    """Of a reading that goes on to its end: what comes last is what nobody asked for."""
    return next(iter(tuple(found)), None)


def _only(node: Node, key: str, where: str, findings: Findings) -> Node | None:
    reader = Reader(node, where, findings)
    found = reader.node(key)
    reader.refuse_unknown()
    return found
