"""A project as one readable file: read, checked as a whole, never executed. Publishing it is a service."""

from collections.abc import Mapping as Names

from agents_app.definition.agents import read_agents
from agents_app.definition.diagnostics import Diagnostic, Findings, InvalidDefinition, Position
from agents_app.definition.document import Mapping, Node, read_document
from agents_app.definition.orchestrations import read_orchestrations
from agents_app.definition.places import read_connections, read_credentials, read_variables
from agents_app.definition.policy import read_policy
from agents_app.definition.prices import read_prices
from agents_app.definition.profiles import read_profiles
from agents_app.definition.reader import Reader
from agents_app.definition.servers import read_mcp_servers
from agents_app.definition.tools import read_tools
from agents_app.definition.values import (
    AgentDefinition,
    AgentFacts,
    ConnectionDefinition,
    CredentialDefinition,
    Definition,
    McpServerDefinition,
    OrchestrationDefinition,
    ProfileDefinition,
    ToolDefinition,
    VariableDefinition,
)

FORMAT_VERSION = 1

__all__ = [
    "AgentDefinition",
    "ConnectionDefinition",
    "CredentialDefinition",
    "Definition",
    "Diagnostic",
    "InvalidDefinition",
    "McpServerDefinition",
    "OrchestrationDefinition",
    "ProfileDefinition",
    "ToolDefinition",
    "VariableDefinition",
    "gather_definition",
    "read_definition",
]


def read_definition(text: str, files: Names[str, str] | None = None) -> Definition:
    """The definition of the text, or InvalidDefinition with every problem and its place.

    `files` are the texts that skills may refer to, by name.
    """
    findings = Findings()
    definition = gather_definition(read_document(text, findings), files, findings)
    findings.raise_if_any()
    return definition


def gather_definition(root: Node | None, files: Names[str, str] | None, findings: Findings) -> Definition:
    """What a document says, for who looks for more in it before the findings are told.

    Where there are any, it is not to be published. Raises InvalidDefinition where there is no document.
    """
    if root is None:
        findings.raise_if_any()
    top = Reader(root or Mapping((), Position(1, 1)), "the definition", findings)
    _check_format(top)
    variables = tuple(read_variables(top.section("variables"), findings))
    credentials = tuple(read_credentials(top.section("credentials"), findings))
    known_credentials = {credential.name: credential for credential in credentials}
    connections = tuple(read_connections(top.section("connections"), known_credentials, findings))
    servers = tuple(read_mcp_servers(top.section("mcp_servers"), known_credentials, findings))
    profiles = tuple(read_profiles(top.section("profiles"), files or {}, findings))
    tools = tuple(
        read_tools(
            top.section("tools"),
            frozenset(variable.name for variable in variables),
            known_credentials,
            findings,
            frozenset(server.name for server in servers),
        )
    )
    rules = top.node("policy")
    known_tools = {tool.name: tool for tool in tools}
    policy = None if rules is None else tuple(read_policy(rules, known_tools, findings))
    listed = top.node("prices")
    prices = None if listed is None else tuple(read_prices(listed, findings))
    agents = tuple(
        read_agents(
            top.node("agents"),
            profiles={profile.name for profile in profiles},
            connections={connection.name for connection in connections},
            tools={tool.name for tool in tools},
            findings=findings,
        )
    )
    facts = agent_facts(agents, profiles)
    orchestrations = tuple(read_orchestrations(top.section("orchestrations"), facts, findings))
    top.refuse_unknown()
    return Definition(
        variables=variables,
        credentials=credentials,
        connections=connections,
        mcp_servers=servers,
        profiles=profiles,
        tools=tools,
        policy=policy,
        prices=prices,
        agents=agents,
        orchestrations=orchestrations,
    )


def agent_facts(
    agents: tuple[AgentDefinition, ...], profiles: tuple[ProfileDefinition, ...]
) -> dict[str, AgentFacts]:
    """What an orchestration picks the agents of a file by, by name."""
    trained = {profile.name: profile for profile in profiles}
    return {
        agent.name: AgentFacts(profile.specialization, profile.skills, agent.tags)
        for agent in agents
        if (profile := trained.get(agent.profile)) is not None
    }


def _check_format(top: Reader) -> None:
    version = top.integer("baton", None)
    if version is None:
        top.add("required", f"The file begins with 'baton: {FORMAT_VERSION}', the version of its format.")
    elif version != FORMAT_VERSION:
        message = f"This Baton reads format {FORMAT_VERSION}, not {version}."
        top.add("format_not_supported", message, top.at_key("baton"))
